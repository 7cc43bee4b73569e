/* Transitive closure and cycles, symbolically.
 *
 * Closure: Warshall's algorithm on formulas; exact for any use of the result. A
 * large one, where only its upper side is wanted, is a variable for each pair that
 * its edges imply, one at a time: r+ holds at least r | r;r+.
 * Cycles: vertex elimination on the graph of possible edges. Removing a vertex
 * joins its predecessors to its successors; a vertex joined to itself closes a
 * cycle. Vertices of small degree go first, so that few edges are made (Rankooh
 * & Rintanen, "Propositional encodings of acyclicity and reachability by using
 * vertex elimination", AAAI 2022).
 */
#include "checker/closure.h"

#include "checker/encode.h"

typedef struct edge_graph {
    cm_job *job;
    uint32_t n;
    cm_rel in, out; /* possible edges, both ways */
    cm_lit *lits;
    bool *gone;
} edge_graph;

static cm_lit *cell(const edge_graph *g, uint32_t a, uint32_t b)
{
    return &g->lits[(size_t)a * g->n + b];
}

static void put(edge_graph *g, uint32_t a, uint32_t b, cm_lit when)
{
    *cell(g, a, b) = when;
    cm_rel_add(&g->out, a, b);
    cm_rel_add(&g->in, b, a);
}

static edge_graph no_edges(cm_job *job, uint32_t n)
{
    edge_graph g = {.job = job, .n = n};
    g.in = cm_rel_new(job->arena, n);
    g.out = cm_rel_new(job->arena, n);
    g.lits = CM_NEW_ARRAY(job->arena, (size_t)n * n, cm_lit);
    g.gone = CM_NEW_ARRAY(job->arena, n, bool);
    return g;
}

static edge_graph make_edges(cm_encoder *e, int node, cm_side side)
{
    edge_graph g = no_edges(e->job, e->n);
    const cm_rel *may = &e->bounds[node].may;
    for (uint32_t a = 0; a < g.n; a++)
        CM_EACH(cm_rel_row(may, a), may->words, g.n, b)
        {
            cm_lit when = cm_encode_pair(e, node, a, b, side);
            if (when != CM_FALSE)
                put(&g, a, b, when);
        }
    return g;
}

static uint32_t degree(const cm_rel *r, uint32_t a)
{
    uint32_t count = 0;
    const uint64_t *row = cm_rel_row(r, a);
    for (uint32_t i = 0; i < r->words; i++)
        count += (uint32_t)__builtin_popcountll(row[i]);
    return count;
}

/* Remaining vertex with the fewest new edges, or n. */
static uint32_t cheapest(const edge_graph *g)
{
    uint32_t best = g->n, best_cost = UINT32_MAX;
    for (uint32_t v = 0; v < g->n; v++) {
        if (g->gone[v])
            continue;
        uint32_t cost = degree(&g->in, v) * degree(&g->out, v);
        if (cost < best_cost) {
            best = v;
            best_cost = cost;
        }
    }
    return best;
}

static void detach(edge_graph *g, uint32_t v)
{
    CM_EACH(cm_rel_row(&g->in, v), g->in.words, g->n, u)
    cm_rel_remove(&g->out, u, v);
    CM_EACH(cm_rel_row(&g->out, v), g->out.words, g->n, w)
    cm_rel_remove(&g->in, w, v);
    g->gone[v] = true;
}

/* Joins predecessors and successors of v; gives the cycles through v. */
static void eliminate(edge_graph *g, uint32_t v, cm_lits *cycles)
{
    cm_form *form = &g->job->form;
    CM_EACH(cm_rel_row(&g->in, v), g->in.words, g->n, u)
    CM_EACH(cm_rel_row(&g->out, v), g->out.words, g->n, w)
    {
        cm_lit through = cm_form_and(form, *cell(g, u, v), *cell(g, v, w));
        if (through == CM_FALSE)
            continue;
        if (u == w)
            cm_lits_add(g->job->arena, cycles, through);
        else if (cm_rel_has(&g->out, u, w))
            put(g, u, w, cm_form_or(form, *cell(g, u, w), through));
        else
            put(g, u, w, through);
    }
    detach(g, v);
}

static cm_lit cycle_of(edge_graph *g)
{
    cm_lits cycles = {0};
    for (uint32_t v = 0; v < g->n; v++)
        if (cm_rel_has(&g->out, v, v)) {
            cm_lits_add(g->job->arena, &cycles, *cell(g, v, v));
            cm_rel_remove(&g->out, v, v);
            cm_rel_remove(&g->in, v, v);
        }
    for (uint32_t v = cheapest(g); v < g->n; v = cheapest(g))
        eliminate(g, v, &cycles);
    return cm_form_or_all(&g->job->form, cycles.items, cycles.count);
}

cm_lit cm_encode_cycle(cm_encoder *encoder, int node, cm_side side)
{
    edge_graph g = make_edges(encoder, node, side);
    return cycle_of(&g);
}

cm_lit cm_closure_cycle(cm_job *job, uint32_t n, const cm_lit *edges)
{
    edge_graph g = no_edges(job, n);
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            if (edges[(size_t)a * n + b] != CM_FALSE)
                put(&g, a, b, edges[(size_t)a * n + b]);
    return cycle_of(&g);
}

/* Adds the paths through v. */
static void close_through(edge_graph *g, uint32_t v, const cm_rel *must)
{
    cm_form *form = &g->job->form;
    CM_EACH(cm_rel_row(&g->in, v), g->in.words, g->n, u)
    {
        if (u == v)
            continue;
        CM_EACH(cm_rel_row(&g->out, v), g->out.words, g->n, w)
        {
            if (w == v || cm_rel_has(must, u, w))
                continue;
            cm_lit through = cm_form_and(form, *cell(g, u, v), *cell(g, v, w));
            if (through == CM_FALSE)
                continue;
            bool known = cm_rel_has(&g->out, u, w);
            put(g, u, w, known ? cm_form_or(form, *cell(g, u, w), through) : through);
        }
    }
}

bool cm_encode_between(const cm_encoder *e, const cm_rel *must, uint32_t a, uint32_t b)
{
    CM_EACH(cm_rel_row(must, a), must->words, must->n, mid)
    if (cm_rel_has(must, mid, b) && !cm_rel_has(must, mid, a) && !cm_rel_has(must, b, mid) &&
        (cm_rel_has(&e->implies, a, mid) || cm_rel_has(&e->implies, b, mid)))
        return true;
    return false;
}

/* What the edge (a, b) implies: itself, and (a, c) wherever (b, c) is. */
static void extend(cm_encoder *e, int node, cm_lit *closed, uint32_t a, uint32_t b)
{
    const cm_bound *bound = &e->bounds[node];
    cm_lit first = cm_encode_pair(e, e->model->nodes[node].a, a, b, CM_UPPER);
    if (first == CM_FALSE)
        return;
    cm_lits *asserts = &e->graph->asserts;
    if (!cm_rel_has(&bound->must, a, b))
        cm_lits_add(e->job->arena, asserts,
                    cm_form_or(e->form, -first, closed[(size_t)a * e->n + b]));
    CM_EACH(cm_rel_row(&bound->may, b), bound->may.words, e->n, c)
    {
        if (!cm_rel_has(&bound->may, a, c) || cm_rel_has(&bound->must, a, c))
            continue;
        cm_lit law[3] = {-first, -closed[(size_t)b * e->n + c], closed[(size_t)a * e->n + c]};
        cm_lits_add(e->job->arena, asserts, cm_form_or_all(e->form, law, 3));
    }
}

static cm_lit *closure_from_above(cm_encoder *e, int node)
{
    const cm_bound *bound = &e->bounds[node];
    const cm_bound *base = &e->bounds[e->model->nodes[node].a];
    cm_lit *closed = CM_NEW_ARRAY(e->job->arena, (size_t)e->n * e->n, cm_lit);
    for (uint32_t a = 0; a < e->n; a++)
        for (uint32_t b = 0; b < e->n; b++) {
            cm_lit *lit = &closed[(size_t)a * e->n + b];
            if (!cm_rel_has(&bound->may, a, b))
                *lit = CM_FALSE;
            else if (cm_rel_has(&bound->must, a, b))
                *lit = cm_graph_both(e->graph, a, b);
            else
                *lit = cm_form_variable(e->form);
        }
    for (uint32_t a = 0; a < e->n; a++)
        CM_EACH(cm_rel_row(&base->may, a), base->may.words, e->n, b)
    if (!cm_rel_has(&base->must, a, b) || !cm_encode_between(e, &base->must, a, b))
        extend(e, node, closed, a, b);
    return closed;
}

cm_lit *cm_encode_closure(cm_encoder *encoder, int node, cm_side side)
{
    if (side == CM_UPPER && encoder->one_sided[node] && !encoder->model->nodes[node].recursive)
        return closure_from_above(encoder, node);
    edge_graph g = make_edges(encoder, encoder->model->nodes[node].a, side);
    const cm_rel *must = &encoder->bounds[node].must;
    for (uint32_t a = 0; a < g.n; a++)
        CM_EACH(cm_rel_row(must, a), must->words, g.n, b)
    put(&g, a, b, cm_graph_both(encoder->graph, a, b));
    for (uint32_t v = cheapest(&g); v < g.n; v = cheapest(&g)) {
        close_through(&g, v, must);
        g.gone[v] = true;
    }
    for (size_t i = 0; i < (size_t)g.n * g.n; i++)
        if (g.lits[i] == 0)
            g.lits[i] = CM_FALSE;
    return g.lits;
}
