/* Bounds of a model's terms while some free orders are incomplete: lo holds in
 * every completion, hi in some. A constraint that lo (or, negated, hi) already
 * violates cannot be saved. Used only to give up early: what is kept is judged
 * by model/eval.c. */
#include "tests/oracle/internal.h"

static bool is_recursive_node(const cm_model *model, int i)
{
    return model->nodes[i].recursive;
}

static void mark_needed(oracle_interval *in, int node)
{
    if (node < 0 || in->needed[node])
        return;
    const cm_node *n = &in->model->nodes[node];
    in->needed[node] = true;
    mark_needed(in, n->a);
    mark_needed(in, n->b);
    if (n->op == CM_NODE_FIX)
        mark_needed(in, in->model->fixes[n->index].body);
    if (n->op == CM_NODE_FREE) {
        mark_needed(in, in->model->frees[n->index].set);
        mark_needed(in, in->model->frees[n->index].relation);
    }
}

/* Which terms depend on a free relation: again and again, because a recursive
 * term may depend on one through a later body. */
static void mark_variable(oracle_interval *in)
{
    const cm_model *model = in->model;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < model->node_count; i++) {
            const cm_node *n = &model->nodes[i];
            bool v = n->op == CM_NODE_FREE || n->op == CM_NODE_ELEMENT ||
                     (n->a >= 0 && in->variable[n->a]) || (n->b >= 0 && in->variable[n->b]) ||
                     (n->op == CM_NODE_FIX && in->variable[model->fixes[n->index].body]);
            if (v && !in->variable[i])
                in->variable[i] = changed = true;
        }
    }
}

oracle_interval *oracle_interval_new(cm_arena *arena, const cm_model *model,
                                     const cm_execution_graph *graph)
{
    oracle_interval *in = CM_NEW(arena, oracle_interval);
    in->model = model;
    in->graph = graph;
    in->nodes = CM_NEW_ARRAY(arena, (size_t)model->node_count, oracle_bound);
    in->needed = CM_NEW_ARRAY(arena, (size_t)model->node_count, bool);
    in->variable = CM_NEW_ARRAY(arena, (size_t)model->node_count, bool);
    in->lower = CM_NEW_ARRAY(arena, (size_t)model->free_count, cm_rel);
    in->upper = CM_NEW_ARRAY(arena, (size_t)model->free_count, cm_rel);
    in->scratch = cm_rel_new(arena, graph->n);
    for (int i = 0; i < model->constraint_count; i++)
        if (!model->constraints[i].is_flag && model->constraints[i].element_count == 0)
            mark_needed(in, model->constraints[i].node);
    mark_needed(in, cm_model_find(model, "co"));
    for (int i = 0; i < model->free_count; i++) {
        mark_needed(in, model->frees[i].set);
        mark_needed(in, model->frees[i].relation);
        in->lower[i] = cm_rel_new(arena, graph->n);
        in->upper[i] = cm_rel_new(arena, graph->n);
    }
    mark_variable(in);
    for (int i = 0; i < model->node_count; i++) {
        oracle_bound *b = &in->nodes[i];
        if (!in->needed[i])
            continue;
        if (model->nodes[i].is_set) {
            b->lo_set = cm_set_new(arena, graph->n);
            b->hi_set = cm_set_new(arena, graph->n);
        } else {
            b->lo = cm_rel_new(arena, graph->n);
            b->hi = cm_rel_new(arena, graph->n);
        }
    }
    return in;
}

static void fill(cm_rel *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t k = 0; k < r->n; k++)
            cm_rel_add(r, i, k);
}

static void clear(cm_rel *r)
{
    cm_rel_diff(r, r, r);
}

static void add_all_identity(cm_rel *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        cm_rel_add(r, i, i);
}

/* One side of the interval of a set. lower: which side this is. */
static void set_side(oracle_interval *in, int node, bool lower)
{
    const cm_node *n = &in->model->nodes[node];
    oracle_bound *all = in->nodes;
    cm_set *to = lower ? &all[node].lo_set : &all[node].hi_set;
    const cm_set *a = n->a < 0 ? NULL : lower ? &all[n->a].lo_set : &all[n->a].hi_set;
    const cm_set *b = n->b < 0 ? NULL : lower ? &all[n->b].lo_set : &all[n->b].hi_set;
    const cm_rel *r = n->a < 0 ? NULL : lower ? &all[n->a].lo : &all[n->a].hi;
    switch (n->op) {
    case CM_NODE_BASE:
        cm_set_copy(to, &in->graph->sets[n->index]);
        break;
    case CM_NODE_ELEMENT:
        cm_set_diff(to, to, to);
        if (!lower)
            cm_set_fill(to);
        break;
    case CM_NODE_EMPTY:
        cm_set_diff(to, to, to);
        break;
    case CM_NODE_ALL:
        cm_set_fill(to);
        break;
    case CM_NODE_UNION:
        cm_set_union(to, a, b);
        break;
    case CM_NODE_INTER:
        cm_set_inter(to, a, b);
        break;
    case CM_NODE_DIFF:
        cm_set_diff(to, a, lower ? &all[n->b].hi_set : &all[n->b].lo_set);
        break;
    case CM_NODE_DOMAIN:
        cm_rel_domain(to, r);
        break;
    case CM_NODE_RANGE:
        cm_rel_range(to, r);
        break;
    default: /* FIX: set by the iteration */
        break;
    }
}

static void free_side(oracle_interval *in, int index, bool lower, cm_rel *to)
{
    if (index < in->decided) {
        cm_rel_copy(to, lower ? &in->lower[index] : &in->upper[index]);
        return;
    }
    clear(to);
    if (lower)
        return;
    const cm_free *f = &in->model->frees[index];
    if (f->generator == CM_LINEARISATIONS)
        cm_rel_cross(to, &in->nodes[f->set].hi_set, &in->nodes[f->set].hi_set);
    else
        cm_rel_copy(to, &in->nodes[f->relation].hi);
}

static void rel_side(oracle_interval *in, int node, bool lower)
{
    const cm_node *n = &in->model->nodes[node];
    oracle_bound *all = in->nodes;
    cm_rel *to = lower ? &all[node].lo : &all[node].hi;
    const cm_rel *a = n->a < 0 ? NULL : lower ? &all[n->a].lo : &all[n->a].hi;
    const cm_rel *b = n->b < 0 ? NULL : lower ? &all[n->b].lo : &all[n->b].hi;
    const cm_set *s = n->a < 0 ? NULL : lower ? &all[n->a].lo_set : &all[n->a].hi_set;
    const cm_set *t = n->b < 0 ? NULL : lower ? &all[n->b].lo_set : &all[n->b].hi_set;
    switch (n->op) {
    case CM_NODE_BASE:
        cm_rel_copy(to, &in->graph->rels[n->index]);
        break;
    case CM_NODE_FREE:
        free_side(in, n->index, lower, to);
        break;
    case CM_NODE_EMPTY:
        clear(to);
        break;
    case CM_NODE_ALL:
        fill(to);
        break;
    case CM_NODE_UNION:
        cm_rel_union(to, a, b);
        break;
    case CM_NODE_INTER:
        cm_rel_inter(to, a, b);
        break;
    case CM_NODE_DIFF:
        cm_rel_diff(to, a, lower ? &all[n->b].hi : &all[n->b].lo);
        break;
    case CM_NODE_SEQ:
        clear(to);
        cm_rel_seq(to, a, b);
        break;
    case CM_NODE_INVERSE:
        clear(to);
        cm_rel_inverse(to, a);
        break;
    case CM_NODE_PLUS:
        cm_rel_copy(to, a);
        cm_rel_plus(to);
        break;
    case CM_NODE_OPT:
        cm_rel_copy(to, a);
        add_all_identity(to);
        break;
    case CM_NODE_IDENTITY:
        clear(to);
        cm_rel_add_identity(to, s);
        break;
    case CM_NODE_CROSS:
        clear(to);
        cm_rel_cross(to, s, t);
        break;
    default:
        break;
    }
}

static void evaluate(oracle_interval *in, int node)
{
    for (int side = 0; side < 2; side++)
        if (in->model->nodes[node].is_set)
            set_side(in, node, side == 0);
        else
            rel_side(in, node, side == 0);
}

static void empty_node(oracle_bound *b, bool is_set)
{
    if (is_set) {
        cm_set_diff(&b->lo_set, &b->lo_set, &b->lo_set);
        cm_set_diff(&b->hi_set, &b->hi_set, &b->hi_set);
    } else {
        clear(&b->lo);
        clear(&b->hi);
    }
}

/* Gives a fix its body's value; true when that changed it. */
static bool step_fix(oracle_interval *in, const cm_fix *fix)
{
    oracle_bound *to = &in->nodes[fix->node];
    const oracle_bound *from = &in->nodes[fix->body];
    if (in->model->nodes[fix->node].is_set) {
        bool same =
            cm_set_equal(&to->lo_set, &from->lo_set) && cm_set_equal(&to->hi_set, &from->hi_set);
        cm_set_copy(&to->lo_set, &from->lo_set);
        cm_set_copy(&to->hi_set, &from->hi_set);
        return !same;
    }
    bool same = cm_rel_equal(&to->lo, &from->lo) && cm_rel_equal(&to->hi, &from->hi);
    cm_rel_copy(&to->lo, &from->lo);
    cm_rel_copy(&to->hi, &from->hi);
    return !same;
}

static void evaluate_recursive(oracle_interval *in)
{
    for (int i = 0; i < in->model->node_count; i++)
        if (in->needed[i] && is_recursive_node(in->model, i))
            evaluate(in, i);
}

/* Least solution of one group, from empty upwards. */
static void solve_group(oracle_interval *in, int group)
{
    const cm_model *model = in->model;
    for (int i = 0; i < model->fix_count; i++)
        if (model->fixes[i].group == group && in->needed[model->fixes[i].node])
            empty_node(&in->nodes[model->fixes[i].node], model->nodes[model->fixes[i].node].is_set);
    for (bool changed = true; changed;) {
        changed = false;
        evaluate_recursive(in);
        for (int i = 0; i < model->fix_count; i++)
            if (model->fixes[i].group == group && in->needed[model->fixes[i].node])
                changed |= step_fix(in, &model->fixes[i]);
    }
}

static void evaluate_some(oracle_interval *in, bool variable)
{
    const cm_model *model = in->model;
    bool recursive = false;
    for (int i = 0; i < model->node_count; i++) {
        if (!in->needed[i] || in->variable[i] != variable)
            continue;
        if (is_recursive_node(model, i))
            recursive = true;
        else
            evaluate(in, i);
    }
    if (!recursive)
        return;
    int groups = 0;
    for (int i = 0; i < model->fix_count; i++)
        if (model->fixes[i].group >= groups)
            groups = model->fixes[i].group + 1;
    for (int g = 0; g < groups; g++)
        solve_group(in, g);
    /* Terms above a recursive one may be needed by terms that are not. */
    for (int i = 0; i < model->node_count; i++)
        if (in->needed[i] && in->variable[i] == variable && model->nodes[i].op != CM_NODE_FIX)
            evaluate(in, i);
}

void oracle_interval_fixed(oracle_interval *in)
{
    evaluate_some(in, false);
}

void oracle_interval_variable(oracle_interval *in)
{
    evaluate_some(in, true);
}

static bool set_violates(const cm_constraint *c, const cm_set *lo, const cm_set *hi)
{
    return c->negated ? cm_set_empty(hi) : !cm_set_empty(lo);
}

static bool rel_violates(cm_arena *scratch, const cm_constraint *c, const cm_rel *lo,
                         const cm_rel *hi)
{
    const cm_rel *r = c->negated ? hi : lo;
    bool holds = false;
    switch (c->kind) {
    case CM_ACYCLIC:
        holds = cm_rel_acyclic(scratch, r);
        break;
    case CM_IRREFLEXIVE:
        holds = cm_rel_irreflexive(r);
        break;
    case CM_EMPTY:
        holds = cm_rel_empty(r);
        break;
    }
    return holds == c->negated;
}

bool oracle_interval_refuted(cm_arena *scratch, const oracle_interval *in)
{
    for (int i = 0; i < in->model->constraint_count; i++) {
        const cm_constraint *c = &in->model->constraints[i];
        if (c->is_flag || c->element_count > 0)
            continue;
        const oracle_bound *b = &in->nodes[c->node];
        if (in->model->nodes[c->node].is_set ? set_violates(c, &b->lo_set, &b->hi_set)
                                             : rel_violates(scratch, c, &b->lo, &b->hi))
            return true;
    }
    return false;
}
