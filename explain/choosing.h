/* All programs of a choice as one problem: the candidate executions (checker/candidates.h) of a
 * test in which the solver chooses the form of each instruction (litmus/test.h, cm_step_forms).
 * Of a set of programs it is asked at once whether one allows the outcome. */
#ifndef CM_EXPLAIN_CHOOSING_H
#define CM_EXPLAIN_CHOOSING_H

#include "checker/candidates.h"

typedef struct cm_choosing cm_choosing;

/* outcome, negated: as of cm_candidates_open. It lives in the arena; its formulas in `formulas`,
 * which is emptied first and belongs to it until it is closed, or, where that is NULL, in an arena
 * of their own. NULL: it cannot be asked, for candidates are hidden or a limit was reached. */
cm_choosing *cm_choosing_open(cm_arena *arena, cm_arena *formulas, cm_solver_context *context,
                              const cm_model *model, const cm_test *test,
                              const cm_check_options *options, const cm_prop *outcome,
                              bool negated);
void cm_choosing_close(cm_choosing *choosing); /* NULL is allowed */

/* Does a program with these forms (by place and form) allow the outcome? In `found`, by place,
 * which one. Where a limit is reached: no, and *limit says which; it is constant or in the
 * arena. */
bool cm_choosing_find(cm_choosing *choosing, const bool *const *forms, int *found,
                      const char **limit);

/* Is what was found last an execution with these forms, too (by place), which is allowed? Much
 * cheaper than a question; no says nothing. */
bool cm_choosing_allows_again(cm_choosing *choosing, const int *forms);

/* After no as an answer: did the forms that were given for that place matter? Whatever form it had,
 * the answer would have been no where they did not. */
bool cm_choosing_needs(const cm_choosing *choosing, int place);

enum { CM_MOST_ALLOWED = 64 }; /* choices of rf and co that are looked at */

/* Is there an interleaving of the threads among the executions of these programs that have the
 * outcome and are allowed? No where there are more, or a limit
 * is reached. Nothing is asked afterwards. */
bool cm_choosing_interleaves(cm_choosing *choosing, const bool *const *forms);

#endif
