/* Waiting loops in which threads of a CTA meet at barriers.
 *
 * Thread 0 reads a semaphore and hands what it found to the others, all meet, each looks at
 * it, all meet again, and all go back if it is not what they wait for. A round of one thread
 * cannot be left out (wait.h), for the others meet it there, and it stores; but a round that
 * fails may be left out of all of them together, if in every round that jumps back
 *   - all go back, or none does;
 *   - all meet at the same barriers, one after the other, and nobody else does;
 *   - what is stored is read in this round only.
 * checker/loops/README.md, "Rounds of several threads", has the argument and all that it takes.
 *
 * The model says by its relation `barred` which accesses a barrier orders (loops_hold.h).
 */
#ifndef CM_CHECKER_LOOPS_COLLECTIVE_H
#define CM_CHECKER_LOOPS_COLLECTIVE_H

#include "checker/loops/round.h"

/* A thread that takes part, and its loop. */
typedef struct cm_member {
    cm_loop loop;
    int *barriers; /* steps of the loop, in order */
    cm_round round;
} cm_member;

/* Two accesses to a location, of which a barrier that comes between has to say that the one is
 * before the other: one of the barriers number from, ..., to of the round, the first one being 1.
 * Of one thread: any barrier of the round. */
typedef struct cm_crossing {
    int member, step, other, other_step;
    int from, to;
} cm_crossing;

typedef struct cm_collective {
    cm_member *members;
    int count, capacity;
    int barrier_count; /* of a round */
    cm_crossing *crossings;
    int crossing_count, crossing_capacity;
} cm_collective;

typedef struct cm_collectives {
    cm_collective *items;
    int count, capacity;
} cm_collectives;

/* Such loops of the test, by the threads' programs alone. Makes formulas. */
cm_collectives cm_collectives_find(cm_memory *memory);

/* Is the jump back that of such a loop? */
bool cm_collectives_has(const cm_collectives *collectives, int thread, int jump);

#endif
