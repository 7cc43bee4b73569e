/* Instructions of which the solver chooses the form (litmus/test.h, cm_step_forms): one of the
 * place's variables holds, and says which tags its events have, whether they happen, and which
 * of their dependencies count. */
#ifndef CM_CHECKER_FORMS_H
#define CM_CHECKER_FORMS_H

#include "checker/graph.h"
#include "checker/solver/solver.h"

/* Makes the variables, once the threads have been executed. */
void cm_forms_begin(cm_graph *graph);

cm_lit cm_forms_chosen(const cm_graph *graph, int place, int form);
/* Condition for the step to happen, where its guard holds, to carry the tag, and for its
 * dependencies of that kind (CM_FORGETS_...) to count. */
cm_lit cm_forms_happen(cm_graph *graph, const cm_step *step);
cm_lit cm_forms_tagged(cm_graph *graph, const cm_step *step, const char *tag);
cm_lit cm_forms_depends(cm_graph *graph, const cm_step *step, unsigned kind);

/* The form in the solution found last, or that the graph says (forms_found), the tags (NULL: the
 * step does not happen) and which dependencies do not count. */
int cm_forms_found(const cm_graph *graph, cm_solver *solver, int place);
const char *const *cm_forms_tags(const cm_graph *graph, cm_solver *solver, const cm_step *step);
uint8_t cm_forms_forgets(const cm_graph *graph, cm_solver *solver, const cm_step *step);

#endif
