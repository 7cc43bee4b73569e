/* Large graphs without cycles, as constraints that only the solver needs to read.
 *
 * closure.c gives the condition for a cycle as a formula, which may be used
 * anywhere and is best while graphs are small. Here it is only asserted that
 * there is none, which takes a clause where the formula takes several gates.
 */
#ifndef CM_CHECKER_SOLVER_ACYCLIC_H
#define CM_CHECKER_SOLVER_ACYCLIC_H

#include "base/bits.h"
#include "checker/solver/job.h"

typedef struct cm_edges {
    uint32_t n;          /* vertices; a vertex may be there or not, and has edges only if it is */
    const cm_lit *lits;  /* [a * n + b]: there is an edge from a to b; 0: there is none */
    const cm_rel *fixed; /* there is an edge whenever both vertices are there */
    const cm_rel *apart; /* never both there */
} cm_edges;

/* Adds to `asserts` what holds, for some values of new variables, exactly where
 * the edges make no cycle. */
void cm_acyclic(cm_job *job, const cm_edges *edges, cm_lits *asserts);

/* Clauses that eliminating the vertices one by one would take (cycle.h). */
uint64_t cm_elimination_cost(cm_arena *arena, const cm_rel *may);

#endif
