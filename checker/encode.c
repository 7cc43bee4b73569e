/* Formulas for terms and constraints. See encode.h. */
#include "checker/encode.h"

#include "checker/solver/acyclic.h"
#include "model/eval.h"

#include <stdlib.h>
#include <string.h>

enum {
    /* Pairs that eliminating vertices joins, or that closing a relation relates,
     * from which on constraints are cheaper than formulas (docs/benchmarks.md). */
    LARGE_CYCLE = 1500,
    LARGE_CLOSURE = 250,
    /* Ways from one event to another that are worth sharing with other pairs. */
    MANY_WAYS = 16
};

/* The ways of the last pair (a, b) of a sequence that had many; by number. */
typedef struct cm_shared {
    uint32_t a;
    cm_lits ways;
    cm_lit any;
} cm_shared;

void cm_encoder_init(cm_encoder *encoder, cm_graph *graph)
{
    cm_job *job = graph->job;
    const cm_model *model = job->model;
    *encoder = (cm_encoder){
        .graph = graph, .job = job, .form = &job->form, .model = model, .n = graph->count};
    size_t nodes = (size_t)model->node_count;
    encoder->bounds = CM_NEW_ARRAY(job->arena, nodes, cm_bound);
    encoder->lower = CM_NEW_ARRAY(job->arena, nodes, cm_lit *);
    encoder->one_sided = CM_NEW_ARRAY(job->arena, nodes, bool);
    encoder->shared = CM_NEW_ARRAY(job->arena, nodes, cm_shared);
    encoder->steps = CM_NEW_ARRAY(job->arena, nodes, cm_rel);
    for (size_t i = 0; i < nodes; i++)
        encoder->one_sided[i] = model->nodes[i].recursive;
    encoder->varies = cm_eval_elemental(job->arena, model);
    encoder->element = CM_NEW_ARRAY(job->arena, (size_t)model->element_count, uint32_t);
    for (int i = 0; i < model->element_count; i++)
        encoder->element[i] = encoder->n;
    encoder->implies = cm_rel_new(job->arena, encoder->n);
    for (uint32_t a = 0; a < encoder->n; a++)
        for (uint32_t b = 0; b < encoder->n; b++)
            if (cm_form_implies(&job->form, graph->events[a].exec, graph->events[b].exec))
                cm_rel_add(&encoder->implies, a, b);
    cm_bounds_compute(encoder);
    /* Nodes whose upper formulas may hold where the relation does not: recursive ones,
     * large closures, and what is made of them. */
    for (int i = 0; i < encoder->model->node_count; i++) {
        const cm_node *node = &encoder->model->nodes[i];
        const cm_bound *bound = &encoder->bounds[i];
        bool large = node->op == CM_NODE_PLUS &&
                     cm_rel_count(&bound->may) - cm_rel_count(&bound->must) > LARGE_CLOSURE;
        encoder->one_sided[i] = large || node->recursive ||
                                (node->a >= 0 && encoder->one_sided[node->a]) ||
                                (node->b >= 0 && encoder->one_sided[node->b]);
    }
}

/* ---- terms ----------------------------------------------------------- */

static cm_side other_side(cm_side side)
{
    return side == CM_UPPER ? CM_LOWER : CM_UPPER;
}

static int by_number(const void *left, const void *right)
{
    cm_lit a = *(const cm_lit *)left, b = *(const cm_lit *)right;
    return (a > b) - (a < b);
}

/* Moves those of the ways that are not shared to the front: how many are they?
 * UINT32_MAX: some that are shared are not among the ways. */
static uint32_t ways_besides(const cm_lits *shared, const cm_lits *ways, cm_lit *besides)
{
    uint32_t count = 0, at = 0;
    for (uint32_t i = 0; i < ways->count; i++)
        if (at < shared->count && shared->items[at] == ways->items[i])
            at++;
        else
            besides[count++] = ways->items[i];
    return at == shared->count ? count : UINT32_MAX;
}

/* Pair of a ; b: through any event in the middle. */
static cm_lit seq_pair(cm_encoder *e, int index, uint32_t a, uint32_t b, cm_side side)
{
    const cm_node *node = &e->model->nodes[index];
    const cm_rel *first = &e->bounds[node->a].may, *second = &e->bounds[node->b].may;
    cm_lits ways = {0};
    CM_EACH(cm_rel_row(first, a), first->words, e->n, mid)
    {
        if (!cm_rel_has(second, mid, b))
            continue;
        cm_lit way = cm_form_and(e->form, cm_encode_pair(e, node->a, a, mid, side),
                                 cm_encode_pair(e, node->b, mid, b, side));
        if (way == CM_TRUE)
            return CM_TRUE;
        cm_lits_add(e->job->arena, &ways, way);
    }
    /* Any of the ways from a on. From one event of a chain to the next there are more and
     * more (of from-reads, say: the write that is overwritten is one of those before), so
     * that a formula of them all for each would grow with the square of the chain. */
    if (ways.count < MANY_WAYS)
        return cm_form_or_all(e->form, ways.items, ways.count);
    qsort(ways.items, ways.count, sizeof *ways.items, by_number);
    cm_shared *shared = &e->shared[index];
    cm_lit *besides = CM_NEW_ARRAY(e->job->arena, ways.count + 1, cm_lit);
    uint32_t count = shared->ways.count > 0 && shared->a == a
                         ? ways_besides(&shared->ways, &ways, besides)
                         : UINT32_MAX;
    if (count != UINT32_MAX)
        besides[count++] = shared->any;
    cm_lit any = count != UINT32_MAX ? cm_form_or_all(e->form, besides, count)
                                     : cm_form_or_all(e->form, ways.items, ways.count);
    *shared = (cm_shared){a, ways, any};
    return any;
}

/* Is the closure told pair by pair, each a variable that holds at least where there is a path? */
static bool is_told_by_pairs(const cm_encoder *e, int node, cm_side side)
{
    const cm_node *n = &e->model->nodes[node];
    return side == CM_UPPER && n->op == CM_NODE_PLUS && e->one_sided[node] && !n->recursive;
}

/* A pair of a recursive relation or of such a closure: a variable that its body implies, or what
 * paths are made of (upper side). */
static cm_lit pending_pair(cm_encoder *e, int node, uint32_t a, uint32_t b)
{
    CM_RESERVE(e->job->arena, e->pending, e->pending_count, e->pending_capacity);
    e->pending[e->pending_count++] = (cm_pair){node, a, b};
    return cm_form_variable(e->form);
}

static cm_lit make_pair(cm_encoder *e, int index, uint32_t a, uint32_t b, cm_side side)
{
    const cm_node *node = &e->model->nodes[index];
    switch (node->op) {
    case CM_NODE_UNION:
        return cm_form_or(e->form, cm_encode_pair(e, node->a, a, b, side),
                          cm_encode_pair(e, node->b, a, b, side));
    case CM_NODE_INTER:
        return cm_form_and(e->form, cm_encode_pair(e, node->a, a, b, side),
                           cm_encode_pair(e, node->b, a, b, side));
    case CM_NODE_DIFF:
        return cm_form_and(e->form, cm_encode_pair(e, node->a, a, b, side),
                           -cm_encode_pair(e, node->b, a, b, other_side(side)));
    case CM_NODE_SEQ:
        return seq_pair(e, index, a, b, side);
    case CM_NODE_INVERSE:
        return cm_encode_pair(e, node->a, b, a, side);
    case CM_NODE_OPT:
        return a == b ? e->graph->events[a].exec : cm_encode_pair(e, node->a, a, b, side);
    case CM_NODE_IDENTITY:
        return a == b ? cm_encode_member(e, node->a, a, side) : CM_FALSE;
    case CM_NODE_CROSS:
        return cm_form_and(e->form, cm_encode_member(e, node->a, a, side),
                           cm_encode_member(e, node->b, b, side));
    default: /* BASE and FREE have all their formulas, FIX is handled by its side */
        return CM_FALSE;
    }
}

/* The table of formulas that a node has for a side; made if there is none. */
static cm_lit *table(cm_encoder *e, int node, cm_side side)
{
    const cm_node *n = &e->model->nodes[node];
    cm_lit **lits =
        side == CM_LOWER && e->one_sided[node] ? &e->lower[node] : &e->bounds[node].lits;
    if (!*lits && n->op == CM_NODE_PLUS && !is_told_by_pairs(e, node, side))
        *lits = cm_encode_closure(e, node, side);
    if (!*lits)
        *lits = CM_NEW_ARRAY(e->job->arena, n->is_set ? e->n : (size_t)e->n * e->n, cm_lit);
    return *lits;
}

static void expand_lower(cm_encoder *e, int node);

cm_lit cm_encode_pair(cm_encoder *e, int node, uint32_t a, uint32_t b, cm_side side)
{
    const cm_bound *bound = &e->bounds[node];
    if (!cm_rel_has(&bound->may, a, b))
        return CM_FALSE;
    if (cm_rel_has(&bound->must, a, b))
        return cm_graph_both(e->graph, a, b);
    const cm_node *n = &e->model->nodes[node];
    cm_lit *found = &table(e, node, side)[(size_t)a * e->n + b];
    if (*found)
        return *found;
    if (n->op == CM_NODE_FIX && side == CM_LOWER) {
        expand_lower(e, node);
        return table(e, node, side)[(size_t)a * e->n + b];
    }
    bool pending = n->op == CM_NODE_FIX || is_told_by_pairs(e, node, side);
    cm_lit made = pending ? pending_pair(e, node, a, b) : make_pair(e, node, a, b, side);
    table(e, node, side)[(size_t)a * e->n + b] = made;
    return made;
}

/* Any pair of the relation that starts (or ends) at a. */
static cm_lit any_pair(cm_encoder *e, int relation, uint32_t a, bool starts, cm_side side)
{
    const cm_rel *may = &e->bounds[relation].may;
    cm_lits any = {0};
    for (uint32_t b = 0; b < e->n; b++) {
        uint32_t from = starts ? a : b, to = starts ? b : a;
        if (cm_rel_has(may, from, to))
            cm_lits_add(e->job->arena, &any, cm_encode_pair(e, relation, from, to, side));
    }
    return cm_form_or_all(e->form, any.items, any.count);
}

static cm_lit make_member(cm_encoder *e, const cm_node *node, uint32_t a, cm_side side)
{
    switch (node->op) {
    case CM_NODE_UNION:
        return cm_form_or(e->form, cm_encode_member(e, node->a, a, side),
                          cm_encode_member(e, node->b, a, side));
    case CM_NODE_INTER:
        return cm_form_and(e->form, cm_encode_member(e, node->a, a, side),
                           cm_encode_member(e, node->b, a, side));
    case CM_NODE_DIFF:
        return cm_form_and(e->form, cm_encode_member(e, node->a, a, side),
                           -cm_encode_member(e, node->b, a, other_side(side)));
    case CM_NODE_DOMAIN:
        return any_pair(e, node->a, a, true, side);
    case CM_NODE_RANGE:
        return any_pair(e, node->a, a, false, side);
    default:
        return CM_FALSE;
    }
}

cm_lit cm_encode_member(cm_encoder *e, int node, uint32_t a, cm_side side)
{
    const cm_bound *bound = &e->bounds[node];
    if (!cm_set_has(&bound->may_set, a))
        return CM_FALSE;
    if (cm_set_has(&bound->must_set, a))
        return e->graph->events[a].exec;
    cm_lit found = table(e, node, side)[a];
    if (found)
        return found;
    const cm_node *n = &e->model->nodes[node];
    if (n->op == CM_NODE_FIX && side == CM_LOWER) {
        expand_lower(e, node);
        return table(e, node, side)[a];
    }
    cm_lit made = n->op == CM_NODE_FIX ? pending_pair(e, node, a, a) : make_member(e, n, a, side);
    table(e, node, side)[a] = made;
    return made;
}

/* ---- recursion ------------------------------------------------------- */

static const cm_fix *fix_of(const cm_encoder *e, int node)
{
    return &e->model->fixes[e->model->nodes[node].index];
}

void cm_encode_recursion(cm_encoder *e)
{
    while (e->pending_count > 0) {
        cm_pair p = e->pending[--e->pending_count];
        if (e->model->nodes[p.node].op == CM_NODE_PLUS) {
            cm_encode_paths(e, p.node, p.a, p.b);
            continue;
        }
        bool is_set = e->model->nodes[p.node].is_set;
        int body = fix_of(e, p.node)->body;
        cm_lit inside = is_set ? cm_encode_member(e, body, p.a, CM_UPPER)
                               : cm_encode_pair(e, body, p.a, p.b, CM_UPPER);
        cm_lit self = is_set ? cm_encode_member(e, p.node, p.a, CM_UPPER)
                             : cm_encode_pair(e, p.node, p.a, p.b, CM_UPPER);
        cm_graph_assert(e->graph, cm_form_or(e->form, -inside, self));
    }
}

/* Forgets lower formulas of recursive nodes that are no components themselves. */
static void forget_lower(cm_encoder *e)
{
    for (int i = 0; i < e->model->node_count; i++)
        if (e->model->nodes[i].op != CM_NODE_FIX)
            e->lower[i] = NULL;
}

/* One more round for a component: its formulas become those of its body.
 * True when one changed. */
static bool expand_once(cm_encoder *e, const cm_fix *fix, cm_lit *next)
{
    bool is_set = e->model->nodes[fix->node].is_set, changed = false;
    const cm_lit *now = table(e, fix->node, CM_LOWER);
    for (uint32_t a = 0; a < e->n; a++)
        for (uint32_t b = 0; b < (is_set ? 1 : e->n); b++) {
            size_t at = is_set ? a : (size_t)a * e->n + b;
            next[at] = is_set ? cm_encode_member(e, fix->body, a, CM_LOWER)
                              : cm_encode_pair(e, fix->body, a, b, CM_LOWER);
            changed |= next[at] != now[at];
        }
    return changed;
}

/* The least solution from below, round by round (Kleene): all components of the
 * group start empty. Ends when formulas no longer change, or after as many
 * rounds as the components have pairs. */
static void expand_lower(cm_encoder *e, int node)
{
    const cm_model *m = e->model;
    int group = fix_of(e, node)->group;
    size_t size = (size_t)e->n * e->n, rounds = 0;
    for (int i = 0; i < m->fix_count; i++)
        if (m->fixes[i].group == group) {
            rounds += size;
            cm_lit *lits = table(e, m->fixes[i].node, CM_LOWER);
            for (size_t k = 0; k < (m->nodes[m->fixes[i].node].is_set ? e->n : size); k++)
                lits[k] = CM_FALSE;
        }
    bool changed = true;
    for (size_t round = 0; changed && round <= rounds; round++) {
        changed = false;
        forget_lower(e);
        cm_lit **next = CM_NEW_ARRAY(e->job->arena, (size_t)m->fix_count, cm_lit *);
        for (int i = 0; i < m->fix_count; i++)
            if (m->fixes[i].group == group) {
                next[i] = CM_NEW_ARRAY(e->job->arena, size, cm_lit);
                changed |= expand_once(e, &m->fixes[i], next[i]);
            }
        for (int i = 0; i < m->fix_count; i++)
            if (next[i])
                e->lower[m->fixes[i].node] = next[i];
        cm_job_poll(e->job);
    }
    forget_lower(e);
}

/* ---- constraints ----------------------------------------------------- */

/* The condition that the relation or set has a member; side: of the relation. */
static cm_lit nonempty(cm_encoder *e, int node, bool diagonal, cm_side side)
{
    cm_lits any = {0};
    bool is_set = e->model->nodes[node].is_set;
    for (uint32_t a = 0; a < e->n; a++) {
        bool looked_at = !e->about || cm_set_has(e->about, a);
        if (is_set && looked_at)
            cm_lits_add(e->job->arena, &any, cm_encode_member(e, node, a, side));
        for (uint32_t b = 0; !is_set && b < e->n; b++)
            if ((!diagonal || a == b) && (looked_at || cm_set_has(e->about, b)) &&
                cm_rel_has(&e->bounds[node].may, a, b))
                cm_lits_add(e->job->arena, &any, cm_encode_pair(e, node, a, b, side));
    }
    return cm_form_or_all(e->form, any.items, any.count);
}

/* The condition for what the constraint looks for (a cycle, a loop, a member). */
static cm_lit found(cm_encoder *e, const cm_constraint *c, cm_side side)
{
    switch (c->kind) {
    case CM_ACYCLIC:
        return cm_encode_cycle(e, c->node, side);
    case CM_IRREFLEXIVE:
        return nonempty(e, c->node, true, side);
    default:
        return nonempty(e, c->node, false, side);
    }
}

/* The constraint for every choice of its elements from `depth` on: all must
 * hold (every) or one must. */
static cm_lit for_elements(cm_encoder *e, const cm_constraint *c, int depth, bool every)
{
    if (depth == c->element_count) {
        /* The condition for the constraint to hold, at most where it does. */
        cm_lit holds = c->negated ? found(e, c, CM_LOWER) : -found(e, c, CM_UPPER);
        cm_encode_recursion(e);
        return holds;
    }
    const cm_element *element = &e->model->elements[c->elements[depth]];
    cm_lits each = {0};
    for (uint32_t x = 0; x < e->n; x++) {
        cm_lit in = cm_encode_member(e, element->set, x, every ? CM_UPPER : CM_LOWER);
        cm_encode_recursion(e); /* before the bounds of the set may change */
        if (in == CM_FALSE)
            continue;
        e->element[c->elements[depth]] = x;
        cm_bounds_varying(e);
        cm_lit holds = for_elements(e, c, depth + 1, every);
        cm_lits_add(e->job->arena, &each,
                    every ? cm_form_or(e->form, -in, holds) : cm_form_and(e->form, in, holds));
    }
    e->element[c->elements[depth]] = e->n;
    cm_bounds_varying(e);
    return every ? cm_form_and_all(e->form, each.items, each.count)
                 : cm_form_or_all(e->form, each.items, each.count);
}

static cm_rel events_apart(cm_encoder *e)
{
    cm_rel apart = cm_rel_new(e->job->arena, e->n);
    for (uint32_t a = 0; a < e->n; a++)
        for (uint32_t b = 0; b < e->n; b++)
            if (cm_graph_both(e->graph, a, b) == CM_FALSE)
                cm_rel_add(&apart, a, b);
    return apart;
}

/* `acyclic r` of a large r: only asserted, as no formula. False: it is small, or
 * more than an assertion. */
static bool assert_acyclic(cm_encoder *e, const cm_constraint *c)
{
    const cm_bound *bound = &e->bounds[c->node];
    if (c->kind != CM_ACYCLIC || c->negated || c->element_count > 0 ||
        cm_rel_count(&bound->may) < LARGE_CYCLE / 10 ||
        cm_elimination_cost(e->job->arena, &bound->may) < LARGE_CYCLE)
        return false;
    cm_lit *lits = CM_NEW_ARRAY(e->job->arena, (size_t)e->n * e->n, cm_lit);
    for (uint32_t a = 0; a < e->n; a++)
        CM_EACH(cm_rel_row(&bound->may, a), bound->may.words, e->n, b)
    lits[(size_t)a * e->n + b] = cm_encode_pair(e, c->node, a, b, CM_UPPER);
    cm_rel apart = events_apart(e);
    cm_edges edges = {.n = e->n, .lits = lits, .fixed = &bound->must, .apart = &apart};
    cm_acyclic(e->job, &edges, &e->graph->asserts);
    cm_encode_recursion(e);
    return true;
}

void cm_encode_constraints(cm_encoder *e)
{
    for (int i = 0; i < e->model->constraint_count; i++) {
        const cm_constraint *c = &e->model->constraints[i];
        if (c->is_flag)
            continue;
        if (!assert_acyclic(e, c))
            cm_graph_assert(e->graph, cm_encode_constraint(e, c));
        cm_job_poll(e->job);
    }
}

cm_lit cm_encode_constraint(cm_encoder *e, const cm_constraint *constraint)
{
    return for_elements(e, constraint, 0, true);
}

cm_lit cm_encode_flag(cm_encoder *e, const cm_constraint *flag, const cm_set *about)
{
    e->about = about;
    cm_lit raised = for_elements(e, flag, 0, false);
    e->about = NULL;
    return raised;
}
