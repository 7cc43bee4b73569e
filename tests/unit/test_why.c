/* explain/why.h: a pair has a derivation exactly where it is in the relation, whatever the
 * operators; violations are the shortest. model/gloss.h: words of the file. */
#include "model/gloss.h"
#include "tests/unit/why_help.h"

/* Every operator, recursion through several definitions and without end, forall. */
static const char everything[] =
    "let u = po | rf\n"
    "let i = u & loc\n"
    "let d = u \\ (rf & loc)\n"
    "let s = d;i\n"
    "let p = s+ | (po & loc)+\n"
    "let o = (rf;po)* & ~id\n"
    "let inv = (s | i)^-1;po^-1\n"
    "let ident = [R];u;[W & domain(rf)]\n"
    "let prod = (R * W) & po | (range(po) * domain(rf))\n"
    "let rec x = rf | x;po | (x & y)\n"
    "and y = po;x | loc;y\n"
    "let rec set = (R & domain(po)) | range([set];u)\n"
    "let both = x & y \\ rf\n"
    "let rec big = (x;big) | [set];po | big;big\n"
    "acyclic u | s\n irreflexive x;y\n empty both\n empty set & W\n ~empty p & ident\n"
    "irreflexive big;inv\n"
    "forall e in W do irreflexive [e];u;x end\n";

static void look_at_all(cat *c, cm_deriver *d, const cm_value *values)
{
    checking k = {c->model, &c->graph, values, 0};
    for (int node = 0; node < c->model->node_count; node++) {
        bool is_set = c->model->nodes[node].is_set;
        for (uint32_t a = 0; a < c->graph.n; a++)
            for (uint32_t b = 0; b < (is_set ? 1 : c->graph.n); b++) {
                const cm_why *why = cm_why_of(d, node, a, is_set ? a : b);
                assert_int_equal(why != NULL, why_holds(&k, node, a, b));
                k.seen = 0;
                if (why)
                    check_why(&k, why, 0);
            }
    }
}

static void agree(cat *c, int constraint)
{
    cm_deriver *d = cm_deriver_new(c->arena, c->model, &c->graph, c->values, constraint, NULL);
    cm_violation v;
    bool holds = cm_eval_constraint(c->arena, c->model, &c->graph, c->values, constraint);
    assert_int_equal(cm_why_violated(d, constraint, &v), !holds);
    if (holds)
        return;
    assert_true(cm_why_checked(d, &v));
    assert_int_equal(v.nothing, c->model->constraints[constraint].negated);
    if (v.cycle)
        assert_int_equal(v.from, v.to);
}

TEST(exactly_where_it_holds)
{
    uint64_t seed = 20261121;
    for (int round = 0; round < 60; round++) {
        cat c;
        cat_load(&c, everything);
        cat_randomise(&c, 5, (uint32_t)(3 + round % 6), &seed);
        cat_eval(&c);
        bool elements = false;
        for (int i = 0; i < c.model->constraint_count; i++) {
            agree(&c, i);
            elements |= c.model->constraints[i].element_count > 0;
        }
        assert_true(elements);
        cm_deriver *d = cm_deriver_new(c.arena, c.model, &c.graph, c.values, -1, NULL);
        look_at_all(&c, d, c.values);
        cat_end(&c);
    }
}

/* ---- from one execution to the next ----------------------------------------------- */

/* Two events become related by po, or are no longer. */
static void change_something(cat *c, uint64_t *seed)
{
    uint32_t a = cat_random(seed) % c->graph.n, b = cat_random(seed) % c->graph.n;
    for (int i = 0; i < c->model->base_count; i++) {
        if (strcmp(c->model->bases[i]->name, cat_random(seed) % 2 ? "po" : "rf") != 0)
            continue;
        cm_rel *rel = &c->graph.rels[i];
        if (cm_rel_has(rel, a, b))
            cm_rel_row(rel, a)[b / 64] &= ~(UINT64_C(1) << b % 64);
        else
            cm_rel_add(rel, a, b);
    }
}

static void same_cost(cat *c, cm_deriver *turned, cm_deriver *made, int node)
{
    bool is_set = c->model->nodes[node].is_set;
    for (uint32_t a = 0; a < c->graph.n; a++)
        for (uint32_t b = 0; b < (is_set ? 1 : c->graph.n); b++) {
            const cm_why *x = cm_why_of(turned, node, a, is_set ? a : b);
            const cm_why *y = cm_why_of(made, node, a, is_set ? a : b);
            assert_int_equal(x != NULL, y != NULL);
            assert_int_equal(x ? x->cost : 0, y ? y->cost : 0);
        }
}

/* Only some terms are asked for on each execution, others for the first time later. */
TEST(turned_as_new)
{
    uint64_t seed = 20261123;
    for (int round = 0; round < 20; round++) {
        cat c;
        cat_load(&c, everything);
        cat_randomise(&c, 5, (uint32_t)(3 + round % 6), &seed);
        cat_eval(&c);
        cm_deriver *turned = cm_deriver_new(c.arena, c.model, &c.graph, c.values, -1, NULL);
        for (int step = 0; step < 12; step++) {
            change_something(&c, &seed);
            cat_eval(&c);
            cm_deriver *made = cm_deriver_new(c.arena, c.model, &c.graph, c.values, -1, NULL);
            cm_deriver_turn(turned, c.arena, &c.graph, c.values);
            for (int node = 0; node < c.model->node_count; node++)
                if (cat_random(&seed) % 3 == 0)
                    same_cost(&c, turned, made, node);
            if (step % 4 == 3)
                look_at_all(&c, turned, c.values);
        }
        cat_end(&c);
    }
}

/* ---- the shortest ------------------------------------------------------------- */

TEST(shortest_cycle)
{
    cat c;
    cat_load(&c, "let step = po | rf\nacyclic step as order\n");
    cat_events(&c, 6);
    for (uint32_t i = 0; i < 6; i++) /* around all six, and 2, 3, 4 by themselves */
        cat_link(&c, "po", i, (i + 1) % 6);
    cat_link(&c, "rf", 4, 2);
    cat_eval(&c);
    cm_deriver *d = cm_deriver_new(c.arena, c.model, &c.graph, c.values, -1, NULL);
    cm_violation v;
    assert_true(cm_why_violated(d, 0, &v));
    assert_true(v.cycle);
    assert_int_equal(v.count, 3);
    for (int i = 0; i < 3; i++)
        assert_string_equal(v.steps[i]->name->name, "step");
    cat_end(&c);
}

/* A fact that might be is dear, and said to be missing. */
static int may_be_first(const void *context, uint32_t event, const char *tag)
{
    (void)context;
    return event == 0 && strcmp(tag, "A") == 0 ? 0 : -1;
}

TEST(missing_facts)
{
    cat c;
    cat_load(&c, "let order = [A];po | po;[A];po;po\nempty order as none\n");
    cat_events(&c, 4);
    cat_link(&c, "po", 0, 1);
    cat_link(&c, "po", 1, 2);
    cat_link(&c, "po", 2, 3);
    cat_eval(&c);
    cm_missing missing = {.may_have = may_be_first};
    cm_deriver *d = cm_deriver_new(c.arena, c.model, &c.graph, c.values, -1, &missing);
    cm_violation v;
    const cm_why **facts;
    assert_true(cm_why_violated(d, 0, &v));
    assert_true(v.cost >= CM_WHY_MISSING && v.cost < 2 * CM_WHY_MISSING);
    assert_int_equal(cm_why_missing(c.arena, v.steps[0], &facts), 1);
    assert_int_equal(facts[0]->from, 0);
    cat_end(&c);
}

static int may_be_both(const void *context, uint32_t event, const char *tag)
{
    (void)context;
    return event == 0 && (strcmp(tag, "A") == 0 || strcmp(tag, "L") == 0) ? 0 : -1;
}

/* What an intersection lacks is what both sides lack. What is in the right side of a difference
 * is not in it, whatever the left side might have. */
TEST(missing_in_operators)
{
    cat c;
    cat_load(&c, "let both = ([A];po) & ([L];po)\nempty both as both\n"
                 "let without = ([A];po) \\ rf\nempty without as without\n");
    cm_missing missing = {.may_have = may_be_both};
    cm_violation v;
    for (int linked = 0; linked < 2; linked++) {
        cat_events(&c, 2);
        cat_link(&c, "po", 0, 1);
        if (linked)
            cat_link(&c, "rf", 0, 1);
        cat_eval(&c);
        cm_deriver *d = cm_deriver_new(c.arena, c.model, &c.graph, c.values, -1, &missing);
        assert_true(cm_why_violated(d, 0, &v));
        assert_true(v.cost >= 2 * CM_WHY_MISSING && v.cost < 3 * CM_WHY_MISSING);
        assert_int_equal(cm_why_violated(d, 1, &v), !linked);
    }
    cat_end(&c);
}

/* ---- words ------------------------------------------------------------------------ */

static const char words[] = "(* ---- a heading ---- *)\n"
                            "let heading = po\n"
                            "(* what is\n"
                            "   (* far *) above *)\n"
                            "let bracketed = po | rf\n"
                            "(* too far above *)\n"
                            "\n"
                            "let apart = po;rf\n"
                            "# one line\n"
                            "// and another\n"
                            "let lines = rf;po\n"
                            "let before = po & rf (* of the line above *)\n"
                            "let after = po \\ rf\n";

static const char *gloss_of(cat *c, const char *name)
{
    for (int i = 0; i < c->model->name_count; i++)
        if (strcmp(c->model->names[i].name, name) == 0)
            return cm_gloss_above(c->arena, c->model->names[i].place);
    fail_msg("%s", name);
    return NULL;
}

TEST(glosses)
{
    cat c;
    cat_load(&c, words);
    assert_null(gloss_of(&c, "heading"));
    assert_string_equal(gloss_of(&c, "bracketed"), "what is (* far *) above");
    assert_null(gloss_of(&c, "apart"));
    assert_string_equal(gloss_of(&c, "lines"), "one line and another");
    assert_null(gloss_of(&c, "after"));
    cat_end(&c);
}

TEST(texts)
{
    cat c;
    cat_load(&c, "acyclic po (* not (* now *) *)\n  | rf\n  as two-lines\n");
    assert_string_equal(cm_cat_text(c.arena, c.model->constraints[0].place),
                        "acyclic po | rf as two-lines");
    cat_end(&c);
}
