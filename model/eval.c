/* The evaluator: one plain definition per operator, nothing clever.
 *
 * Recursive definitions are solved group by group, lowest first: start with all
 * empty and apply the definitions until nothing changes. What lies below an
 * element of `forall` is evaluated once for each event, by cm_eval_constraint. */
#include "model/eval.h"

#include <string.h>

typedef struct evaluation {
    cm_arena *arena;
    const cm_model *model;
    const cm_execution_graph *graph;
    cm_value *values;
    int *level;      /* by node: highest group of recursion below it, -1: none */
    bool *elemental; /* by node: an ELEMENT is below it */
    bool *looped;    /* by node: its group's definitions are made of it */
    int groups;      /* of recursion */
    int *order;      /* nodes that are computed, pass by pass (pass_of); */
    int *pass_begin; /* by pass, and at last: where it begins in `order` */
    bool *stale;     /* by node: of a loop, it is computed; else its value has changed; NULL: all
                        values are computed */
} evaluation;

/* ---- what is below a node --------------------------------------------- */

static int child_level(const evaluation *e, int node)
{
    return node < 0 ? -1 : e->level[node];
}

/* A group depends on none with a higher number, so its own number is the level
 * of its members. */
static void find_levels(evaluation *e)
{
    const cm_model *m = e->model;
    e->level = CM_NEW_ARRAY(e->arena, (size_t)m->node_count, int);
    for (int i = 0; i < m->node_count; i++) {
        const cm_node *node = &m->nodes[i];
        int a = child_level(e, node->a), b = child_level(e, node->b);
        e->level[i] = a > b ? a : b;
        if (node->op == CM_NODE_FIX)
            e->level[i] = m->fixes[node->index].group;
    }
}

static bool below(const evaluation *e, const cm_node *node)
{
    if (node->op == CM_NODE_ELEMENT)
        return true;
    if (node->op == CM_NODE_FIX)
        return e->elemental[e->model->fixes[node->index].body];
    return (node->a >= 0 && e->elemental[node->a]) || (node->b >= 0 && e->elemental[node->b]);
}

static void find_elemental(evaluation *e)
{
    e->elemental = CM_NEW_ARRAY(e->arena, (size_t)e->model->node_count, bool);
    for (bool changed = e->model->element_count > 0; changed;) {
        changed = false;
        for (int i = 0; i < e->model->node_count; i++) {
            if (e->elemental[i] || !below(e, &e->model->nodes[i]))
                continue;
            e->elemental[i] = true;
            changed = true;
        }
    }
}

/* Children have smaller numbers, but for what recursion leads back to. */
static void find_looped(evaluation *e)
{
    const cm_model *m = e->model;
    e->looped = CM_NEW_ARRAY(e->arena, (size_t)m->node_count, bool);
    for (int f = 0; f < m->fix_count; f++)
        e->looped[m->fixes[f].body] = e->level[m->fixes[f].body] == m->fixes[f].group;
    for (int i = m->node_count - 1; i >= 0; i--) {
        const int children[] = {m->nodes[i].a, m->nodes[i].b};
        for (int k = 0; e->looped[i] && k < 2; k++)
            if (child_level(e, children[k]) == e->level[i])
                e->looped[children[k]] = true;
    }
}

/* ---- the order in which they are computed ------------------------------ */

/* Of a group and the level that it is: what it is made of, which is computed until nothing changes;
 * then what else stands on it. Level -1 has no group. With an ELEMENT below and without. */
static int pass_of(const evaluation *e, int level, bool elemental, bool looped)
{
    return ((elemental ? e->groups + 1 : 0) + level + 1) * 2 + !looped;
}

/* -1: the node is not computed. needed: by node; NULL: all of them. */
static int pass_of_node(const evaluation *e, int i, const bool *needed)
{
    cm_node_op op = e->model->nodes[i].op;
    if (op == CM_NODE_FIX || op == CM_NODE_ELEMENT || (needed && !needed[i]))
        return -1;
    return pass_of(e, e->level[i], e->elemental[i], e->looped[i]);
}

/* Pass by pass, in each by number. */
static void find_order(evaluation *e, const bool *needed)
{
    int passes = 4 * (e->groups + 1), nodes = e->model->node_count;
    e->order = CM_NEW_ARRAY(e->arena, (size_t)nodes, int);
    e->pass_begin = CM_NEW_ARRAY(e->arena, (size_t)passes + 2, int);
    for (int i = 0; i < nodes; i++)
        if (pass_of_node(e, i, needed) >= 0)
            e->pass_begin[pass_of_node(e, i, needed) + 2]++;
    for (int pass = 1; pass < passes; pass++)
        e->pass_begin[pass + 1] += e->pass_begin[pass];
    for (int i = 0; i < nodes; i++) { /* [pass + 1]: where its next one goes, at last its end */
        int pass = pass_of_node(e, i, needed);
        if (pass >= 0)
            e->order[e->pass_begin[pass + 1]++] = i;
    }
}

/* ---- one node --------------------------------------------------------- */

static void eval_set(const evaluation *e, int i, cm_set *to)
{
    const cm_node *node = &e->model->nodes[i];
    const cm_value *a = node->a >= 0 ? &e->values[node->a] : NULL;
    const cm_value *b = node->b >= 0 ? &e->values[node->b] : NULL;
    switch (node->op) {
    case CM_NODE_BASE:
        cm_set_copy(to, &e->graph->sets[node->index]);
        break;
    case CM_NODE_ALL:
        cm_set_fill(to);
        break;
    case CM_NODE_UNION:
        cm_set_union(to, &a->set, &b->set);
        break;
    case CM_NODE_INTER:
        cm_set_inter(to, &a->set, &b->set);
        break;
    case CM_NODE_DIFF:
        cm_set_diff(to, &a->set, &b->set);
        break;
    case CM_NODE_DOMAIN:
        cm_rel_domain(to, &a->rel);
        break;
    case CM_NODE_RANGE:
        cm_rel_range(to, &a->rel);
        break;
    default: /* EMPTY; FIX and ELEMENT are given their values elsewhere */
        break;
    }
}

static void fill(cm_rel *to)
{
    for (uint32_t i = 0; i < to->n; i++)
        for (uint32_t j = 0; j < to->n; j++)
            cm_rel_add(to, i, j);
}

static void add_identity(cm_rel *to)
{
    for (uint32_t i = 0; i < to->n; i++)
        cm_rel_add(to, i, i);
}

/* Operators of one relation or of sets. */
static void eval_closure(const evaluation *e, int i, cm_rel *to)
{
    const cm_node *node = &e->model->nodes[i];
    const cm_value *a = &e->values[node->a];
    switch (node->op) {
    case CM_NODE_INVERSE:
        cm_rel_inverse(to, &a->rel);
        break;
    case CM_NODE_PLUS:
        cm_rel_copy(to, &a->rel);
        cm_rel_plus(to);
        break;
    case CM_NODE_OPT:
        cm_rel_copy(to, &a->rel);
        add_identity(to);
        break;
    case CM_NODE_IDENTITY:
        cm_rel_clear(to);
        cm_rel_add_identity(to, &a->set);
        break;
    default: /* CM_NODE_CROSS */
        cm_rel_cross(to, &a->set, &e->values[node->b].set);
        break;
    }
}

static void eval_rel(const evaluation *e, int i, cm_rel *to)
{
    const cm_node *node = &e->model->nodes[i];
    const cm_rel *a = node->a >= 0 ? &e->values[node->a].rel : NULL;
    const cm_rel *b = node->b >= 0 ? &e->values[node->b].rel : NULL;
    switch (node->op) {
    case CM_NODE_BASE:
        cm_rel_copy(to, &e->graph->rels[node->index]);
        break;
    case CM_NODE_FREE:
        cm_rel_copy(to, &e->graph->frees[node->index]);
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
        cm_rel_diff(to, a, b);
        break;
    case CM_NODE_SEQ:
        cm_rel_seq(to, a, b);
        break;
    case CM_NODE_EMPTY:
    case CM_NODE_FIX: /* given its value by eval_group */
        break;
    default:
        eval_closure(e, i, to);
        break;
    }
}

static void eval_node(const evaluation *e, int i)
{
    if (e->model->nodes[i].is_set)
        eval_set(e, i, &e->values[i].set);
    else
        eval_rel(e, i, &e->values[i].rel);
}

/* ---- all nodes -------------------------------------------------------- */

static void make_empty(const evaluation *e, int i)
{
    uint32_t n = e->graph->n;
    if (e->model->nodes[i].is_set)
        e->values[i].set = cm_set_new(e->arena, n);
    else
        e->values[i].rel = cm_rel_new(e->arena, n);
}

static bool is_to_compute(const evaluation *e, int i)
{
    return !e->stale || e->stale[i];
}

/* Gives every component the value of its definition; did one change? */
static bool step_group(const evaluation *e, int group, bool elemental)
{
    bool changed = false;
    for (int f = 0; f < e->model->fix_count; f++) {
        const cm_fix *fix = &e->model->fixes[f];
        if (fix->group != group || e->elemental[fix->node] != elemental ||
            !is_to_compute(e, fix->node))
            continue;
        cm_value *value = &e->values[fix->node];
        const cm_value *body = &e->values[fix->body];
        if (e->model->nodes[fix->node].is_set) {
            changed = changed || !cm_set_equal(&value->set, &body->set);
            cm_set_copy(&value->set, &body->set);
        } else {
            changed = changed || !cm_rel_equal(&value->rel, &body->rel);
            cm_rel_copy(&value->rel, &body->rel);
        }
    }
    return changed;
}

static void eval_pass(const evaluation *e, int pass)
{
    for (int k = e->pass_begin[pass]; k < e->pass_begin[pass + 1]; k++)
        if (is_to_compute(e, e->order[k]))
            eval_node(e, e->order[k]);
}

static void eval_loop(const evaluation *e, int level, bool elemental)
{
    do
        eval_pass(e, pass_of(e, level, elemental, true));
    while (step_group(e, level, elemental));
}

static void eval_level(const evaluation *e, int level, bool elemental)
{
    eval_loop(e, level, elemental);
    eval_pass(e, pass_of(e, level, elemental, false));
}

static int group_count(const cm_model *model)
{
    int count = 0;
    for (int f = 0; f < model->fix_count; f++)
        if (model->fixes[f].group >= count)
            count = model->fixes[f].group + 1;
    return count;
}

/* All nodes with an ELEMENT below (without one); ELEMENTs have their values. */
static void eval_nodes(const evaluation *e, bool elemental)
{
    for (int level = -1; level < e->groups; level++)
        eval_level(e, level, elemental);
}

static evaluation start(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph)
{
    evaluation e = {.arena = arena, .model = model, .graph = graph};
    e.values = CM_NEW_ARRAY(arena, (size_t)model->node_count, cm_value);
    e.groups = group_count(model);
    find_levels(&e);
    find_elemental(&e);
    find_looped(&e);
    return e;
}

static evaluation start_all(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph)
{
    evaluation e = start(arena, model, graph);
    find_order(&e, NULL);
    return e;
}

cm_value *cm_eval(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph)
{
    evaluation e = start_all(arena, model, graph);
    for (int i = 0; i < model->node_count; i++)
        make_empty(&e, i);
    eval_nodes(&e, false);
    return e.values;
}

/* ---- constraints ------------------------------------------------------ */

static bool test_holds(cm_arena *arena, const cm_model *model, const cm_value *values,
                       const cm_constraint *constraint)
{
    const cm_value *value = &values[constraint->node];
    bool is_set = model->nodes[constraint->node].is_set;
    bool holds;
    switch (constraint->kind) {
    case CM_ACYCLIC:
        holds = cm_rel_acyclic(arena, &value->rel);
        break;
    case CM_IRREFLEXIVE:
        holds = cm_rel_irreflexive(&value->rel);
        break;
    default:
        holds = is_set ? cm_set_empty(&value->set) : cm_rel_empty(&value->rel);
        break;
    }
    return holds != constraint->negated;
}

static int element_node(const cm_model *model, int element)
{
    for (int i = 0; i < model->node_count; i++)
        if (model->nodes[i].op == CM_NODE_ELEMENT && model->nodes[i].index == element)
            return i;
    return -1;
}

static void eval_elemental(const evaluation *e)
{
    for (int i = 0; i < e->model->node_count; i++)
        if (e->elemental[i] && e->model->nodes[i].op != CM_NODE_ELEMENT)
            make_empty(e, i);
    eval_nodes(e, true);
}

/* For every event that the elements from `depth` on may be. */
static bool for_elements(const evaluation *e, const cm_constraint *constraint, int depth)
{
    if (depth == constraint->element_count)
        return test_holds(e->arena, e->model, e->values, constraint);
    int element = constraint->elements[depth];
    int node = element_node(e->model, element);
    cm_set events = cm_set_new(e->arena, e->graph->n);
    cm_set_copy(&events, &e->values[e->model->elements[element].set].set);
    CM_EACH(events.row, events.words, events.n, event)
    {
        make_empty(e, node);
        cm_set_add(&e->values[node].set, event);
        eval_elemental(e);
        if (!for_elements(e, constraint, depth + 1))
            return false;
    }
    return true;
}

const cm_value *cm_eval_counterexample(cm_arena *arena, const cm_model *model,
                                       const cm_execution_graph *graph, const cm_value *values,
                                       int constraint)
{
    const cm_constraint *c = &model->constraints[constraint];
    if (c->element_count == 0)
        return values;
    evaluation e = start_all(arena, model, graph);
    memcpy(e.values, values, (size_t)model->node_count * sizeof *values);
    return for_elements(&e, c, 0) ? values : e.values; /* it ends at the first that fails */
}

bool cm_eval_constraint(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph,
                        const cm_value *values, int constraint)
{
    const cm_constraint *c = &model->constraints[constraint];
    if (c->element_count == 0)
        return test_holds(arena, model, values, c);
    evaluation e = start_all(arena, model, graph);
    memcpy(e.values, values, (size_t)model->node_count * sizeof *values);
    return for_elements(&e, c, 0);
}

/* ---- generators ------------------------------------------------------- */

static bool is_strict_order(const cm_rel *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        cm_set after = {r->n, r->words, cm_rel_row(r, i)};
        if (cm_rel_has(r, i, i))
            return false;
        CM_EACH(after.row, after.words, after.n, j)
        {
            cm_set later = {r->n, r->words, cm_rel_row(r, j)};
            if (!cm_set_inside(&later, &after))
                return false;
        }
    }
    return true;
}

/* Are any two different events that `wanted` relates related by r? */
static bool is_total_on(const cm_rel *r, const cm_rel *wanted)
{
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t j = 0; j < r->n; j++)
            if (i != j && cm_rel_has(wanted, i, j) && !cm_rel_has(r, i, j) && !cm_rel_has(r, j, i))
                return false;
    return true;
}

static bool is_linearisation(cm_arena *arena, const cm_rel *r, const cm_set *set,
                             const cm_rel *order)
{
    cm_rel pairs = cm_rel_new(arena, r->n), wanted = cm_rel_new(arena, r->n);
    cm_rel_cross(&pairs, set, set);
    cm_rel_inter(&wanted, order, &pairs);
    return cm_rel_inside(r, &pairs) && is_total_on(r, &pairs) && cm_rel_inside(&wanted, r);
}

bool cm_eval_frees(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph,
                   const cm_value *values)
{
    for (int i = 0; i < model->free_count; i++) {
        const cm_free *f = &model->frees[i];
        const cm_rel *r = &graph->frees[i];
        const cm_rel *relation = &values[f->relation].rel;
        if (f->generator == CM_SUBRELATIONS) {
            if (!cm_rel_inside(r, relation))
                return false;
            continue;
        }
        if (!is_strict_order(r))
            return false;
        if (f->generator == CM_LINEARISATIONS) {
            if (!is_linearisation(arena, r, &values[f->set].set, relation))
                return false;
            continue;
        }
        if (!cm_rel_inside(r, relation))
            return false;
        if (f->generator == CM_TOTAL_ORDERS && !is_total_on(r, relation))
            return false;
    }
    return true;
}

bool cm_eval_consistent(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph,
                        const cm_value *values, int *violated)
{
    int broken = -1;
    bool holds = cm_eval_frees(arena, model, graph, values);
    for (int i = 0; holds && i < model->constraint_count; i++) {
        if (model->constraints[i].is_flag)
            continue;
        holds = cm_eval_constraint(arena, model, graph, values, i);
        broken = i;
    }
    if (!holds && violated)
        *violated = broken;
    return holds;
}

/* ---- execution after execution ---------------------------------------- */

struct cm_evaluator {
    evaluation e;
    cm_execution_graph graph;
    bool *base_changed, *free_changed;
    bool *needed; /* by node: below a constraint or a generator */
    cm_value before;
    bool started; /* the values are those of the execution before */
};

static void need(bool *needed, int node)
{
    if (node >= 0)
        needed[node] = true;
}

/* Groups are solved whole. True when that made a node needed. */
static bool need_groups(const cm_model *m, bool *needed)
{
    bool changed = false;
    for (int i = 0; i < m->fix_count; i++)
        for (int k = 0; needed[m->fixes[i].node] && k < m->fix_count; k++) {
            const cm_fix *fix = &m->fixes[k];
            if (fix->group != m->fixes[i].group || (needed[fix->node] && needed[fix->body]))
                continue;
            needed[fix->node] = needed[fix->body] = changed = true;
        }
    return changed;
}

/* Children have smaller numbers, but for what recursion leads back to. */
static void need_children(const cm_model *m, bool *needed)
{
    do
        for (int i = m->node_count - 1; i >= 0; i--)
            if (needed[i]) {
                need(needed, m->nodes[i].a);
                need(needed, m->nodes[i].b);
            }
    while (need_groups(m, needed));
}

static void find_needed(cm_evaluator *evaluator)
{
    const cm_model *m = evaluator->e.model;
    for (int i = 0; i < m->free_count; i++) {
        need(evaluator->needed, m->frees[i].set);
        need(evaluator->needed, m->frees[i].relation);
    }
    for (int i = 0; i < m->constraint_count; i++) {
        if (m->constraints[i].is_flag)
            continue;
        need(evaluator->needed, m->constraints[i].node);
        for (int k = 0; k < m->constraints[i].element_count; k++)
            need(evaluator->needed, m->elements[m->constraints[i].elements[k]].set);
    }
    need(evaluator->needed, cm_model_find(m, "co"));
    need_children(m, evaluator->needed);
}

/* Room for the leaves' values. */
static void make_graph(cm_evaluator *evaluator, cm_arena *arena, const cm_model *model, uint32_t n)
{
    size_t bases = (size_t)model->base_count, frees = (size_t)model->free_count;
    evaluator->graph.n = n;
    evaluator->graph.sets = CM_NEW_ARRAY(arena, bases, cm_set);
    evaluator->graph.rels = CM_NEW_ARRAY(arena, bases, cm_rel);
    evaluator->graph.frees = CM_NEW_ARRAY(arena, frees, cm_rel);
    evaluator->base_changed = CM_NEW_ARRAY(arena, bases, bool);
    evaluator->free_changed = CM_NEW_ARRAY(arena, frees, bool);
    for (int i = 0; i < model->base_count; i++)
        if (model->bases[i]->is_set)
            evaluator->graph.sets[i] = cm_set_new(arena, n);
        else
            evaluator->graph.rels[i] = cm_rel_new(arena, n);
    for (int i = 0; i < model->free_count; i++)
        evaluator->graph.frees[i] = cm_rel_new(arena, n);
}

cm_evaluator *cm_evaluator_new(cm_arena *arena, const cm_model *model, uint32_t n)
{
    cm_evaluator *evaluator = CM_NEW(arena, cm_evaluator);
    make_graph(evaluator, arena, model, n);
    evaluator->e = start(arena, model, &evaluator->graph);
    evaluator->e.stale = CM_NEW_ARRAY(arena, (size_t)model->node_count, bool);
    evaluator->needed = CM_NEW_ARRAY(arena, (size_t)model->node_count, bool);
    evaluator->before = (cm_value){cm_set_new(arena, n), cm_rel_new(arena, n)};
    find_needed(evaluator);
    find_order(&evaluator->e, evaluator->needed);
    for (int i = 0; i < model->node_count; i++)
        if (evaluator->needed[i])
            make_empty(&evaluator->e, i);
    return evaluator;
}

void cm_evaluator_base_set(cm_evaluator *evaluator, int base, const cm_set *value)
{
    if (cm_set_equal(&evaluator->graph.sets[base], value))
        return;
    cm_set_copy(&evaluator->graph.sets[base], value);
    evaluator->base_changed[base] = true;
}

void cm_evaluator_base_rel(cm_evaluator *evaluator, int base, const cm_rel *value)
{
    if (cm_rel_equal(&evaluator->graph.rels[base], value))
        return;
    cm_rel_copy(&evaluator->graph.rels[base], value);
    evaluator->base_changed[base] = true;
}

void cm_evaluator_free(cm_evaluator *evaluator, int index, const cm_rel *value)
{
    if (cm_rel_equal(&evaluator->graph.frees[index], value))
        return;
    cm_rel_copy(&evaluator->graph.frees[index], value);
    evaluator->free_changed[index] = true;
}

static inline bool is_stale(const cm_evaluator *evaluator, int i)
{
    const cm_node *n = &evaluator->e.model->nodes[i];
    const bool *stale = evaluator->e.stale;
    if (!evaluator->started)
        return true;
    if (n->a >= 0)
        return stale[n->a] || (n->b >= 0 && stale[n->b]);
    if (n->op == CM_NODE_BASE)
        return evaluator->base_changed[n->index];
    return n->op == CM_NODE_FREE && evaluator->free_changed[n->index];
}

/* A group of recursion is solved anew, from nothing, if anything in it is stale. */
static bool group_is_stale(const cm_evaluator *evaluator, int group)
{
    const evaluation *e = &evaluator->e;
    int pass = pass_of(e, group, false, true);
    for (int k = e->pass_begin[pass]; k < e->pass_begin[pass + 1]; k++)
        if (is_stale(evaluator, e->order[k]))
            return true;
    for (int f = 0; f < e->model->fix_count; f++)
        if (e->model->fixes[f].group == group && evaluator->needed[e->model->fixes[f].node] &&
            (!evaluator->started || e->stale[e->model->fixes[f].body]))
            return true;
    return false;
}

static void empty_value(const cm_evaluator *evaluator, int i)
{
    if (evaluator->e.model->nodes[i].is_set)
        cm_set_clear(&evaluator->e.values[i].set);
    else
        cm_rel_clear(&evaluator->e.values[i].rel);
}

static void make_group_stale(cm_evaluator *evaluator, int group)
{
    evaluation *e = &evaluator->e;
    int pass = pass_of(e, group, false, true);
    for (int k = e->pass_begin[pass]; k < e->pass_begin[pass + 1]; k++)
        e->stale[e->order[k]] = true;
    for (int f = 0; f < e->model->fix_count; f++) {
        int node = e->model->fixes[f].node;
        if (e->model->fixes[f].group != group || !evaluator->needed[node])
            continue;
        e->stale[node] = true;
        empty_value(evaluator, node);
    }
}

/* Computes the node; does its value change? */
static bool changes(cm_evaluator *evaluator, int i)
{
    const evaluation *e = &evaluator->e;
    cm_value *value = &e->values[i], *before = &evaluator->before;
    if (e->model->nodes[i].is_set) {
        cm_set_copy(&before->set, &value->set);
        eval_set(e, i, &value->set);
        return !cm_set_equal(&before->set, &value->set);
    }
    cm_rel_copy(&before->rel, &value->rel);
    eval_rel(e, i, &value->rel);
    return !cm_rel_equal(&before->rel, &value->rel);
}

/* What stands on nothing that has changed is as it was. */
static void refresh_pass(cm_evaluator *evaluator, int pass)
{
    const evaluation *e = &evaluator->e;
    for (int k = e->pass_begin[pass]; k < e->pass_begin[pass + 1]; k++) {
        int i = e->order[k];
        e->stale[i] = is_stale(evaluator, i) && (changes(evaluator, i) || !evaluator->started);
    }
}

static void refresh(cm_evaluator *evaluator)
{
    const cm_model *m = evaluator->e.model;
    evaluation *e = &evaluator->e;
    memset(e->stale, 0, (size_t)m->node_count * sizeof *e->stale);
    for (int level = -1; level < e->groups; level++) {
        if (level >= 0 && group_is_stale(evaluator, level)) {
            make_group_stale(evaluator, level);
            eval_loop(e, level, false);
        }
        refresh_pass(evaluator, pass_of(e, level, false, false));
    }
    evaluator->started = true;
    memset(evaluator->base_changed, 0, (size_t)m->base_count * sizeof *evaluator->base_changed);
    memset(evaluator->free_changed, 0, (size_t)m->free_count * sizeof *evaluator->free_changed);
}

bool cm_evaluator_consistent(cm_evaluator *evaluator, cm_arena *scratch, int *violated)
{
    refresh(evaluator);
    return cm_eval_consistent(scratch, evaluator->e.model, &evaluator->graph, evaluator->e.values,
                              violated);
}

bool cm_evaluator_holds(cm_evaluator *evaluator, cm_arena *scratch, int constraint)
{
    refresh(evaluator);
    return cm_eval_constraint(scratch, evaluator->e.model, &evaluator->graph, evaluator->e.values,
                              constraint);
}

const cm_value *cm_evaluator_value(const cm_evaluator *evaluator, int node)
{
    return &evaluator->e.values[node];
}

const cm_execution_graph *cm_evaluator_graph(const cm_evaluator *evaluator)
{
    return &evaluator->graph;
}
