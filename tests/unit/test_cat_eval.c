/* The evaluator of cat: every operator against loops written out, recursion,
 * forall, and the orders of `with`. */
#include "cat_help.h"
#include "tests/unit/unit.h"

/* ---- operators against loops ------------------------------------------ */

enum { EVENTS = 6 };

typedef struct rels {
    bool po[EVENTS][EVENTS], rf[EVENTS][EVENTS];
    bool R[EVENTS], W[EVENTS];
} rels;

static void read_rels(cat *c, rels *out)
{
    for (uint32_t i = 0; i < EVENTS; i++) {
        out->R[i] = cm_set_has(cat_base_set(c, "R"), i);
        out->W[i] = cm_set_has(cat_base_set(c, "W"), i);
        for (uint32_t j = 0; j < EVENTS; j++) {
            out->po[i][j] = cm_rel_has(cat_base_rel(c, "po"), i, j);
            out->rf[i][j] = cm_rel_has(cat_base_rel(c, "rf"), i, j);
        }
    }
}

static bool is_union(const rels *x, uint32_t i, uint32_t j)
{
    return x->po[i][j] || x->rf[i][j];
}
static bool is_inter(const rels *x, uint32_t i, uint32_t j)
{
    return x->po[i][j] && x->rf[i][j];
}
static bool is_diff(const rels *x, uint32_t i, uint32_t j)
{
    return x->po[i][j] && !x->rf[i][j];
}
static bool is_complement(const rels *x, uint32_t i, uint32_t j)
{
    return !x->po[i][j];
}
static bool is_seq(const rels *x, uint32_t i, uint32_t j)
{
    for (uint32_t k = 0; k < EVENTS; k++)
        if (x->po[i][k] && x->rf[k][j])
            return true;
    return false;
}
static bool is_inverse(const rels *x, uint32_t i, uint32_t j)
{
    return x->po[j][i];
}

/* Is there a path of 1 to EVENTS steps? By trying all paths, not by Warshall. */
static bool path(const rels *x, uint32_t i, uint32_t j, unsigned steps)
{
    if (x->po[i][j])
        return true;
    for (uint32_t k = 0; steps > 1 && k < EVENTS; k++)
        if (x->po[i][k] && path(x, k, j, steps - 1))
            return true;
    return false;
}
static bool is_plus(const rels *x, uint32_t i, uint32_t j)
{
    return path(x, i, j, EVENTS);
}
static bool is_star(const rels *x, uint32_t i, uint32_t j)
{
    return i == j || path(x, i, j, EVENTS);
}
static bool is_opt(const rels *x, uint32_t i, uint32_t j)
{
    return i == j || x->po[i][j];
}
static bool is_identity(const rels *x, uint32_t i, uint32_t j)
{
    return i == j && x->R[i];
}
static bool is_id(const rels *x, uint32_t i, uint32_t j)
{
    (void)x;
    return i == j;
}
static bool is_cross(const rels *x, uint32_t i, uint32_t j)
{
    return x->R[i] && x->W[j];
}
static bool is_all(const rels *x, uint32_t i, uint32_t j)
{
    (void)x, (void)i, (void)j;
    return true;
}
static bool is_none(const rels *x, uint32_t i, uint32_t j)
{
    (void)x, (void)i, (void)j;
    return false;
}
static bool is_restricted(const rels *x, uint32_t i, uint32_t j)
{
    return x->R[i] && x->po[i][j] && x->W[j];
}
/* a;b\c&d groups as a;(b\(c&d)) */
static bool is_grouped(const rels *x, uint32_t i, uint32_t j)
{
    for (uint32_t k = 0; k < EVENTS; k++)
        if (x->po[i][k] && x->po[k][j] && !(x->rf[k][j] && x->po[j][k]))
            return true;
    return false;
}
static bool is_fencerel(const rels *x, uint32_t i, uint32_t j)
{
    for (uint32_t k = 0; k < EVENTS; k++)
        if (x->po[i][k] && x->R[k] && x->po[k][j])
            return true;
    return false;
}

static const struct {
    const char *text;
    bool (*holds)(const rels *, uint32_t, uint32_t);
} relations[] = {
    {"po | rf", is_union},
    {"rf | po", is_union},
    {"po & rf", is_inter},
    {"po \\ rf", is_diff},
    {"~po", is_complement},
    {"!po", is_complement},
    {"(_ * _) \\ po", is_complement},
    {"po ; rf", is_seq},
    {"po^-1", is_inverse},
    {"(po^-1)^-1;rf", is_seq},
    {"po+", is_plus},
    {"po*", is_star},
    {"po+?", is_star},
    {"po?", is_opt},
    {"po | id", is_opt},
    {"[R]", is_identity},
    {"toid(R)", is_identity},
    {"[R] & id", is_identity},
    {"id", is_id},
    {"[_]", is_id},
    {"[R | ~R]", is_id},
    {"R * W", is_cross},
    {"R ** W", is_cross},
    {"R \xc3\x97 W", is_cross},
    {"_ * _", is_all},
    {"~0 | po", is_all},
    {"~((~po)+) & (po | rf | ~po) | ~0 | po", is_all},
    {"0 | (po & 0)", is_none},
    {"po \\ po", is_none},
    {"[R];po;[W]", is_restricted},
    {"po & (R * W)", is_restricted},
    {"po;po\\rf&po^-1", is_grouped},
    {"fencerel(R)", is_fencerel},
    {"let rec r = po | r;r in r", is_plus},
    {"let rec r = po | po;r in r", is_plus},
    {"let rec r = s | r;po and s = po | s;r in r", is_plus},
    {"let rec a = po | (let rec b = a | b;b in b);po in a", is_plus},
    {"if \"x\" then rf else po;rf", is_seq},
    {"match 'a with 'b -> rf || 'a -> po;rf || _ -> po end", is_seq},
    {"try no-such-name with po;rf", is_seq},
    {"let f(a, b) = a;b in f(po, rf)", is_seq},
    {"let f = fun (a, b) -> a;b in f (po, rf)", is_seq},
    {"let f a = fun b -> a;b in f po rf", is_seq},
    {"let f a b = a;b in f po rf", is_seq},
    {"let x = po and y = rf in x;y", is_seq},
    {"let (x, y) = (po, rf) in x;y", is_seq},
    {"let po = rf and rf = po in rf;po", is_seq},
    {"begin po;rf end", is_seq},
    {"let rec all s = match s with {} -> 0 || e ++ es -> e | all es end in all({po, rf})",
     is_union},
    {"let rec all s = match s with e ++ es -> e | all es || {} -> 0 end in all({po, rf, po})",
     is_union},
    {"let rec all s = match s with {} -> 0 || e ++ es -> e | all es end in"
     " all(map (fun r -> r^-1) {po^-1, rf^-1})",
     is_union},
    {"let rec all s = match s with {} -> 0 || e ++ es -> e | all es end in"
     " all(po ++ {rf} & {po, rf})",
     is_union},
};

TEST(test_relations)
{
    uint64_t seed = 1;
    for (size_t t = 0; t < sizeof relations / sizeof *relations; t++) {
        cat c;
        char text[400];
        snprintf(text, sizeof text,
                 "let keep = (po, rf)\nlet p = po\nlet q = rf\n"
                 "let r = R\nlet w = W\nlet x = %s\n",
                 relations[t].text);
        cat_load(&c, text);
        for (int round = 0; round < 40; round++) {
            rels x;
            cat_randomise(&c, EVENTS, 3 + (uint32_t)round % 4, &seed);
            cat_eval(&c);
            read_rels(&c, &x);
            /* 0 has no type of its own and is a relation at top level */
            const cm_value *value = cat_value(&c, "x", false);
            for (uint32_t i = 0; i < EVENTS; i++)
                for (uint32_t j = 0; j < EVENTS; j++)
                    if (cm_rel_has(&value->rel, i, j) != relations[t].holds(&x, i, j))
                        fail_msg("%s differs at (%u,%u)", relations[t].text, i, j);
        }
        cat_end(&c);
    }
}

static bool in_union(const rels *x, uint32_t i)
{
    return x->R[i] || x->W[i];
}
static bool in_inter(const rels *x, uint32_t i)
{
    return x->R[i] && x->W[i];
}
static bool in_diff(const rels *x, uint32_t i)
{
    return x->R[i] && !x->W[i];
}
static bool in_complement(const rels *x, uint32_t i)
{
    return !x->R[i];
}
static bool in_domain(const rels *x, uint32_t i)
{
    for (uint32_t j = 0; j < EVENTS; j++)
        if (x->po[i][j])
            return true;
    return false;
}
static bool in_range(const rels *x, uint32_t i)
{
    for (uint32_t j = 0; j < EVENTS; j++)
        if (x->po[j][i])
            return true;
    return false;
}
/* R, and what po leads to from it, again and again */
static bool in_reach(const rels *x, uint32_t i)
{
    if (x->R[i])
        return true;
    for (uint32_t j = 0; j < EVENTS; j++)
        if (x->R[j] && path(x, j, i, EVENTS))
            return true;
    return false;
}
static bool in_everything(const rels *x, uint32_t i)
{
    (void)x, (void)i;
    return true;
}

static const struct {
    const char *text;
    bool (*holds)(const rels *, uint32_t);
} sets[] = {
    {"R | W", in_union},
    {"R & W", in_inter},
    {"R \\ W", in_diff},
    {"~R", in_complement},
    {"_ \\ R", in_complement},
    {"domain(po)", in_domain},
    {"range po", in_range},
    {"domain(po^-1)", in_range},
    {"range(po+)", in_range},
    {"let rec s = R | range([s];po) in s", in_reach},
    {"let rec s = R | range(t) and t = [s];po in s", in_reach},
    {"R | ~R", in_everything},
};

TEST(test_sets)
{
    uint64_t seed = 2;
    for (size_t t = 0; t < sizeof sets / sizeof *sets; t++) {
        cat c;
        char text[400];
        snprintf(text, sizeof text, "let p = po\nlet q = rf\nlet r = R\nlet w = W\nlet x = %s\n",
                 sets[t].text);
        cat_load(&c, text);
        for (int round = 0; round < 40; round++) {
            rels x;
            cat_randomise(&c, EVENTS, 4, &seed);
            cat_eval(&c);
            read_rels(&c, &x);
            const cm_value *value = cat_value(&c, "x", true);
            for (uint32_t i = 0; i < EVENTS; i++)
                if (cm_set_has(&value->set, i) != sets[t].holds(&x, i))
                    fail_msg("%s differs at %u", sets[t].text, i);
        }
        cat_end(&c);
    }
}

/* ---- tests of a model ------------------------------------------------- */

static bool holds(cat *c, const char *name)
{
    for (int i = 0; i < c->model->constraint_count; i++)
        if (strcmp(c->model->constraints[i].name, name) == 0)
            return cm_eval_constraint(c->arena, c->model, &c->graph, c->values, i);
    fail_msg("no test %s", name);
    return false;
}

/* po: 0 -> 1 -> 2, rf: 1 -> 1 */
TEST(test_constraints)
{
    cat c;
    cat_load(&c, "acyclic po as a\n~acyclic po as b\nacyclic rf as c\n~acyclic rf as d\n"
                 "irreflexive po as e\nirreflexive rf as f\n~irreflexive rf as g\n"
                 "empty po as h\n~empty po as i\nempty R as j\nflag ~empty R as k\n"
                 "acyclic po | po^-1 as l\nirreflexive po;po^-1 as m\nundefined_unless empty po\n"
                 "assert empty rf as n\nempty 0 as o\n");
    cat_events(&c, 3);
    cat_link(&c, "po", 0, 1);
    cat_link(&c, "po", 1, 2);
    cat_link(&c, "rf", 1, 1);
    cat_eval(&c);
    static const struct {
        const char *name;
        bool value;
    } expected[] = {
        {"a", true},  {"b", false},      {"c", false}, {"d", true}, {"e", true},  {"f", false},
        {"g", true},  {"h", false},      {"i", true},  {"j", true}, {"k", false}, {"l", false},
        {"m", false}, {"*undef*", true}, {"n", true},  {"o", true},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (holds(&c, expected[i].name) != expected[i].value)
            fail_msg("%s is %d", expected[i].name, !expected[i].value);
    int violated = 0;
    assert_false(cm_eval_consistent(c.arena, c.model, &c.graph, c.values, &violated));
    assert_string_equal(c.model->constraints[violated].name, "b");
    cat_end(&c);
}

/* forall: once for every event; nested, the inner set may use the outer event. */
TEST(test_forall)
{
    cat c;
    cat_load(&c, "forall w in W do\n  empty [{w}];po;[R] as none-after\n"
                 "  ~empty [w];po as some-after\nend\n"
                 "forall w in W do\n forall r in range([w];rf) do\n"
                 "  empty ([r];po;[w]) as apart\n end\nend\n"
                 "forall r in {po, rf} do\n irreflexive r\nend\n"
                 "forall x in 0 do\n ~empty 0\nend\n"
                 "forall e in _ do\n let rec below = [e] | below;po in\n empty [R];below;[W] as b\n"
                 "end\n");
    assert_int_equal(c.model->constraint_count, 6);
    cat_events(&c, 4);
    cat_put(&c, "W", 0);
    cat_put(&c, "W", 1);
    cat_link(&c, "po", 0, 1);
    cat_link(&c, "po", 1, 2);
    cat_eval(&c);
    assert_true(holds(&c, "none-after"));
    assert_true(holds(&c, "some-after"));
    assert_true(holds(&c, "apart"));
    assert_true(holds(&c, "b"));
    cat_put(&c, "R", 2); /* after write 1 */
    cat_put(&c, "R", 3);
    cat_link(&c, "rf", 1, 3);
    cat_eval(&c);
    assert_false(holds(&c, "none-after"));
    assert_true(holds(&c, "apart"));
    cat_link(&c, "po", 3, 1);
    cat_put(&c, "W", 3); /* a write with nothing after it... but 1 */
    cat_eval(&c);
    assert_false(holds(&c, "apart"));
    assert_true(holds(&c, "some-after"));
    assert_false(holds(&c, "b"));
    cat_end(&c);
}

/* How many of all relations over three events are what the generator says. */
static unsigned count_orders(cat *c, int free_index)
{
    unsigned count = 0;
    for (unsigned bits = 0; bits < 512; bits++) {
        cm_rel order = cm_rel_new(c->arena, 3);
        for (uint32_t k = 0; k < 9; k++)
            if (bits >> k & 1)
                cm_rel_add(&order, k / 3, k % 3);
        cm_model one = *c->model;
        one.frees = &c->model->frees[free_index];
        one.free_count = 1;
        cm_execution_graph graph = c->graph;
        graph.frees = &order;
        cat_eval(c);
        count += cm_eval_frees(c->arena, &one, &graph, c->values);
    }
    return count;
}

TEST(test_generators)
{
    cat c;
    cat_load(&c, "with p from partial-orders(po)\nwith t from total-orders(po)\n"
                 "with l from linearisations(W, po)\n");
    cat_events(&c, 3);
    cat_put(&c, "W", 0);
    cat_put(&c, "W", 1);
    cat_link(&c, "po", 0, 1);
    cat_link(&c, "po", 1, 2);
    assert_int_equal(count_orders(&c, 0), 3); /* {} 01 12; both would want 02 */
    assert_int_equal(count_orders(&c, 1), 0);
    assert_int_equal(count_orders(&c, 2), 1); /* 01 */
    cat_link(&c, "po", 1, 0);
    assert_int_equal(count_orders(&c, 0), 5); /* {} 01 10 12, 10 with 12 */
    assert_int_equal(count_orders(&c, 1), 1); /* 10 with 12 */
    assert_int_equal(count_orders(&c, 2), 0); /* po on W is a cycle */
    cm_rel_remove(cat_base_rel(&c, "po"), 0, 1);
    cm_rel_remove(cat_base_rel(&c, "po"), 1, 0);
    assert_int_equal(count_orders(&c, 2), 2); /* 01 10 */
    cat_end(&c);
}

/* ---- execution after execution ----------------------------------------- */

/* Recursion that hangs on what changes and on what does not, sets, elements, a flag. */
static const char successive[] =
    "let rec x = rf | x;po | (x & y)\nand y = po;x | loc;y\n"
    "let rec set = (R & domain(po)) | range([set];loc)\n"
    "let still = (loc;loc)+ \\ id\n"
    "acyclic x | rf as one\nirreflexive x;y as two\nempty set & W as three\n"
    "~empty still & y as four\nirreflexive still;rf^-1 as five\n"
    "forall e in W do irreflexive [e];rf;x as six end\nflag ~empty y as seven\n";

static void change_pair(cm_rel *rel, uint32_t a, uint32_t b)
{
    if (cm_rel_has(rel, a, b))
        cm_rel_row(rel, a)[b / 64] &= ~(UINT64_C(1) << b % 64);
    else
        cm_rel_add(rel, a, b);
}

static void change_event(cm_set *set, uint32_t event)
{
    if (cm_set_has(set, event))
        cm_set_remove(set, event);
    else
        cm_set_add(set, event);
}

static void give_bases(cat *c, cm_evaluator *evaluator)
{
    for (int i = 0; i < c->model->base_count; i++)
        if (c->model->bases[i]->is_set)
            cm_evaluator_base_set(evaluator, i, &c->graph.sets[i]);
        else
            cm_evaluator_base_rel(evaluator, i, &c->graph.rels[i]);
}

/* What is evaluated again, and only that, is as if all were. */
TEST(test_successive)
{
    uint64_t seed = 20261123;
    int held = 0, asked = 0;
    for (int round = 0; round < 40; round++) {
        cat c;
        cat_load(&c, successive);
        cat_randomise(&c, EVENTS, (uint32_t)(3 + round % 6), &seed);
        cm_evaluator *evaluator = cm_evaluator_new(c.arena, c.model, EVENTS, false);
        for (int step = 0; step < 20; step++) {
            static const char *const names[] = {"po", "rf", "loc"};
            for (uint32_t changes = cat_random(&seed) % 3; changes > 0; changes--)
                change_pair(cat_base_rel(&c, names[cat_random(&seed) % 3]),
                            cat_random(&seed) % EVENTS, cat_random(&seed) % EVENTS);
            if (step % 4 == 3)
                change_event(cat_base_set(&c, "W"), cat_random(&seed) % EVENTS);
            cat_eval(&c);
            give_bases(&c, evaluator);
            for (int i = 0; i < 6; i++) {
                bool holds = cm_eval_constraint(c.arena, c.model, &c.graph, c.values, i);
                assert_int_equal(cm_evaluator_holds(evaluator, c.arena, i), holds);
                held += holds;
                asked++;
            }
        }
        cat_end(&c);
    }
    assert_in_range(held, asked / 10, asked - asked / 10);
}
