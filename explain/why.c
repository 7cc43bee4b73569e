/* Derivations: trees read off the table of costs. See why.h. */
#include "explain/why_parts.h"

#include <string.h>

cm_deriver *cm_deriver_new(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph,
                           const cm_value *values, int constraint, const cm_missing *missing)
{
    cm_deriver *d = CM_NEW(arena, cm_deriver);
    *d = (cm_deriver){.arena = arena,
                      .tables = arena,
                      .model = model,
                      .graph = graph,
                      .values = values,
                      .missing = missing,
                      .n = graph->n};
    if (constraint >= 0)
        d->values = cm_eval_counterexample(arena, model, graph, values, constraint);
    d->costs = CM_NEW_ARRAY(arena, (size_t)model->node_count, int *);
    d->current = CM_NEW_ARRAY(arena, (size_t)model->node_count, bool);
    /* As cm_model_name_of says, of all nodes at once. */
    const cm_model_name **names =
        CM_NEW_ARRAY(arena, (size_t)model->node_count, const cm_model_name *);
    for (int i = model->name_count - 1; i >= 0; i--)
        if (model->names[i].node >= 0 && model->nodes[model->names[i].node].op != CM_NODE_BASE)
            names[model->names[i].node] = &model->names[i];
    d->names = names;
    d->made = CM_NEW_ARRAY(arena, (size_t)model->node_count, const cm_why **);
    return d;
}

void cm_deriver_turn(cm_deriver *d, cm_arena *arena, const cm_execution_graph *graph,
                     const cm_value *values)
{
    cm_why_forget(d, values);
    d->arena = arena;
    d->graph = graph;
    d->values = values;
    while (d->touched_count > 0)
        *d->touched[--d->touched_count] = NULL;
}

uint32_t cm_why_cost(cm_deriver *d, int node, uint32_t from, uint32_t to)
{
    cm_why_costs(d, node);
    int cost = d->costs[node][d->model->nodes[node].is_set ? from : cm_why_at(d, from, to)];
    return cost >= CM_WHY_NEVER ? UINT32_MAX : (uint32_t)cost;
}

/* ---- trees ----------------------------------------------------------------------- */

typedef struct parts {
    const cm_why **items;
    int count, capacity;
} parts;

static void add_part(cm_deriver *d, parts *p, const cm_why *why)
{
    CM_RESERVE(d->arena, p->items, p->count, p->capacity);
    p->items[p->count++] = why;
}

static int cost_of(const cm_deriver *d, int node, uint32_t a, uint32_t b)
{
    return d->costs[node][d->model->nodes[node].is_set ? a : cm_why_at(d, a, b)];
}

static const cm_why *derive(cm_deriver *d, int index, uint32_t a, uint32_t b);

/* The operands of an operator without a name of its own belong to the one above. */
static void add_operands(cm_deriver *d, parts *p, int node, cm_node_op op, uint32_t a, uint32_t b)
{
    const cm_why *why = derive(d, node, a, b);
    if (d->model->nodes[node].op != op || d->names[node]) {
        add_part(d, p, why);
        return;
    }
    for (int i = 0; i < why->count; i++)
        add_part(d, p, why->parts[i]);
}

static void split_seq(cm_deriver *d, parts *p, const cm_node *node, uint32_t a, uint32_t b)
{
    int cost = cost_of(d, (int)(node - d->model->nodes), a, b);
    uint32_t m = 0;
    while (m < d->n && cm_why_plus(d->costs[node->a][cm_why_at(d, a, m)],
                                   d->costs[node->b][cm_why_at(d, m, b)]) != cost)
        m++;
    add_operands(d, p, node->a, CM_NODE_SEQ, a, m);
    add_operands(d, p, node->b, CM_NODE_SEQ, m, b);
}

/* A path of steps whose costs, and one for each, add up to that of the pair. */
static void split_plus(cm_deriver *d, parts *p, const int *closure, int step, uint32_t a,
                       uint32_t b)
{
    int rest = closure[cm_why_at(d, a, b)];
    while (d->costs[step][cm_why_at(d, a, b)] + 1 != rest) {
        uint32_t m = 0;
        while (m < d->n &&
               d->costs[step][cm_why_at(d, a, m)] + 1 + closure[cm_why_at(d, m, b)] != rest)
            m++;
        add_part(d, p, derive(d, step, a, m));
        a = m;
        rest = closure[cm_why_at(d, a, b)];
    }
    add_part(d, p, derive(d, step, a, b));
}

static void split_side(cm_deriver *d, parts *p, const cm_node *node, uint32_t a)
{
    bool first = node->op == CM_NODE_DOMAIN;
    int cost = d->costs[node - d->model->nodes][a];
    for (uint32_t k = 0; k < d->n; k++) {
        uint32_t from = first ? a : k, to = first ? k : a;
        if (d->costs[node->a][cm_why_at(d, from, to)] != cost)
            continue;
        add_part(d, p, derive(d, node->a, from, to));
        return;
    }
}

static void split_union(cm_deriver *d, parts *p, const cm_node *node, uint32_t a, uint32_t b)
{
    int cost = cost_of(d, (int)(node - d->model->nodes), a, b);
    bool left = cost_of(d, node->a, a, b) == cost;
    add_part(d, p, derive(d, left ? node->a : node->b, a, b));
}

static void split(cm_deriver *d, parts *p, const cm_node *node, uint32_t a, uint32_t b)
{
    switch (node->op) {
    case CM_NODE_UNION:
        split_union(d, p, node, a, b);
        break;
    case CM_NODE_INTER:
        add_operands(d, p, node->a, CM_NODE_INTER, a, b);
        add_operands(d, p, node->b, CM_NODE_INTER, a, b);
        break;
    case CM_NODE_DIFF:
        add_part(d, p, derive(d, node->a, a, b));
        break;
    case CM_NODE_SEQ:
        split_seq(d, p, node, a, b);
        break;
    case CM_NODE_PLUS:
        split_plus(d, p, d->costs[node - d->model->nodes], node->a, a, b);
        break;
    case CM_NODE_INVERSE:
        add_part(d, p, derive(d, node->a, b, a));
        break;
    case CM_NODE_OPT:
        if (a != b)
            add_part(d, p, derive(d, node->a, a, b));
        break;
    case CM_NODE_FIX:
        add_part(d, p, derive(d, d->model->fixes[node->index].body, a, b));
        break;
    case CM_NODE_IDENTITY:
        add_part(d, p, derive(d, node->a, a, a));
        break;
    case CM_NODE_CROSS:
        add_part(d, p, derive(d, node->a, a, a));
        add_part(d, p, derive(d, node->b, b, b));
        break;
    case CM_NODE_DOMAIN:
    case CM_NODE_RANGE:
        split_side(d, p, node, a);
        break;
    default:
        break;
    }
}

static bool is_missing(const cm_deriver *d, const cm_node *node, uint32_t a, uint32_t b)
{
    if (node->op != CM_NODE_BASE)
        return false;
    return node->is_set ? !cm_set_has(&d->graph->sets[node->index], a)
                        : !cm_rel_has(&d->graph->rels[node->index], a, b);
}

static const cm_why *derive(cm_deriver *d, int index, uint32_t a, uint32_t b)
{
    const cm_node *node = &d->model->nodes[index];
    size_t cell = node->is_set ? a : cm_why_at(d, a, b);
    if (!d->made[index])
        d->made[index] =
            CM_NEW_ARRAY(d->tables, node->is_set ? d->n : (size_t)d->n * d->n, const cm_why *);
    if (d->made[index][cell]) /* or terms with much sharing would become huge trees */
        return d->made[index][cell];
    cm_why *why = CM_NEW(d->arena, cm_why);
    parts p = {0};
    split(d, &p, node, a, b);
    *why = (cm_why){.node = index,
                    .from = a,
                    .to = node->is_set ? a : b,
                    .name = d->names[index],
                    .cost = cost_of(d, index, a, b),
                    .missing = is_missing(d, node, a, b),
                    .parts = p.items,
                    .count = p.count};
    why->number = d->touched_count;
    d->made[index][cell] = why;
    CM_RESERVE(d->tables, d->touched, d->touched_count, d->touched_capacity);
    d->touched[d->touched_count++] = &d->made[index][cell];
    return why;
}

const cm_why *cm_why_of(cm_deriver *d, int node, uint32_t from, uint32_t to)
{
    return cm_why_cost(d, node, from, to) == UINT32_MAX ? NULL : derive(d, node, from, to);
}

/* ---- violations -------------------------------------------------------------------- */

/* Steps of a path: sequences and closures without a name are what they are made of, and
 * what stays at one event is none. */
static void add_steps(cm_deriver *d, parts *p, const cm_why *why)
{
    const cm_node *node = &d->model->nodes[why->node];
    bool through = node->op == CM_NODE_SEQ || node->op == CM_NODE_PLUS ||
                   node->op == CM_NODE_UNION || node->op == CM_NODE_OPT || node->op == CM_NODE_FIX;
    if (node->op == CM_NODE_IDENTITY || (node->op == CM_NODE_OPT && why->count == 0))
        return;
    if (why->name || !through) {
        add_part(d, p, why);
        return;
    }
    for (int i = 0; i < why->count; i++)
        add_steps(d, p, why->parts[i]);
}

static void give_steps(cm_violation *out, const parts *p)
{
    out->steps = p->items;
    out->count = p->count;
}

static void violate_cycle(cm_deriver *d, int node, cm_violation *out)
{
    size_t size = (size_t)d->n * d->n;
    int *closure = CM_NEW_ARRAY(d->arena, size, int), best = CM_WHY_NEVER;
    memset(closure, CM_WHY_NEVER_BYTE, size * sizeof *closure);
    cm_why_closure(d, d->costs[node], closure);
    for (uint32_t a = 0; a < d->n; a++)
        if (cm_why_lower(&best, closure[cm_why_at(d, a, a)]))
            out->from = out->to = a;
    out->cost = (unsigned)best;
    if (best >= CM_WHY_NEVER)
        return;
    parts path = {0}, steps = {0};
    split_plus(d, &path, closure, node, out->from, out->from);
    for (int i = 0; i < path.count; i++)
        add_steps(d, &steps, path.items[i]);
    out->cycle = true;
    give_steps(out, &steps);
}

static bool violate_loop(cm_deriver *d, int node, cm_violation *out)
{
    int best = CM_WHY_NEVER;
    for (uint32_t a = 0; a < d->n; a++)
        if (cm_why_lower(&best, d->costs[node][cm_why_at(d, a, a)]))
            out->from = out->to = a;
    out->cost = (unsigned)best;
    out->cycle = true;
    if (best < CM_WHY_NEVER) {
        /* What an intersection holds of its pair, or a sequence is made of; under a name, too: the
         * constraint's term is looked into. */
        const cm_why *why = derive(d, node, out->from, out->to);
        parts steps = {0};
        if (out->cycle || out->pair)
            for (int i = 0; i < why->count; i++)
                add_steps(d, &steps, why->parts[i]);
        if (steps.count == 0)
            add_part(d, &steps, why);
        give_steps(out, &steps);
    }
    return best < CM_WHY_NEVER;
}

/* `r \ s` is empty: what matters is how the pair comes into r. */
static int positive(const cm_model *m, int node)
{
    while (m->nodes[node].op == CM_NODE_DIFF)
        node = m->nodes[node].a;
    return node;
}

static bool violate_member(cm_deriver *d, int node, cm_violation *out)
{
    bool is_set = d->model->nodes[node].is_set;
    int best = CM_WHY_NEVER;
    for (uint32_t a = 0; a < d->n; a++)
        for (uint32_t b = 0; b < (is_set ? 1 : d->n); b++)
            if (cm_why_lower(&best, d->costs[node][is_set ? a : cm_why_at(d, a, b)])) {
                out->from = a;
                out->to = is_set ? a : b;
            }
    out->cost = (unsigned)best;
    if (best >= CM_WHY_NEVER)
        return false;
    int inner = positive(d->model, node);
    cm_node_op op = d->model->nodes[inner].op;
    out->pair = !is_set && (op == CM_NODE_SEQ || op == CM_NODE_PLUS);
    const cm_why *why = derive(d, inner, out->from, out->to);
    parts steps = {0};
    for (int i = 0; i < why->count && (out->pair || op == CM_NODE_INTER); i++)
        if (out->pair)
            add_steps(d, &steps, why->parts[i]);
        else
            add_part(d, &steps, why->parts[i]);
    if (steps.count == 0)
        add_part(d, &steps, why);
    give_steps(out, &steps);
    return true;
}

static bool find_violation(cm_deriver *d, const cm_constraint *c, cm_violation *out)
{
    if (c->kind == CM_ACYCLIC) {
        violate_cycle(d, c->node, out);
        return out->cycle;
    }
    return c->kind == CM_IRREFLEXIVE ? violate_loop(d, c->node, out)
                                     : violate_member(d, c->node, out);
}

bool cm_why_violated(cm_deriver *d, int constraint, cm_violation *out)
{
    const cm_constraint *c = &d->model->constraints[constraint];
    *out = (cm_violation){.constraint = constraint};
    cm_why_costs(d, c->node);
    bool found = find_violation(d, c, out);
    if (c->negated == c->is_flag) /* it fails (is raised) where something is found */
        return found;
    *out = (cm_violation){.constraint = constraint, .nothing = true};
    return !found;
}

/* ---- looking again -------------------------------------------------------------------- */

static bool holds_by_values(const cm_deriver *d, const cm_why *why)
{
    const cm_node *node = &d->model->nodes[why->node];
    const cm_value *value = &d->values[why->node];
    bool self = node->is_set ? cm_set_has(&value->set, why->from)
                             : cm_rel_has(&value->rel, why->from, why->to);
    return self || why->missing;
}

/* Each derivation is looked at once: they share parts. */
static bool all_hold(const cm_deriver *d, const cm_why *why, bool *seen)
{
    if (seen[why->number])
        return true;
    seen[why->number] = true;
    if (!holds_by_values(d, why))
        return false;
    for (int i = 0; i < why->count; i++)
        if (!all_hold(d, why->parts[i], seen))
            return false;
    return true;
}

bool cm_why_checked(cm_deriver *d, const cm_violation *v)
{
    bool *seen = CM_NEW_ARRAY(d->arena, (size_t)d->touched_count + 1, bool);
    uint32_t now = v->from;
    for (int i = 0; i < v->count; i++) {
        if (!all_hold(d, v->steps[i], seen))
            return false;
        if (!v->cycle && !v->pair)
            continue;
        if (v->steps[i]->from != now)
            return false;
        now = v->steps[i]->to;
    }
    return (!v->cycle && !v->pair) || now == v->to;
}

/* ---- what is missing ------------------------------------------------------------- */

static void collect_missing(cm_arena *arena, const cm_why *why, parts *p)
{
    if (why->missing) {
        for (int i = 0; i < p->count; i++)
            if (p->items[i]->node == why->node && p->items[i]->from == why->from &&
                p->items[i]->to == why->to)
                return;
        CM_RESERVE(arena, p->items, p->count, p->capacity);
        p->items[p->count++] = why;
    }
    for (int i = 0; i < why->count; i++)
        collect_missing(arena, why->parts[i], p);
}

int cm_why_missing(cm_arena *arena, const cm_why *why, const cm_why ***facts)
{
    parts p = {0};
    collect_missing(arena, why, &p);
    *facts = p.items;
    return p.count;
}
