/* Absence of cycles in large graphs. See acyclic.h.
 *
 * Two ways, of which each strongly connected part of the graph takes the one with
 * fewer clauses:
 * - Vertex elimination with a variable for every edge made: x and y imply z.
 *   Fewest where edges are few.
 * - A total order of the vertices that all edges follow: a variable for each pair,
 *   a clause for each cycle of three. What program order fixes is no variable, and
 *   needs the law only from one vertex to the next, so that two threads whose
 *   events are all in order take a number of clauses that grows with the square of
 *   their length. Between vertices that have no edges among them (reads, often) no
 *   order is needed: each has its place in that of the others. A vertex that is not
 *   there is anywhere in the order.
 */
#include "checker/solver/acyclic.h"

#include "checker/solver/cycle.h"

typedef struct acyclic {
    cm_job *job;
    cm_form *form;
    const cm_edges *edges;
    cm_lits *asserts;
    uint32_t n;
    cm_rel may;        /* edges within strongly connected parts */
    cm_rel before;     /* fixed order within parts, transitive */
    cm_rel next;       /* of `before`: nothing in between */
    cm_lit *order;     /* [a * n + b], a < b: a is before b */
    cm_rel next_bound; /* the same among vertices that are not loose */
    cm_set loose;      /* no two of them have an edge or an order: they need none */
    uint32_t *part;    /* vertices of the part being looked at */
    uint32_t count;
} acyclic;

static void claim(acyclic *g, cm_lit literal)
{
    if (literal != CM_TRUE)
        cm_lits_add(g->job->arena, g->asserts, literal);
}

static void claim_any(acyclic *g, cm_lit a, cm_lit b, cm_lit c)
{
    claim(g, cm_form_or_all(g->form, (cm_lit[]){a, b, c}, 3));
}

static cm_lit edge(const acyclic *g, uint32_t a, uint32_t b)
{
    return cm_rel_has(&g->may, a, b) ? g->edges->lits[(size_t)a * g->n + b] : CM_FALSE;
}

/* ---- vertex elimination ---------------------------------------------- */

static cm_elimination begin_elimination(cm_arena *arena, const cm_rel *may)
{
    cm_elimination e = cm_elimination_new(arena, may->n);
    cm_rel_copy(&e.out, may);
    cm_rel_inverse(&e.in, may);
    return e;
}

uint64_t cm_elimination_cost(cm_arena *arena, const cm_rel *may)
{
    cm_elimination e = begin_elimination(arena, may);
    uint64_t total = 0, cost = 0;
    for (uint32_t v = cm_elimination_next(&e, &cost); v < may->n;
         v = cm_elimination_next(&e, &cost)) {
        total += cost;
        CM_EACH(cm_rel_row(&e.in, v), e.in.words, e.in.n, u)
        CM_EACH(cm_rel_row(&e.out, v), e.out.words, e.out.n, w)
        if (u != w) {
            cm_rel_add(&e.out, u, w);
            cm_rel_add(&e.in, w, u);
        }
        cm_elimination_take(&e, v);
    }
    return total;
}

/* Every pair that v joins: an edge, implied by the two. */
static void join_edges(acyclic *g, cm_elimination *e, cm_lit *lits, uint32_t v)
{
    uint32_t n = g->n;
    CM_EACH(cm_rel_row(&e->in, v), e->in.words, n, u)
    CM_EACH(cm_rel_row(&e->out, v), e->out.words, n, w)
    {
        cm_lit first = lits[(size_t)u * n + v], second = lits[(size_t)v * n + w];
        cm_lit *joined = &lits[(size_t)u * n + w];
        if (cm_form_and(g->form, first, second) == CM_FALSE || *joined == CM_TRUE)
            continue;
        if (u == w) {
            claim_any(g, -first, -second, CM_FALSE);
            continue;
        }
        cm_lit old = cm_rel_has(&e->out, u, w) ? *joined : CM_FALSE;
        /* an edge that is a variable made here can be implied by more than one pair */
        bool is_variable = old != CM_FALSE && old != edge(g, u, w);
        *joined = is_variable ? old : cm_form_variable(g->form);
        if (!is_variable)
            claim_any(g, -old, *joined, CM_FALSE);
        claim_any(g, -first, -second, *joined);
        cm_rel_add(&e->out, u, w);
        cm_rel_add(&e->in, w, u);
    }
    cm_elimination_take(e, v);
}

/* ---- a total order --------------------------------------------------- */

static cm_lit order(const acyclic *g, uint32_t a, uint32_t b)
{
    if (cm_rel_has(&g->before, a, b))
        return CM_TRUE;
    if (cm_rel_has(&g->before, b, a))
        return CM_FALSE;
    return a < b ? g->order[(size_t)a * g->n + b] : -g->order[(size_t)b * g->n + a];
}

/* One of the pairs, (a, b), is fixed, and its two vertices are not neighbours: the law
 * follows from those about the vertices between them; but there is none about two
 * loose vertices. */
static bool is_implied(const acyclic *g, uint32_t a, uint32_t b, uint32_t third)
{
    const cm_rel *next = cm_set_has(&g->loose, third) ? &g->next_bound : &g->next;
    return cm_rel_has(&g->before, a, b) && !cm_rel_has(next, a, b);
}

static bool needs_law(const acyclic *g, uint32_t a, uint32_t b, uint32_t c)
{
    int loose = cm_set_has(&g->loose, a) + cm_set_has(&g->loose, b) + cm_set_has(&g->loose, c);
    return loose < 2 && !cm_rel_has(&g->before, b, a) && !cm_rel_has(&g->before, c, b) &&
           !cm_rel_has(&g->before, a, c) && !is_implied(g, a, b, c) && !is_implied(g, b, c, a) &&
           !is_implied(g, c, a, b);
}

/* Calls `visit` for every law: a before b before c before a is impossible. */
static uint64_t each_law(acyclic *g, void (*visit)(acyclic *g, uint32_t a, uint32_t b, uint32_t c))
{
    uint64_t laws = 0;
    for (uint32_t i = 0; i < g->count; i++)
        for (uint32_t j = i + 1; j < g->count; j++)
            for (uint32_t k = i + 1; k < g->count; k++) {
                uint32_t a = g->part[i], b = g->part[j], c = g->part[k];
                if (j == k || !needs_law(g, a, b, c))
                    continue;
                laws++;
                if (visit)
                    visit(g, a, b, c);
            }
    return laws;
}

static void claim_law(acyclic *g, uint32_t a, uint32_t b, uint32_t c)
{
    claim_any(g, -order(g, a, b), -order(g, b, c), -order(g, c, a));
}

/* ---- parts ----------------------------------------------------------- */

/* What the fixed edges within parts say of the order, if it may be taken for
 * vertices that are not there as well: wherever fixed edges lead from a to c over
 * other vertices, they must lead there without them, too. */
static void find_before(acyclic *g)
{
    cm_rel direct = cm_rel_new(g->job->arena, g->n);
    cm_rel_inter(&direct, &g->may, g->edges->fixed);
    cm_rel_copy(&g->before, &direct);
    cm_rel_plus(&g->before);
    bool usable = cm_rel_irreflexive(&g->before);
    for (uint32_t a = 0; a < g->n && usable; a++)
        CM_EACH(cm_rel_row(&g->before, a), g->before.words, g->n, c)
    usable &= cm_rel_has(&direct, a, c) || cm_rel_has(g->edges->apart, a, c);
    g->next = cm_rel_new(g->job->arena, g->n);
    if (!usable) {
        g->before = cm_rel_new(g->job->arena, g->n);
        return;
    }
    cm_rel far = cm_rel_new(g->job->arena, g->n);
    cm_rel_seq(&far, &g->before, &g->before);
    cm_rel_diff(&g->next, &g->before, &far);
}

/* Vertices that are not tied to each other, those first that are tied to few. */
static void find_loose(acyclic *g)
{
    cm_rel tied = cm_rel_new(g->job->arena, g->n);
    for (uint32_t a = 0; a < g->n; a++)
        for (uint32_t b = 0; b < g->n; b++)
            if (cm_rel_has(&g->may, a, b) || cm_rel_has(&g->may, b, a) ||
                cm_rel_has(&g->before, a, b) || cm_rel_has(&g->before, b, a))
                cm_rel_add(&tied, a, b);
    g->loose = cm_set_new(g->job->arena, g->n);
    for (uint32_t most = 0; most < g->n; most++)
        for (uint32_t v = 0; v < g->n; v++) {
            bool free = cm_rel_row_count(&tied, v) == most && !cm_rel_has(&tied, v, v);
            for (uint32_t u = 0; u < g->n && free; u++)
                free = !cm_set_has(&g->loose, u) || !cm_rel_has(&tied, v, u);
            if (free)
                cm_set_add(&g->loose, v);
        }
    cm_rel bound = cm_rel_new(g->job->arena, g->n), far = cm_rel_new(g->job->arena, g->n);
    for (uint32_t a = 0; a < g->n; a++)
        CM_EACH(cm_rel_row(&g->before, a), g->before.words, g->n, b)
    if (!cm_set_has(&g->loose, a) && !cm_set_has(&g->loose, b))
        cm_rel_add(&bound, a, b);
    cm_rel_seq(&far, &bound, &bound);
    g->next_bound = cm_rel_new(g->job->arena, g->n);
    cm_rel_diff(&g->next_bound, &bound, &far);
}

/* Keeps edges within strongly connected parts. */
static cm_rel find_may(acyclic *g)
{
    cm_rel all = cm_rel_new(g->job->arena, g->n), together = cm_rel_new(g->job->arena, g->n);
    for (uint32_t a = 0; a < g->n; a++)
        for (uint32_t b = 0; b < g->n; b++) {
            cm_lit lit = g->edges->lits[(size_t)a * g->n + b];
            if (lit == 0 || lit == CM_FALSE)
                continue;
            if (a == b)
                claim(g, -lit);
            else
                cm_rel_add(&all, a, b);
        }
    cm_rel reach = cm_rel_new(g->job->arena, g->n), back = cm_rel_new(g->job->arena, g->n);
    cm_rel_copy(&reach, &all);
    cm_rel_plus(&reach);
    cm_rel_inverse(&back, &reach);
    cm_rel_inter(&together, &reach, &back);
    g->may = cm_rel_new(g->job->arena, g->n);
    cm_rel_inter(&g->may, &all, &together);
    return together;
}

static void do_part(acyclic *g)
{
    cm_rel may = cm_rel_new(g->job->arena, g->n);
    for (uint32_t i = 0; i < g->count; i++)
        for (uint32_t j = 0; j < g->count; j++)
            if (cm_rel_has(&g->may, g->part[i], g->part[j]))
                cm_rel_add(&may, g->part[i], g->part[j]);
    if (each_law(g, NULL) < cm_elimination_cost(g->job->arena, &may)) {
        for (uint32_t i = 0; i < g->count; i++)
            for (uint32_t j = i + 1; j < g->count; j++)
                g->order[(size_t)g->part[i] * g->n + g->part[j]] = cm_form_variable(g->form);
        for (uint32_t i = 0; i < g->count; i++)
            for (uint32_t j = 0; j < g->count; j++) {
                uint32_t a = g->part[i], b = g->part[j];
                if (i != j && !cm_rel_has(&g->before, a, b))
                    claim_any(g, -edge(g, a, b), order(g, a, b), CM_FALSE);
            }
        each_law(g, claim_law);
    } else {
        cm_elimination e = begin_elimination(g->job->arena, &may);
        cm_lit *lits = CM_NEW_ARRAY(g->job->arena, (size_t)g->n * g->n, cm_lit);
        for (uint32_t a = 0; a < g->n; a++)
            CM_EACH(cm_rel_row(&may, a), may.words, g->n, b)
        lits[(size_t)a * g->n + b] = edge(g, a, b);
        uint64_t cost = 0;
        for (uint32_t v = cm_elimination_next(&e, &cost); v < g->n;
             v = cm_elimination_next(&e, &cost))
            join_edges(g, &e, lits, v);
    }
}

void cm_acyclic(cm_job *job, const cm_edges *edges, cm_lits *asserts)
{
    acyclic g = {.job = job, .form = &job->form, .edges = edges, .asserts = asserts, .n = edges->n};
    cm_rel together = find_may(&g);
    g.before = cm_rel_new(job->arena, g.n);
    find_before(&g);
    find_loose(&g);
    g.order = CM_NEW_ARRAY(job->arena, (size_t)g.n * g.n, cm_lit);
    g.part = CM_NEW_ARRAY(job->arena, g.n, uint32_t);
    for (uint32_t v = 0; v < g.n; v++) {
        if (!cm_rel_has(&together, v, v))
            continue;
        g.count = 0;
        CM_EACH(cm_rel_row(&together, v), together.words, g.n, w)
        g.part[g.count++] = w;
        if (g.part[0] == v)
            do_part(&g);
    }
}
