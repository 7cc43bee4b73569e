/* Propositions over guarded values. See question.h. */
#include "checker/question.h"

enum { FEW_STATES = 64 };

/* One side of a comparison: constants take the shape of what they are compared
 * with, or stay as they are between two constants. */
static const cm_val *side(cm_job *job, const cm_operand *own, const cm_operand *other,
                          const cm_val *const *observed, int *shape)
{
    const cm_test *test = job->test;
    *shape = own->observed >= 0 ? own->observed : other->observed;
    return own->observed >= 0 ? observed[cm_state_offset(test, own->observed) + own->element]
                              : cm_val_constant(job, own->value);
}

/* What is asked: where `free` is not NULL, values that may be any under their condition in it make
 * a comparison hold (may) or fail (else). */
typedef struct asking {
    cm_job *job;
    const cm_val *const *observed;
    const cm_lit *free;
} asking;

static cm_lit free_of(const asking *a, const cm_operand *own)
{
    return a->free && own->observed >= 0
               ? a->free[cm_state_offset(a->job->test, own->observed) + own->element]
               : CM_FALSE;
}

static cm_lit literal_of(const asking *a, const cm_prop *prop, bool may)
{
    cm_form *form = &a->job->form;
    switch (prop->kind) {
    case CM_PROP_TRUE:
        return CM_TRUE;
    case CM_PROP_FALSE:
        return CM_FALSE;
    case CM_PROP_NOT:
        return -literal_of(a, prop->a, !may);
    case CM_PROP_AND:
        return cm_form_and(form, literal_of(a, prop->a, may), literal_of(a, prop->b, may));
    case CM_PROP_OR:
        return cm_form_or(form, literal_of(a, prop->a, may), literal_of(a, prop->b, may));
    case CM_PROP_IMPLIES:
        return cm_form_or(form, -literal_of(a, prop->a, !may), literal_of(a, prop->b, may));
    default: {
        cm_job *job = a->job;
        int left_shape, right_shape;
        const cm_val *left = side(job, &prop->left, &prop->right, a->observed, &left_shape);
        const cm_val *right = side(job, &prop->right, &prop->left, a->observed, &right_shape);
        cm_lits any = {0};
        cm_prop_kind kind = prop->kind == CM_PROP_DIFFERENT ? CM_PROP_EQUAL : prop->kind;
        for (uint32_t i = 0; i < left->count; i++)
            for (uint32_t k = 0; k < right->count; k++)
                if (cm_comparison_holds(job->test, kind, left_shape, left->choices[i].value,
                                        right_shape, right->choices[k].value))
                    cm_lits_add(
                        job->arena, &any,
                        cm_form_and(&job->form, left->choices[i].when, right->choices[k].when));
        cm_lit holds = cm_form_or_all(&job->form, any.items, any.count);
        holds = prop->kind == CM_PROP_DIFFERENT ? -holds : holds;
        cm_lit free = cm_form_or(&job->form, free_of(a, &prop->left), free_of(a, &prop->right));
        return may ? cm_form_or(&job->form, holds, free) : cm_form_and(&job->form, holds, -free);
    }
    }
}

cm_lit cm_question(cm_job *job, const cm_prop *prop, const cm_val *const *observed)
{
    return literal_of(&(asking){job, observed, NULL}, prop, true);
}

cm_lit cm_question_possible(cm_job *job, const cm_prop *prop, const cm_val *const *observed,
                            const cm_lit *free, bool wish)
{
    const asking a = {job, observed, free};
    return wish ? literal_of(&a, prop, true) : -literal_of(&a, prop, false);
}

/* ---- states not found yet ------------------------------------------------- */

/* Combinations of values that are possible, one after the other. */
typedef struct combination {
    const cm_val *const *observed;
    int width;
    uint32_t *places; /* by value: which one of those that are possible */
} combination;

static bool is_found(const combination *c, const cm_states *found)
{
    size_t stride = (size_t)found->value_count;
    for (size_t s = 0; s < found->count; s++) {
        int i = 0;
        while (i < c->width &&
               c->observed[i]->choices[c->places[i]].value == found->values[s * stride + (size_t)i])
            i++;
        if (i == c->width)
            return true;
    }
    return false;
}

/* False: there is no other. */
static bool next(combination *c)
{
    int i = 0;
    while (i < c->width && ++c->places[i] == c->observed[i]->count)
        c->places[i++] = 0;
    return i < c->width;
}

cm_lit cm_question_new(cm_job *job, const cm_states *found, int width,
                       const cm_val *const *observed)
{
    size_t most = 1;
    for (int i = 0; i < width && most > 0 && most <= FEW_STATES; i++)
        most *= observed[i]->count;
    if (most == 0 || most > FEW_STATES)
        return CM_TRUE;
    combination c = {observed, width, CM_NEW_ARRAY(job->arena, (size_t)width + 1, uint32_t)};
    cm_lit *values = CM_NEW_ARRAY(job->arena, (size_t)width + 1, cm_lit);
    cm_lits any = {0};
    do {
        for (int i = 0; i < width; i++)
            values[i] = observed[i]->choices[c.places[i]].when;
        if (!is_found(&c, found))
            cm_lits_add(job->arena, &any, cm_form_and_all(&job->form, values, (uint32_t)width));
    } while (next(&c));
    return cm_form_or_all(&job->form, any.items, any.count);
}
