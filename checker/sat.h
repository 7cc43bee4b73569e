/* Satisfiability of clauses, for problems of some thousand small ones.
 *
 * Z3 rewrites every assertion several times before it looks for a solution. Where a problem is
 * asked only a few easy questions that is nearly all of its time (docs/benchmarks.md); here a
 * clause costs what it takes to store it. Learns a clause from each conflict (Marques-Silva,
 * Sakallah, "GRASP: a search algorithm for propositional satisfiability", IEEE Transactions on
 * Computers 48, 1999), watches two literals of each, and decides by activity (Moskewicz, Madigan,
 * Zhao, Zhang, Malik, "Chaff: engineering an efficient SAT solver", DAC 2001). What needs many
 * conflicts is for Z3 (solver.h).
 */
#ifndef CM_CHECKER_SAT_H
#define CM_CHECKER_SAT_H

#include "base/arena.h"
#include "checker/form.h"

typedef struct cm_sat cm_sat;

typedef enum cm_sat_answer { CM_SAT_YES, CM_SAT_NO, CM_SAT_TOO_HARD } cm_sat_answer;

/* In the arena, through which all functions but the last may escape. */
cm_sat *cm_sat_new(cm_arena *arena);
/* At least one of the literals holds. */
void cm_sat_add(cm_sat *sat, const cm_lit *literals, uint32_t count);
/* Is there a solution in which the assumptions hold too? Too hard: not found within so many
 * conflicts, those of earlier questions included. */
cm_sat_answer cm_sat_ask(cm_sat *sat, const cm_lit *assumptions, uint32_t count,
                         uint64_t most_conflicts);
/* In the solution found last: the value of a variable (form node); false where no clause has it. */
bool cm_sat_value(const cm_sat *sat, uint32_t variable);

/* All clauses that were added, one after the other: `next` starts at 0 and is moved on. NULL: there
 * are no more. */
const cm_lit *cm_sat_given(const cm_sat *sat, size_t *next, uint32_t *count);

#endif
