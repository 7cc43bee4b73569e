/* Loops whose rounds hand nothing on.
 *
 * Does what a round of the loop does never depend on what an earlier one left in registers, and
 * does what comes after the loop see the last round's alone? Then a round that leaves no trace in
 * memory may be taken out of an execution (wait.h).
 */
#ifndef CM_CHECKER_LOOPS_INDEPENDENT_H
#define CM_CHECKER_LOOPS_INDEPENDENT_H

#include "checker/loops/shape.h"

/* Simple loops are, and, if all of the body only reads, those with simple ones in them that are.
 * Barriers are not looked at if the loop `meets` others there (collective.h); else a loop with one
 * is none of these. */
bool cm_loop_is_independent(cm_job *job, cm_loop loop, bool meets);

#endif
