/* What every term of the model may and must hold. See encode.h.
 *
 * may is computed by the operators themselves. must needs care where an event
 * in the middle may not execute: a;b must relate x and z through y only if y
 * executes whenever x or z does.
 */
#include "checker/encode.h"

enum { MANY_READS = 250 }; /* pairs of a write and a read: worth a second look at bounds */

static cm_bound empty_bound(const cm_encoder *e, bool is_set)
{
    cm_bound bound = {0};
    if (is_set) {
        bound.may_set = cm_set_new(e->job->arena, e->n);
        bound.must_set = cm_set_new(e->job->arena, e->n);
    } else {
        bound.may = cm_rel_new(e->job->arena, e->n);
        bound.must = cm_rel_new(e->job->arena, e->n);
    }
    return bound;
}

/* Pairs of r whose second event executes whenever the first does (forward), or
 * the other way round. */
static cm_rel with_implied(const cm_encoder *e, const cm_rel *r, bool forward)
{
    cm_rel result = cm_rel_new(e->job->arena, e->n);
    if (forward) {
        cm_rel_inter(&result, r, &e->implies);
        return result;
    }
    for (uint32_t a = 0; a < e->n; a++)
        CM_EACH(cm_rel_row(r, a), r->words, r->n, b)
    if (cm_rel_has(&e->implies, b, a))
        cm_rel_add(&result, a, b);
    return result;
}

/* must of a;b. */
static void must_seq(const cm_encoder *e, cm_rel *to, const cm_rel *a, const cm_rel *b)
{
    if (cm_rel_empty(a) || cm_rel_empty(b)) { /* as most of what must hold */
        cm_rel_clear(to);
        return;
    }
    cm_rel first = with_implied(e, a, true), last = with_implied(e, b, false);
    cm_rel other = cm_rel_new(e->job->arena, e->n);
    cm_rel_seq(to, &first, b);
    cm_rel_seq(&other, a, &last);
    cm_rel_union(to, to, &other);
}

static void must_plus(const cm_encoder *e, cm_rel *to, const cm_rel *r)
{
    cm_rel step = cm_rel_new(e->job->arena, e->n), before = cm_rel_new(e->job->arena, e->n);
    cm_rel_copy(to, r);
    do {
        cm_rel_copy(&before, to);
        must_seq(e, &step, to, to);
        cm_rel_union(to, to, &step);
    } while (!cm_rel_equal(&before, to));
}

/* Of sets there are no relations, and the other way round. */
static void bound_operator(cm_encoder *e, const cm_node *node, cm_bound *out)
{
    const cm_bound *a = &e->bounds[node->a], *b = &e->bounds[node->b];
    switch (node->op) {
    case CM_NODE_UNION:
        cm_set_union(&out->may_set, &a->may_set, &b->may_set);
        cm_set_union(&out->must_set, &a->must_set, &b->must_set);
        cm_rel_union(&out->may, &a->may, &b->may);
        cm_rel_union(&out->must, &a->must, &b->must);
        break;
    case CM_NODE_INTER:
        cm_set_inter(&out->may_set, &a->may_set, &b->may_set);
        cm_set_inter(&out->must_set, &a->must_set, &b->must_set);
        cm_rel_inter(&out->may, &a->may, &b->may);
        cm_rel_inter(&out->must, &a->must, &b->must);
        break;
    case CM_NODE_DIFF:
        cm_set_diff(&out->may_set, &a->may_set, &b->must_set);
        cm_set_diff(&out->must_set, &a->must_set, &b->may_set);
        cm_rel_diff(&out->may, &a->may, &b->must);
        cm_rel_diff(&out->must, &a->must, &b->may);
        break;
    default:
        cm_rel_seq(&out->may, &a->may, &b->may);
        must_seq(e, &out->must, &a->must, &b->must);
        break;
    }
}

/* Pairs of events that exclude each other are in no relation. */
static void drop_excluded(cm_encoder *e, cm_rel *may)
{
    for (uint32_t a = 0; a < e->n; a++)
        if (e->graph->events[a].exec != CM_TRUE)
            for (uint32_t b = 0; b < e->n; b++)
                if (cm_rel_has(may, a, b) && cm_graph_both(e->graph, a, b) == CM_FALSE)
                    cm_rel_remove(may, a, b);
}

static void all_events(cm_encoder *e, bool is_set, cm_bound *out)
{
    if (is_set) {
        cm_set_fill(&out->may_set);
        cm_set_fill(&out->must_set);
        return;
    }
    cm_set all = cm_set_new(e->job->arena, e->n);
    cm_set_fill(&all);
    cm_rel_cross(&out->may, &all, &all);
    cm_rel_cross(&out->must, &all, &all);
    drop_excluded(e, &out->may);
    cm_rel_inter(&out->must, &out->must, &out->may);
}

static void bound_unary(cm_encoder *e, const cm_node *node, cm_bound *out)
{
    const cm_bound *a = &e->bounds[node->a];
    cm_rel implied;
    cm_set all;
    switch (node->op) {
    case CM_NODE_INVERSE:
        cm_rel_inverse(&out->may, &a->may);
        cm_rel_inverse(&out->must, &a->must);
        break;
    case CM_NODE_PLUS:
        cm_rel_copy(&out->may, &a->may);
        cm_rel_plus(&out->may);
        drop_excluded(e, &out->may);
        must_plus(e, &out->must, &a->must);
        break;
    case CM_NODE_OPT:
        all = cm_set_new(e->job->arena, e->n);
        cm_set_fill(&all);
        cm_rel_copy(&out->may, &a->may);
        cm_rel_copy(&out->must, &a->must);
        cm_rel_add_identity(&out->may, &all);
        cm_rel_add_identity(&out->must, &all);
        break;
    case CM_NODE_IDENTITY:
        cm_rel_add_identity(&out->may, &a->may_set);
        cm_rel_add_identity(&out->must, &a->must_set);
        break;
    case CM_NODE_DOMAIN:
        implied = with_implied(e, &a->must, true);
        cm_rel_domain(&out->may_set, &a->may);
        cm_rel_domain(&out->must_set, &implied);
        break;
    default:
        implied = with_implied(e, &a->must, false);
        cm_rel_range(&out->may_set, &a->may);
        cm_rel_range(&out->must_set, &implied);
        break;
    }
}

static void bound_node(cm_encoder *e, int index)
{
    const cm_node *node = &e->model->nodes[index];
    cm_bound *out = &e->bounds[index];
    if (node->op == CM_NODE_BASE) {
        *out = cm_bound_base(e->graph, e->model->bases[node->index]);
        return;
    }
    if (node->op == CM_NODE_FIX && out->may.n + out->may_set.n > 0)
        return; /* set by its group */
    *out = empty_bound(e, node->is_set);
    switch (node->op) {
    case CM_NODE_EMPTY:
    case CM_NODE_FIX:
        break;
    case CM_NODE_FREE:
        cm_encode_free(e, index);
        break;
    case CM_NODE_ELEMENT:
        if (e->element[node->index] < e->n) {
            cm_set_add(&out->may_set, e->element[node->index]);
            cm_set_add(&out->must_set, e->element[node->index]);
        }
        break;
    case CM_NODE_ALL:
        all_events(e, node->is_set, out);
        break;
    case CM_NODE_CROSS: {
        const cm_bound *a = &e->bounds[node->a], *b = &e->bounds[node->b];
        cm_rel_cross(&out->may, &a->may_set, &b->may_set);
        cm_rel_cross(&out->must, &a->must_set, &b->must_set);
        drop_excluded(e, &out->may);
        cm_rel_inter(&out->must, &out->must, &out->may);
    } break;
    case CM_NODE_UNION:
    case CM_NODE_INTER:
    case CM_NODE_DIFF:
    case CM_NODE_SEQ:
        bound_operator(e, node, out);
        break;
    default:
        bound_unary(e, node, out);
        break;
    }
}

static bool same_bound(const cm_bound *a, const cm_bound *b)
{
    return cm_set_equal(&a->may_set, &b->may_set) && cm_set_equal(&a->must_set, &b->must_set) &&
           cm_rel_equal(&a->may, &b->may) && cm_rel_equal(&a->must, &b->must);
}

/* If `index` is the last body of a group whose components are not yet what
 * their bodies say: sets them so, and gives the first node to compute again. */
static int repeat_from(cm_encoder *e, int index)
{
    const cm_model *m = e->model;
    int group = -1;
    for (int i = 0; i < m->fix_count; i++)
        if (m->fixes[i].body == index)
            group = m->fixes[i].group;
    if (group < 0)
        return -1;
    /* Not before all bodies are there: what one component changes, others depend on. */
    for (int i = 0; i < m->fix_count; i++)
        if (m->fixes[i].group == group && m->fixes[i].body > index)
            return -1;
    int first = -1;
    for (int i = 0; i < m->fix_count; i++) {
        const cm_fix *fix = &m->fixes[i];
        if (fix->group != group)
            continue;
        cm_bound *to = &e->bounds[fix->node];
        const cm_bound *from = &e->bounds[fix->body];
        if (same_bound(to, from))
            continue;
        *to = empty_bound(e, m->nodes[fix->node].is_set);
        cm_set_copy(&to->may_set, &from->may_set);
        cm_set_copy(&to->must_set, &from->must_set);
        cm_rel_copy(&to->may, &from->may);
        cm_rel_copy(&to->must, &from->must);
        if (first < 0 || fix->node < first)
            first = fix->node;
    }
    return first;
}

static bool is_known(const cm_encoder *e, int index)
{
    return e->bounds[index].may.n + e->bounds[index].may_set.n > 0;
}

/* Bounds of the nodes that `only` marks (NULL: of all) and that have none yet. */
static void compute(cm_encoder *e, const bool *only)
{
    for (int i = 0; i < e->model->node_count; i++) {
        if (only && !only[i])
            continue;
        if (!is_known(e, i) || e->model->nodes[i].recursive)
            bound_node(e, i);
        int again = repeat_from(e, i);
        if (again >= 0)
            i = again - 1;
    }
}

/* ---- orders that are given ------------------------------------------- */

/* Is the node made of nothing that is chosen after `order`, nor recursive? Marks what
 * it is made of and has no bounds yet. */
static bool mark_earlier(const cm_encoder *e, int index, int order, bool *marks)
{
    const cm_node *node = &e->model->nodes[index];
    if (marks[index] || is_known(e, index))
        return true;
    bool later = node->op == CM_NODE_FREE && index >= order;
    if (later || node->op == CM_NODE_FIX || node->op == CM_NODE_ELEMENT)
        return false;
    const cm_free *free = node->op == CM_NODE_FREE ? &e->model->frees[node->index] : NULL;
    int a = free ? free->relation : node->a, b = free ? free->set : node->b;
    marks[index] = true;
    return (a < 0 || mark_earlier(e, a, order, marks)) &&
           (b < 0 || mark_earlier(e, b, order, marks));
}

/* Of a node that mark_earlier says yes of: its bounds, and those of what it is made of. */
static void compute_earlier(cm_encoder *e, int index)
{
    if (index < 0 || is_known(e, index))
        return;
    const cm_node *node = &e->model->nodes[index];
    const cm_free *free = node->op == CM_NODE_FREE ? &e->model->frees[node->index] : NULL;
    compute_earlier(e, free ? free->relation : node->a);
    compute_earlier(e, free ? free->set : node->b);
    bound_node(e, index);
}

/* Adds to `must` what the node must hold, if that can be told before the order. */
static void add_must(cm_encoder *e, int index, int order, cm_rel *must)
{
    bool *marks = CM_NEW_ARRAY(e->job->arena, (size_t)e->model->node_count, bool);
    if (!mark_earlier(e, index, order, marks))
        return;
    compute_earlier(e, index);
    cm_rel_union(must, must, &e->bounds[index].must);
}

/* Takes a union apart. Is the order one of its terms? Adds to `must` what the other
 * terms must hold. */
static bool find_terms(cm_encoder *e, int index, int order, cm_rel *must)
{
    const cm_node *node = &e->model->nodes[index];
    if (index == order)
        return true;
    if (node->op == CM_NODE_UNION) {
        bool first = find_terms(e, node->a, order, must);
        return find_terms(e, node->b, order, must) || first;
    }
    add_must(e, index, order, must);
    return false;
}

/* Adds to `never` what would go back along the relation. */
static void never_back(const cm_encoder *e, cm_rel *never, const cm_rel *must)
{
    cm_rel back = cm_rel_new(e->job->arena, e->n);
    cm_rel_inverse(&back, must);
    cm_rel_union(never, never, &back);
}

/* May it be relied on before it is asserted? Flags forbid nothing; with elements or a negation it
 * says nothing of all pairs. */
static bool is_given(const cm_encoder *e, int constraint)
{
    const cm_constraint *c = &e->model->constraints[constraint];
    const bool *demanded = e->job->demanded;
    return (!demanded || demanded[constraint]) && !c->is_flag && !c->negated &&
           c->element_count == 0;
}

/* Pairs of a chosen order of which the model's constraints leave no choice: program
 * order for each location, say. The constraints themselves are asserted as ever. */
static void find_given(cm_encoder *e, int order, cm_given *given)
{
    given->always = cm_rel_new(e->job->arena, e->n);
    given->never = cm_rel_new(e->job->arena, e->n);
    for (int i = 0; i < e->model->constraint_count; i++) {
        const cm_constraint *c = &e->model->constraints[i];
        if (is_given(e, i) && c->kind == CM_ACYCLIC) {
            /* `acyclic order | r`: what r must hold, the order cannot turn round. */
            cm_rel must = cm_rel_new(e->job->arena, e->n), all = cm_rel_new(e->job->arena, e->n);
            if (!find_terms(e, c->node, order, &must))
                continue;
            must_plus(e, &all, &must);
            never_back(e, &given->never, &all);
        } else if (is_given(e, i) && c->kind == CM_EMPTY) {
            /* `empty r \ order`: what r must hold, the order must, too. */
            const cm_node *node = &e->model->nodes[c->node];
            cm_rel must = cm_rel_new(e->job->arena, e->n);
            if (node->is_set || node->op != CM_NODE_DIFF || node->b != order)
                continue;
            add_must(e, node->a, order, &must);
            cm_rel_union(&given->always, &given->always, &must);
            /* a subrelation is no order: a pair and its reverse may both be in it */
            if (e->model->frees[e->model->nodes[order].index].generator != CM_SUBRELATIONS)
                never_back(e, &given->never, &must);
        }
    }
}

/* ---- writes that no read can take its value from --------------------- */

bool cm_node_unites(const cm_model *model, int index, int wanted)
{
    const cm_node *node = &model->nodes[index];
    return index == wanted ||
           (node->op == CM_NODE_UNION &&
            (cm_node_unites(model, node->a, wanted) || cm_node_unites(model, node->b, wanted)));
}

/* The constraint is said of them here, and where it is asserted no more. */
static bool leave_out_reads(cm_encoder *e, const cm_rel *never)
{
    bool any = false;
    for (uint32_t r = 0; r < e->n; r++)
        for (uint32_t i = 0; i < e->graph->events[r].source_count; i++) {
            cm_source_choice *source = &e->graph->events[r].sources[i];
            if (!cm_rel_has(never, source->write, r) || source->when == CM_FALSE)
                continue;
            cm_lit both = cm_graph_both(e->graph, source->write, r);
            cm_graph_assert(e->graph, -cm_form_and(e->form, both, source->when));
            source->when = CM_FALSE;
            any = true;
        }
    return any;
}

/* Forgets the bounds of what is made of the node; what was chosen from it stays. */
static void forget_above(cm_encoder *e, int index)
{
    const cm_model *m = e->model;
    bool *above = CM_NEW_ARRAY(e->job->arena, (size_t)m->node_count, bool);
    above[index] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < m->node_count; i++) {
            const cm_node *node = &m->nodes[i];
            int body = node->op == CM_NODE_FIX ? m->fixes[node->index].body : node->a;
            bool is_above = node->op != CM_NODE_FREE &&
                            ((body >= 0 && above[body]) || (node->b >= 0 && above[node->b]));
            if (is_above && !above[i])
                above[i] = changed = true;
        }
    }
    for (int i = 0; i < m->node_count; i++)
        if (above[i])
            e->bounds[i] = (cm_bound){0};
}

/* Where reads have many writes to choose from: those that the model's constraints leave
 * no read, a thread's own later ones, say, are in no formula. */
static void narrow_reads(cm_encoder *e)
{
    int rf = cm_model_base(e->model, CM_BASE_RF);
    size_t many = e->job->options.many_reads ? e->job->options.many_reads : MANY_READS;
    if (rf < 0 || cm_rel_count(&e->bounds[rf].may) < many)
        return;
    cm_rel never = cm_rel_new(e->job->arena, e->n);
    for (int i = 0; i < e->model->constraint_count; i++)
        if (is_given(e, i)) {
            /* `acyclic rf | r` and `irreflexive (rf | ...);r`: what r must hold, rf does not turn
             * round. */
            const cm_node *node = &e->model->nodes[e->model->constraints[i].node];
            if (e->model->constraints[i].kind == CM_ACYCLIC &&
                cm_node_unites(e->model, e->model->constraints[i].node, rf)) {
                cm_rel must = cm_rel_new(e->job->arena, e->n),
                       all = cm_rel_new(e->job->arena, e->n);
                find_terms(e, e->model->constraints[i].node, rf, &must);
                must_plus(e, &all, &must);
                never_back(e, &never, &all);
            }
            if (e->model->constraints[i].kind != CM_IRREFLEXIVE || node->op != CM_NODE_SEQ)
                continue;
            if (cm_node_unites(e->model, node->a, rf))
                never_back(e, &never, &e->bounds[node->b].must);
            if (cm_node_unites(e->model, node->b, rf))
                never_back(e, &never, &e->bounds[node->a].must);
        }
    if (!leave_out_reads(e, &never))
        return;
    forget_above(e, rf);
    compute(e, NULL);
}

void cm_bounds_compute(cm_encoder *encoder)
{
    encoder->given =
        CM_NEW_ARRAY(encoder->job->arena, (size_t)encoder->model->free_count, cm_given);
    for (int i = 0; i < encoder->model->node_count; i++)
        if (encoder->model->nodes[i].op == CM_NODE_FREE)
            find_given(encoder, i, &encoder->given[encoder->model->nodes[i].index]);
    compute(encoder, NULL);
    narrow_reads(encoder);
    cm_job_poll(encoder->job);
}

bool cm_bounds_allow_flag(const cm_encoder *encoder, const cm_constraint *flag, const cm_set *about)
{
    const cm_bound *bound = &encoder->bounds[flag->node];
    bool is_set = encoder->model->nodes[flag->node].is_set;
    if (!flag->negated || flag->element_count > 0)
        return true;
    for (uint32_t a = 0; a < encoder->graph->count; a++) {
        if (is_set && cm_set_has(&bound->may_set, a) && (!about || cm_set_has(about, a)))
            return true;
        for (uint32_t b = 0; !is_set && b < encoder->graph->count; b++)
            if (cm_rel_has(&bound->may, a, b) &&
                (!about || cm_set_has(about, a) || cm_set_has(about, b)))
                return true;
    }
    return false;
}

void cm_bounds_varying(cm_encoder *encoder)
{
    for (int i = 0; i < encoder->model->node_count; i++)
        if (encoder->varies[i]) {
            encoder->bounds[i] = (cm_bound){0};
            encoder->lower[i] = NULL;
        }
    compute(encoder, encoder->varies);
}
