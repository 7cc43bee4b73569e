/* Formulas as clauses.
 *
 * A conjunction that is large, or that a disjunction contains, gets a name: the
 * number of its node stands for a variable. The name is tied to its meaning only
 * in the direction in which it is used (Plaisted and Greenbaum, "A
 * structure-preserving clause form translation", 1986): a solution of the
 * clauses gives the variables of the formulas values that satisfy these, and
 * formulas are evaluated from variables (form.h), never read from names.
 *
 * Variables with a definition are replaced by it (cm_form_unwind has ended cycles).
 */
#ifndef CM_CHECKER_SOLVER_CLAUSES_H
#define CM_CHECKER_SOLVER_CLAUSES_H

#include "checker/solver/form.h"

typedef struct cm_clauses {
    cm_form *form;
    /* Takes a clause: at least one of the literals, which are variables without
     * definition, and names, holds. count 0: there is no solution. The literals
     * are gone when it returns. */
    void (*give)(void *argument, const cm_lit *literals, uint32_t count);
    void *argument;
    uint8_t *state; /* by node, see clauses.c */
    uint32_t state_count;
    cm_lits clause;  /* being made */
    bool satisfied;  /* the clause being made contains CM_TRUE */
    cm_lits pending; /* names to be tied to their conjunctions: positive where
                        they imply them, negative where they are implied */
} cm_clauses;

void cm_clauses_init(cm_clauses *clauses, cm_form *form,
                     void (*give)(void *argument, const cm_lit *literals, uint32_t count),
                     void *argument);
void cm_clauses_assert(cm_clauses *clauses, cm_lit literal);
/* At least one of the literals holds. */
void cm_clauses_assert_any(cm_clauses *clauses, const cm_lit *literals, uint32_t count);
/* A constant, a variable without definition or a name, or the negation of one,
 * that implies the literal: an assumption. */
cm_lit cm_clauses_name(cm_clauses *clauses, cm_lit literal);

#endif
