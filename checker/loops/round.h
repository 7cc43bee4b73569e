/* One round of a loop, from whatever the registers hold and whatever its loads find.
 *
 * What has to hold of every round, those beyond the loop bound too, is asked of one such
 * round: registers are words whose bits are anything (vector.h). Only simple loops are
 * followed, of tests that can be (shape.h).
 */
#ifndef CM_CHECKER_LOOPS_ROUND_H
#define CM_CHECKER_LOOPS_ROUND_H

#include "checker/loops/shape.h"
#include "checker/threads/vector.h"

/* A step of the round: does it happen, and what does it read? */
typedef struct cm_happening {
    cm_lit path;            /* the path leads here */
    cm_vector *registers;   /* what the step comes to, if it may leave something undefined; what it
                               leaves, if not; NULL: no path leads here */
    cm_lit when;            /* it does, and the step's guard holds */
    cm_lit jumps;           /* BRANCH: it is taken */
    cm_vector value;        /* what it leaves in its register */
    cm_vector stored;       /* STORE: what it writes */
    cm_lit changes;         /* STORE: it happens and may change the location */
    const cm_vector *finds; /* LOAD: what it finds, given before the step is followed; NULL:
                               anything */
} cm_happening;

typedef struct cm_round {
    cm_job *job;
    cm_loop loop;
    const cm_thread *thread;
    cm_happening *steps; /* by step of the body */
    cm_vector *start;    /* registers at the head */
    cm_lit back;         /* the round jumps back */
    cm_vector *after;    /* registers where it does; NULL: it does not */
} cm_round;

/* Makes formulas. Steps of the body are then followed one by one, from the head to the end. */
cm_round cm_round_begin(cm_job *job, cm_loop loop);
void cm_round_step(cm_round *r, int step);
/* All of it. */
cm_round cm_round_follow(cm_job *job, cm_loop loop);

/* independent.c: the same, of registers that hold a constant at the head of each round with it. */
cm_round cm_round_follow_kept(cm_job *job, cm_loop loop);

/* By step of the thread. */
cm_happening *cm_round_at(const cm_round *round, int step);

/* Is there no round with these values, whichever they are? false, too, where that is not found
 * out soon. */
bool cm_round_never(cm_job *job, cm_lit when);
/* Is it so of one of them? By one solver. */
bool cm_round_any_never(cm_job *job, const cm_lit *when, int count);
/* Of which? */
void cm_round_find_never(cm_job *job, const cm_lit *when, int count, bool *never);

#endif
