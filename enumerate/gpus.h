/* The suite of shapes over several GPUs, and what reasons need of it. */
#ifndef CM_ENUMERATE_GPUS_H
#define CM_ENUMERATE_GPUS_H

#include "enumerate/enumerate.h"
#include "enumerate/reason.h"

extern const cm_enum_generator cm_gpus_generators[];

enum { CM_SHAPE_ORDERS = 2, CM_SHAPE_SCOPES = 2, CM_SHAPE_FENCES = 5 };

/* The coordinates of a test of gpus-shapes: rows of that file's tables. */
typedef struct cm_shape_at {
    const char *cpu; /* as the request had it; lives as long */
    int shape, places, home, order, scope, fence;
} cm_shape_at;

/* The suite is a full product of order, scope and fence, so that a changed test is another one of
 * it: a sibling. Those of the shape, places and home asked for last are kept. */
typedef struct cm_shape_siblings {
    cm_work *work;
    cm_programs *programs;
    bool known;
    cm_shape_at of;
    size_t at[CM_SHAPE_ORDERS][CM_SHAPE_SCOPES][CM_SHAPE_FENCES];
} cm_shape_siblings;

/* As cm_changes_add, of a test of this suite. Its order is all writes released and all reads
 * acquired or none, its fence the same in all threads: two parts. May escape through work->arena
 * and that of the programs. */
cm_changes cm_shape_changes_add(cm_shape_siblings *siblings, const cm_shape_at *at);

#endif
