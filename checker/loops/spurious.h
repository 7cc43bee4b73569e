/* Compare-exchanges that fail for no reason, in loops that try again.
 *
 * `while (!atomic_compare_exchange_weak(&x, &e, f(e)))` carries what it expects from round to
 * round, so the loop does more than wait (wait.h). Its rounds cannot be counted (attempts.h),
 * because the exchange may fail for no reason as often as it likes. But a round in which it fails
 * so has found what it expected, and the next round expects that, too. Such a round leaves
 * everything as it was.
 *
 * ---- why such a round may go: the proof ----
 *
 * In a simple loop, let every round in which the attempt fails for no reason, whatever registers
 * hold at its begin and whatever its loads find,
 *
 * 1. go back to the head;
 * 2. leave there each register that may be used behind the head, before it is set again, as it
 *    was at the round's begin;
 * 3. have no event but reads, fences, and stores that put back what the round has loaded from the
 *    same bytes. No other step of the loop stores to these bytes, and no other thread does. Outside
 *    the loop each store to them has the same tags and belongs to no atomic instruction. What
 *    `while (!atomic_compare_exchange_weak(&top, &n->next, n))` has found is put back in n->next.
 *
 * Let the model look at no dependency, satisfy the form of monotone.h, and have all accesses in
 * `coherent` (attempts.h). Take the first such round out of an execution. By (1) and (2) the next
 * one begins as it did, and all that is left does what it did. Reads and fences go as in wait.h; no
 * dependency is looked at, so that none is gained. By (3) and coherence a store W' of the round
 * comes in `co` next after the write W that the load before it has read, which is the thread's own,
 * earlier, or the initial one, and has the same value. Who has read from W' then reads from W.
 * `co` and `fr` lose pairs and gain none. A pair (W, r) of `rf` is new where W' was read by r: W
 * comes before W' in program order and in `co`, so that a path from W to r by these and by `rf` was
 * there before, and what is synchronised by W, or by a fence before it, was by W', which has the
 * same order.
 *
 * So every final state is that of an execution without such rounds, in which the attempt is a
 * strong one, and the states are asked of these executions. A loop that goes round for ever does so
 * without such rounds, too: no attempt fails for no reason for ever. A flag may be about what a
 * removed round did, and a removed round may have done what the test does not describe. When two
 * events race, each stands in at most one round of its thread, and other rounds do not decide
 * whether they race. So the test as it is, with one round more, is asked about both (check.c). */
#ifndef CM_CHECKER_LOOPS_SPURIOUS_H
#define CM_CHECKER_LOOPS_SPURIOUS_H

#include "checker/solver/job.h"

/* The job's test with such attempts as strong ones; NULL: there are none. Makes formulas. */
const cm_test *cm_spurious_left_out(cm_job *job);

#endif
