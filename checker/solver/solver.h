/* The solvers' side: formulas to clauses, checks, and what a solution says.
 *
 * One solver per test, in a context (context.h). CaDiCaL is asked first (sat.h): Z3 takes longer
 * to begin than most questions take. What CaDiCaL does not answer soon is Z3's, and all that comes
 * after; only variables that occur become Z3 constants, everything else is gates over them. With
 * options.verify both answer, and a difference ends the job as an internal error.
 */
#ifndef CM_CHECKER_SOLVER_SOLVER_H
#define CM_CHECKER_SOLVER_SOLVER_H

#include "checker/solver/context.h"
#include "checker/solver/job.h"

typedef enum cm_found { CM_SAT, CM_UNSAT, CM_GAVE_UP } cm_found;

/* A solver for the job's formulas. cm_solver_close frees it, also after an
 * escape: the context keeps track of the open one. */
cm_solver *cm_solver_open(cm_job *job);
void cm_solver_close(cm_solver_context *context);
/* Forgets what earlier solvers left behind in the context, none of which is open: what the
 * next one does, and how long, depends on nothing but what it is given. */
void cm_solver_renew(cm_solver_context *context);

void cm_solver_assert(cm_solver *solver, cm_lit literal);
/* At least one of the literals holds. */
void cm_solver_assert_any(cm_solver *solver, const cm_lit *literals, uint32_t count);
void cm_solver_exactly_one(cm_solver *solver, const cm_exactly_one *group);

/* Is there a solution in which the assumptions hold too? */
cm_found cm_solver_check(cm_solver *solver, const cm_lit *assumptions, uint32_t count);
/* The same, CM_GAVE_UP where the answer is not found soon. */
cm_found cm_solver_check_soon(cm_solver *solver, cm_lit assumption);
/* The last question: the same, where CM_UNSAT is Z3's word. */
cm_found cm_solver_check_by_z3(cm_solver *solver, const cm_lit *assumptions, uint32_t count);
/* Is the answer CM_SAT? Ends the job where the solver gave up. */
bool cm_solver_is_sat(cm_solver *solver, cm_found answer);
/* Was there no solution because of that assumption, and others? Some that are not needed may be
 * said to be, but without those that are not there is no solution either. */
bool cm_solver_needed(cm_solver *solver, cm_lit assumption);
/* In the solution found last. */
bool cm_solver_value(cm_solver *solver, cm_lit literal);
size_t cm_solver_variables(const cm_solver *solver);
size_t cm_solver_clauses(const cm_solver *solver);

#endif
