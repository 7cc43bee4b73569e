/* Transitive closure and cycles (cycle.h) of relations, symbolically.
 *
 * Closure: Warshall's algorithm on formulas; exact for any use of the result. Of a
 * large one, where only its upper side is wanted, each pair that is asked for is a
 * variable that its edges imply: r+ holds at least r | r;r+.
 */
#include "checker/solver/cycle.h"

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
    CM_EACH(cm_rel_row(&g->left.in, v), g->left.in.words, g->n, u)
    {
        if (u == v)
            continue;
        CM_EACH(cm_rel_row(&g->left.out, v), g->left.out.words, g->n, w)
        {
            if (w == v || cm_rel_has(must, u, w))
                continue;
            cm_lit through = cm_form_and(form, *cm_cycle_cell(g, u, v), *cm_cycle_cell(g, v, w));
            if (through == CM_FALSE)
                continue;
            bool known = cm_rel_has(&g->left.out, u, w);
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

/* Edges without those that others make up: what must hold has another such event between. */
static cm_rel find_steps(cm_encoder *e, const cm_bound *edges)
{
    cm_rel steps = cm_rel_new(e->job->arena, e->n);
    cm_rel_copy(&steps, &edges->may);
    for (uint32_t a = 0; a < e->n; a++)
        CM_EACH(cm_rel_row(&edges->must, a), edges->must.words, e->n, b)
    if (cm_encode_between(e, &edges->must, a, b))
        cm_rel_remove(&steps, a, b);
    return steps;
}

void cm_encode_paths(cm_encoder *e, int node, uint32_t a, uint32_t c)
{
    int inner = e->model->nodes[node].a;
    cm_lit closed = cm_encode_pair(e, node, a, c, CM_UPPER);
    cm_rel *steps = &e->steps[node];
    if (steps->n == 0)
        *steps = find_steps(e, &e->bounds[inner]);
    CM_EACH(cm_rel_row(steps, a), steps->words, e->n, b)
    {
        cm_lit rest = b == c ? CM_TRUE : cm_encode_pair(e, node, b, c, CM_UPPER);
        if (rest == CM_FALSE)
            continue;
        cm_lit law[3] = {-cm_encode_pair(e, inner, a, b, CM_UPPER), -rest, closed};
        cm_graph_assert(e->graph, cm_form_or_all(e->form, law, 3));
    }
}

cm_lit *cm_encode_closure(cm_encoder *encoder, int node, cm_side side)
{
    cm_cycle_graph g = make_edges(encoder, encoder->model->nodes[node].a, side);
    const cm_rel *must = &encoder->bounds[node].must;
    for (uint32_t a = 0; a < g.n; a++)
        CM_EACH(cm_rel_row(must, a), must->words, g.n, b)
    cm_cycle_put(&g, a, b, cm_graph_both(encoder->graph, a, b));
    uint64_t cost;
    for (uint32_t v = cm_elimination_next(&g.left, &cost); v < g.n;
         v = cm_elimination_next(&g.left, &cost)) {
        close_through(&g, v, must);
        cm_elimination_pass(&g.left, v);
    }
    for (size_t i = 0; i < (size_t)g.n * g.n; i++)
        if (g.lits[i] == 0)
            g.lits[i] = CM_FALSE;
    return g.lits;
}
