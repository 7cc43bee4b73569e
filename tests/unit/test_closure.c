/* checker/closure.c against Floyd and Warshall: cycles of random graphs whose
 * edges have conditions, and transitive closures. */
#include "checker/cycle.h"

#include "tests/unit/graph_help.h"

enum { MOST = 8 };

/* Closes the graph in place; is there a cycle? */
static bool close_graph(uint32_t n, bool edge[MOST][MOST])
{
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++)
                edge[i][j] = edge[i][j] || (edge[i][k] && edge[k][j]);
    for (uint32_t i = 0; i < n; i++)
        if (edge[i][i])
            return true;
    return false;
}

static void random_cycles(uint32_t n, uint32_t sparse, uint64_t seed)
{
    static hand h;
    uint64_t truth[MOST][MOST] = {{0}};
    cm_lit edges[MOST * MOST];
    hand_start(&h, "empty po \\ po as nothing\n", 1, HAND_VARIABLES, seed);
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) {
            edges[a * n + b] = CM_FALSE;
            if (hand_any(&h, sparse) == 0)
                edges[a * n + b] = hand_condition(&h, &truth[a][b]);
        }
    cm_lit cycle = cm_closure_cycle(&h.c.job, n, edges);
    hand_ready(&h);
    for (uint32_t w = 0; w < h.table.worlds; w++) {
        bool edge[MOST][MOST] = {{false}};
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n; b++)
                edge[a][b] = truth[a][b] >> w & 1;
        assert_int_equal(hand_holds(&h, w, cycle), close_graph(n, edge));
    }
    hand_end(&h);
}

TEST(cycles)
{
    for (uint32_t seed = 1; seed <= 120; seed++)
        random_cycles(1 + seed % MOST, 1 + seed % 5, seed);
}

TEST(small_cycles)
{
    checker c;
    checker_start(&c, NULL, NULL);
    cm_form *form = &c.job.form;
    cm_lit a = cm_form_variable(form), b = cm_form_variable(form);
    assert_int_equal(cm_closure_cycle(&c.job, 0, NULL), CM_FALSE);
    assert_int_equal(cm_closure_cycle(&c.job, 1, (cm_lit[]){CM_FALSE}), CM_FALSE);
    assert_int_equal(cm_closure_cycle(&c.job, 1, (cm_lit[]){a}), a);
    cm_lit two[4] = {CM_FALSE, a, b, CM_FALSE};
    assert_int_equal(cm_closure_cycle(&c.job, 2, two), cm_form_and(form, a, b));
    cm_lit line[9] = {CM_FALSE, a, CM_TRUE, CM_FALSE, CM_FALSE, b, CM_FALSE, CM_FALSE, CM_FALSE};
    assert_int_equal(cm_closure_cycle(&c.job, 3, line), CM_FALSE);
    checker_end(&c);
}

static void closure(uint32_t n, uint64_t seed)
{
    static hand h;
    cm_lit lits[MOST][MOST];
    hand_start(&h, "let t = (addr & data)+\n", n, HAND_VARIABLES, seed);
    int node = cm_model_find(h.c.cat.model, "t");
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            lits[a][b] = cm_encode_pair(&h.encoder, node, a, b, CM_UPPER);
    hand_ready(&h);
    for (uint32_t w = 0; w < h.table.worlds; w++) {
        bool edge[MOST][MOST] = {{false}};
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n; b++)
                edge[a][b] = hand_executes(&h, a, w) && hand_executes(&h, b, w) &&
                             (h.dep[0][a][b] & h.dep[1][a][b]) >> w & 1;
        close_graph(n, edge);
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n; b++)
                assert_int_equal(hand_holds(&h, w, lits[a][b]), edge[a][b]);
    }
    hand_end(&h);
}

TEST(closures)
{
    for (uint32_t seed = 1; seed <= 60; seed++)
        closure(1 + seed % MOST, seed);
}
