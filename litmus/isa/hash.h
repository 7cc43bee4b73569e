/* The hash of a test: what instruction sets see of it. */
#ifndef CM_LITMUS_ISA_HASH_H
#define CM_LITMUS_ISA_HASH_H

#include "litmus/test.h"

/* The labels of a test in the order of their names: the first prints as L00. */
typedef struct cm_hash_labels {
    cm_arena *arena;
    const char **names;
    int count;
} cm_hash_labels;

/* "L00", or NULL: no label of that name. */
const char *cm_hash_label(const cm_hash_labels *labels, const char *name);

#endif
