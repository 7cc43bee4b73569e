/* The fences that edges name: those of all instruction sets. */
#include "enumerate/edge.h"
#include "litmus/isa/isa.h"

#include <string.h>
#include <strings.h>

static const cm_write_fence *fences_of(int arch)
{
    return cm_writer_of((cm_arch)arch)->fences;
}

const cm_write_fence *cm_edge_fence_prefix(const char *text, size_t length)
{
    const cm_write_fence *best = NULL;
    size_t best_length = 0;
    for (int arch = 0; arch < CM_CMCM; arch++) {
        for (const cm_write_fence *f = fences_of(arch); f->name; f++) {
            size_t n = strlen(f->name);
            if (n > best_length && n <= length && memcmp(f->name, text, n) == 0) {
                best = f;
                best_length = n;
            }
        }
    }
    return best;
}

const cm_write_fence *cm_edge_fence_find(const char *name, size_t length)
{
    for (int arch = 0; arch < CM_CMCM; arch++)
        for (const cm_write_fence *f = fences_of(arch); f->name; f++)
            if (strlen(f->name) == length && strncasecmp(f->name, name, length) == 0)
                return f;
    return NULL;
}

bool cm_edge_fence_of_gpu(const cm_write_fence *fence)
{
    for (int arch = 0; arch < CM_CMCM; arch++)
        for (const cm_write_fence *f = fences_of(arch); f->name; f++)
            if (f == fence)
                return cm_arch_is_gpu((cm_arch)arch);
    return false;
}
