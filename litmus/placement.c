/* Where threads run. */
#include "litmus/placement.h"

#include <string.h>

/* ---- names ----------------------------------------------------------- */

static const char *const names[] = {
    [CM_SCOPE_SYS] = "sys", [CM_SCOPE_DEVICE] = "gpu", [CM_SCOPE_CLUSTER] = "cluster",
    [CM_SCOPE_CTA] = "cta", [CM_SCOPE_WAVE] = NULL,    [CM_SCOPE_THREAD] = NULL};

const char *cm_scope_name(cm_scope scope)
{
    return names[scope];
}

bool cm_scope_find(const char *name, cm_scope *scope)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i] && strcmp(names[i], name) == 0) {
            *scope = (cm_scope)i;
            return true;
        }
    }
    return false;
}

enum {
    CUDA = 1 << CM_PLACES_CUDA,
    HSA = 1 << CM_PLACES_HSA,
    OPENCL = 1 << CM_PLACES_OPENCL,
    VULKAN = 1 << CM_PLACES_VULKAN
};

static const struct {
    const char *word;
    size_t offset;
    unsigned in; /* whose word it is */
} numbers[] = {{"cta", offsetof(cm_placement, cta), CUDA},
               {"cluster", offsetof(cm_placement, cluster), CUDA},
               {"gpu", offsetof(cm_placement, gpu), CUDA},
               {"domain", offsetof(cm_placement, domain), CUDA},
               {"wave", offsetof(cm_placement, wave), HSA},
               {"workgroup", offsetof(cm_placement, cta), HSA},
               {"xcd", offsetof(cm_placement, cluster), HSA},
               {"agent", offsetof(cm_placement, gpu), HSA},
               {"tgsplit", offsetof(cm_placement, split), HSA},
               {"sg", offsetof(cm_placement, wave), OPENCL | VULKAN},
               {"wg", offsetof(cm_placement, cta), OPENCL | VULKAN},
               {"qf", offsetof(cm_placement, cluster), VULKAN},
               {"dev", offsetof(cm_placement, gpu), OPENCL},
               {"sys", offsetof(cm_placement, system), CUDA | HSA | OPENCL},
               {"tid", offsetof(cm_placement, tid), CUDA},
               {"wave", offsetof(cm_placement, wave), CUDA}};

const char *cm_places_word(cm_places places, cm_scope level)
{
    static const char *const words[][CM_SCOPE_THREAD] = {
        [CM_PLACES_CUDA] = {"system", "GPU", "cluster", "CTA", "wave"},
        [CM_PLACES_HSA] = {"system", "agent", "XCD", "workgroup", "wave"},
        [CM_PLACES_OPENCL] = {"system", "device", "cluster", "work-group", "sub-group"},
        [CM_PLACES_VULKAN] = {"system", "device", "queue family", "workgroup", "subgroup"}};
    return words[places][level];
}

const char *cm_placement_word(size_t index)
{
    return index < sizeof numbers / sizeof *numbers ? numbers[index].word : NULL;
}

int *cm_placement_number(cm_placement *at, size_t index)
{
    if (!(numbers[index].in >> at->places & 1))
        return NULL;
    return (int *)(void *)((char *)at + numbers[index].offset);
}

void cm_placement_print(cm_text *out, const char *before, const char *between,
                        const cm_placement *at)
{
    cm_placement copy = *at;
    for (size_t i = 0; cm_placement_word(i); i++) {
        const int *number = cm_placement_number(&copy, i);
        if (!number || *number < 0)
            continue;
        cm_text_append(out, "%s%s %d", before, cm_placement_word(i), *number);
        before = between;
    }
}

/* ---- the tree -------------------------------------------------------- */

int cm_placement_system(const cm_placement *at)
{
    return at->system < 0 ? 0 : at->system;
}

int cm_placement_domain(const cm_placement *at)
{
    return at->domain < 0 ? 0 : at->domain;
}

static bool same_number(int a, int b)
{
    return a >= 0 && a == b;
}

bool cm_placement_share(const cm_placement *a, const cm_placement *b, cm_scope scope)
{
    bool system = cm_placement_system(a) == cm_placement_system(b);
    bool device = system && a->gpu == b->gpu && cm_placement_domain(a) == cm_placement_domain(b);
    bool cta = device && same_number(a->gpu, b->gpu) && same_number(a->cta, b->cta) &&
               a->cluster == b->cluster;
    switch (scope) {
    case CM_SCOPE_SYS:
        return system;
    case CM_SCOPE_DEVICE:
        return device;
    case CM_SCOPE_CLUSTER:
        return cta ||
               (device && same_number(a->gpu, b->gpu) && same_number(a->cluster, b->cluster));
    case CM_SCOPE_CTA:
        return cta;
    case CM_SCOPE_WAVE:
        return cta && same_number(a->wave, b->wave);
    case CM_SCOPE_THREAD:
        break;
    }
    return false;
}

int cm_placement_nearest(const cm_placement *a, const cm_placement *b)
{
    int level = CM_SCOPE_WAVE;
    while (level >= 0 && !cm_placement_share(a, b, (cm_scope)level))
        level--;
    return level;
}
