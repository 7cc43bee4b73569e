/* checker/bounds.c, encode.c and order.c: every operator, constraint and
 * generator against the plain evaluator (model/eval.h), in every world of small
 * graphs with conditional events and dependencies. */
#include "tests/unit/graph_help.h"

enum { EVENTS = 5, VARIABLES = 5, GRAPHS = 3 };

/* ---- what a term holds ------------------------------------------------- */

static bool in_term(const hand *h, int node, const uint32_t *place, uint32_t a, uint32_t b)
{
    if (place[a] == h->n || place[b] == h->n)
        return false;
    const cm_value *value = &h->c.cat.values[node];
    return h->c.cat.model->nodes[node].is_set ? a == b && cm_set_has(&value->set, place[a])
                                              : cm_rel_has(&value->rel, place[a], place[b]);
}

/* Truth tables of all pairs (a set: of the diagonal), by evaluation. */
static void truths(hand *h, int node, uint64_t out[HAND_EVENTS][HAND_EVENTS])
{
    memset(out, 0, sizeof(uint64_t[HAND_EVENTS][HAND_EVENTS]));
    for (uint32_t w = 0; w < h->table.worlds; w++) {
        uint32_t place[HAND_EVENTS];
        hand_world(h, w, place);
        for (uint32_t a = 0; a < h->n; a++)
            for (uint32_t b = 0; b < h->n; b++)
                out[a][b] |= (uint64_t)in_term(h, node, place, a, b) << w;
    }
}

static cm_lit encoded(hand *h, int node, uint32_t a, uint32_t b, cm_side side)
{
    if (h->c.cat.model->nodes[node].is_set)
        return a == b ? cm_encode_member(&h->encoder, node, a, side) : CM_FALSE;
    return cm_encode_pair(&h->encoder, node, a, b, side);
}

/* What may be in it is; what must be in it is whenever both events execute. */
static void check_bounds(hand *h, int node, const uint64_t truth[HAND_EVENTS][HAND_EVENTS],
                         const char *text)
{
    const cm_bound *bound = &h->encoder.bounds[node];
    bool is_set = h->c.cat.model->nodes[node].is_set;
    for (uint32_t a = 0; a < h->n; a++)
        for (uint32_t b = 0; b < h->n; b++) {
            if (is_set && a != b)
                continue;
            uint64_t both = h->exec[a] & h->exec[b] & table_mask(&h->table);
            bool may = is_set ? cm_set_has(&bound->may_set, a) : cm_rel_has(&bound->may, a, b);
            bool must = is_set ? cm_set_has(&bound->must_set, a) : cm_rel_has(&bound->must, a, b);
            if ((!may && truth[a][b]) || (must && truth[a][b] != both))
                fail_msg("%s: bound of (%u, %u)", text, a, b);
        }
}

static void check_sides(hand *h, int node, const uint64_t truth[HAND_EVENTS][HAND_EVENTS],
                        cm_side from, const char *text)
{
    cm_lit lits[2][HAND_EVENTS][HAND_EVENTS];
    for (int side = (int)from; side <= CM_LOWER; side++)
        for (uint32_t a = 0; a < h->n; a++)
            for (uint32_t b = 0; b < h->n; b++)
                lits[side][a][b] = encoded(h, node, a, b, (cm_side)side);
    hand_ready(h);
    for (int side = (int)from; side <= CM_LOWER; side++)
        for (uint32_t a = 0; a < h->n; a++)
            for (uint32_t b = 0; b < h->n; b++)
                for (uint32_t w = 0; w < h->table.worlds; w++)
                    if (hand_holds(h, w, lits[side][a][b]) != (truth[a][b] >> w & 1))
                        fail_msg("%s: (%u, %u) in world %u, %s side", text, a, b, w,
                                 side == CM_UPPER ? "upper" : "lower");
}

/* The name `t` of a model without recursion. */
static void check_term(const char *text, uint64_t seed)
{
    static hand h;
    uint64_t truth[HAND_EVENTS][HAND_EVENTS];
    hand_start(&h, text, EVENTS, VARIABLES, seed);
    int node = cm_model_find(h.c.cat.model, "t");
    truths(&h, node, truth);
    check_bounds(&h, node, truth, text);
    check_sides(&h, node, truth, CM_UPPER, text);
    hand_end(&h);
}

TEST(operators)
{
    static const char *const terms[] = {
        "addr",
        "addr | data",
        "addr & data",
        "addr \\ data",
        "addr;data",
        "addr^-1",
        "addr+",
        "addr*",
        "addr?",
        "[A]",
        "A * L",
        "~addr",
        "domain(addr)",
        "range(addr)",
        "A | L",
        "A & L",
        "A \\ L",
        "~A",
        "_",
        "_ * _",
        "id",
        "po",
        "(addr | data)+",
        "addr;po;data",
        "po \\ addr",
        "~(addr | po)",
        "(addr;data)+;po",
        "domain(addr;[A]) & range(data)",
        "[domain(addr)]",
        "(addr & po)^-1",
        "addr;addr^-1",
        "(~domain(addr)) * range(data)",
        "(addr \\ id)?",
        "(addr;data)?",
        "fencerel(A)",
    };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
            char text[100];
            snprintf(text, sizeof text, "let t = %s\n", terms[i]);
            check_term(text, seed);
        }
}

TEST(random_terms)
{
    static hand names;
    checker_start(&names.c, NULL, NULL);
    names.seed = 99;
    for (uint32_t seed = 1; seed <= 150; seed++) {
        const char *term = seed % 4 ? hand_relation(&names, 1 + (int)(seed % 3), NULL)
                                    : hand_set(&names, 1 + (int)(seed % 3));
        check_term(cm_arena_printf(names.c.cat.arena, "let t = %s\n", term), seed);
    }
    checker_end(&names.c);
}

/* ---- recursive definitions --------------------------------------------- */

/* The least solution can be reached, and nothing smaller: by the solver. */
static void check_upper(hand *h, int node, const uint64_t truth[HAND_EVENTS][HAND_EVENTS],
                        const char *text)
{
    cm_lit lits[HAND_EVENTS][HAND_EVENTS];
    for (uint32_t a = 0; a < h->n; a++)
        for (uint32_t b = 0; b < h->n; b++)
            lits[a][b] = encoded(h, node, a, b, CM_UPPER);
    cm_encode_recursion(&h->encoder);
    cm_solver *solver = hand_solver(h);
    for (uint32_t w = 0; w < h->table.worlds; w++) {
        cm_lit assumptions[HAND_VARIABLES + HAND_EVENTS * HAND_EVENTS];
        uint32_t fixed = hand_assume(h, w, assumptions), count = fixed;
        cm_lits smaller = {0};
        for (uint32_t a = 0; a < h->n; a++)
            for (uint32_t b = 0; b < h->n; b++) {
                if (truth[a][b] >> w & 1)
                    cm_lits_add(h->c.cat.arena, &smaller, -lits[a][b]);
                else
                    assumptions[count++] = -lits[a][b];
            }
        if (cm_solver_check(solver, assumptions, count) != CM_SAT)
            fail_msg("%s: the least solution is out of reach in world %u", text, w);
        assumptions[fixed] = cm_form_or_all(&h->c.job.form, smaller.items, smaller.count);
        if (cm_solver_check(solver, assumptions, fixed + 1) != CM_UNSAT)
            fail_msg("%s: less than the least solution in world %u", text, w);
    }
    cm_solver_close(h->c.solver);
}

static void check_recursive(const char *text, const char *name, uint64_t seed)
{
    static hand h;
    uint64_t truth[HAND_EVENTS][HAND_EVENTS];
    hand_start(&h, text, 4, 4, seed);
    int node = cm_model_find(h.c.cat.model, name);
    truths(&h, node, truth);
    check_bounds(&h, node, truth, text);
    check_sides(&h, node, truth, CM_LOWER, text);
    check_upper(&h, node, truth, text);
    hand_end(&h);
}

TEST(recursion)
{
    static const char *const texts[] = {
        "let rec t = addr | t;t\nlet u = t\n",
        "let rec t = addr | t;data\nlet u = [A];t\n",
        "let rec t = addr | u;data\nand u = data | t;addr\n",
        ("let rec t = addr | (t | u | w);data\nand u = data | (t | u | w);ctrl | (u | w);addr\n"
         "and w = ctrl | (t | u | w);addr | w;data\n"),
        "let rec t = addr | u;data\nand u = w | t;ctrl\nand w = u;addr | t\n",
        "let rec t = A | range([t];addr)\nlet u = addr;[t]\n",
        "let rec t = A | u\nand u = domain(addr;[t])\n",
        "let rec r = addr | r;r\nlet rec t = (data \\ r) | t;t\nlet u = po \\ t\n",
        "let rec t = (addr & (t^-1 | po)) | t;(addr | data)\nlet u = (t | data)+\n",
        "let rec t = t\nlet u = po \\ t\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
            check_recursive(texts[i], "t", seed);
            check_recursive(texts[i], "u", seed);
        }
}

TEST(random_recursion)
{
    static hand names;
    checker_start(&names.c, NULL, NULL);
    names.seed = 5;
    cm_arena *scratch = names.c.cat.arena;
    for (uint32_t seed = 1; seed <= 30; seed++) {
        const char *t = hand_relation(&names, 2, "u"), *u = hand_relation(&names, 2, "t");
        const char *text = cm_arena_printf(scratch, "let rec t = addr | %s\nand u = %s\n", t, u);
        check_recursive(text, "t", seed);
        check_recursive(text, "u", seed);
    }
    checker_end(&names.c);
}

/* ---- constraints ------------------------------------------------------- */

/* The constraints of the model hold in exactly the worlds where they do. */
static void check_constraints(const char *text, uint64_t seed)
{
    static hand h;
    hand_start(&h, text, 4, 4, seed);
    cm_encode_constraints(&h.encoder);
    cm_encode_recursion(&h.encoder);
    cm_solver *solver = hand_solver(&h);
    const cm_model *m = h.c.cat.model;
    for (uint32_t w = 0; w < h.table.worlds; w++) {
        uint32_t place[HAND_EVENTS];
        cm_lit assumptions[HAND_VARIABLES];
        hand_world(&h, w, place);
        bool holds = true;
        for (int i = 0; i < m->constraint_count; i++)
            holds =
                holds && cm_eval_constraint(h.c.cat.arena, m, &h.c.cat.graph, h.c.cat.values, i);
        uint32_t count = hand_assume(&h, w, assumptions);
        if ((cm_solver_check(solver, assumptions, count) == CM_SAT) != holds)
            fail_msg("%s: %s in world %u", text, holds ? "forbidden" : "allowed", w);
    }
    cm_solver_close(h.c.solver);
    hand_end(&h);
}

TEST(constraints)
{
    static const char *const kinds[] = {"acyclic", "irreflexive", "empty"};
    static const char *const terms[] = {
        "addr | data",   "addr;data",       "(addr | ctrl)+", "addr & po",
        "[A];addr;[L]",  "po \\ (addr;po)", "addr & id",      "(addr;[domain(data)]) \\ ctrl",
        "addr;data;ctrl"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
            for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
                char text[120];
                for (int negated = 0; negated < 2; negated++) {
                    snprintf(text, sizeof text, "%s%s %s as c\n", negated ? "~" : "", kinds[k],
                             terms[i]);
                    check_constraints(text, seed);
                }
            }
}

TEST(constraints_on_sets)
{
    for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
        check_constraints("empty A & domain(addr) as c\n", seed);
        check_constraints("~empty L \\ range(data) as c\n", seed);
    }
}

TEST(constraints_on_recursion)
{
    static const char *const texts[] = {
        "let rec t = addr | t;t\nirreflexive t as c\n",
        "let rec t = addr | t;data\nempty t;ctrl as c\n",
        "let rec t = addr | t;t\n~irreflexive t as c\n",
        "let rec t = addr | t;t\n~empty po \\ t as c\n",
        "let rec t = addr | t;t\nempty po \\ t as c\n",
        "let rec t = addr | u;data\nand u = data | t;addr\nacyclic u \\ id as c\n",
        "let rec t = A | range([t];addr)\nempty L \\ t as c\n",
        "let rec t = A | range([t];addr)\nempty L & t as c\n",
        "let rec t = addr | t;t\nacyclic (po \\ t) | data as c\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint64_t seed = 1; seed <= GRAPHS; seed++)
            check_constraints(texts[i], seed);
}

TEST(elements)
{
    static const char *const texts[] = {
        "forall x in A do\n empty [x];addr;[L] as c\nend\n",
        "forall x in domain(addr) do\n ~empty addr;[x] as c\nend\n",
        "forall x in A do\n forall y in range(data) do\n empty [x];addr;[y];ctrl as c\nend\nend\n",
        "forall x in A | L do\n acyclic addr | data;[x] as c\nend\n",
        "forall x in A do\n let r = [x];addr in\n empty r \\ data as c\nend\n",
        "forall x in A do\n let rec t = [x];addr | t;data\n empty t & po as c\nend\n",
        "forall x in A do\n let rec t = x | range([t];addr)\n empty L & t as c\nend\n",
        "forall x in L do\n let rec t = [x];addr | t;t\n ~empty po \\ t as c\nend\n",
        "let rec s = A | range([s];addr)\nforall x in s do\n empty [x];data as c\nend\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint64_t seed = 1; seed <= GRAPHS; seed++)
            check_constraints(texts[i], seed);
}

/* Flags are raised where their condition holds. */
TEST(flags)
{
    static const char *const texts[] = {
        "flag ~empty addr & po as f\n",
        "flag empty addr as f\n",
        "flag ~acyclic addr | data as f\n",
        "flag irreflexive addr;data as f\n",
    };
    static hand h;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
            hand_start(&h, texts[i], EVENTS, VARIABLES, seed);
            cm_lit raised = cm_encode_flag(&h.encoder, &h.c.cat.model->constraints[0], NULL);
            hand_ready(&h);
            for (uint32_t w = 0; w < h.table.worlds; w++) {
                uint32_t place[HAND_EVENTS];
                hand_world(&h, w, place);
                assert_int_equal(hand_holds(&h, w, raised),
                                 cm_eval_constraint(h.c.cat.arena, h.c.cat.model, &h.c.cat.graph,
                                                    h.c.cat.values, 0));
            }
            hand_end(&h);
        }
}

/* ---- generators -------------------------------------------------------- */

enum { ORDERED = 3, PAIRS = ORDERED * (ORDERED - 1) };

/* One relation over the events: the solver allows it, and so does the meaning
 * of the generator. */
static void check_order(hand *h, cm_solver *solver, uint32_t world, uint32_t bits,
                        const uint32_t *place, const char *text)
{
    int node = cm_model_find(h->c.cat.model, "o");
    cm_lit assumptions[HAND_VARIABLES + PAIRS];
    uint32_t count = hand_assume(h, world, assumptions), bit = 0;
    cm_rel *order = &h->c.cat.graph.frees[0];
    *order = cm_rel_new(h->c.cat.arena, h->c.cat.graph.n);
    for (uint32_t a = 0; a < h->n; a++)
        for (uint32_t b = 0; b < h->n; b++) {
            if (a == b)
                continue;
            bool in = bits >> bit++ & 1;
            cm_lit lit = cm_encode_pair(&h->encoder, node, a, b, CM_UPPER);
            assumptions[count++] = in ? lit : -lit;
            if (in && (place[a] == h->n || place[b] == h->n))
                return;
            if (in)
                cm_rel_add(order, place[a], place[b]);
        }
    cm_value *values = cm_eval(h->c.cat.arena, h->c.cat.model, &h->c.cat.graph);
    bool meant = cm_eval_consistent(h->c.cat.arena, h->c.cat.model, &h->c.cat.graph, values, NULL);
    if ((cm_solver_check(solver, assumptions, count) == CM_SAT) != meant)
        fail_msg("%s: order %x in world %u is %s", text, bits, world,
                 meant ? "missing" : "too much");
}

static void check_generator(const char *text, uint64_t seed)
{
    static hand h;
    hand_start(&h, text, ORDERED, 3, seed);
    int node = cm_model_find(h.c.cat.model, "o");
    bool order = h.c.cat.model->frees[0].generator != CM_SUBRELATIONS;
    for (uint32_t a = 0; order && a < h.n; a++)
        assert_int_equal(cm_encode_pair(&h.encoder, node, a, a, CM_UPPER), CM_FALSE);
    cm_encode_constraints(&h.encoder);
    cm_encode_recursion(&h.encoder);
    cm_solver *solver = hand_solver(&h);
    for (uint32_t w = 0; w < h.table.worlds; w++) {
        uint32_t place[HAND_EVENTS];
        hand_world(&h, w, place);
        for (uint32_t bits = 0; bits < 1u << PAIRS; bits++)
            check_order(&h, solver, w, bits, place, text);
    }
    cm_solver_close(h.c.solver);
    hand_end(&h);
}

TEST(generators)
{
    static const char *const texts[] = {
        "with o from partial-orders(addr | data)\n",
        "with o from partial-orders(_ * _)\n",
        "with o from subrelations(addr | data)\n",
        "with o from subrelations(po | po^-1)\n",
        "let rec t = addr | t;t\nwith o from subrelations(t & (po | po^-1))\n",
        "with o from total-orders(addr | data)\n",
        "with o from total-orders((A | domain(addr)) * _)\n",
        "with o from total-orders(po \\ addr)\n",
        "with o from linearisations(_, addr)\n",
        "with o from linearisations(A | range(addr), po)\n",
        "with o from linearisations(A, data | addr)\n",
        "let rec t = addr | t;t\nwith o from partial-orders(t)\n",
        "let rec t = addr | t;t\nwith o from total-orders(t)\n",
        "let rec t = addr | t;t\nwith o from linearisations(_, t)\n",
        "let rec t = A | range([t];addr)\nwith o from linearisations(t, po)\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint64_t seed = 1; seed <= GRAPHS; seed++)
            check_generator(texts[i], seed);
}

/* Orders of which constraints leave no choice: the solver has none to make, and allows
 * the same ones. */
TEST(given_orders)
{
    static const char *const texts[] = {
        "with o from total-orders(_ * _)\nacyclic o | po as c\n",
        "with o from total-orders(po | po^-1)\nacyclic o | po | addr as c\n",
        "with o from total-orders(addr | data^-1)\nacyclic data | (po | o) as c\n",
        "with o from total-orders(_ * _)\nempty po \\ o as c\n",
        "with o from partial-orders(_ * _)\nempty po \\ o as c\n",
        "with o from subrelations(po | po^-1)\nempty po \\ o as c\n",
        "with o from subrelations(po | po^-1)\nacyclic o | po as c\n",
        "with o from partial-orders(addr | po)\nempty (po & data) \\ o as c\n",
        "with o from partial-orders(_ * _)\nacyclic o | po as c\nempty addr \\ o as d\n",
        "let rec t = addr | t;t\nwith o from partial-orders(t | po)\nempty t \\ o as c\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint64_t seed = 1; seed <= GRAPHS; seed++)
            check_generator(texts[i], seed);
}
