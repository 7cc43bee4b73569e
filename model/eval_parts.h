/* Between the sources of the evaluator (eval.h).
 *
 *   eval.c       the operators, all terms, constraints, generators
 *   evaluator.c  execution after execution
 */
#ifndef CM_MODEL_EVAL_PARTS_H
#define CM_MODEL_EVAL_PARTS_H

#include "model/eval.h"

typedef struct cm_evaluation {
    cm_arena *arena;
    const cm_model *model;
    const cm_execution_graph *graph;
    cm_value *values;
    int *level;      /* by node: highest group of recursion below it, -1: none */
    bool *elemental; /* by node: an ELEMENT is below it */
    bool *looped;    /* by node: its group's definitions are made of it */
    int groups;      /* of recursion */
    int *order;      /* nodes that are computed, pass by pass (pass_of); */
    int *pass_begin; /* by pass, and at last: where it begins in `order` */
    bool *stale;     /* by node: of a loop, it is computed; else its value has changed; NULL: all
                        values are computed */
} cm_evaluation;

/* Without an order yet. */
cm_evaluation cm_evaluation_start(cm_arena *arena, const cm_model *model,
                                  const cm_execution_graph *graph);
/* needed: by node; NULL: all of them. */
void cm_evaluation_find_order(cm_evaluation *e, const bool *needed);
void cm_evaluation_make_empty(const cm_evaluation *e, int i);

/* Of a group and the level that it is: what it is made of, which is computed until nothing changes;
 * then what else stands on it. Level -1 has no group. With an ELEMENT below and without. */
int cm_evaluation_pass(const cm_evaluation *e, int level, bool elemental, bool looped);

/* Node i, from the values of those that it is made of. */
void cm_evaluation_node(const cm_evaluation *e, int i, cm_value *to);
void cm_value_copy(cm_value *to, const cm_value *from, bool is_set);
bool cm_value_equal(const cm_value *a, const cm_value *b, bool is_set);
/* All of the group at that level, until nothing changes. */
void cm_evaluation_loop(const cm_evaluation *e, int level, bool elemental);

#endif
