/* A model evaluated on one concrete execution, by bit matrices.
 *
 * This is the plain meaning of every operator, used to check witnesses, by the
 * brute-force enumerator of the tests, and against the encoder.
 */
#ifndef CM_MODEL_EVAL_H
#define CM_MODEL_EVAL_H

#include "base/bits.h"
#include "model/model.h"

/* A concrete execution: events 0..n-1. */
typedef struct cm_execution_graph {
    uint32_t n;
    const cm_set *executed; /* the others are in no set and in no relation; NULL: all are */
    cm_set *sets;           /* by index into model->bases; unused where the base is a relation */
    cm_rel *rels;           /* by index into model->bases; unused where the base is a set */
    cm_rel *frees;          /* by index into model->frees */
} cm_execution_graph;

typedef struct cm_value { /* by node; the one that is_set says */
    cm_set set;
    cm_rel rel;
} cm_value;

/* Values of all nodes (array of model->node_count). Nodes below an ELEMENT are
 * left empty; cm_eval_constraint handles them. */
cm_value *cm_eval(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph);

/* By node: does its value depend on an ELEMENT? Recursion leads back, so that this is looked at
 * until none is new. In the arena. */
bool *cm_eval_elemental(cm_arena *arena, const cm_model *model);

/* Does the constraint, taken with its negation, hold? */
bool cm_eval_constraint(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph,
                        const cm_value *values, int constraint);

/* Values of all nodes for elements (`forall`) for which the constraint does not hold; without
 * elements, or where it holds, `values` themselves. */
const cm_value *cm_eval_counterexample(cm_arena *arena, const cm_model *model,
                                       const cm_execution_graph *graph, const cm_value *values,
                                       int constraint);

/* Is every free relation what its generator says? */
bool cm_eval_frees(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph,
                   const cm_value *values);

/* For execution after execution of one size: what did not change since the last one
 * is not evaluated again. Lives in the arena that it was made in. flags: what flags are about is
 * evaluated, too. */
typedef struct cm_evaluator cm_evaluator;
cm_evaluator *cm_evaluator_new(cm_arena *arena, const cm_model *model, uint32_t n, bool flags);
/* Which events are executed; at first all are. */
void cm_evaluator_executed(cm_evaluator *evaluator, const cm_set *executed);
/* Values of bases and free relations, by their index in the model; empty at first. */
void cm_evaluator_base_set(cm_evaluator *evaluator, int base, const cm_set *value);
void cm_evaluator_base_rel(cm_evaluator *evaluator, int base, const cm_rel *value);
void cm_evaluator_free(cm_evaluator *evaluator, int index, const cm_rel *value);
/* As cm_eval_consistent. What it needs for a short time comes from scratch. */
bool cm_evaluator_consistent(cm_evaluator *evaluator, cm_arena *scratch, int *violated);
/* Like cm_eval_constraint; for a flag only if it was made for flags. */
bool cm_evaluator_holds(cm_evaluator *evaluator, cm_arena *scratch, int constraint);
/* Afterwards: value of a node that a constraint (no flag) or a generator is made of. */
const cm_value *cm_evaluator_value(const cm_evaluator *evaluator, int node);
/* And what it is evaluated on. */
const cm_execution_graph *cm_evaluator_graph(const cm_evaluator *evaluator);

/* Generators, and all constraints that are no flags: hold? If not and violated
 * is given, it gets the constraint's index, or -1 for a generator. */
bool cm_eval_consistent(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph,
                        const cm_value *values, int *violated);

#endif
