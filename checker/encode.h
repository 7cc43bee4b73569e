/* From a model's terms over a test's events to formulas.
 *
 * Bottom-up, every term first gets a bound: the pairs it may hold and those it
 * must hold. Only what lies between becomes a formula, on demand, pair by pair.
 * "Must" is meant for executions in which both events execute.
 *
 * Formulas are exact but for recursive definitions (`let rec`) and large transitive
 * closures: there, "upper" formulas hold at least where the relation does, "lower" ones at most. A
 * constraint `empty r` needs the upper side of r only, and the lower side of
 * what stands to the right of a difference, so that the least solution comes
 * for free: any larger one only makes the constraint harder.
 */
#ifndef CM_CHECKER_ENCODE_H
#define CM_CHECKER_ENCODE_H

#include "checker/graph.h"

typedef enum cm_side { CM_UPPER, CM_LOWER } cm_side;

/* What a set or relation may hold (in some execution) and what it must hold (in every execution in
 * which the events concerned execute), and the condition for what lies between, which includes that
 * the events execute. */
typedef struct cm_bound {
    cm_set may_set, must_set; /* sets */
    cm_rel may, must;         /* relations */
    cm_lit *lits;             /* n or n * n conditions, of what need not hold; 0: not there
                                 (yet); NULL: none */
} cm_bound;

/* Pairs of a free relation that constraints decide where both events execute. */
typedef struct cm_given {
    cm_rel always; /* in it, if it may relate them */
    cm_rel never;
} cm_given;

typedef struct cm_encoder {
    cm_graph *graph;
    cm_job *job;
    cm_form *form;
    const cm_model *model;
    uint32_t n;
    cm_bound *bounds;         /* by node; .lits are the upper formulas */
    cm_lit **lower;           /* by node: lower formulas where they differ, or NULL */
    bool *one_sided;          /* by node: lower formulas differ */
    bool *varies;             /* by node: depends on a CM_NODE_ELEMENT */
    cm_rel implies;           /* (a, b): b executes whenever a does */
    struct cm_given *given;   /* by free relation */
    uint32_t *element;        /* by element: the event it stands for, n: none */
    struct cm_shared *shared; /* by node: ways of a sequence that the next pair may have, too */
    const cm_set *about;     /* a flag is looked for that is about one of these events; NULL: any */
    cm_rel *steps;           /* by large closure: edges that its paths are made of; or empty */
    struct cm_pair *pending; /* recursive pairs, and of large closures, whose body is not yet
                                asserted */
    uint32_t pending_count, pending_capacity;
} cm_encoder;

typedef struct cm_pair {
    int node;
    uint32_t a, b;
} cm_pair;

/* Bounds of all nodes; variables and order constraints of free relations go to
 * graph->asserts. */
void cm_encoder_init(cm_encoder *encoder, cm_graph *graph);

/* Condition for a pair to be in a relation, for an event to be in a set. */
cm_lit cm_encode_pair(cm_encoder *encoder, int node, uint32_t a, uint32_t b, cm_side side);
cm_lit cm_encode_member(cm_encoder *encoder, int node, uint32_t a, cm_side side);

/* Adds all constraints of the model to graph->asserts. */
void cm_encode_constraints(cm_encoder *encoder);

/* Condition for a constraint that is no flag to hold; true at most where it does. */
cm_lit cm_encode_constraint(cm_encoder *encoder, const cm_constraint *constraint);

/* Condition for a flag to be raised, about one of these events (NULL: about any). */
cm_lit cm_encode_flag(cm_encoder *encoder, const cm_constraint *flag, const cm_set *about);

/* Asserts the bodies of recursive definitions, and the paths of large closures, used so far. */
void cm_encode_recursion(cm_encoder *encoder);

/* ---- parts of the encoder, in files of their own --------------------- */

/* Is the node the wanted one, or a union of that and others? */
bool cm_node_unites(const cm_model *model, int index, int wanted);

/* relations.c: what is known of each event */
const cm_outline *cm_graph_outlines(cm_graph *graph);
/* relations.c: of a base set or relation of model/base.h */
cm_bound cm_bound_base(cm_graph *graph, const cm_base *base);
void cm_bounds_compute(cm_encoder *encoder); /* bounds.c */
void cm_bounds_varying(cm_encoder *encoder); /* bounds.c: after an element changed */
/* bounds.c: do the bounds leave it open that an execution raises the flag, about one of these
 * events (NULL: about any)? */
bool cm_bounds_allow_flag(const cm_encoder *encoder, const cm_constraint *flag,
                          const cm_set *about);
void cm_encode_free(cm_encoder *encoder, int node); /* order.c: bound and formulas */
/* closure.c: formulas of a transitive closure, n * n */
cm_lit *cm_encode_closure(cm_encoder *encoder, int node, cm_side side);
/* closure.c: asserts that a large closure has the pair at least where a path leads from a to c */
void cm_encode_paths(cm_encoder *encoder, int node, uint32_t a, uint32_t c);
/* closure.c: does another event, that executes whenever a and b do, lie between them? */
bool cm_encode_between(const cm_encoder *encoder, const cm_rel *must, uint32_t a, uint32_t b);
/* closure.c: condition for the relation to have a cycle */
cm_lit cm_encode_cycle(cm_encoder *encoder, int node, cm_side side);

/* counter_define.c: says what the reads of counters (threads/counter.h) stand for, and adds
 * conditions to `doubts` of which one holds in every execution in which a location is no counter.
 * False: the model has no relations to say it with. */
bool cm_counters_define(cm_encoder *encoder, cm_lits *doubts);

/* observe.c: what a test observes, as guarded values: registers at the end of their threads, memory
 * as co-maximal writes leave it. One for each of a state's values (litmus/state.h). Adds the choice
 * of final writes to graph->groups and graph->asserts. Fails (cm_fail) when memory is observed but
 * the model has no coherence order `co`. */
const cm_val **cm_observe(cm_encoder *encoder);
/* Bytes of a scalar that are observed: what its type says, or, without a type, those of the widest
 * access to it. */
unsigned cm_observed_width(const cm_graph *graph, int location);
/* The state of the solution found last. */
void cm_observed_state(const cm_test *test, const cm_val *const *observed, cm_solver *solver,
                       uint64_t *values);

#endif
