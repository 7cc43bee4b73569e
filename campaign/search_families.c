#include "campaign/search_parts.h"

#include "litmus/isa/isa.h"

#include <stdio.h>
#include <string.h>

/* ---- where memory lives ---------------------------------------------- */

/* Write-combined memory is not among them, whose order is not that of the models. What showed most
 * between two H200s comes first (docs/results/multi-gpu.md, section 3). */
static const cm_search_place no_places[] = {{CM_MEMORY_DEFAULT, NULL, NULL}};
static const cm_search_place cpu_places[] = {{CM_MEMORY_DEFAULT, NULL, NULL},
                                             {CM_MEMORY_HUGE, NULL, NULL}};
static const cm_search_place gpu_places[] = {
    {CM_MEMORY_DEFAULT, NULL, NULL}, {CM_MEMORY_PINNED, NULL, NULL}, {CM_MEMORY_PEER, NULL, NULL}};
static const cm_search_place gpus_places[] = {
    {CM_MEMORY_DEFAULT, "cpu", "writer"},    {CM_MEMORY_DEFAULT, "cpu", "reader"},
    {CM_MEMORY_DEFAULT, "reader", "writer"}, {CM_MEMORY_DEFAULT, "reader", "reader"},
    {CM_MEMORY_DEFAULT, "writer", "cpu"},    {CM_MEMORY_DEFAULT, "cpu", "cpu"},
    {CM_MEMORY_DEFAULT, NULL, NULL},         {CM_MEMORY_DEFAULT, "reader", "cpu"},
    {CM_MEMORY_DEFAULT, "writer", "reader"}};
static const cm_search_place both_places[] = {{CM_MEMORY_DEFAULT, NULL, NULL},
                                              {CM_MEMORY_MANAGED, NULL, NULL},
                                              {CM_MEMORY_MANAGED_CPU, NULL, NULL},
                                              {CM_MEMORY_MANAGED_GPU, NULL, NULL}};

#define LIST(list)                                                                                 \
    {                                                                                              \
        list, sizeof(list) / sizeof *(list)                                                        \
    }

/* ---- families -------------------------------------------------------- */

static int gpus_of(const cm_test *test)
{
    int first = -1;
    for (int i = 0; i < test->thread_count; i++) {
        const cm_thread *t = &test->threads[i];
        if (cm_arch_is_gpu(t->arch) && first >= 0 && t->at.gpu != first)
            return 2;
        if (cm_arch_is_gpu(t->arch))
            first = t->at.gpu;
    }
    return first >= 0;
}

static cm_search_places places_for(const cm_search *s, const cm_test *test, cm_mix mix)
{
    static const cm_search_places lists[CM_MIX_COUNT] = {[CM_MIX_CPU] = LIST(cpu_places),
                                                         [CM_MIX_GPU] = LIST(gpu_places),
                                                         [CM_MIX_BOTH] = LIST(both_places)};
    static const cm_search_places gpus = LIST(gpus_places), anywhere = LIST(no_places);
    cm_search_places list = lists[mix];
    if (gpus_of(test) > 1)
        list = mix == CM_MIX_GPU ? gpus : list;
    bool asked = s->base.memory != CM_MEMORY_DEFAULT || *s->base.homes;
    return asked ? anywhere : list;
}

int cm_search_family_of(cm_search *s, const cm_test *test)
{
    char name[CM_SEARCH_NAME];
    cm_mix mix = cm_campaign_mix(test);
    /* The name's beginning, to the first coordinate, and the direction where it says one. */
    size_t length = strcspn(test->name, "+-");
    const char *direction = "";
    for (int i = 0; i < test->metadata_count; i++)
        if (strcmp(test->metadata[i].key, "direction") == 0)
            direction = test->metadata[i].value;
    snprintf(name, CM_SEARCH_NAME, "%.*s %s %d",
             (int)(length < CM_SEARCH_NAME / 2 ? length : CM_SEARCH_NAME / 2), test->name,
             direction, gpus_of(test));
    for (size_t i = 0; i < s->family_count; i++)
        if (s->families[i].mix == mix && strcmp(s->families[i].name, name) == 0)
            return (int)i;
    CM_RESERVE(s->arena, s->families, s->family_count, s->family_capacity);
    cm_search_family *f = &s->families[s->family_count];
    *f = (cm_search_family){.mix = mix, .places = places_for(s, test, mix)};
    memcpy(f->name, name, sizeof name);
    cm_odds_init(&f->odds);
    cm_search_begin_arms(s, f);
    return (int)s->family_count++;
}

void cm_search_keep_names(cm_search *s, cm_search_test *t, const cm_test *test)
{
    t->names = CM_NEW_ARRAY(s->arena, (size_t)test->location_count + 1, const char *);
    for (int i = 0; i < test->location_count; i++) {
        const cm_location *l = &test->locations[i];
        if (l->home.kind != CM_HOME_UNSAID) {
            t->names = NULL;
            return;
        }
        if (l->space != CM_SPACE_SHARED && !l->is_code && l->alias_of < 0)
            t->names[t->name_count++] = cm_arena_text(s->arena, l->name, strlen(l->name));
    }
}

void cm_search_set_homes(const cm_search_test *t, const cm_search_place *at, cm_parameters *p)
{
    char homes[CM_HOMES] = "";
    size_t used = 0;
    for (int i = 0; at->first && t->names && i < t->name_count && used < sizeof homes; i++)
        used += (size_t)snprintf(homes + used, sizeof homes - used, "%s%s=%s", i ? "," : "",
                                 t->names[i], i ? at->rest : at->first);
    if (used < sizeof homes && used > 0)
        memcpy(p->homes, homes, used + 1);
}
