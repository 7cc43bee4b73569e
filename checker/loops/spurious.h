/* Compare-exchanges that fail for no reason, in loops that try again.
 *
 * `while (!atomic_compare_exchange_weak(&x, &e, f(e)))` carries what it expects from round to
 * round, so that it is none that only waits (wait.h), and its rounds cannot be counted
 * (attempts.h): it may fail for no reason, and does so as often as it likes. But a round in which
 * it fails so has found what it expected, and the next one expects that, too. Such a round leaves
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
 * 3. have nothing but reads and fences, and stores of what the round has loaded from the same
 *    bytes, with no other store to them in the loop or in another thread, and none before the loop
 *    of another kind (`while (!atomic_compare_exchange_weak(&top, &n->next, n))` stores what it
 *    found in n->next).
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
 * So every final state is one of executions without such rounds, in which the attempt is a strong
 * one, and this is what the states are asked of. A loop that goes round for ever does so without
 * them, too: an attempt does not fail for no reason for ever. What a round did that went may be
 * what a flag is about, or nothing that the test describes. Of two events that race each is in one
 * round of its thread at most, and whether they do does not depend on other rounds. So that is
 * asked of the test as it is, with one round more (check.c). */
#ifndef CM_CHECKER_LOOPS_SPURIOUS_H
#define CM_CHECKER_LOOPS_SPURIOUS_H

#include "checker/solver/job.h"

/* The job's test with such attempts as strong ones; NULL: there are none. Makes formulas. */
const cm_test *cm_spurious_left_out(cm_job *job);

#endif
