/* The evaluator: one plain definition per operator, nothing clever.
 *
 * Recursive definitions are solved group by group, lowest first: start with all
 * empty and apply the definitions until nothing changes. What lies below an
 * element of `forall` is evaluated once for each event, by cm_eval_constraint. */
#include "model/eval_parts.h"

#include <string.h>

/* ---- what is below a node --------------------------------------------- */

static int child_level(const cm_evaluation *e, int node)
{
    return node < 0 ? -1 : e->level[node];
}

bool *cm_eval_elemental(cm_arena *arena, const cm_model *m)
{
    bool *found = CM_NEW_ARRAY(arena, (size_t)m->node_count, bool);
    for (bool changed = m->element_count > 0; changed;) {
        changed = false;
        for (int i = 0; i < m->node_count; i++) {
            const cm_node *node = &m->nodes[i];
            bool below = node->op == CM_NODE_ELEMENT ||
                         (node->op == CM_NODE_FIX && found[m->fixes[node->index].body]) ||
                         (node->a >= 0 && found[node->a]) || (node->b >= 0 && found[node->b]);
            changed |= below && !found[i];
            found[i] |= below;
        }
    }
    return found;
}

/* Children have smaller numbers, but for what recursion leads back to. */
static void find_looped(cm_evaluation *e)
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

int cm_evaluation_pass(const cm_evaluation *e, int level, bool elemental, bool looped)
{
    return ((elemental ? e->groups + 1 : 0) + level + 1) * 2 + !looped;
}

/* -1: the node is not computed. needed: by node; NULL: all of them. */
static int pass_of_node(const cm_evaluation *e, int i, const bool *needed)
{
    cm_node_op op = e->model->nodes[i].op;
    if (op == CM_NODE_FIX || op == CM_NODE_ELEMENT || (needed && !needed[i]))
        return -1;
    return cm_evaluation_pass(e, e->level[i], e->elemental[i], e->looped[i]);
}

/* Pass by pass, in each by number. */
void cm_evaluation_find_order(cm_evaluation *e, const bool *needed)
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

void cm_value_copy(cm_value *to, const cm_value *from, bool is_set)
{
    if (is_set)
        cm_set_copy(&to->set, &from->set);
    else
        cm_rel_copy(&to->rel, &from->rel);
}

bool cm_value_equal(const cm_value *a, const cm_value *b, bool is_set)
{
    return is_set ? cm_set_equal(&a->set, &b->set) : cm_rel_equal(&a->rel, &b->rel);
}

static bool is_executed(const cm_execution_graph *g, uint32_t event)
{
    return !g->executed || cm_set_has(g->executed, event);
}

static void add_all(const cm_execution_graph *g, cm_value *to, bool is_set)
{
    if (is_set && g->executed)
        cm_set_copy(&to->set, g->executed);
    else if (is_set)
        cm_set_fill(&to->set);
    else if (g->executed)
        cm_rel_cross(&to->rel, g->executed, g->executed);
    else
        for (uint32_t i = 0; i < g->n; i++)
            for (uint32_t j = 0; j < g->n; j++)
                cm_rel_add(&to->rel, i, j);
}

void cm_evaluation_node(const cm_evaluation *e, int i, cm_value *to)
{
    const cm_node *node = &e->model->nodes[i];
    const cm_execution_graph *g = e->graph;
    const cm_value *a = node->a >= 0 ? &e->values[node->a] : NULL;
    const cm_value *b = node->b >= 0 ? &e->values[node->b] : NULL;
    switch (node->op) {
    case CM_NODE_BASE:
        cm_value_copy(to, &(cm_value){g->sets[node->index], g->rels[node->index]}, node->is_set);
        break;
    case CM_NODE_FREE:
        cm_rel_copy(&to->rel, &g->frees[node->index]);
        break;
    case CM_NODE_ALL:
        add_all(g, to, node->is_set);
        break;
    case CM_NODE_UNION: /* of sets there are no relations, and the other way round */
        cm_set_union(&to->set, &a->set, &b->set);
        cm_rel_union(&to->rel, &a->rel, &b->rel);
        break;
    case CM_NODE_INTER:
        cm_set_inter(&to->set, &a->set, &b->set);
        cm_rel_inter(&to->rel, &a->rel, &b->rel);
        break;
    case CM_NODE_DIFF:
        cm_set_diff(&to->set, &a->set, &b->set);
        cm_rel_diff(&to->rel, &a->rel, &b->rel);
        break;
    case CM_NODE_SEQ:
        cm_rel_seq(&to->rel, &a->rel, &b->rel);
        break;
    case CM_NODE_CROSS:
        cm_rel_cross(&to->rel, &a->set, &b->set);
        break;
    case CM_NODE_INVERSE:
        cm_rel_inverse(&to->rel, &a->rel);
        break;
    case CM_NODE_PLUS:
        cm_rel_copy(&to->rel, &a->rel);
        cm_rel_plus(&to->rel);
        break;
    case CM_NODE_OPT:
        cm_rel_copy(&to->rel, &a->rel);
        for (uint32_t event = 0; event < g->n; event++)
            if (is_executed(g, event))
                cm_rel_add(&to->rel, event, event);
        break;
    case CM_NODE_IDENTITY:
        cm_rel_clear(&to->rel);
        cm_rel_add_identity(&to->rel, &a->set);
        break;
    case CM_NODE_DOMAIN:
        cm_rel_domain(&to->set, &a->rel);
        break;
    case CM_NODE_RANGE:
        cm_rel_range(&to->set, &a->rel);
        break;
    case CM_NODE_EMPTY:
    case CM_NODE_FIX: /* FIX and ELEMENT are given their values elsewhere */
    case CM_NODE_ELEMENT:
        break;
    }
}

/* ---- all nodes -------------------------------------------------------- */

void cm_evaluation_make_empty(const cm_evaluation *e, int i)
{
    uint32_t n = e->graph->n;
    if (e->model->nodes[i].is_set)
        e->values[i].set = cm_set_new(e->arena, n);
    else
        e->values[i].rel = cm_rel_new(e->arena, n);
}

static bool is_to_compute(const cm_evaluation *e, int i)
{
    return !e->stale || e->stale[i];
}

/* Gives every component the value of its definition; did one change? */
static bool step_group(const cm_evaluation *e, int group, bool elemental)
{
    bool changed = false;
    for (int f = 0; f < e->model->fix_count; f++) {
        const cm_fix *fix = &e->model->fixes[f];
        if (fix->group != group || e->elemental[fix->node] != elemental ||
            !is_to_compute(e, fix->node))
            continue;
        cm_value *value = &e->values[fix->node];
        const cm_value *body = &e->values[fix->body];
        bool is_set = e->model->nodes[fix->node].is_set;
        changed = changed || !cm_value_equal(value, body, is_set);
        cm_value_copy(value, body, is_set);
    }
    return changed;
}

static void eval_pass(const cm_evaluation *e, int pass)
{
    for (int k = e->pass_begin[pass]; k < e->pass_begin[pass + 1]; k++)
        if (is_to_compute(e, e->order[k]))
            cm_evaluation_node(e, e->order[k], &e->values[e->order[k]]);
}

void cm_evaluation_loop(const cm_evaluation *e, int level, bool elemental)
{
    do
        eval_pass(e, cm_evaluation_pass(e, level, elemental, true));
    while (step_group(e, level, elemental));
}

/* All nodes with an ELEMENT below (without one); ELEMENTs have their values. */
static void eval_nodes(const cm_evaluation *e, bool elemental)
{
    for (int level = -1; level < e->groups; level++) {
        cm_evaluation_loop(e, level, elemental);
        eval_pass(e, cm_evaluation_pass(e, level, elemental, false));
    }
}

cm_evaluation cm_evaluation_start(cm_arena *arena, const cm_model *model,
                                  const cm_execution_graph *graph)
{
    cm_evaluation e = {.arena = arena, .model = model, .graph = graph};
    e.values = CM_NEW_ARRAY(arena, (size_t)model->node_count, cm_value);
    int count = 0;
    for (int f = 0; f < model->fix_count; f++)
        if (model->fixes[f].group >= count)
            count = model->fixes[f].group + 1;
    e.groups = count;
    /* A group depends on none with a higher number, so its own number is the level
     * of its members. */
    const cm_model *m = e.model;
    e.level = CM_NEW_ARRAY(e.arena, (size_t)m->node_count, int);
    for (int i = 0; i < m->node_count; i++) {
        const cm_node *node = &m->nodes[i];
        int a = child_level(&e, node->a), b = child_level(&e, node->b);
        e.level[i] = a > b ? a : b;
        if (node->op == CM_NODE_FIX)
            e.level[i] = m->fixes[node->index].group;
    }
    e.elemental = cm_eval_elemental(e.arena, e.model);
    find_looped(&e);
    return e;
}

static cm_evaluation start_all(cm_arena *arena, const cm_model *model,
                               const cm_execution_graph *graph)
{
    cm_evaluation e = cm_evaluation_start(arena, model, graph);
    cm_evaluation_find_order(&e, NULL);
    return e;
}

cm_value *cm_eval(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph)
{
    cm_evaluation e = start_all(arena, model, graph);
    for (int i = 0; i < model->node_count; i++)
        cm_evaluation_make_empty(&e, i);
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

/* For every event that the elements from `depth` on may be. */
static bool for_elements(const cm_evaluation *e, const cm_constraint *constraint, int depth)
{
    if (depth == constraint->element_count)
        return test_holds(e->arena, e->model, e->values, constraint);
    int element = constraint->elements[depth];
    int node = element_node(e->model, element);
    cm_set events = cm_set_new(e->arena, e->graph->n);
    cm_set_copy(&events, &e->values[e->model->elements[element].set].set);
    CM_EACH(events.row, events.words, events.n, event)
    {
        cm_evaluation_make_empty(e, node);
        cm_set_add(&e->values[node].set, event);
        for (int i = 0; i < e->model->node_count; i++)
            if (e->elemental[i] && e->model->nodes[i].op != CM_NODE_ELEMENT)
                cm_evaluation_make_empty(e, i);
        eval_nodes(e, true);
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
    cm_evaluation e = start_all(arena, model, graph);
    memcpy(e.values, values, (size_t)model->node_count * sizeof *values);
    return for_elements(&e, c, 0) ? values : e.values; /* it ends at the first that fails */
}

bool cm_eval_constraint(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph,
                        const cm_value *values, int constraint)
{
    const cm_constraint *c = &model->constraints[constraint];
    return c->element_count == 0
               ? test_holds(arena, model, values, c)
               : cm_eval_counterexample(arena, model, graph, values, constraint) == values;
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
