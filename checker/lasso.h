/* Executions that never end, found by taking turns.
 *
 * Threads take turns at memory that all see at once; a turn is an access, or a read and write that
 * are one, and what the thread does up to the next access. A test has finitely many states so. A
 * set of states that lead to each other, and in which every thread that has not ended takes turns,
 * is an execution that never ends, and in which every thread is scheduled again and again: also
 * where loops do more than wait, of which live.h says nothing.
 *
 * Such an execution is one of the model only if the model allows it: the way into the set and two
 * rounds through it are evaluated as one execution (model/eval.h). No answer says nothing.
 */
#ifndef CM_CHECKER_LASSO_H
#define CM_CHECKER_LASSO_H

#include "checker/liveness.h"
#include "checker/solver/job.h"

/* Is there one? Then out has its hang and waits, in the job's arena. */
bool cm_lasso_find(cm_job *job, cm_liveness *out);

#endif
