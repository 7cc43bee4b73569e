/* Execution after execution: a term is evaluated again where a value that it is made of has
 * changed. See eval.h. */
#include "model/eval_parts.h"

#include <string.h>

struct cm_evaluator {
    cm_evaluation e;
    cm_execution_graph graph;
    bool *base_changed, *free_changed;
    cm_set executed; /* of `graph`, once it was said which events are */
    bool executed_changed;
    bool *needed;  /* by node: below a constraint or a generator */
    cm_value room; /* for the node that is computed */
    bool started;  /* the values are those of the execution before */
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

static void find_needed(cm_evaluator *evaluator, bool flags)
{
    const cm_model *m = evaluator->e.model;
    for (int i = 0; i < m->free_count; i++) {
        need(evaluator->needed, m->frees[i].set);
        need(evaluator->needed, m->frees[i].relation);
    }
    for (int i = 0; i < m->constraint_count; i++) {
        if (m->constraints[i].is_flag && !flags)
            continue;
        need(evaluator->needed, m->constraints[i].node);
        for (int k = 0; k < m->constraints[i].element_count; k++)
            need(evaluator->needed, m->elements[m->constraints[i].elements[k]].set);
    }
    need(evaluator->needed, cm_model_find(m, "co"));
    /* Children have smaller numbers, but for what recursion leads back to. */
    do
        for (int i = m->node_count - 1; i >= 0; i--)
            if (evaluator->needed[i]) {
                need(evaluator->needed, m->nodes[i].a);
                need(evaluator->needed, m->nodes[i].b);
            }
    while (need_groups(m, evaluator->needed));
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

cm_evaluator *cm_evaluator_new(cm_arena *arena, const cm_model *model, uint32_t n, bool flags)
{
    cm_evaluator *evaluator = CM_NEW(arena, cm_evaluator);
    make_graph(evaluator, arena, model, n);
    evaluator->e = cm_evaluation_start(arena, model, &evaluator->graph);
    evaluator->e.stale = CM_NEW_ARRAY(arena, (size_t)model->node_count, bool);
    evaluator->needed = CM_NEW_ARRAY(arena, (size_t)model->node_count, bool);
    evaluator->executed = cm_set_new(arena, n);
    evaluator->room = (cm_value){cm_set_new(arena, n), cm_rel_new(arena, n)};
    find_needed(evaluator, flags);
    cm_evaluation_find_order(&evaluator->e, evaluator->needed);
    for (int i = 0; i < model->node_count; i++)
        if (evaluator->needed[i])
            cm_evaluation_make_empty(&evaluator->e, i);
    return evaluator;
}

void cm_evaluator_executed(cm_evaluator *evaluator, const cm_set *executed)
{
    if (evaluator->graph.executed && cm_set_equal(&evaluator->executed, executed))
        return;
    cm_set_copy(&evaluator->executed, executed);
    evaluator->graph.executed = &evaluator->executed;
    evaluator->executed_changed = true;
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
    if (evaluator->executed_changed && (n->op == CM_NODE_ALL || n->op == CM_NODE_OPT))
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
    const cm_evaluation *e = &evaluator->e;
    int pass = cm_evaluation_pass(e, group, false, true);
    for (int k = e->pass_begin[pass]; k < e->pass_begin[pass + 1]; k++)
        if (is_stale(evaluator, e->order[k]))
            return true;
    for (int f = 0; f < e->model->fix_count; f++)
        if (e->model->fixes[f].group == group && evaluator->needed[e->model->fixes[f].node] &&
            (!evaluator->started || e->stale[e->model->fixes[f].body]))
            return true;
    return false;
}

static void make_group_stale(cm_evaluator *evaluator, int group)
{
    cm_evaluation *e = &evaluator->e;
    int pass = cm_evaluation_pass(e, group, false, true);
    for (int k = e->pass_begin[pass]; k < e->pass_begin[pass + 1]; k++)
        e->stale[e->order[k]] = true;
    for (int f = 0; f < e->model->fix_count; f++) {
        int node = e->model->fixes[f].node;
        if (e->model->fixes[f].group != group || !evaluator->needed[node])
            continue;
        e->stale[node] = true;
        if (e->model->nodes[node].is_set)
            cm_set_clear(&e->values[node].set);
        else
            cm_rel_clear(&e->values[node].rel);
    }
}

/* Computes the node; does its value change? The rows that it had are room for the next one. */
static bool changes(cm_evaluator *evaluator, int i)
{
    const cm_evaluation *e = &evaluator->e;
    const cm_node *n = &e->model->nodes[i];
    if (n->op == CM_NODE_EMPTY || n->op == CM_NODE_FIX || n->op == CM_NODE_ELEMENT)
        return false;
    cm_value before = e->values[i];
    if (n->is_set)
        e->values[i].set = evaluator->room.set;
    else
        e->values[i].rel = evaluator->room.rel;
    cm_evaluation_node(e, i, &e->values[i]);
    if (n->is_set)
        evaluator->room.set = before.set;
    else
        evaluator->room.rel = before.rel;
    return !cm_value_equal(&before, &e->values[i], n->is_set);
}

/* What stands on nothing that has changed is as it was. */
static void refresh_pass(cm_evaluator *evaluator, int pass)
{
    const cm_evaluation *e = &evaluator->e;
    for (int k = e->pass_begin[pass]; k < e->pass_begin[pass + 1]; k++) {
        int i = e->order[k];
        e->stale[i] = is_stale(evaluator, i) && (changes(evaluator, i) || !evaluator->started);
    }
}

static void refresh(cm_evaluator *evaluator)
{
    const cm_model *m = evaluator->e.model;
    cm_evaluation *e = &evaluator->e;
    memset(e->stale, 0, (size_t)m->node_count * sizeof *e->stale);
    for (int level = -1; level < e->groups; level++) {
        if (level >= 0 && group_is_stale(evaluator, level)) {
            make_group_stale(evaluator, level);
            cm_evaluation_loop(e, level, false);
        }
        refresh_pass(evaluator, cm_evaluation_pass(e, level, false, false));
    }
    evaluator->started = true;
    evaluator->executed_changed = false;
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
