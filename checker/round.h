/* One round of a loop, from whatever the registers hold and whatever its loads find.
 *
 * What has to hold of every round, those beyond the loop bound too, is asked of one such
 * round: registers are words whose bits are anything (vector.h). Only simple loops are
 * followed: with one way in, and by themselves.
 */
#ifndef CM_CHECKER_ROUND_H
#define CM_CHECKER_ROUND_H

#include "checker/memory.h"
#include "checker/vector.h"

/* ---- loops ----------------------------------------------------------- */

/* Steps head..end; only jumps to `head` lead back, and only to it does anything lead in. */
typedef struct cm_loop {
    int head, end;
} cm_loop;

/* Can rounds be followed in this test: are its jumps, places and instructions what they say? */
bool cm_round_can_follow(const cm_test *test);

/* The loop that begins at that step, if one does: the last jump back to it ends it. */
bool cm_loop_at(const cm_thread *thread, int head, cm_loop *out);
bool cm_loop_has(const cm_loop *loop, int step);
/* The one loop around the step; end -1: there is none. false: there are several, or it is none
 * of these. */
bool cm_loop_around(const cm_thread *thread, int step, cm_loop *out);

/* ---- a round --------------------------------------------------------- */

/* A step of the round: does it happen, and what does it read? */
typedef struct cm_happening {
    cm_lit when;
    cm_vector value;        /* what it leaves in its register */
    cm_vector stored;       /* STORE: what it writes */
    cm_lit changes;         /* STORE: it happens and may change the location */
    const cm_vector *finds; /* LOAD: what it finds, given before the step is followed; NULL:
                               anything */
} cm_happening;

typedef struct cm_round {
    cm_job *job;
    const cm_thread *thread;
    cm_loop loop;
    cm_happening *steps; /* by step of the body */
    cm_lit *guards;      /* by step of the body: the path leads here */
    cm_vector **before;  /* by step of the body: registers */
    cm_vector *start;    /* registers at the head */
    cm_lit back;         /* the round jumps back */
    cm_vector *after;    /* registers where it does */
} cm_round;

/* Makes formulas. Steps of the body are then followed one by one, from the head to the end. */
cm_round cm_round_begin(cm_job *job, const cm_thread *thread, cm_loop loop);
void cm_round_step(cm_round *r, int index);
/* All of it. */
cm_round cm_round_follow(cm_job *job, const cm_thread *thread, cm_loop loop);

/* By step of the thread. */
cm_happening *cm_round_at(const cm_round *round, int step);

/* Is there no round with these values, whichever they are? */
bool cm_round_never(cm_job *job, cm_lit when);

/* ---- accesses that are the same in all rounds ------------------------- */

/* Does some step of the thread write the register? */
bool cm_round_assigns(const cm_thread *thread, int reg);

/* The one address, and place, of an access, if no step of the thread has a part in it. */
bool cm_round_place(const cm_memory *memory, const cm_thread *thread, const cm_step *step,
                    uint64_t *address, cm_spot *spot);

bool cm_spots_overlap(cm_spot a, unsigned a_width, cm_spot b, unsigned b_width);

/* Is the access one by itself, and of the thread's own? */
bool cm_round_is_single(const cm_thread *thread, int step);

#endif
