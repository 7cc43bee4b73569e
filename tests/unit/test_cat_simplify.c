/* The laws by which terms are simplified: each fires, and each is a law. */
#include "model/terms.h"

#include "cat_help.h"
#include "tests/unit/unit.h"

/* ---- each fires ------------------------------------------------------- */

/* Both sides must become one node. */
static const struct {
    const char *left, *right;
} laws[] = {
    {"po | po", "po"},
    {"po | rf", "rf | po"},
    {"(po | rf) | po", "po | rf"},
    {"rf | (po | rf)", "po | rf"},
    {"po | (po & 0)", "po"},
    {"po | ~(rf & 0)", "~(rf & 0)"},
    {"po+ | po", "po+"},
    {"po | po?", "po?"},
    {"[R] | [W]", "[R | W]"},
    {"po | id", "po?"},
    {"id | po", "po?"},
    {"po? | rf", "(po | rf)?"},
    {"rf | po?", "(po | rf)?"},
    {"po | ~po", "_ * _"},
    {"~po & po", "rf \\ rf"},
    {"R & ~R", "W \\ W"},
    {"po & po", "po"},
    {"po & rf", "rf & po"},
    {"(po & rf) & po", "po & rf"},
    {"rf & (po & rf)", "po & rf"},
    {"po & ~(rf & 0)", "po"},
    {"po & (rf \\ rf)", "rf \\ rf"},
    {"[R] & [W]", "[R & W]"},
    {"(R * W) & (W * M)", "(R & W) * (W & M)"},
    {"po \\ (rf \\ rf)", "po"},
    {"(rf \\ rf) \\ po", "rf \\ rf"},
    {"po \\ ~(rf & 0)", "rf \\ rf"},
    {"~~po", "po"},
    {"~~R", "R"},
    {"po \\ ~rf", "po & rf"},
    {"(po \\ rf) \\ rf", "po \\ rf"},
    {"po;id", "po"},
    {"id;po", "po"},
    {"po;(rf \\ rf)", "rf \\ rf"},
    {"(rf \\ rf);po", "rf \\ rf"},
    {"[R];[W]", "[R & W]"},
    {"[R];([W];po)", "[R & W];po"},
    {"(po;[R]);[W]", "po;[R & W]"},
    {"[R];(W * M)", "(R & W) * M"},
    {"(M * R);[W]", "M * (R & W)"},
    {"[R];(_ * _)", "R * _"},
    {"(_ * _);[R]", "_ * R"},
    {"(_ * _);(_ * _)", "_ * _"},
    {"po*;po*", "po*"},
    {"(R \\ R) * W", "rf \\ rf"},
    {"R * (W \\ W)", "rf \\ rf"},
    {"(po^-1)^-1", "po"},
    {"loc^-1", "loc"},
    {"same-cta^-1", "same-cta"},
    {"[R]^-1", "[R]"},
    {"(R * W)^-1", "W * R"},
    {"(po | rf)^-1", "po^-1 | rf^-1"},
    {"(po & rf)^-1", "po^-1 & rf^-1"},
    {"(po \\ rf)^-1", "po^-1 \\ rf^-1"},
    {"(po;rf)^-1", "rf^-1;po^-1"},
    {"(po+)^-1", "(po^-1)+"},
    {"(po?)^-1", "(po^-1)?"},
    {"po++", "po+"},
    {"(po?)+", "po*"},
    {"po*+", "po*"},
    {"[R]+", "[R]"},
    {"(R * W)+", "R * W"},
    {"(po | rf+)+", "(po | rf)+"},
    {"(po+ | rf+)+", "(po | rf)+"},
    {"(po | (rf+ | loc))+", "(po | (rf | loc))+"},
    {"po??", "po?"},
    {"[R]?", "id"},
    {"(po \\ po)?", "id"},
    {"[R \\ R]", "rf \\ rf"},
    {"domain([R])", "R"},
    {"range([R])", "R"},
    {"domain(po^-1)", "range(po)"},
    {"range(po^-1)", "domain(po)"},
    {"domain(po+)", "domain(po)"},
    {"domain([R];po)", "R & domain(po)"},
    {"range(po;[R])", "R & range(po)"},
    {"domain(R * _)", "R"},
    {"range(_ * R)", "R"},
    {"domain(po \\ po)", "R \\ R"},
    {"domain(po?)", "R | ~R"},
    {"let rec x = po | x;x in x", "po+"},
    {"let rec x = po | rf | x;x in x", "(po | rf)+"},
    {"let rec x = x;x | loc in x", "loc+"},
    {"let rec x = po | rf in x", "po | rf"},
};

TEST(test_laws_fire)
{
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        cat c;
        char text[300];
        snprintf(text, sizeof text, "let left = %s\nlet right = %s\n", laws[i].left, laws[i].right);
        if (strstr(laws[i].left, "po++")) /* one token would be the other ++ */
            snprintf(text, sizeof text, "let left = (po+)+\nlet right = po+\n");
        cat_load(&c, text);
        if (cm_model_find(c.model, "left") != cm_model_find(c.model, "right"))
            fail_msg("%s is not simplified to %s", laws[i].left, laws[i].right);
        cat_end(&c);
    }
}

static const struct {
    const char *text;
    cm_constraint_kind kind;
    const char *term;
} tests[] = {
    {"acyclic po+", CM_ACYCLIC, "po"},
    {"irreflexive po+", CM_ACYCLIC, "po"},
    {"irreflexive po", CM_IRREFLEXIVE, "po"},
    {"acyclic po | rf+", CM_ACYCLIC, "po | rf"},
    {"irreflexive (po | rf+)+", CM_ACYCLIC, "po | rf"},
    {"~irreflexive po+", CM_ACYCLIC, "po"},
    {"let rec x = po | x;x irreflexive x", CM_ACYCLIC, "po"},
    {"empty po+", CM_EMPTY, "po+"},
};

TEST(test_tests_are_simplified)
{
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        cat c;
        char text[300];
        snprintf(text, sizeof text, "%s\nlet term = %s\n", tests[i].text, tests[i].term);
        cat_load(&c, text);
        assert_int_equal(c.model->constraints[0].kind, tests[i].kind);
        if (c.model->constraints[0].node != cm_model_find(c.model, "term"))
            fail_msg("%s does not test %s", tests[i].text, tests[i].term);
        cat_end(&c);
    }
}

/* ---- each is a law ---------------------------------------------------- */

/* Random terms, made through the functions that simplify; then each operator's
 * result must be, in a random execution, that operator on its operands' values. */
enum { SETS = 3, RELS = 4, STEPS = 60, POOL = SETS + RELS + STEPS + 8 };

typedef struct step {
    cm_node_op op;
    int a, b, result;
} step;

typedef struct terms {
    cm_terms *g;
    int sets[POOL], rels[POOL];
    int set_count, rel_count;
    step steps[STEPS];
} terms;

static int pick_set(terms *t, uint64_t *seed)
{
    return t->sets[cat_random(seed) % (uint32_t)t->set_count];
}

static int pick_rel(terms *t, uint64_t *seed)
{
    return t->rels[cat_random(seed) % (uint32_t)t->rel_count];
}

static void add(terms *t, int node)
{
    if (t->g->nodes[node].is_set)
        t->sets[t->set_count++] = node;
    else
        t->rels[t->rel_count++] = node;
}

static void start_terms(terms *t, cm_arena *arena)
{
    static const char *const names[] = {"R", "W", "M", "po", "rf", "loc", "id"};
    memset(t, 0, sizeof *t);
    t->g = cm_terms_new(arena);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add(t, cm_terms_base(t->g, cm_base_find(arena, names[i])));
    for (int is_set = 0; is_set < 2; is_set++) {
        add(t, cm_terms_empty(t->g, is_set));
        add(t, cm_terms_all(t->g, is_set));
    }
}

static void take_step(terms *t, step *s, uint64_t *seed)
{
    static const cm_node_op ops[] = {
        CM_NODE_UNION, CM_NODE_INTER,   CM_NODE_DIFF,  CM_NODE_SEQ,
        CM_NODE_SEQ,   CM_NODE_INVERSE, CM_NODE_PLUS,  CM_NODE_IDENTITY,
        CM_NODE_CROSS, CM_NODE_DOMAIN,  CM_NODE_RANGE, CM_NODE_OPT,
    };
    s->op = ops[cat_random(seed) % (sizeof ops / sizeof *ops)];
    s->b = -1;
    bool on_sets = cat_random(seed) % 3 == 0;
    switch (s->op) {
    case CM_NODE_UNION:
    case CM_NODE_INTER:
    case CM_NODE_DIFF:
        s->a = on_sets ? pick_set(t, seed) : pick_rel(t, seed);
        s->b = on_sets ? pick_set(t, seed) : pick_rel(t, seed);
        break;
    case CM_NODE_SEQ:
        s->a = pick_rel(t, seed);
        s->b = pick_rel(t, seed);
        break;
    case CM_NODE_CROSS:
        s->a = pick_set(t, seed);
        s->b = pick_set(t, seed);
        break;
    case CM_NODE_IDENTITY:
        s->a = pick_set(t, seed);
        break;
    default:
        s->a = pick_rel(t, seed);
        break;
    }
    s->result =
        s->b >= 0 ? cm_terms_binary(t->g, s->op, s->a, s->b) : cm_terms_unary(t->g, s->op, s->a);
    add(t, s->result);
}

static bool seq_has(const cm_rel *a, const cm_rel *b, uint32_t i, uint32_t j)
{
    for (uint32_t k = 0; k < a->n; k++)
        if (cm_rel_has(a, i, k) && cm_rel_has(b, k, j))
            return true;
    return false;
}

static bool expected_pair(const step *s, const cm_value *v, const cm_rel *plus, uint32_t i,
                          uint32_t j)
{
    const cm_value *a = &v[s->a], *b = s->b >= 0 ? &v[s->b] : NULL;
    switch (s->op) {
    case CM_NODE_UNION:
        return cm_rel_has(&a->rel, i, j) || cm_rel_has(&b->rel, i, j);
    case CM_NODE_INTER:
        return cm_rel_has(&a->rel, i, j) && cm_rel_has(&b->rel, i, j);
    case CM_NODE_DIFF:
        return cm_rel_has(&a->rel, i, j) && !cm_rel_has(&b->rel, i, j);
    case CM_NODE_SEQ:
        return seq_has(&a->rel, &b->rel, i, j);
    case CM_NODE_INVERSE:
        return cm_rel_has(&a->rel, j, i);
    case CM_NODE_PLUS:
        return cm_rel_has(plus, i, j);
    case CM_NODE_OPT:
        return i == j || cm_rel_has(&a->rel, i, j);
    case CM_NODE_IDENTITY:
        return i == j && cm_set_has(&a->set, i);
    default: /* CM_NODE_CROSS */
        return cm_set_has(&a->set, i) && cm_set_has(&b->set, j);
    }
}

static bool expected_member(const step *s, const cm_value *v, uint32_t i)
{
    const cm_value *a = &v[s->a], *b = s->b >= 0 ? &v[s->b] : NULL;
    switch (s->op) {
    case CM_NODE_UNION:
        return cm_set_has(&a->set, i) || cm_set_has(&b->set, i);
    case CM_NODE_INTER:
        return cm_set_has(&a->set, i) && cm_set_has(&b->set, i);
    case CM_NODE_DIFF:
        return cm_set_has(&a->set, i) && !cm_set_has(&b->set, i);
    default: /* DOMAIN, RANGE */
        for (uint32_t j = 0; j < a->rel.n; j++)
            if (s->op == CM_NODE_DOMAIN ? cm_rel_has(&a->rel, i, j) : cm_rel_has(&a->rel, j, i))
                return true;
        return false;
    }
}

/* Paths of any length, by repeated composition. */
static cm_rel closure(cm_arena *arena, const cm_rel *r)
{
    cm_rel plus = cm_rel_new(arena, r->n);
    cm_rel_copy(&plus, r);
    for (uint32_t round = 0; round < r->n; round++)
        for (uint32_t i = 0; i < r->n; i++)
            for (uint32_t j = 0; j < r->n; j++)
                if (seq_has(&plus, r, i, j))
                    cm_rel_add(&plus, i, j);
    return plus;
}

static void check_step(cat *c, const step *s)
{
    bool is_set = c->model->nodes[s->result].is_set;
    const cm_value *result = &c->values[s->result];
    cm_rel plus = {0};
    if (s->op == CM_NODE_PLUS)
        plus = closure(c->arena, &c->values[s->a].rel);
    for (uint32_t i = 0; i < c->graph.n; i++) {
        if (is_set && cm_set_has(&result->set, i) != expected_member(s, c->values, i))
            fail_msg("operator %d on sets differs at %u", (int)s->op, i);
        for (uint32_t j = 0; !is_set && j < c->graph.n; j++)
            if (cm_rel_has(&result->rel, i, j) != expected_pair(s, c->values, &plus, i, j))
                fail_msg("operator %d on relations differs at (%u,%u)", (int)s->op, i, j);
    }
}

/* Every test of a relation says the same after simplification. */
static void check_tests(cat *c, cm_terms *g, const cm_constraint *before, int count)
{
    for (int i = 0; i < count; i++) {
        cm_constraint pair[2] = {before[i], before[i]};
        pair[1].node = before[i].element_count; /* kept there by make_tests */
        pair[1].kind = (cm_constraint_kind)before[i].is_flag;
        pair[0].element_count = pair[1].element_count = 0;
        cm_model model = *c->model;
        model.constraints = pair;
        bool one = cm_eval_constraint(c->arena, &model, &c->graph, c->values, 0);
        bool two = cm_eval_constraint(c->arena, &model, &c->graph, c->values, 1);
        if (one != two)
            fail_msg("test %d of operator %d differs", (int)before[i].kind,
                     (int)g->nodes[before[i].node].op);
    }
}

TEST(test_laws_hold)
{
    uint64_t seed = 3;
    for (int round = 0; round < 150; round++) {
        cat c;
        terms t;
        cat_start(&c);
        start_terms(&t, c.arena);
        for (int i = 0; i < STEPS; i++)
            take_step(&t, &t.steps[i], &seed);
        cm_constraint before[2 * POOL] = {0};
        int count = 0;
        for (int i = 0; i < t.rel_count; i++) {
            for (int k = 0; k < 2; k++) {
                cm_constraint_kind kind = k ? CM_IRREFLEXIVE : CM_ACYCLIC;
                cm_constraint *b = &before[count++];
                b->kind = kind;
                b->node = t.rels[i];
                b->element_count = cm_terms_constraint(t.g, &kind, t.rels[i]);
                b->is_flag = kind == CM_IRREFLEXIVE;
            }
        }
        cm_model model = {.nodes = t.g->nodes,
                          .node_count = t.g->count,
                          .bases = t.g->bases,
                          .base_count = t.g->base_count};
        c.model = &model;
        for (int graphs = 0; graphs < 4; graphs++) {
            cat_randomise(&c, (uint32_t)graphs * 2, 2 + (uint32_t)graphs * 2, &seed);
            cat_eval(&c);
            for (int i = 0; i < STEPS; i++)
                check_step(&c, &t.steps[i]);
            check_tests(&c, t.g, before, count);
        }
        cat_end(&c);
    }
}

/* Inverting a term with much sharing, and a deep one, stays cheap. */
TEST(test_sharing)
{
    cm_arena *bounded = cm_arena_new((size_t)64 << 20);
    cm_terms *g = cm_terms_new(bounded);
    int po = cm_terms_base(g, cm_base_find(bounded, "po"));
    int rf = cm_terms_base(g, cm_base_find(bounded, "rf"));
    int wide = po, deep = po;
    for (int i = 0; i < 60; i++)
        wide = cm_terms_binary(g, CM_NODE_SEQ, cm_terms_binary(g, CM_NODE_UNION, wide, rf), wide);
    for (int i = 0; i < 20000; i++)
        deep = cm_terms_binary(g, CM_NODE_SEQ, deep, i % 2 ? po : rf);
    int back = cm_terms_unary(g, CM_NODE_INVERSE, wide);
    assert_int_equal(cm_terms_unary(g, CM_NODE_INVERSE, back), wide);
    (void)cm_terms_unary(g, CM_NODE_INVERSE, deep);
    assert_true(g->count < 45000);
    cm_arena_free(bounded);
}
