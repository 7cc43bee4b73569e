/* The hash-consed graph of terms while it grows.
 *
 * Every function gives the node of the term, an old one when an equal term was
 * made before, after simplification by laws that hold for all relations (each
 * is tested in test_cat_simplify.c against the evaluator). */
#ifndef CM_MODEL_TERMS_H
#define CM_MODEL_TERMS_H

#include "model/model.h"

typedef struct cm_terms {
    cm_arena *arena;
    cm_node *nodes;
    int *next;     /* by node: the next one with the same hash, or -1 */
    int *inverses; /* by node: its inverse when already made, else -1 */
    int count, capacity;
    int *heads; /* by hash */
    const cm_base **bases;
    int base_count, base_capacity;
} cm_terms;

cm_terms *cm_terms_new(cm_arena *arena);

int cm_terms_base(cm_terms *g, const cm_base *base);
int cm_terms_empty(cm_terms *g, bool is_set);
int cm_terms_all(cm_terms *g, bool is_set);
/* FREE, FIX (sets or relations), ELEMENT. */
int cm_terms_leaf(cm_terms *g, cm_node_op op, bool is_set, int index);

/* UNION, INTER, DIFF (both sets or both relations), SEQ, CROSS. */
int cm_terms_binary(cm_terms *g, cm_node_op op, int a, int b);
/* INVERSE, PLUS, OPT, IDENTITY, DOMAIN, RANGE. */
int cm_terms_unary(cm_terms *g, cm_node_op op, int a);

/* What a test of `node` may test instead; the kind may change as well. */
int cm_terms_constraint(cm_terms *g, cm_constraint_kind *kind, int node);

#endif
