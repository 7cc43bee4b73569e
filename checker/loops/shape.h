/* Loops of a thread, by its steps, and what is the same in all of their rounds.
 *
 * A loop is the steps from the target of a jump back to that jump, if control may come from there
 * to it. What is said of the rounds of a
 * loop (wait.h, round.h, attempts.h, collective.h) is said of simple ones: control
 * enters at the head only, and goes forward, or back to the head.
 */
#ifndef CM_CHECKER_LOOPS_SHAPE_H
#define CM_CHECKER_LOOPS_SHAPE_H

#include "checker/threads/memory.h"

typedef struct cm_loop {
    const cm_test *test;
    int thread;    /* index */
    int head, end; /* steps; end jumps back to head. end -1: no loop */
} cm_loop;

const cm_thread *cm_loop_thread(const cm_loop *loop);
bool cm_loop_has(const cm_loop *loop, int step);
/* Does the step jump to the head? */
bool cm_loop_closes(const cm_loop *loop, int step);
bool cm_loop_is_simple(const cm_loop *loop);
/* The same, but jumps back within the loop, to other steps than the head, may be there. */
bool cm_loop_is_entered_at_head(const cm_loop *loop);

/* The loop that begins at that step, if one does: the last jump back to it ends it. */
bool cm_loop_at(const cm_test *test, int thread, int head, cm_loop *out);
/* The one loop around the step; end -1: there is none. false: there are several, or it is not
 * simple. */
bool cm_loop_around(const cm_test *test, int thread, int step, cm_loop *out);
/* Is there just one loop around the step? It need not be simple. */
bool cm_loop_is_only(const cm_test *test, int thread, int step);

/* Are the test's jumps, places and instructions what they say, so that rounds can be followed? */
bool cm_loops_can_be_followed(const cm_test *test);

/* independent.c: do the loop's rounds hand nothing on? What a round does never depends on what an
 * earlier one left in registers, and what comes after the loop sees the last round's alone: then a
 * round that leaves no trace in memory may be taken out of an execution (wait.h). Simple loops are
 * such, and those with simple ones in them that are and only read. Barriers are
 * not looked at if the loop `meets` others there (collective.h); else a loop with one is none of
 * these. */
bool cm_loop_is_independent(cm_job *job, cm_loop loop, bool meets);

/* independent.c: by register: may a round set it, and a later one, or what comes behind the loop,
 * use what it has set? */
const bool *cm_loop_hands_on(cm_job *job, cm_loop loop);
/* independent.c: by register of the thread: bits that may be 1, anywhere. */
const uint64_t *cm_thread_register_bits(cm_job *job, int thread);

/* independent.c: does the thread come from the load to the load again with no event in between, and
 * then do the same, if it finds the same, whatever registers were set on the way? */
bool cm_load_repeats(cm_job *job, int thread, int step);

/* ---- accesses that are the same in all rounds ------------------------- */

/* The address, and place, of an access, if it is the same each time. */
bool cm_step_place(const cm_memory *memory, const cm_thread *thread, const cm_step *step,
                   uint64_t *address, cm_spot *spot);

bool cm_spots_overlap(cm_spot a, unsigned a_width, cm_spot b, unsigned b_width);

/* Is the access one with that before it, or behind it? */
bool cm_step_is_joined(const cm_thread *thread, const cm_step *step);
/* Is it one by itself, and of the thread's own? */
bool cm_step_is_single(const cm_thread *thread, const cm_step *step);

#endif
