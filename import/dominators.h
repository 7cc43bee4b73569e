/* Which nodes of a graph all ways pass. */
#ifndef CM_IMPORT_DOMINATORS_H
#define CM_IMPORT_DOMINATORS_H

#include "base/arena.h"

/* Node n leads to next[first[n]], ..., next[first[n + 1] - 1]. */
typedef struct cm_ways {
    int count;
    int *first, *next;
} cm_ways;

typedef struct cm_dominators {
    int *order; /* the nodes that the root leads to, each behind all that lead forward to it */
    int order_count;
    int *number; /* by node: its place in the order, or -1 */
    int *above;  /* by node: the last one before it that all ways to it pass; the root: itself */
} cm_dominators;

/* In the arena. */
cm_dominators cm_dominators_from(cm_arena *arena, const cm_ways *ways, int root);

#endif
