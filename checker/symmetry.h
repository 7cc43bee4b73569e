/* Threads that differ by their number only.
 *
 * Where two threads have the same code, the same initial registers and a place
 * that every other thread sees alike, exchanging them turns an execution into
 * an execution: a model tells events apart by kind, tags and place, never by the
 * number of a thread. So it is enough to look for executions in which such
 * threads come in one order, and to give, for every state found, all that the
 * exchanges make of it.
 *
 * The order is that of the coherence of one store of theirs: of such threads, no
 * later one's store is before an earlier one's. Some way to number the threads
 * makes that so, for coherence order has no cycle, be it total or not. Threads
 * without such a store come in the order of the values that one load finds.
 */
#ifndef CM_CHECKER_SYMMETRY_H
#define CM_CHECKER_SYMMETRY_H

#include "checker/encode.h"

typedef struct cm_symmetry cm_symmetry;

/* The classes of threads of a test that may be exchanged; NULL: there are none.
 * Threads that the filter mentions, or the condition where only that is asked
 * (options.question), are in none, so that these may be part of what is asked. */
cm_symmetry *cm_symmetry_find(cm_job *job);

/* Adds to graph->asserts what leaves one order of every class, or of some. */
void cm_symmetry_break(cm_symmetry *symmetry, cm_encoder *encoder);

/* Adds the state, and all that exchanges of threads make of it, each once, to
 * `out` (as many values each as cm_state_width says, one state after the other);
 * the number of states. Ends the job when there are more than its limit. */
size_t cm_symmetry_images(cm_symmetry *symmetry, const uint64_t *values, uint64_t **out);

#endif
