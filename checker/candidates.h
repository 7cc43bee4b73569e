/* The candidate executions of an outcome, whatever the model says of them.
 *
 * A candidate is what the threads may do when every read takes its value from some
 * write and the relations that the model leaves free (`with`) are orders as their
 * generators say; the model's axioms are left out, and may be demanded one by one.
 * Values are computed from what the test has: one that a cycle of data alone would
 * justify is in none.
 * (A constraint that only says which orders there are to choose from always holds:
 * cm_find_premises.) Rounds of loops that only wait are left out as in a check
 * (loops/wait.h). Every candidate is done again without the solver before it is given.
 *
 * One at a time for each solver context, and no check beside it. All functions may
 * escape through the arena of the work: limits, lack of memory.
 */
#ifndef CM_CHECKER_CANDIDATES_H
#define CM_CHECKER_CANDIDATES_H

#include "checker/check.h"
#include "checker/replay.h"

typedef struct cm_candidates cm_candidates;

/* By constraint: does it belong to the choice of an order: `empty A \ B`, A without
 * reads-from and chosen orders, B made of chosen orders alone? In the arena. */
bool *cm_find_premises(cm_arena *arena, const cm_model *model);

/* Which dependencies there are in the thread, on whatever way it goes, by instruction:
 * CM_FORGETS_... of accesses and fences that depend on a read of an earlier instruction; where
 * registers have events, of instructions whose address, data or branch does. In the arena. */
const uint8_t *cm_candidates_dependencies(const cm_candidates *candidates, int thread);

/* Candidates whose final state satisfies `outcome`, a proposition over the test's
 * observed items (negated: does not), and the test's filter. *opened is there from the
 * beginning, so that after an escape it can be asked for the reason. */
void cm_candidates_open(cm_candidates **opened, cm_work *work, cm_solver_context *context,
                        const cm_model *model, const cm_test *test, const cm_check_options *options,
                        const cm_prop *outcome, bool negated);
/* Frees the solver; also after an escape, candidates or not. */
void cm_candidates_close(cm_solver_context *context);
/* Why the work ended early: the latest escape's reason, or NULL. */
const char *cm_candidates_limit(const cm_candidates *candidates);

/* What is looked for; all 0: any candidate of the outcome. */
typedef struct cm_wanted {
    const bool *axioms;     /* by constraint, or NULL: it must hold; flags are not looked at */
    const bool *const *any; /* of each, one constraint at least must hold */
    int any_count;
    bool same_class;          /* as the one held: see cm_candidates_hold */
    bool excluded_too;        /* classes that were excluded count */
    bool any_outcome;         /* the outcome does not matter */
    const bool *const *forms; /* by place of the test with a choice of forms (litmus/test.h): the
                                 forms that it may have; or NULL */
    int flag; /* number of a flag's constraint that is raised, plus 1; 0: none. Classes
                 that were excluded count, too */
} cm_wanted;

/* One such candidate; false: there is none (any more). */
bool cm_candidates_find(cm_candidates *candidates, const cm_wanted *wanted);
/* Does Z3 say that there is none? The last question. */
bool cm_candidates_refuted(cm_candidates *candidates, const cm_wanted *wanted);
/* The one found last, in the arena of the work. */
cm_execution *cm_candidates_execution(const cm_candidates *candidates);
cm_execution *cm_candidates_without_shows(const cm_candidates *candidates);
/* And the values of the model's terms in it. */
cm_evaluated cm_candidates_evaluated(const cm_candidates *candidates);
/* Those of what its axioms are made of, without the execution; until the next one is looked for. */
cm_evaluated cm_candidates_values(const cm_candidates *candidates);
/* The form that it has at a place. */
int cm_candidates_form(const cm_candidates *candidates, int place);
/* Does the model allow the one found last, if there was one, with these forms, by place? No solver
 * is asked; it is not to be had any more. */
bool cm_candidates_allowed_with(cm_candidates *candidates, const int *forms);
/* After a question that none was found for: did what `forms` says of the place matter? */
bool cm_candidates_needs_form(const cm_candidates *candidates, int place);
/* Remembers the class of the one found last, for `same_class`: the same events, rf and co
 * (co where the model chooses it with `with`). */
void cm_candidates_hold(cm_candidates *candidates);
/* No other candidate of the class held is found from now on, but with `same_class`. */
void cm_candidates_exclude(cm_candidates *candidates);

/* May there be candidates that are not found: past the loop bound, or outside of what the
 * test describes? Why, or "". */
const char *cm_candidates_hidden(cm_candidates *candidates);
/* Are attempts left out that fail for no reason (`strong`), since the test has such? */
bool cm_candidates_strong(const cm_candidates *candidates);
/* Are candidates past the loop bound left out because the model allows none of them (reach.h)? Some
 * of its axioms may allow one. */
bool cm_candidates_bounded(const cm_candidates *candidates);

#endif
