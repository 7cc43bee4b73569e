/* What the files of barriers share: barrier.c, who meets; barrier_ends.c, in which order, and who
 * stays. Events of a meeting are numbered from 0; conditions are of the graph's job.
 */
#ifndef CM_CHECKER_BARRIER_PARTS_H
#define CM_CHECKER_BARRIER_PARTS_H

#include "checker/barrier.h"

typedef struct cm_arrivals {
    cm_graph *g;
    cm_form *form;
    cm_arena *arena;
    uint32_t *events; /* barrier events: with a count, with a least one, without, or all */
    uint32_t n;
    cm_lit *pair; /* n * n: meet, for those with a count */
    int *party;   /* of those: what the count counts, the event's thread or its warp */
    int parties;
} cm_arrivals;

struct cm_barriers { /* by event of the graph */
    uint32_t count;
    cm_lit *lits;    /* n * n conditions, 0 where none */
    cm_lit *mixed;   /* it meets another form of its barrier */
    uint32_t *group; /* the first event of the only group that it can meet, or UINT32_MAX */
};

const cm_ev *cm_arrivals_event(const cm_arrivals *m, uint32_t i);

/* Are both in the CTA, the cluster or the GPU that the barrier belongs to? */
bool cm_arrivals_one_place(const cm_arrivals *m, const cm_step *step, int thread, int other);

cm_lit cm_arrivals_equal(cm_arrivals *m, const cm_val *a, const cm_val *b);

/* Both execute, in one place, the same barrier, with the same count or without one; for the same
 * time, where that is known. */
cm_lit cm_arrivals_same_key(cm_arrivals *m, uint32_t i, uint32_t k);

/* Another form of the barrier meets it: such an execution need not end as others do. */
cm_lit cm_arrivals_is_mixed(const cm_arrivals *m, uint32_t i);

/* A group meets at one time, and what a thread does after it waited there comes later. */
void cm_arrivals_require_order(cm_arrivals *m);

/* Who waits for a thread that itself waits for ever has no final state. */
void cm_arrivals_require_ends(cm_arrivals *m);

#endif
