/* Boolean formulas as a hash-consed graph.
 *
 * Everything that the checker does not know is a formula over Boolean
 * variables: whether an event executes, which value a read has, whether a pair
 * is in a relation. Formulas are simplified while they are built, so that what
 * the bounds already decide never reaches the solver.
 *
 * A literal is the number of a node, negative for its negation. The only kinds
 * of node are the constant, variables and conjunctions; a disjunction is the
 * negation of a conjunction of negations.
 *
 * Variables may be made in groups, of which exactly one is true whenever the
 * group matters (the values of one read): two of a group contradict each other,
 * and all of them together are a tautology. Formulas over a group are only ever
 * used under a condition that implies that the group matters.
 *
 * A form belongs to one test; its memory is the arena's.
 */
#ifndef CM_CHECKER_SOLVER_FORM_H
#define CM_CHECKER_SOLVER_FORM_H

#include "base/arena.h"
#include "base/lit.h"

typedef enum cm_form_kind { CM_FORM_CONSTANT, CM_FORM_VARIABLE, CM_FORM_AND } cm_form_kind;

typedef struct cm_form_node {
    uint8_t kind;
    uint32_t first;    /* AND: start of its children in cm_form.children */
    uint32_t count;    /* AND: number of children; VARIABLE: size of its group */
    uint32_t hash;     /* AND */
    int32_t group;     /* VARIABLE: first variable of its group, 0: none */
    cm_lit definition; /* VARIABLE: what it stands for, 0: nothing (free) */
} cm_form_node;

typedef struct cm_form {
    cm_arena *arena;
    cm_form_node *nodes; /* nodes[0] unused, nodes[1] the constant */
    uint32_t count, capacity;
    cm_lit *children;
    uint32_t child_count, child_capacity;
    uint32_t *table; /* open addressing over AND nodes; 0: free */
    uint32_t table_size;
    cm_lit *scratch;
    uint32_t scratch_capacity;
    void (*tick)(void *); /* called now and then, to look at limits */
    void *tick_argument;
} cm_form;

void cm_form_init(cm_form *form, cm_arena *arena);
/* Forgets all nodes, keeps the memory. */
void cm_form_reset(cm_form *form);
/* The first, or the second if there is memory to be kept. */
void cm_form_renew(cm_form *form, cm_arena *arena);

cm_lit cm_form_variable(cm_form *form);
/* First of `count` variables with consecutive numbers. */
cm_lit cm_form_group(cm_form *form, uint32_t count);
/* From now on the variable stands for `meaning`. The meaning may mention the
 * variable itself, directly or through others (values that depend on each
 * other in a cycle): see cm_form_unwind. */
void cm_form_define(cm_form *form, cm_lit variable, cm_lit meaning);

cm_lit cm_form_and(cm_form *form, cm_lit a, cm_lit b);
cm_lit cm_form_or(cm_form *form, cm_lit a, cm_lit b);
/* The literals are read, not kept. */
cm_lit cm_form_and_all(cm_form *form, const cm_lit *literals, uint32_t count);
cm_lit cm_form_or_all(cm_form *form, const cm_lit *literals, uint32_t count);

/* True when a is seen at once to imply b (not complete). */
bool cm_form_implies(const cm_form *form, cm_lit a, cm_lit b);

/* A growing list of literals for and_all / or_all. */
typedef struct cm_lits {
    cm_lit *items;
    uint32_t count, capacity;
} cm_lits;
void cm_lits_add(cm_arena *arena, cm_lits *lits, cm_lit literal);

/* Ends cycles of definitions: in each, a variable loses its definition and is free
 * from then on, and what makes it equal to its meaning is added to `asserts`.
 * Afterwards no definition leads back to its variable, so that a literal has one
 * value once the free variables have theirs. Linear in the nodes reached, once for
 * each of the few passes until no cycle is left. */
void cm_form_unwind(cm_form *form, cm_lits *asserts);

/* Value of a literal when variables without definition have the given values
 * (by node number; 1 true, 0 false). memo: one byte per node, zero at first,
 * kept between calls for the same values. There must be no cycle of definitions. */
bool cm_form_value(const cm_form *form, const uint8_t *values, uint8_t *memo, cm_lit literal);

/* Exactly one of `count` variables from `first` is true when `when` is. */
typedef struct cm_exactly_one {
    cm_lit when, first;
    uint32_t count;
} cm_exactly_one;

#endif
