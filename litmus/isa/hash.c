/* Labels in the hash of a test: see hash.h. */
#include "litmus/isa/hash.h"

#include <string.h>

const char *cm_hash_label(const cm_hash_labels *labels, const char *name)
{
    for (int i = 0; i < labels->count; i++)
        if (strcmp(labels->names[i], name) == 0)
            return cm_arena_printf(labels->arena, "L%02d", i);
    return NULL;
}
