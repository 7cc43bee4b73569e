/* The base sets and relations of a test, as far as they are decided.
 *
 * A bound says of a set or relation what it may hold (in some execution) and
 * what it must hold (in every execution in which the events concerned execute),
 * and gives, for what lies between, the condition as a formula. A condition
 * includes that the events execute.
 */
#ifndef CM_CHECKER_RELATIONS_H
#define CM_CHECKER_RELATIONS_H

#include "checker/graph.h"

typedef struct cm_bound {
    cm_set may_set, must_set; /* sets */
    cm_rel may, must;         /* relations */
    cm_lit *lits;             /* n or n * n conditions, of what need not hold; 0: not there
                                 (yet); NULL: none */
} cm_bound;

/* Bound of a base set or relation of model/base.h. */
cm_bound cm_bound_base(cm_graph *graph, const cm_base *base);

#endif
