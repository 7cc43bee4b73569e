/* Loops that only wait.
 *
 * A round of a loop that ends in the backward jump and wrote nothing leaves no
 * trace but its reads and fences. If what the next round does never depends on
 * it either, the round may be taken out of an execution: the final state is the
 * same. The last round is then enough, and the loop bound hides no state. That
 * the smaller execution is still allowed holds for models in which taking away
 * reads and fences never adds to a relation that a constraint looks at; this is
 * checked on the model's terms. (Compare "spinloops" in Dartagnan; herd always
 * says `Loop` here.)
 *
 * A round may also write back what an atomic instruction read. Whoever read from
 * that write then reads from the one before it; the model says by its relation
 * `rewrite` where that adds no order, with the proof in docs/models.md, "Rounds
 * that may go".
 *
 * What such a round does may still be what a flag is about; flags are asked with
 * one (check.c).
 */
#ifndef CM_CHECKER_SPIN_H
#define CM_CHECKER_SPIN_H

#include "checker/graph.h"

/* By thread and step: backward jumps of loops that only wait, found on threads
 * that were executed with a bound of at least 1. NULL when there are none. */
bool **cm_spin_find(cm_memory *memory);
/* With nothing marked. */
bool **cm_spin_none(cm_job *job);

/* Unmarks those that do more after all, on threads that were executed with more
 * rounds of the other loops, where reads find more values. Were there any? Those in which
 * threads meet are not looked at. */
bool cm_spin_unmark(cm_memory *memory, bool **waits, const cm_collectives *collectives);

/* Does the loop that the bound cuts there only wait? */
bool cm_spin_waits(cm_memory *memory, int thread, const cm_cut *cut);

/* Does a round of the loop hand nothing to the next one in registers, and leave nothing in
 * them for what comes after the loop unless it is the last? Barriers are not looked at. */
bool cm_spin_independent(cm_job *job, int thread, int head, int end);

/* Does some waiting loop go round after a failed round? */
cm_lit cm_spin_any_retry(cm_memory *memory);

/* Was something that is known of loops found not to hold? */
bool cm_spin_keeps_loops(const cm_job *job);
/* Made with rounds that fail: does the graph, without executions in which one does, say all that
 * the one without such rounds does? They must make none of what they are made a graph of their own
 * for: where something of loops does not hold, or values are narrowed, they may be why. */
bool cm_spin_fits_together(const cm_graph *graph);

/* Adds: at most one failed round of all waiting loops happens. */
void cm_spin_one_retry(cm_memory *memory, cm_lits *asserts);

#endif
