/* A Z3 of its own, made once it is asked and kept from test to test, that can be interrupted: what
 * a check's limits look at (job.h), and what its solver works in (solver.h).
 */
#ifndef CM_CHECKER_SOLVER_CONTEXT_H
#define CM_CHECKER_SOLVER_CONTEXT_H

#include "base/arena.h"
#include "checker/solver/options.h"

typedef struct cm_solver cm_solver;

/* Has someone asked to stop (cm_solver_context_interrupt)? */
bool cm_solver_interrupted(const cm_solver_context *context);
/* Forgets interrupts that came while nothing ran. */
void cm_solver_begin(cm_solver_context *context);
/* Memory for short uses, empty, kept from test to test. NULL: there is none left. */
cm_arena *cm_solver_scratch(cm_solver_context *context);
/* Bytes that the solvers use now; Z3 says it of all contexts. */
size_t cm_solver_memory(const cm_solver_context *context);

#endif
