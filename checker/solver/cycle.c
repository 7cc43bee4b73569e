/* Cycles by vertex elimination: see cycle.h. */
#include "checker/solver/cycle.h"

cm_lit *cm_cycle_cell(const cm_cycle_graph *g, uint32_t a, uint32_t b)
{
    return &g->lits[(size_t)a * g->n + b];
}

void cm_cycle_put(cm_cycle_graph *g, uint32_t a, uint32_t b, cm_lit when)
{
    *cm_cycle_cell(g, a, b) = when;
    cm_rel_add(&g->out, a, b);
    cm_rel_add(&g->in, b, a);
}

cm_cycle_graph cm_cycle_new(cm_job *job, uint32_t n)
{
    cm_cycle_graph g = {.job = job, .n = n};
    g.in = cm_rel_new(job->arena, n);
    g.out = cm_rel_new(job->arena, n);
    g.lits = CM_NEW_ARRAY(job->arena, (size_t)n * n, cm_lit);
    g.gone = CM_NEW_ARRAY(job->arena, n, bool);
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

uint32_t cm_cycle_next(const cm_cycle_graph *g)
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

/* Joins predecessors and successors of v; gives the cycles through v. */
static void eliminate(cm_cycle_graph *g, uint32_t v, cm_lits *cycles)
{
    cm_form *form = &g->job->form;
    CM_EACH(cm_rel_row(&g->in, v), g->in.words, g->n, u)
    CM_EACH(cm_rel_row(&g->out, v), g->out.words, g->n, w)
    {
        cm_lit through = cm_form_and(form, *cm_cycle_cell(g, u, v), *cm_cycle_cell(g, v, w));
        if (through == CM_FALSE)
            continue;
        if (u == w)
            cm_lits_add(g->job->arena, cycles, through);
        else if (cm_rel_has(&g->out, u, w))
            cm_cycle_put(g, u, w, cm_form_or(form, *cm_cycle_cell(g, u, w), through));
        else
            cm_cycle_put(g, u, w, through);
    }
    CM_EACH(cm_rel_row(&g->in, v), g->in.words, g->n, u)
    cm_rel_remove(&g->out, u, v);
    CM_EACH(cm_rel_row(&g->out, v), g->out.words, g->n, w)
    cm_rel_remove(&g->in, w, v);
    g->gone[v] = true;
}

cm_lit cm_cycle_of(cm_cycle_graph *g)
{
    cm_lits cycles = {0};
    for (uint32_t v = 0; v < g->n; v++)
        if (cm_rel_has(&g->out, v, v)) {
            cm_lits_add(g->job->arena, &cycles, *cm_cycle_cell(g, v, v));
            cm_rel_remove(&g->out, v, v);
            cm_rel_remove(&g->in, v, v);
        }
    for (uint32_t v = cm_cycle_next(g); v < g->n; v = cm_cycle_next(g))
        eliminate(g, v, &cycles);
    return cm_form_or_all(&g->job->form, cycles.items, cycles.count);
}

cm_lit cm_closure_cycle(cm_job *job, uint32_t n, const cm_lit *edges)
{
    cm_cycle_graph g = cm_cycle_new(job, n);
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            if (edges[(size_t)a * n + b] != CM_FALSE)
                cm_cycle_put(&g, a, b, edges[(size_t)a * n + b]);
    return cm_cycle_of(&g);
}
