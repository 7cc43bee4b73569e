/* Existential orders: `with r from ...` (model/model.h says what each generator
 * means). One variable for every pair whose order is open; the laws of orders
 * are asserted. The relation that a generator is about must be known exactly, so
 * of recursive ones the lower side is taken: the expansion, not the variables. */
#include "checker/encode.h"

typedef struct order {
    cm_encoder *e;
    cm_form *form;
    uint32_t n;
    cm_bound *bound;
    const cm_free *free;
    const cm_given *given;
} order;

static cm_lit *cell(const order *o, uint32_t a, uint32_t b)
{
    return &o->bound->lits[(size_t)a * o->n + b];
}

static cm_lit lit_of(const order *o, uint32_t a, uint32_t b)
{
    return cm_rel_has(&o->bound->may, a, b) ? *cell(o, a, b) : CM_FALSE;
}

static void set_pair(order *o, uint32_t a, uint32_t b, cm_lit when)
{
    if (when == CM_FALSE)
        return;
    cm_rel_add(&o->bound->may, a, b);
    *cell(o, a, b) = when;
    if (when == cm_graph_both(o->e->graph, a, b))
        cm_rel_add(&o->bound->must, a, b);
}

/* Ordered one way or the other wherever r or its inverse relates them; `ab` and
 * `ba` say when either way is open. */
static void order_totally(order *o, uint32_t a, uint32_t b, cm_lit ab, cm_lit ba)
{
    cm_lit chosen = ab == CM_FALSE || ba == CM_FALSE ? CM_TRUE : cm_form_variable(o->form);
    cm_lit other = chosen == CM_TRUE ? CM_TRUE : -chosen;
    set_pair(o, a, b, cm_form_and(o->form, ab, cm_form_or(o->form, chosen, -ba)));
    set_pair(o, b, a, cm_form_and(o->form, ba, cm_form_or(o->form, other, -ab)));
}

static void choose_pair(order *o, uint32_t a, uint32_t b, cm_lit open)
{
    if (open == CM_FALSE)
        return;
    bool always = cm_rel_has(&o->given->always, a, b);
    set_pair(o, a, b, always ? open : cm_form_and(o->form, open, cm_form_variable(o->form)));
}

/* A total order on S: both ways are open for two events of S, but what r says
 * holds. */
static void order_linearly(order *o, uint32_t a, uint32_t b)
{
    cm_encoder *e = o->e;
    cm_lit in_a = cm_encode_member(e, o->free->set, a, CM_LOWER);
    cm_lit in_b = cm_encode_member(e, o->free->set, b, CM_LOWER);
    cm_lit here = cm_form_and(o->form, in_a, in_b);
    if (here == CM_FALSE)
        return;
    cm_lit ab = cm_form_and(o->form, here, cm_encode_pair(e, o->free->relation, a, b, CM_LOWER));
    cm_lit ba = cm_form_and(o->form, here, cm_encode_pair(e, o->free->relation, b, a, CM_LOWER));
    order_totally(o, a, b, cm_form_and(o->form, here, -ba), cm_form_and(o->form, here, -ab));
    cm_graph_assert(e->graph, -cm_form_and(o->form, ab, ba));
}

static void order_pair(order *o, uint32_t a, uint32_t b)
{
    if (o->free->generator == CM_LINEARISATIONS) {
        order_linearly(o, a, b);
        return;
    }
    cm_lit ab = cm_encode_pair(o->e, o->free->relation, a, b, CM_LOWER);
    cm_lit ba = cm_encode_pair(o->e, o->free->relation, b, a, CM_LOWER);
    if (ab == ba && cm_rel_has(&o->given->never, a, b))
        ab = CM_FALSE;
    else if (ab == ba && cm_rel_has(&o->given->never, b, a))
        ba = CM_FALSE;
    if (o->free->generator == CM_TOTAL_ORDERS)
        order_totally(o, a, b, ab, ba);
    else {
        choose_pair(o, a, b, ab);
        choose_pair(o, b, a, ba);
        cm_lit both = cm_form_and(o->form, lit_of(o, a, b), lit_of(o, b, a));
        if (both != CM_FALSE)
            cm_graph_assert(o->e->graph, -both);
    }
}

/* Pairs that are given and have another event between them that is there whenever they
 * are: the laws about them follow from those about the pairs on the way. */
static cm_rel distant_pairs(const order *o)
{
    const cm_rel *must = &o->bound->must;
    cm_rel distant = cm_rel_new(o->e->job->arena, o->n);
    for (uint32_t a = 0; a < o->n; a++)
        CM_EACH(cm_rel_row(must, a), must->words, o->n, b)
    if (cm_encode_between(o->e, must, a, b))
        cm_rel_add(&distant, a, b);
    return distant;
}

void cm_encode_free(cm_encoder *encoder, int node)
{
    order o = {.e = encoder,
               .form = encoder->form,
               .n = encoder->n,
               .bound = &encoder->bounds[node],
               .free = &encoder->model->frees[encoder->model->nodes[node].index],
               .given = &encoder->given[encoder->model->nodes[node].index]};
    o.bound->lits = CM_NEW_ARRAY(encoder->job->arena, (size_t)o.n * o.n, cm_lit);
    if (o.free->generator == CM_SUBRELATIONS) {
        /* No law but where it is. */
        for (uint32_t a = 0; a < o.n; a++)
            for (uint32_t b = 0; b < o.n; b++)
                if (!cm_rel_has(&o.given->never, a, b))
                    choose_pair(&o, a, b, cm_encode_pair(o.e, o.free->relation, a, b, CM_LOWER));
        return;
    }
    for (uint32_t a = 0; a < o.n; a++) {
        if (o.free->generator == CM_LINEARISATIONS) {
            /* A relation with a loop in S has no linearisation. */
            cm_encoder *e = o.e;
            cm_lit loop = cm_form_and(o.form, cm_encode_member(e, o.free->set, a, CM_LOWER),
                                      cm_encode_pair(e, o.free->relation, a, a, CM_LOWER));
            if (loop != CM_FALSE)
                cm_graph_assert(e->graph, -loop);
        }
        for (uint32_t b = a + 1; b < o.n; b++)
            order_pair(&o, a, b);
    }
    cm_graph *g = o.e->graph;
    const cm_rel *may = &o.bound->may;
    cm_rel distant = distant_pairs(&o);
    for (uint32_t a = 0; a < o.n; a++)
        CM_EACH(cm_rel_row(may, a), may->words, o.n, b)
    CM_EACH(cm_rel_row(may, b), may->words, o.n, c)
    {
        if (a != c && (cm_rel_has(&distant, a, b) || cm_rel_has(&distant, b, c)))
            continue;
        cm_lit chain[3] = {lit_of(&o, a, b), lit_of(&o, b, c), -lit_of(&o, a, c)};
        if (a == c)
            chain[2] = CM_TRUE;
        cm_lit broken = cm_form_and_all(o.form, chain, 3);
        if (broken != CM_FALSE)
            cm_graph_assert(g, -broken);
    }
}
