/* Loops that only wait.
 *
 * A round of a loop that ends in the backward jump and wrote nothing leaves no
 * trace but its reads and fences. If what the next round does never depends on
 * it either (shape.h), the round may be taken out of an execution: the final
 * state is the same. The last round is then enough, and the loop bound hides no state. That
 * the smaller execution is still allowed holds for models in which taking away
 * reads and fences never adds to a relation that a constraint looks at; this is
 * checked on the model's terms (monotone.h). (Compare "spinloops" in Dartagnan; herd always
 * says `Loop` here.)
 *
 * A round may also write back what an atomic instruction read. Whoever read from
 * that write then reads from the one before it; the model says by its relation
 * `rewrite` where that adds no order, with the proof in checker/loops/README.md, "Rounds
 * that may go".
 *
 * What such a round does may still be what a flag is about; flags are asked with
 * one (check.c).
 */
#ifndef CM_CHECKER_LOOPS_WAIT_H
#define CM_CHECKER_LOOPS_WAIT_H

#include "checker/loops/collective.h"

/* By thread and step: backward jumps of loops that only wait, found on threads
 * that were executed with a bound of at least 1; those of `collectives` are. NULL when there are
 * none. */
bool **cm_waits_find(cm_memory *memory, const cm_collectives *collectives);

/* Unmarks those that do more after all, on threads that were executed with more
 * rounds of the other loops, where reads find more values. Were there any? Those in which
 * threads meet are not looked at. */
bool cm_waits_unmark(cm_memory *memory, bool **waits, const cm_collectives *collectives);

/* Does the loop that the bound cuts there only wait? */
bool cm_waits_at(cm_memory *memory, int thread, const cm_cut *cut,
                 const cm_collectives *collectives);

/* Does some waiting loop go round after a failed round? */
cm_lit cm_waits_any_retry(cm_memory *memory);

/* Adds: at most one failed round of all waiting loops happens. */
void cm_waits_one_retry(cm_memory *memory, cm_lits *asserts);

#endif
