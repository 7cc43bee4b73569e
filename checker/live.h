/* Threads that never end.
 *
 * An execution may go on for ever although every thread is scheduled again and
 * again, and every write becomes visible in the end: a thread waits in a loop
 * whose reads all find what is written last, and that is not what it waits for;
 * or it waits at a barrier at which too few arrive. Fairness: a read that is
 * repeated for ever finds, from some time on, only writes that no other write
 * follows in co; a store-exclusive that is repeated for ever succeeds if nothing
 * comes between. (Lahav et al., "Making weak memory models fair", OOPSLA 2021;
 * compare "liveness" in Dartagnan.)
 *
 * This is a question of its own to the solver: is there an execution, allowed by
 * the model, in which every thread ends, waits at a barrier, or is in a round of
 * a loop that only waits (loops/wait.h), fails, and would fail again; and at least one
 * does not end? Where co is partial, several writes may be last: the loop may
 * find any of them. Loops that do more than wait leave the answer open.
 */
#ifndef CM_CHECKER_LIVE_H
#define CM_CHECKER_LIVE_H

#include "checker/liveness.h"
#include "checker/solver/job.h"

/* Without loops and barriers every thread ends, and there is no question. */
bool cm_live_may_wait(const cm_test *test);

/* The test in which those threads (bits) do nothing; lives in the arena. */
const cm_test *cm_live_without(cm_arena *arena, const cm_test *test, uint64_t absent);

/* job: a copy of the check's, after its own question was answered; limits end
 * the question, not the check. The result lives in the job's arena. */
void cm_live(cm_job *job, cm_liveness *out);

#endif
