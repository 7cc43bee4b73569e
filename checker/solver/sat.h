/* Satisfiability of clauses, for problems of some thousand small ones: CaDiCaL
 * (https://github.com/arminbiere/cadical, MIT), by its C interface.
 *
 * Z3 rewrites every assertion several times before it looks for a solution. Where a problem is
 * asked only a few easy questions that is nearly all of its time (docs/benchmarks.md). What needs
 * many conflicts is for Z3 (solver.h), and so is everything where CaDiCaL is not there
 * (sat_none.c).
 */
#ifndef CM_CHECKER_SOLVER_SAT_H
#define CM_CHECKER_SOLVER_SAT_H

#include "base/arena.h"
#include "checker/solver/form.h"

typedef struct cm_sat cm_sat;

typedef enum cm_sat_answer { CM_SAT_YES, CM_SAT_NO, CM_SAT_TOO_HARD } cm_sat_answer;

typedef struct cm_sat_limits {
    int conflicts;        /* of one question */
    bool (*stop)(void *); /* asked now and then: is it to end? NULL: no */
    void *argument;
} cm_sat_limits;

/* NULL: there is no such solver here. In the arena, through which cm_sat_add may escape; what
 * CaDiCaL has is freed by cm_sat_free. */
cm_sat *cm_sat_new(cm_arena *arena);
void cm_sat_free(cm_sat *sat);
/* At least one of the literals holds. */
void cm_sat_add(cm_sat *sat, const cm_lit *literals, uint32_t count);
/* Is there a solution in which the assumptions hold too? Too hard: not found within the limits. */
cm_sat_answer cm_sat_ask(cm_sat *sat, const cm_lit *assumptions, uint32_t count,
                         const cm_sat_limits *limits);
/* Work that all questions so far have taken, in units of which Z3 spends about as many on them
 * (docs/benchmarks.md): the same on every machine. */
uint64_t cm_sat_effort(const cm_sat *sat);
/* Bytes that it uses, about. */
size_t cm_sat_memory(const cm_sat *sat);
/* After CM_SAT_NO, before anything else is added: is the assumption one of those that there is no
 * solution with? */
bool cm_sat_needed(const cm_sat *sat, cm_lit assumption);
/* In the solution found last, before anything else is added: the value of a variable (form node);
 * false where neither a clause nor an assumption had it. */
bool cm_sat_value(const cm_sat *sat, uint32_t variable);

/* All clauses that were added, one after the other: `next` starts at 0 and is moved on. NULL: there
 * are no more. */
const cm_lit *cm_sat_given(const cm_sat *sat, size_t *next, uint32_t *count);

#endif
