/* Cycles by vertex elimination: see cycle.h. */
#include "checker/solver/cycle.h"

cm_lit *cm_cycle_cell(const cm_cycle_graph *g, uint32_t a, uint32_t b)
{
    return &g->lits[(size_t)a * g->n + b];
}

void cm_cycle_put(cm_cycle_graph *g, uint32_t a, uint32_t b, cm_lit when)
{
    *cm_cycle_cell(g, a, b) = when;
    cm_rel_add(&g->left.out, a, b);
    cm_rel_add(&g->left.in, b, a);
}

cm_elimination cm_elimination_new(cm_arena *arena, uint32_t n)
{
    return (cm_elimination){.in = cm_rel_new(arena, n),
                            .out = cm_rel_new(arena, n),
                            .gone = CM_NEW_ARRAY(arena, n, bool),
                            .pairs = CM_NEW_ARRAY(arena, n, uint64_t)};
}

cm_cycle_graph cm_cycle_new(cm_job *job, uint32_t n)
{
    cm_cycle_graph g = {.job = job, .n = n, .left = cm_elimination_new(job->arena, n)};
    g.lits = CM_NEW_ARRAY(job->arena, (size_t)n * n, cm_lit);
    return g;
}

uint32_t cm_elimination_next(const cm_elimination *e, uint64_t *cost)
{
    uint32_t best = e->out.n;
    for (uint32_t v = 0; v < e->out.n; v++) {
        if (e->gone[v])
            continue;
        if (e->pairs[v] == 0)
            e->pairs[v] = 1 + (uint64_t)cm_rel_row_count(&e->out, v) * cm_rel_row_count(&e->in, v);
        if (best == e->out.n || e->pairs[v] - 1 < *cost) {
            best = v;
            *cost = e->pairs[v] - 1;
        }
    }
    return best;
}

void cm_elimination_pass(cm_elimination *e, uint32_t v)
{
    CM_EACH(cm_rel_row(&e->in, v), e->in.words, e->in.n, u)
    e->pairs[u] = 0;
    CM_EACH(cm_rel_row(&e->out, v), e->out.words, e->out.n, w)
    e->pairs[w] = 0;
    e->gone[v] = true;
}

void cm_elimination_take(cm_elimination *e, uint32_t v)
{
    cm_elimination_pass(e, v);
    CM_EACH(cm_rel_row(&e->in, v), e->in.words, e->in.n, u)
    cm_rel_remove(&e->out, u, v);
    CM_EACH(cm_rel_row(&e->out, v), e->out.words, e->out.n, w)
    cm_rel_remove(&e->in, w, v);
}

cm_lit cm_cycle_of(cm_cycle_graph *g)
{
    cm_lits cycles = {0};
    for (uint32_t v = 0; v < g->n; v++)
        if (cm_rel_has(&g->left.out, v, v)) {
            cm_lits_add(g->job->arena, &cycles, *cm_cycle_cell(g, v, v));
            cm_rel_remove(&g->left.out, v, v);
            cm_rel_remove(&g->left.in, v, v);
        }
    uint64_t cost;
    for (uint32_t v = cm_elimination_next(&g->left, &cost); v < g->n;
         v = cm_elimination_next(&g->left, &cost)) {
        /* Joins predecessors and successors of v; gives the cycles through v. */
        cm_form *form = &g->job->form;
        CM_EACH(cm_rel_row(&g->left.in, v), g->left.in.words, g->n, u)
        CM_EACH(cm_rel_row(&g->left.out, v), g->left.out.words, g->n, w)
        {
            cm_lit through = cm_form_and(form, *cm_cycle_cell(g, u, v), *cm_cycle_cell(g, v, w));
            if (through == CM_FALSE)
                continue;
            if (u == w)
                cm_lits_add(g->job->arena, &cycles, through);
            else if (cm_rel_has(&g->left.out, u, w))
                cm_cycle_put(g, u, w, cm_form_or(form, *cm_cycle_cell(g, u, w), through));
            else
                cm_cycle_put(g, u, w, through);
        }
        cm_elimination_take(&g->left, v);
    }
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
