/* checker/acyclic.c against closing the graph: with an edge set fixed, what is
 * asserted has a solution exactly where there is no cycle. */
#include "checker/acyclic.h"

#include "checker/solver.h"
#include "tests/unit/checker_help.h"

enum { MOST = 9, ROUNDS = 120, ASSIGNMENTS = 25 };

typedef struct random_graph {
    checker c;
    uint32_t n, chain; /* vertices; the first `chain` of them are a fixed order */
    cm_lit present[MOST], edges[MOST * MOST], lits[MOST * MOST];
    bool is_present[MOST], is_edge[MOST * MOST];
    cm_solver *solver;
} random_graph;

static uint32_t any(uint64_t *seed, uint32_t below)
{
    return (uint32_t)(cat_random(seed) % below);
}

/* A vertex is there or not; in the chain, there are edges between all that are. Two
 * of the chain are never both there (two ways out of a branch). */
static void make_graph(random_graph *g, uint64_t *seed)
{
    cm_form *form = &g->c.job.form;
    g->n = 3 + any(seed, MOST - 2);
    g->chain = any(seed, g->n + 1);
    for (uint32_t a = 0; a < g->n; a++)
        g->present[a] = any(seed, 2) ? CM_TRUE : cm_form_variable(form);
    if (g->chain > 3)
        g->present[2] = g->present[1] == CM_TRUE ? CM_FALSE : -g->present[1];
    uint32_t density = 2 + any(seed, 10);
    for (uint32_t a = 0; a < g->n; a++)
        for (uint32_t b = 0; b < g->n; b++) {
            cm_lit *edge = &g->edges[a * g->n + b];
            bool fixed = a < b && b < g->chain;
            *edge = fixed ? CM_TRUE : any(seed, density) == 0 ? cm_form_variable(form) : CM_FALSE;
            cm_lit all[3] = {*edge, g->present[a], g->present[b]};
            g->lits[a * g->n + b] = cm_form_and_all(form, all, 3);
        }
}

static void assert_graph(random_graph *g)
{
    cm_arena *arena = g->c.cat.arena;
    cm_rel fixed = cm_rel_new(arena, g->n), apart = cm_rel_new(arena, g->n);
    for (uint32_t a = 0; a < g->n; a++)
        for (uint32_t b = 0; b < g->n; b++) {
            if (a < b && b < g->chain)
                cm_rel_add(&fixed, a, b);
            if (cm_form_and(&g->c.job.form, g->present[a], g->present[b]) == CM_FALSE)
                cm_rel_add(&apart, a, b);
        }
    cm_edges edges = {.n = g->n, .lits = g->lits, .fixed = &fixed, .apart = &apart};
    cm_lits asserts = {0};
    cm_acyclic(&g->c.job, &edges, &asserts);
    g->solver = cm_solver_open(&g->c.job);
    for (uint32_t i = 0; i < asserts.count; i++)
        cm_solver_assert(g->solver, asserts.items[i]);
}

static bool choose(cm_lit literal, uint64_t *seed, cm_lit *assumptions, uint32_t *count)
{
    if (literal == CM_TRUE || literal == CM_FALSE)
        return literal == CM_TRUE;
    bool value = any(seed, 3) > 0;
    assumptions[(*count)++] = value ? literal : -literal;
    return value;
}

static bool has_cycle(const random_graph *g)
{
    bool reach[MOST][MOST] = {{false}};
    for (uint32_t a = 0; a < g->n; a++)
        for (uint32_t b = 0; b < g->n; b++)
            reach[a][b] = g->is_edge[a * g->n + b] && g->is_present[a] && g->is_present[b];
    for (uint32_t k = 0; k < g->n; k++)
        for (uint32_t a = 0; a < g->n; a++)
            for (uint32_t b = 0; b < g->n; b++)
                reach[a][b] |= reach[a][k] && reach[k][b];
    for (uint32_t a = 0; a < g->n; a++)
        if (reach[a][a])
            return true;
    return false;
}

/* Gives: was there a cycle? */
static bool try_assignment(random_graph *g, uint64_t *seed)
{
    cm_lit assumptions[MOST * MOST + MOST];
    uint32_t count = 0;
    for (uint32_t a = 0; a < g->n; a++) {
        bool follows = g->chain > 3 && a == 2;
        g->is_present[a] = follows ? g->present[2] != CM_FALSE && !g->is_present[1]
                                   : choose(g->present[a], seed, assumptions, &count);
    }
    for (uint32_t i = 0; i < g->n * g->n; i++)
        g->is_edge[i] = choose(g->edges[i], seed, assumptions, &count);
    bool cycle = has_cycle(g);
    cm_found found = cm_solver_check(g->solver, assumptions, count);
    if (found != (cycle ? CM_UNSAT : CM_SAT))
        fail_msg("%u vertices, chain %u: %s", g->n, g->chain,
                 cycle ? "a cycle is not seen" : "a cycle is seen where there is none");
    return cycle;
}

TEST(test_random_graphs)
{
    uint64_t seed = 7;
    uint32_t cycles = 0;
    for (int round = 0; round < ROUNDS; round++) {
        random_graph g;
        memset(&g, 0, sizeof g);
        checker_start(&g.c, NULL, NULL);
        make_graph(&g, &seed);
        assert_graph(&g);
        for (int i = 0; i < ASSIGNMENTS; i++)
            cycles += try_assignment(&g, &seed);
        cm_solver_close(g.c.solver);
        checker_end(&g.c);
    }
    assert_true(cycles > ROUNDS * ASSIGNMENTS / 5);
    assert_true(cycles < ROUNDS * ASSIGNMENTS * 4 / 5);
}

/* Two threads whose events are in order, with any edges between them: a number of
 * clauses that grows with the square of their length. */
TEST(test_two_chains)
{
    enum { LENGTH = 30, N = 2 * LENGTH };
    checker c;
    checker_start(&c, NULL, NULL);
    cm_lit *lits = CM_NEW_ARRAY(c.cat.arena, N * N, cm_lit);
    cm_rel fixed = cm_rel_new(c.cat.arena, N), apart = cm_rel_new(c.cat.arena, N);
    for (uint32_t a = 0; a < N; a++)
        for (uint32_t b = 0; b < N; b++) {
            bool same = a / LENGTH == b / LENGTH;
            if (same && a < b)
                cm_rel_add(&fixed, a, b);
            lits[a * N + b] = same ? a < b ? CM_TRUE : CM_FALSE : cm_form_variable(&c.job.form);
        }
    cm_edges edges = {.n = N, .lits = lits, .fixed = &fixed, .apart = &apart};
    cm_lits asserts = {0};
    cm_acyclic(&c.job, &edges, &asserts);
    assert_true(asserts.count > 0);
    assert_true(asserts.count < 8 * LENGTH * LENGTH);
    checker_end(&c);
}
