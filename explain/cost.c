/* What derivations cost: by term, for every pair. See why_parts.h. */
#include "explain/why_parts.h"

#include <string.h>

enum { BASE_COST = 2 };

/* ---- pairs that count ---------------------------------------------------------- */

/* The next event from `k` on to which the node may relate `i`: by its value, where nothing is
 * missing. */
static inline uint32_t next_from(const cm_deriver *d, int node, uint32_t i, uint32_t k)
{
    const cm_rel *value = &d->values[node].rel;
    return d->missing ? k : cm_bits_next(cm_rel_row(value, i), value->words, d->n, k);
}

static inline uint32_t first_to(const cm_deriver *d, int node, uint32_t i)
{
    return next_from(d, node, i, 0);
}

static inline uint32_t next_to(const cm_deriver *d, int node, uint32_t i, uint32_t last)
{
    return next_from(d, node, i, last + 1);
}

/* ---- what the execution says ------------------------------------------------ */

static bool may_depend(const cm_missing *missing, cm_base_kind kind, uint32_t a, uint32_t b)
{
    if (!missing || !missing->dependencies)
        return false;
    if (kind == CM_BASE_DATA)
        return cm_rel_has(missing->data, a, b);
    return (kind == CM_BASE_ADDR || kind == CM_BASE_CTRL) &&
           cm_rel_has(missing->dependencies, a, b);
}

static int member_cost(const cm_deriver *d, const cm_node *node, uint32_t event)
{
    const cm_base *base = d->model->bases[node->index];
    if (cm_set_has(&d->graph->sets[node->index], event))
        return 0;
    const char *kinds = base->events;
    char ghost = d->missing && d->missing->ghosts ? d->missing->ghosts[event] : '\0';
    if (ghost && kinds && strchr(kinds, ghost))
        return 1; /* its tags are what costs */
    int change = d->missing && base->kind == CM_BASE_TAG && d->missing->may_have
                     ? d->missing->may_have(d->missing->context, event, base->name)
                     : -1;
    return change < 0 ? CM_WHY_NEVER : CM_WHY_MISSING + change;
}

static int pair_cost(const cm_deriver *d, const cm_node *node, uint32_t a, uint32_t b)
{
    const cm_base *base = d->model->bases[node->index];
    if (cm_rel_has(&d->graph->rels[node->index], a, b))
        return base->traits & CM_BASE_FACT ? BASE_COST : 0;
    return may_depend(d->missing, base->kind, a, b) ? CM_WHY_MISSING + 1 : CM_WHY_NEVER;
}

/* ---- costs of operators --------------------------------------------------------- */

static void cost_set(const cm_deriver *d, const cm_node *node, uint32_t i, int *to)
{
    const int *a = node->a >= 0 ? d->costs[node->a] : NULL;
    const int *b = node->b >= 0 ? d->costs[node->b] : NULL;
    switch (node->op) {
    case CM_NODE_BASE:
        cm_why_lower(to, member_cost(d, node, i));
        break;
    case CM_NODE_ALL:
        cm_why_lower(to, 0);
        break;
    case CM_NODE_UNION:
        cm_why_lower(to, a[i]);
        cm_why_lower(to, b[i]);
        break;
    case CM_NODE_INTER:
        cm_why_lower(to, cm_why_plus(a[i], b[i]));
        break;
    case CM_NODE_DIFF:
        if (!cm_set_has(&d->values[node->b].set, i))
            cm_why_lower(to, a[i]);
        break;
    case CM_NODE_FIX:
        cm_why_lower(to, cm_why_plus(d->costs[d->model->fixes[node->index].body][i], 1));
        break;
    case CM_NODE_ELEMENT:
        cm_why_lower(to, 0);
        break;
    case CM_NODE_DOMAIN:
        for (uint32_t k = 0; k < d->n; k++)
            cm_why_lower(to, a[cm_why_at(d, i, k)]);
        break;
    case CM_NODE_RANGE:
        for (uint32_t k = 0; k < d->n; k++)
            cm_why_lower(to, a[cm_why_at(d, k, i)]);
        break;
    default:
        break;
    }
}

static void cost_pair(const cm_deriver *d, const cm_node *node, uint32_t i, uint32_t k, int *to)
{
    const int *a = node->a >= 0 ? d->costs[node->a] : NULL;
    const int *b = node->b >= 0 ? d->costs[node->b] : NULL;
    switch (node->op) {
    case CM_NODE_BASE:
        cm_why_lower(to, pair_cost(d, node, i, k));
        break;
    case CM_NODE_FREE:
        if (cm_rel_has(&d->graph->frees[node->index], i, k))
            cm_why_lower(to, BASE_COST);
        break;
    case CM_NODE_ALL:
        cm_why_lower(to, 0);
        break;
    case CM_NODE_UNION:
        cm_why_lower(to, a[cm_why_at(d, i, k)]);
        cm_why_lower(to, b[cm_why_at(d, i, k)]);
        break;
    case CM_NODE_INTER:
        cm_why_lower(to, cm_why_plus(a[cm_why_at(d, i, k)], b[cm_why_at(d, i, k)]));
        break;
    case CM_NODE_DIFF:
        if (!cm_rel_has(&d->values[node->b].rel, i, k))
            cm_why_lower(to, a[cm_why_at(d, i, k)]);
        break;
    case CM_NODE_FIX:
        cm_why_lower(
            to, cm_why_plus(d->costs[d->model->fixes[node->index].body][cm_why_at(d, i, k)], 1));
        break;
    case CM_NODE_INVERSE:
        cm_why_lower(to, a[cm_why_at(d, k, i)]);
        break;
    case CM_NODE_OPT:
        cm_why_lower(to, i == k ? 0 : a[cm_why_at(d, i, k)]);
        break;
    case CM_NODE_IDENTITY:
        if (i == k)
            cm_why_lower(to, a[i]);
        break;
    case CM_NODE_CROSS:
        cm_why_lower(to, cm_why_plus(a[i], b[k]));
        break;
    default:
        break;
    }
}

static void cost_seq(const cm_deriver *d, const cm_node *node, int *to)
{
    for (uint32_t i = 0; i < d->n; i++) {
        /* a ; b from i, through every event in the middle. */
        const int *a = d->costs[node->a], *b = d->costs[node->b];
        for (uint32_t m = first_to(d, node->a, i); m < d->n; m = next_to(d, node->a, i, m)) {
            int first = a[cm_why_at(d, i, m)];
            if (first >= CM_WHY_NEVER)
                continue;
            for (uint32_t k = first_to(d, node->b, m); k < d->n; k = next_to(d, node->b, m, k))
                cm_why_lower(&to[cm_why_at(d, i, k)], cm_why_plus(first, b[cm_why_at(d, m, k)]));
        }
    }
}

/* By Floyd and Warshall. */
void cm_why_closure(const cm_deriver *d, const int *step, int *to)
{
    for (size_t i = 0; i < (size_t)d->n * d->n; i++)
        cm_why_lower(&to[i], cm_why_plus(step[i], 1));
    for (uint32_t m = 0; m < d->n; m++)
        for (uint32_t i = 0; i < d->n; i++) {
            int first = to[cm_why_at(d, i, m)];
            if (first >= CM_WHY_NEVER)
                continue;
            for (uint32_t k = 0; k < d->n; k++)
                cm_why_lower(&to[cm_why_at(d, i, k)], cm_why_plus(first, to[cm_why_at(d, m, k)]));
        }
}

static void cost_members(const cm_deriver *d, int index, int *to)
{
    const cm_node *node = &d->model->nodes[index];
    for (uint32_t i = 0; i < d->n; i++)
        if (node->op != CM_NODE_ELEMENT || cm_set_has(&d->values[index].set, i))
            cost_set(d, node, i, &to[i]);
}

static void cost_node(const cm_deriver *d, int index)
{
    const cm_node *node = &d->model->nodes[index];
    int *to = d->costs[index];
    if (node->op == CM_NODE_SEQ)
        cost_seq(d, node, to);
    else if (node->op == CM_NODE_PLUS)
        cm_why_closure(d, d->costs[node->a], to);
    else if (node->is_set)
        cost_members(d, index, to);
    else
        for (uint32_t i = 0; i < d->n; i++)
            for (uint32_t k = first_to(d, index, i); k < d->n; k = next_to(d, index, i, k))
                cost_pair(d, &d->model->nodes[index], i, k, &to[cm_why_at(d, i, k)]);
}

/* ---- the costs of a term ------------------------------------------------------------- */

static size_t cells(const cm_deriver *d, int index)
{
    return d->model->nodes[index].is_set ? d->n : (size_t)d->n * d->n;
}

/* Gives an empty table to what the term is made of and has none yet, and marks it. What is taken
 * away by a difference costs nothing: it is looked at by its value. */
static void begin_costs(cm_deriver *d, int index, bool *fresh)
{
    if (index < 0 || d->current[index])
        return;
    const cm_node *node = &d->model->nodes[index];
    size_t size = cells(d, index);
    if (!d->costs[index])
        d->costs[index] = CM_NEW_ARRAY(d->tables, size, int);
    memset(d->costs[index], CM_WHY_NEVER_BYTE, size * sizeof **d->costs);
    fresh[index] = d->current[index] = true;
    if (node->op == CM_NODE_FIX) {
        begin_costs(d, d->model->fixes[node->index].body, fresh);
        return;
    }
    begin_costs(d, node->a, fresh);
    if (node->op != CM_NODE_DIFF)
        begin_costs(d, node->b, fresh);
}

/* Costs fall until none does any more; children come first, so one pass is enough where
 * there is no recursion. */
void cm_why_costs(cm_deriver *d, int term)
{
    const cm_model *m = d->model;
    if (d->current[term])
        return;
    bool *fresh = CM_NEW_ARRAY(d->arena, (size_t)m->node_count, bool);
    begin_costs(d, term, fresh);
    for (long long before = -1, now = 0; before != now;) {
        bool first = before < 0;
        before = now;
        for (int i = 0; i < m->node_count; i++)
            if (fresh[i] && (first || m->nodes[i].recursive))
                cost_node(d, i);
        long long total = 0;
        for (int f = 0; f < d->model->fix_count; f++) {
            int node = d->model->fixes[f].node;
            for (size_t i = 0; fresh[node] && i < cells(d, node); i++)
                total += d->costs[node][i];
        }
        now = total;
    }
}

/* ---- from one execution to the next --------------------------------------------------- */

/* A copy where none is yet. Nodes that the execution has no value of stay as they are. */
static bool changed(const cm_deriver *d, int index, const cm_value *now)
{
    cm_value *last = &d->last[index];
    bool is_set = d->model->nodes[index].is_set;
    if ((is_set ? now->set.n : now->rel.n) == 0)
        return false;
    if (is_set ? last->set.n == 0 : last->rel.n == 0) {
        last->set = is_set ? cm_set_new(d->tables, d->n) : last->set;
        last->rel = is_set ? last->rel : cm_rel_new(d->tables, d->n);
    } else if (is_set ? cm_set_equal(&last->set, &now->set) : cm_rel_equal(&last->rel, &now->rel)) {
        return false;
    }
    if (is_set)
        cm_set_copy(&last->set, &now->set);
    else
        cm_rel_copy(&last->rel, &now->rel);
    return true;
}

static bool operands_are_current(const cm_deriver *d, const cm_node *node)
{
    if (node->op == CM_NODE_FIX)
        return d->current[d->model->fixes[node->index].body];
    return (node->a < 0 || d->current[node->a]) &&
           (node->b < 0 || node->op == CM_NODE_DIFF || d->current[node->b]);
}

void cm_why_forget(cm_deriver *d, const cm_value *values)
{
    int count = d->model->node_count;
    if (!d->last)
        d->last = CM_NEW_ARRAY(d->tables, (size_t)count, cm_value);
    for (int i = 0; i < count; i++)
        if (changed(d, i, &values[i]))
            d->current[i] = false;
    for (bool again = true; again;) { /* a recursive one is made of what comes behind it */
        again = false;
        for (int i = 0; i < count; i++) {
            if (!d->current[i] || operands_are_current(d, &d->model->nodes[i]))
                continue;
            d->current[i] = false;
            again = true;
        }
    }
}
