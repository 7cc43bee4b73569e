/* The hash-consed graph of terms while it grows.
 *
 * Every function gives the node of the term, an old one when an equal term was
 * made before, after simplification by laws that hold for all relations (each
 * is tested in test_cat_simplify.c against the evaluator). */
#ifndef CM_MODEL_GRAPH_H
#define CM_MODEL_GRAPH_H

#include "model/model.h"

typedef struct cm_graph {
    cm_arena *arena;
    cm_node *nodes;
    int *next;     /* by node: the next one with the same hash, or -1 */
    int *inverses; /* by node: its inverse when already made, else -1 */
    int count, capacity;
    int *heads; /* by hash */
    const cm_base **bases;
    int base_count, base_capacity;
} cm_graph;

cm_graph *cm_graph_new(cm_arena *arena);

int cm_graph_base(cm_graph *g, const cm_base *base);
int cm_graph_empty(cm_graph *g, bool is_set);
int cm_graph_all(cm_graph *g, bool is_set);
/* FREE, FIX (sets or relations), ELEMENT. */
int cm_graph_leaf(cm_graph *g, cm_node_op op, bool is_set, int index);

/* UNION, INTER, DIFF (both sets or both relations), SEQ, CROSS. */
int cm_graph_binary(cm_graph *g, cm_node_op op, int a, int b);
/* INVERSE, PLUS, OPT, IDENTITY, DOMAIN, RANGE. */
int cm_graph_unary(cm_graph *g, cm_node_op op, int a);

/* What a test of `node` may test instead; the kind may change as well. */
int cm_graph_constraint(cm_graph *g, cm_constraint_kind *kind, int node);

#endif
