/* Small executions by hand under arm.cat and x86tso.cat. */
#include "cat_help.h"
#include "tests/unit/unit.h"

/* Two threads of two accesses each: a, b in P0 and c, d in P1, after the initial
 * writes 0 of x and 1 of y; 6 and 7 may be fences between them. */
enum { IX, IY, A, B, C, D, FENCE0, FENCE1, ALL };

typedef struct shape {
    char kinds[4];     /* of a b c d */
    uint32_t where[4]; /* IX or IY: the location */
} shape;

static const shape mp = {{'W', 'W', 'R', 'R'}, {IX, IY, IY, IX}};
static const shape sb = {{'W', 'R', 'W', 'R'}, {IX, IY, IY, IX}};
static const shape lb = {{'R', 'W', 'R', 'W'}, {IX, IY, IY, IX}};

static uint32_t thread_of(uint32_t event)
{
    return event == A || event == B || event == FENCE0 ? 1 : event <= IY ? 0 : 2;
}

static uint32_t location_of(const shape *s, uint32_t event)
{
    return event <= IY ? event : s->where[event - A];
}

static bool is_memory(uint32_t event)
{
    return event < FENCE0;
}

static void link_threads(cat *c)
{
    static const uint32_t order[2][3] = {{A, FENCE0, B}, {C, FENCE1, D}};
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < 3; i++)
            for (int j = i + 1; j < 3; j++)
                cat_link(c, "po", order[t][i], order[t][j]);
    for (uint32_t i = 0; i < ALL; i++)
        for (uint32_t j = 0; j < ALL; j++) {
            bool same = thread_of(i) == thread_of(j) && thread_of(i) != 0;
            cat_link(c, same ? "int" : "ext", i, j);
        }
}

/* The relaxed outcome: reads of a location written by the other thread's first
 * or second access as `rf` says, others read initial values. */
static void build(cat *c, const shape *s, const char *device)
{
    cat_events(c, ALL);
    link_threads(c);
    for (uint32_t i = 0; i < ALL; i++) {
        if (i > IY)
            cat_put(c, device, i);
        if (!is_memory(i))
            continue;
        const char kind[2] = {i <= IY ? 'W' : s->kinds[i - A], 0};
        cat_put(c, kind, i);
        cat_put(c, "M", i);
        if (i <= IY)
            cat_put(c, "IW", i);
        for (uint32_t j = 0; j < ALL; j++) {
            if (is_memory(j) && location_of(s, i) == location_of(s, j))
                cat_link(c, "loc", i, j);
            if (is_memory(j) && i == j)
                cat_link(c, "same-instruction", i, j);
        }
        if (i > IY && kind[0] == 'W')
            cat_link(c, "co", location_of(s, i), i);
    }
}

static bool allowed(cat *c)
{
    cat_eval(c);
    return cm_eval_consistent(c->arena, c->model, &c->graph, c->values, NULL);
}

static void mp_graph(cat *c, const char *device)
{
    build(c, &mp, device);
    cat_link(c, "rf", B, C);  /* y seen */
    cat_link(c, "rf", IX, D); /* x not */
}

/* Arm ARM B2.3, and the tutorial's table of message passing: barriers or
 * dependencies on both sides forbid the stale read, one side alone does not. */
TEST(test_arm_mp)
{
    cat c;
    cat_load_file(&c, "arm");
    mp_graph(&c, "AARCH64");
    assert_true(allowed(&c));
    cat_put(&c, "DMB.SY", FENCE0);
    cat_put(&c, "F", FENCE0);
    assert_true(allowed(&c));
    cat_link(&c, "addr", C, D);
    assert_false(allowed(&c));

    mp_graph(&c, "AARCH64");
    cat_put(&c, "DMB.ISHST", FENCE0); /* orders writes */
    cat_put(&c, "DSB.LD", FENCE1);    /* reads before with what follows */
    assert_false(allowed(&c));
    mp_graph(&c, "AARCH64");
    cat_put(&c, "DMB.LD", FENCE0); /* does not order writes */
    cat_put(&c, "DMB.SY", FENCE1);
    assert_true(allowed(&c));

    mp_graph(&c, "AARCH64");
    cat_put(&c, "DMB.OSH", FENCE0);
    cat_put(&c, "DSB.NSHST", FENCE1); /* does not order reads before */
    assert_true(allowed(&c));
    cat_put(&c, "DSB.NSHLD", FENCE1); /* the domain says nothing */
    assert_false(allowed(&c));

    mp_graph(&c, "AARCH64");
    cat_put(&c, "L", B);
    assert_true(allowed(&c));
    cat_put(&c, "Q", C);
    assert_false(allowed(&c));

    mp_graph(&c, "AARCH64");
    cat_put(&c, "L", B);
    cat_link(&c, "ctrl", C, D); /* a control dependency does not order reads, */
    assert_true(allowed(&c));
    cat_put(&c, "ISB", FENCE1); /* but with an ISB it does */
    cat_link(&c, "ctrl", C, FENCE1);
    assert_false(allowed(&c));

    mp_graph(&c, "AARCH64");
    cat_put(&c, "L", B);
    cat_link(&c, "pick-addr", C, D); /* nor does a picked address */
    assert_true(allowed(&c));
    mp_graph(&c, "AARCH64");
    cat_put(&c, "L", B);
    cat_put(&c, "DMB.LD", FENCE1);
    assert_false(allowed(&c));
    cat_put(&c, "NoRet", C); /* DMB LD does not order a discarded read */
    assert_true(allowed(&c));
    cat_end(&c);
}

TEST(test_arm_sb_lb)
{
    cat c;
    cat_load_file(&c, "arm");
    build(&c, &sb, "AARCH64");
    cat_link(&c, "rf", IY, B);
    cat_link(&c, "rf", IX, D);
    assert_true(allowed(&c));
    cat_put(&c, "DMB.SY", FENCE0);
    assert_true(allowed(&c));
    cat_put(&c, "DSB.ISH", FENCE1);
    assert_false(allowed(&c));

    build(&c, &lb, "AARCH64");
    cat_link(&c, "rf", D, A);
    cat_link(&c, "rf", B, C);
    assert_true(allowed(&c));
    cat_link(&c, "data", A, B);
    assert_true(allowed(&c));
    cat_link(&c, "pick-data", C, D); /* reaches a write: ordered */
    assert_false(allowed(&c));
    cat_end(&c);
}

/* x86-TSO: only store buffering is relaxed. */
TEST(test_x86)
{
    cat c;
    cat_load_file(&c, "x86tso");
    mp_graph(&c, "X86");
    assert_false(allowed(&c));
    build(&c, &lb, "X86");
    cat_link(&c, "rf", D, A);
    cat_link(&c, "rf", B, C);
    assert_false(allowed(&c));
    build(&c, &sb, "X86");
    cat_link(&c, "rf", IY, B);
    cat_link(&c, "rf", IX, D);
    assert_true(allowed(&c));
    cat_put(&c, "MFENCE", FENCE0);
    assert_true(allowed(&c));
    cat_put(&c, "MFENCE", FENCE1);
    assert_false(allowed(&c));
    cat_end(&c);
}

/* A generator that is not met makes an execution inconsistent: no co at all. */
TEST(test_frees_count)
{
    cat c;
    int violated = 7;
    cat_load_file(&c, "arm");
    mp_graph(&c, "AARCH64");
    cm_rel_remove(cat_base_rel(&c, "co"), IX, A);
    cat_eval(&c);
    assert_false(cm_eval_consistent(c.arena, c.model, &c.graph, c.values, &violated));
    assert_int_equal(violated, -1);
    cat_link(&c, "co", A, IX); /* an initial write comes first */
    cat_eval(&c);
    assert_false(cm_eval_frees(c.arena, c.model, &c.graph, c.values));
    cat_end(&c);
}
