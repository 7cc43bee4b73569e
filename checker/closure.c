/* Transitive closure and cycles (cycle.h) of relations, symbolically.
 *
 * Closure: Warshall's algorithm on formulas; exact for any use of the result. A
 * large one, where only its upper side is wanted, is a variable for each pair that
 * its edges imply, one at a time: r+ holds at least r | r;r+.
 */
#include "checker/cycle.h"

#include "checker/encode.h"

static cm_cycle_graph make_edges(cm_encoder *e, int node, cm_side side)
{
    cm_cycle_graph g = cm_cycle_new(e->job, e->n);
    const cm_rel *may = &e->bounds[node].may;
    for (uint32_t a = 0; a < g.n; a++)
        CM_EACH(cm_rel_row(may, a), may->words, g.n, b)
        {
            cm_lit when = cm_encode_pair(e, node, a, b, side);
            if (when != CM_FALSE)
                cm_cycle_put(&g, a, b, when);
        }
    return g;
}

cm_lit cm_encode_cycle(cm_encoder *encoder, int node, cm_side side)
{
    cm_cycle_graph g = make_edges(encoder, node, side);
    return cm_cycle_of(&g);
}

/* Adds the paths through v. */
static void close_through(cm_cycle_graph *g, uint32_t v, const cm_rel *must)
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
            cm_lit through = cm_form_and(form, *cm_cycle_cell(g, u, v), *cm_cycle_cell(g, v, w));
            if (through == CM_FALSE)
                continue;
            bool known = cm_rel_has(&g->out, u, w);
            cm_cycle_put(g, u, w,
                         known ? cm_form_or(form, *cm_cycle_cell(g, u, w), through) : through);
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
    cm_cycle_graph g = make_edges(encoder, encoder->model->nodes[node].a, side);
    const cm_rel *must = &encoder->bounds[node].must;
    for (uint32_t a = 0; a < g.n; a++)
        CM_EACH(cm_rel_row(must, a), must->words, g.n, b)
    cm_cycle_put(&g, a, b, cm_graph_both(encoder->graph, a, b));
    for (uint32_t v = cm_cycle_next(&g); v < g.n; v = cm_cycle_next(&g)) {
        close_through(&g, v, must);
        g.gone[v] = true;
    }
    for (size_t i = 0; i < (size_t)g.n * g.n; i++)
        if (g.lits[i] == 0)
            g.lits[i] = CM_FALSE;
    return g.lits;
}
