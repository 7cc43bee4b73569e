/* Derivations: what they cost, a table by term and pair, and trees read off it. See why.h. */
#include "explain/why.h"

#include <string.h>

/* NEVER is more than any cost; every byte of it is the same, as memset writes it. */
enum { BASE_COST = 2, NEVER_BYTE = 0x10, NEVER = 0x10101010 };

struct cm_deriver {
    cm_arena *arena, *tables; /* of derivations, of costs */
    const cm_model *model;
    const cm_execution_graph *graph;
    const cm_value *values;
    const cm_missing *missing;
    uint32_t n;
    int **costs;                 /* by node: n * n, of sets n; NULL: never computed */
    bool *current;               /* by node: the costs are those of the values */
    cm_value *last;              /* of the execution before, by node; NULL: there was none */
    const cm_model_name **names; /* by node */
    const cm_why ***made;        /* by node, then as its costs: what was derived already */
    const cm_why ***touched;     /* cells of these that are not empty */
    uint32_t touched_count, touched_capacity;
};

static inline size_t at(const cm_deriver *d, uint32_t a, uint32_t b)
{
    return (size_t)a * d->n + b;
}

static size_t cell_of(const cm_deriver *d, int node, uint32_t a, uint32_t b)
{
    return d->model->nodes[node].is_set ? a : at(d, a, b);
}

static size_t cell_count(const cm_deriver *d, int node)
{
    return d->model->nodes[node].is_set ? d->n : (size_t)d->n * d->n;
}

static inline int plus(int a, int b)
{
    return a + b >= NEVER ? NEVER : a + b;
}

/* Lowers *to; was it higher? */
static inline bool lower(int *to, int cost)
{
    if (cost >= *to)
        return false;
    *to = cost;
    return true;
}

/* ---- what the execution says ------------------------------------------------ */

static bool says(const cm_deriver *d, const cm_node *base, uint32_t a, uint32_t b)
{
    return base->is_set ? cm_set_has(&d->graph->sets[base->index], a)
                        : cm_rel_has(&d->graph->rels[base->index], a, b);
}

static int member_cost(const cm_deriver *d, const cm_node *node, uint32_t event)
{
    const cm_base *base = d->model->bases[node->index];
    if (says(d, node, event, event))
        return 0;
    if (!d->missing)
        return NEVER;
    char ghost = d->missing->ghosts ? d->missing->ghosts[event] : '\0';
    if (ghost && base->events && strchr(base->events, ghost))
        return 1; /* its tags are what costs */
    int change = base->kind == CM_BASE_TAG && d->missing->may_have
                     ? d->missing->may_have(d->missing->context, event, base->name)
                     : -1;
    return change < 0 ? NEVER : CM_WHY_MISSING + change;
}

static int pair_cost(const cm_deriver *d, const cm_node *node, uint32_t a, uint32_t b)
{
    const cm_base *base = d->model->bases[node->index];
    if (says(d, node, a, b))
        return base->traits & CM_BASE_FACT ? BASE_COST : 0;
    if (!d->missing || !d->missing->dependencies)
        return NEVER;
    bool may = base->kind == CM_BASE_DATA
                   ? cm_rel_has(d->missing->data, a, b)
                   : (base->kind == CM_BASE_ADDR || base->kind == CM_BASE_CTRL) &&
                         cm_rel_has(d->missing->dependencies, a, b);
    return may ? CM_WHY_MISSING + 1 : NEVER;
}

/* ---- costs of operators --------------------------------------------------------- */

static bool holds(const cm_deriver *d, int node, uint32_t i, uint32_t k)
{
    return d->model->nodes[node].is_set ? cm_set_has(&d->values[node].set, i)
                                        : cm_rel_has(&d->values[node].rel, i, k);
}

/* Of a pair, or of a set's member (twice), by what the operands cost so far. */
static int cost_of_cell(const cm_deriver *d, int index, uint32_t i, uint32_t k)
{
    const cm_node *node = &d->model->nodes[index];
    const int *a = node->a >= 0 ? d->costs[node->a] : NULL;
    const int *b = node->b >= 0 ? d->costs[node->b] : NULL;
    size_t cell = node->is_set ? i : at(d, i, k);
    int least = NEVER;
    switch (node->op) {
    case CM_NODE_BASE:
        return node->is_set ? member_cost(d, node, i) : pair_cost(d, node, i, k);
    case CM_NODE_FREE:
        return cm_rel_has(&d->graph->frees[node->index], i, k) ? BASE_COST : NEVER;
    case CM_NODE_ALL:
        return 0;
    case CM_NODE_ELEMENT:
        return holds(d, index, i, i) ? 0 : NEVER;
    case CM_NODE_UNION:
        return a[cell] < b[cell] ? a[cell] : b[cell];
    case CM_NODE_INTER:
        return plus(a[cell], b[cell]);
    case CM_NODE_DIFF:
        return holds(d, node->b, i, k) ? NEVER : a[cell];
    case CM_NODE_FIX:
        return plus(d->costs[d->model->fixes[node->index].body][cell], 1);
    case CM_NODE_INVERSE:
        return a[at(d, k, i)];
    case CM_NODE_OPT:
        return i == k ? 0 : a[cell];
    case CM_NODE_IDENTITY:
        return i == k ? a[i] : NEVER;
    case CM_NODE_CROSS:
        return plus(a[i], b[k]);
    case CM_NODE_DOMAIN:
    case CM_NODE_RANGE:
        for (uint32_t m = 0; m < d->n; m++)
            lower(&least, a[node->op == CM_NODE_DOMAIN ? at(d, i, m) : at(d, m, i)]);
        return least;
    default:
        return NEVER;
    }
}

/* The next event from `k` on to which the node may relate `i`: by its value, where nothing is
 * missing. */
static inline uint32_t next_to(const cm_deriver *d, int node, uint32_t i, uint32_t k)
{
    const cm_rel *value = &d->values[node].rel;
    return d->missing ? k : cm_bits_next(cm_rel_row(value, i), value->words, d->n, k);
}

/* a ; b, through every event in the middle. */
static void cost_seq(const cm_deriver *d, const cm_node *node, int *to)
{
    const int *a = d->costs[node->a], *b = d->costs[node->b];
    for (uint32_t i = 0; i < d->n; i++)
        for (uint32_t m = next_to(d, node->a, i, 0); m < d->n; m = next_to(d, node->a, i, m + 1)) {
            int first = a[at(d, i, m)];
            if (first >= NEVER)
                continue;
            for (uint32_t k = next_to(d, node->b, m, 0); k < d->n;
                 k = next_to(d, node->b, m, k + 1))
                lower(&to[at(d, i, k)], plus(first, b[at(d, m, k)]));
        }
}

/* Of the closure of steps with those costs: every step costs one more than what it is. `to` is
 * lowered. By Floyd and Warshall. */
static void cost_closure(const cm_deriver *d, const int *step, int *to)
{
    for (size_t i = 0; i < (size_t)d->n * d->n; i++)
        lower(&to[i], plus(step[i], 1));
    for (uint32_t m = 0; m < d->n; m++)
        for (uint32_t i = 0; i < d->n; i++) {
            int first = to[at(d, i, m)];
            if (first >= NEVER)
                continue;
            for (uint32_t k = 0; k < d->n; k++)
                lower(&to[at(d, i, k)], plus(first, to[at(d, m, k)]));
        }
}

static void cost_node(const cm_deriver *d, int index)
{
    const cm_node *node = &d->model->nodes[index];
    int *to = d->costs[index];
    if (node->op == CM_NODE_SEQ)
        cost_seq(d, node, to);
    else if (node->op == CM_NODE_PLUS)
        cost_closure(d, d->costs[node->a], to);
    else if (node->is_set)
        for (uint32_t i = 0; i < d->n; i++)
            lower(&to[i], cost_of_cell(d, index, i, i));
    else
        for (uint32_t i = 0; i < d->n; i++)
            for (uint32_t k = next_to(d, index, i, 0); k < d->n; k = next_to(d, index, i, k + 1))
                lower(&to[at(d, i, k)], cost_of_cell(d, index, i, k));
}

/* ---- the costs of a term ------------------------------------------------------------- */

/* Gives an empty table to what the term is made of and has none yet, and marks it. What is taken
 * away by a difference costs nothing: it is looked at by its value. */
static void begin_costs(cm_deriver *d, int index, bool *fresh)
{
    if (index < 0 || d->current[index])
        return;
    const cm_node *node = &d->model->nodes[index];
    size_t size = cell_count(d, index);
    if (!d->costs[index])
        d->costs[index] = CM_NEW_ARRAY(d->tables, size, int);
    memset(d->costs[index], NEVER_BYTE, size * sizeof **d->costs);
    fresh[index] = d->current[index] = true;
    bool recursive = node->op == CM_NODE_FIX;
    begin_costs(d, recursive ? d->model->fixes[node->index].body : node->a, fresh);
    if (!recursive && node->op != CM_NODE_DIFF)
        begin_costs(d, node->b, fresh);
}

/* Of the term, and of all that it is made of; what is known stays. Costs fall until none does any
 * more; children come first, so one pass is enough where there is no recursion. */
static void find_costs(cm_deriver *d, int term)
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
        now = 0;
        for (int f = 0; f < m->fix_count; f++) {
            int node = m->fixes[f].node;
            for (size_t i = 0; fresh[node] && i < cell_count(d, node); i++)
                now += d->costs[node][i];
        }
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
    size_t count = (size_t)model->node_count;
    d->costs = CM_NEW_ARRAY(arena, count, int *);
    d->current = CM_NEW_ARRAY(arena, count, bool);
    d->made = CM_NEW_ARRAY(arena, count, const cm_why **);
    /* As cm_model_name_of says, of all nodes at once. */
    d->names = CM_NEW_ARRAY(arena, count, const cm_model_name *);
    for (int i = model->name_count - 1; i >= 0; i--)
        if (model->names[i].node >= 0 && model->nodes[model->names[i].node].op != CM_NODE_BASE)
            d->names[model->names[i].node] = &model->names[i];
    return d;
}

void cm_deriver_turn(cm_deriver *d, cm_arena *arena, const cm_execution_graph *graph,
                     const cm_value *values)
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
            const cm_node *node = &d->model->nodes[i];
            bool stale = node->op == CM_NODE_FIX ? !d->current[d->model->fixes[node->index].body]
                                                 : (node->a >= 0 && !d->current[node->a]) ||
                                                       (node->b >= 0 && node->op != CM_NODE_DIFF &&
                                                        !d->current[node->b]);
            again |= d->current[i] && stale;
            d->current[i] &= !stale;
        }
    }
    d->arena = arena;
    d->graph = graph;
    d->values = values;
    while (d->touched_count > 0)
        *d->touched[--d->touched_count] = NULL;
}

/* ---- trees ----------------------------------------------------------------------- */

typedef struct parts {
    const cm_why **items;
    int count, capacity;
} parts;

static void add_part(cm_deriver *d, parts *p, const cm_why *why)
{
    CM_PUSH(d->arena, p->items, p->count, p->capacity, why);
}

static int cost_of(const cm_deriver *d, int node, uint32_t a, uint32_t b)
{
    return d->costs[node][cell_of(d, node, a, b)];
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
    while (m < d->n && plus(d->costs[node->a][at(d, a, m)], d->costs[node->b][at(d, m, b)]) != cost)
        m++;
    add_operands(d, p, node->a, CM_NODE_SEQ, a, m);
    add_operands(d, p, node->b, CM_NODE_SEQ, m, b);
}

/* A path of steps whose costs, and one for each, add up to that of the pair. */
static void split_plus(cm_deriver *d, parts *p, const int *closure, int step, uint32_t a,
                       uint32_t b)
{
    int rest = closure[at(d, a, b)];
    while (d->costs[step][at(d, a, b)] + 1 != rest) {
        uint32_t m = 0;
        while (m < d->n && d->costs[step][at(d, a, m)] + 1 + closure[at(d, m, b)] != rest)
            m++;
        add_part(d, p, derive(d, step, a, m));
        a = m;
        rest = closure[at(d, a, b)];
    }
    add_part(d, p, derive(d, step, a, b));
}

static void split(cm_deriver *d, parts *p, const cm_node *node, uint32_t a, uint32_t b)
{
    int index = (int)(node - d->model->nodes);
    bool left = false;
    switch (node->op) {
    case CM_NODE_UNION:
        left = cost_of(d, node->a, a, b) == cost_of(d, index, a, b);
        add_part(d, p, derive(d, left ? node->a : node->b, a, b));
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
        split_plus(d, p, d->costs[index], node->a, a, b);
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
    case CM_NODE_CROSS:
        add_part(d, p, derive(d, node->a, a, a));
        if (node->op == CM_NODE_CROSS)
            add_part(d, p, derive(d, node->b, b, b));
        break;
    case CM_NODE_DOMAIN:
    case CM_NODE_RANGE:
        for (uint32_t k = 0; k < d->n; k++) {
            uint32_t from = node->op == CM_NODE_DOMAIN ? a : k;
            uint32_t to = node->op == CM_NODE_DOMAIN ? k : a;
            if (d->costs[node->a][at(d, from, to)] == d->costs[index][a]) {
                add_part(d, p, derive(d, node->a, from, to));
                return;
            }
        }
        break;
    default:
        break;
    }
}

static const cm_why *derive(cm_deriver *d, int index, uint32_t a, uint32_t b)
{
    const cm_node *node = &d->model->nodes[index];
    size_t cell = cell_of(d, index, a, b);
    if (!d->made[index])
        d->made[index] = CM_NEW_ARRAY(d->tables, cell_count(d, index), const cm_why *);
    if (d->made[index][cell]) /* or terms with much sharing would become huge trees */
        return d->made[index][cell];
    cm_why *why = CM_NEW(d->arena, cm_why);
    parts p = {0};
    split(d, &p, node, a, b);
    *why = (cm_why){.node = index,
                    .number = d->touched_count,
                    .from = a,
                    .to = node->is_set ? a : b,
                    .name = d->names[index],
                    .cost = cost_of(d, index, a, b),
                    .missing = node->op == CM_NODE_BASE && !says(d, node, a, b),
                    .parts = p.items,
                    .count = p.count};
    d->made[index][cell] = why;
    CM_PUSH(d->tables, d->touched, d->touched_count, d->touched_capacity, &d->made[index][cell]);
    return why;
}

const cm_why *cm_why_of(cm_deriver *d, int node, uint32_t from, uint32_t to)
{
    find_costs(d, node);
    return cost_of(d, node, from, to) >= NEVER ? NULL : derive(d, node, from, to);
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

static bool violate_cycle(cm_deriver *d, int node, cm_violation *out, parts *steps)
{
    size_t size = (size_t)d->n * d->n;
    int *closure = CM_NEW_ARRAY(d->arena, size, int), best = NEVER;
    memset(closure, NEVER_BYTE, size * sizeof *closure);
    cost_closure(d, d->costs[node], closure);
    for (uint32_t a = 0; a < d->n; a++)
        if (lower(&best, closure[at(d, a, a)]))
            out->from = out->to = a;
    out->cost = (unsigned)best;
    if (best >= NEVER)
        return false;
    parts path = {0};
    split_plus(d, &path, closure, node, out->from, out->from);
    for (int i = 0; i < path.count; i++)
        add_steps(d, steps, path.items[i]);
    out->cycle = true;
    return true;
}

/* Of `irreflexive` an event with itself, of `empty` any pair or member: the cheapest. */
static bool violate_member(cm_deriver *d, const cm_constraint *c, cm_violation *out, parts *steps)
{
    const cm_node *nodes = d->model->nodes;
    bool loop = c->kind == CM_IRREFLEXIVE;
    int best = NEVER, inner = c->node;
    for (uint32_t a = 0; a < d->n; a++)
        for (uint32_t b = 0; b < d->n; b++)
            if ((a == b || !(loop || nodes[c->node].is_set)) &&
                lower(&best, cost_of(d, c->node, a, b))) {
                out->from = a;
                out->to = b;
            }
    out->cost = (unsigned)best;
    out->cycle = loop;
    if (best >= NEVER)
        return false;
    /* `r \ s` is empty: what matters is how the pair comes into r. */
    while (!loop && nodes[inner].op == CM_NODE_DIFF)
        inner = nodes[inner].a;
    cm_node_op op = nodes[inner].op;
    out->pair = !loop && !nodes[c->node].is_set && (op == CM_NODE_SEQ || op == CM_NODE_PLUS);
    /* What an intersection holds of its pair, or a sequence is made of; under a name, too: the
     * constraint's term is looked into. */
    const cm_why *why = derive(d, inner, out->from, out->to);
    for (int i = 0; i < why->count; i++)
        if (loop || out->pair)
            add_steps(d, steps, why->parts[i]);
        else if (op == CM_NODE_INTER)
            add_part(d, steps, why->parts[i]);
    if (steps->count == 0)
        add_part(d, steps, why);
    return true;
}

bool cm_why_violated(cm_deriver *d, int constraint, cm_violation *out)
{
    const cm_constraint *c = &d->model->constraints[constraint];
    *out = (cm_violation){.constraint = constraint};
    find_costs(d, c->node);
    parts steps = {0};
    bool found = c->kind == CM_ACYCLIC ? violate_cycle(d, c->node, out, &steps)
                                       : violate_member(d, c, out, &steps);
    out->steps = steps.items;
    out->count = steps.count;
    if (c->negated == c->is_flag) /* it fails (is raised) where something is found */
        return found;
    *out = (cm_violation){.constraint = constraint, .nothing = true};
    return !found;
}

/* ---- looking again -------------------------------------------------------------------- */

/* Each derivation is looked at once: they share parts. */
static bool all_hold(const cm_deriver *d, const cm_why *why, bool *seen)
{
    if (seen[why->number])
        return true;
    seen[why->number] = true;
    if (!why->missing && !holds(d, why->node, why->from, why->to))
        return false;
    for (int i = 0; i < why->count; i++)
        if (!all_hold(d, why->parts[i], seen))
            return false;
    return true;
}

bool cm_why_checked(cm_deriver *d, const cm_violation *v)
{
    bool *seen = CM_NEW_ARRAY(d->arena, (size_t)d->touched_count + 1, bool);
    bool leads = v->cycle || v->pair;
    uint32_t now = v->from;
    for (int i = 0; i < v->count; i++) {
        if (!all_hold(d, v->steps[i], seen) || (leads && v->steps[i]->from != now))
            return false;
        now = v->steps[i]->to;
    }
    return !leads || now == v->to;
}

/* ---- what is missing ------------------------------------------------------------- */

static void collect_missing(cm_arena *arena, const cm_why *why, parts *p)
{
    if (why->missing) {
        for (int i = 0; i < p->count; i++)
            if (p->items[i]->node == why->node && p->items[i]->from == why->from &&
                p->items[i]->to == why->to)
                return;
        CM_PUSH(arena, p->items, p->count, p->capacity, why);
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
