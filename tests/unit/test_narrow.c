/* checker/bounds.c: writes that the model's constraints leave no read are in no formula.
 * States are as without that, under constraints of every shape from which it follows and
 * of shapes from which it does not; and formulas are fewer. */
#include "base/text.h"
#include "tests/unit/checker_help.h"

enum { NARROWED = 1, AS_THEY_ARE = 1000000 };

static cm_check_result *check(checker *c, const cm_test *test, size_t many_reads)
{
    cm_check_options options = {
        .unroll = 2, .max_states = 100000, .timeout = 60, .verify = true, .many_reads = many_reads};
    cm_check_result *r = checker_run(c, c->cat.model, test, &options);
    if (r->outcome != CM_COMPLETE && r->outcome != CM_LOOPS_CUT)
        fail_msg("%s", r->reason);
    return r;
}

/* The same states; are clauses fewer? */
static bool expect_same(checker *c, const cm_test *test)
{
    cm_check_result *narrow = check(c, test, NARROWED), *wide = check(c, test, AS_THEY_ARE);
    assert_int_equal(narrow->states->count, wide->states->count);
    assert_memory_equal(narrow->states->values, wide->states->values,
                        wide->states->count * (size_t)wide->states->value_count *
                            sizeof *wide->states->values);

    return narrow->statistics.clauses < wide->statistics.clauses;
}

/* ---- constraints of each shape --------------------------------------------- */

typedef struct row {
    const char *cat;
    size_t states; /* of a load before a store of the same thread, and one of another */
} row;

/* A load may find 0, the other thread's 2, and its own thread's later 1 unless the
 * constraint says no. */
static const row rows[] = {
    {"acyclic po | rf as c", 2},
    {"acyclic (po | rf) as c", 2},
    {"let com = rf | rf^-1;co\nacyclic com | po as c", 2},
    {"irreflexive rf;po as c", 2},
    {"irreflexive po;rf as c", 2},
    {"irreflexive (rf | rf^-1;co);po as c", 2},
    {"irreflexive po;(rf^-1;co | rf) as c", 2},
    {"irreflexive rf;(po & loc) as c", 2},
    {"irreflexive rf;(po \\ loc) as c", 3},
    {"irreflexive rf;po;[F] as c", 3},
    {"irreflexive rf as c", 3},
    {"acyclic rf | co as c", 3},
    {"acyclic rf | po^-1 as c", 3}, /* the same way */
    {"flag ~empty rf & po^-1 as c", 3},
    {"flag ~irreflexive rf;po as c", 3},
    {"flag irreflexive rf;po as c", 3},
    {"flag acyclic rf | po as c", 3},
    {"~irreflexive rf;po as c", 1},
    {"~acyclic rf | po as c", 1},
    {"empty rf & po^-1 as c", 2}, /* no shape that is looked at: the solver finds it */
};

TEST(shapes)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        checker c;
        cm_text text = cm_text_new(arena);
        cm_text_append(&text, "\"t\"\nwith co from total-orders(((W * W) & loc) \\ id)\n%s\n",
                       rows[i].cat);
        checker_start(&c, text.data,
                      "AArch64 t\n{ 0:X1=x; 0:X2=1; 1:X1=x; 1:X2=2; }\n P0 | P1 ;\n"
                      " LDR W0,[X1] | STR W2,[X1] ;\n STR W2,[X1] | ;\n"
                      "locations [0:X0;]\nforall (true)\n");
        expect_same(&c, c.job.test);
        cm_check_result *r = check(&c, c.job.test, NARROWED);
        if (r->states->count != rows[i].states)
            fail_msg("%s: %zu states", rows[i].cat, r->states->count);
        checker_end(&c);
    }
}

/* ---- many accesses of one location --------------------------------------------- */

static void expect_fewer(const char *model, const char *text)
{
    checker c;
    checker_start_model(&c, model, text);
    if (!expect_same(&c, c.job.test))
        fail_msg("%s: as many clauses", model);
    checker_end(&c);
}

TEST(exchanges)
{
    expect_fewer("arm", "AArch64 t\n{ 0:X1=x; 1:X1=x; 0:X2=1; 1:X2=2; }\n P0 | P1 ;\n"
                        " SWP W2,W0,[X1] | SWP W2,W0,[X1] ;\n SWP W2,W0,[X1] | SWP W2,W0,[X1] ;\n"
                        " SWP W2,W0,[X1] | SWP W2,W0,[X1] ;\n SWP W2,W0,[X1] | SWP W2,W0,[X1] ;\n"
                        "locations [0:X0; 1:X0; x;]\nforall (true)\n");
    expect_fewer("ptx",
                 "PTX t\n{ }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
                 " A: | B: ;\n"
                 " atom.relaxed.gpu.exch.b32 r0, [x], 1 | atom.relaxed.gpu.exch.b32 r0, [x], 1 ;\n"
                 " setp.eq.u32 p0, r0, 1 | setp.eq.u32 p0, r0, 0 ;\n"
                 " @p0 bra A | @p0 bra D ;\n"
                 " | C: ;\n"
                 " | atom.relaxed.gpu.exch.b32 r1, [x], 0 ;\n"
                 " | setp.eq.u32 p0, r1, 0 ;\n"
                 " | @p0 bra B ;\n"
                 " | D: ;\n"
                 " | atom.relaxed.gpu.exch.b32 r2, [x], 0 ;\n"
                 " | setp.eq.u32 p0, r2, 1 ;\n"
                 " | @p0 bra C ;\n"
                 "locations [x;]\nforall (true)\n");
}
