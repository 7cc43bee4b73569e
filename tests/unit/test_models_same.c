/* Two models that say the same of a test, found without its executions. */
#include "model/same.h"

#include "checker_help.h"
#include "tests/unit/unit.h"

static const char plain[] = "X86 plain\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n"
                            " MOV EAX,[y] | MOV EAX,[x] ;\nforall (true)\n";
static const char fenced[] = "X86 fenced\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n"
                             " MFENCE | MFENCE ;\n MOV EAX,[y] | MOV EAX,[x] ;\nforall (true)\n";
static const char exchange[] = "X86 exchange\n{ }\n P0 | P1 ;\n XCHG [x],EAX | MOV [x],$2 ;\n"
                               "forall (true)\n";
static const char pair[] = "AArch64 pair\n{ 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
                           " LDXR W0,[X1] | MOV W0,#1 ;\n STXR W2,W0,[X1] | STR W0,[X1] ;\n"
                           "forall (true)\n";
static const char loop[] = "X86 loop\n{ }\n P0 | P1 ;\n L0: | MOV [x],$1 ;\n MOV EAX,[x] | ;\n"
                           " CMP EAX,$1 | ;\n JNE L0 | ;\nforall (true)\n";

static const char one_place[] =
    "AArch64 one_place\n{ 0:X1=x; 0:X2=x; 1:X1=x; 1:X3=y; }\n"
    " P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n STR W0,[X1] | MOV W2,#1 ;\n"
    " LDR W3,[X2] | STR W2,[X3] ;\nforall (true)\n";
static const char moved[] = "AArch64 moved\n{ 0:X1=x; 0:X2=x; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n"
                            " MOV W0,#1 | LDR W0,[X3] ;\n STR W0,[X1] | MOV X1,X3 ;\n"
                            " LDR W3,[X2] | LDR W2,[X1] ;\nforall (true)\n";
static const char halves[] = "AArch64 halves\n{ uint64_t x; 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
                             " LDR W0,[X1] | MOV W2,#1 ;\n LDR W3,[X1,#4] | STR W2,[X1] ;\n"
                             "forall (true)\n";
static const char whole[] = "AArch64 whole\n{ uint64_t x; 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
                            " LDR X0,[X1] | MOV W2,#1 ;\n LDR W3,[X1,#4] | STR W2,[X1] ;\n"
                            "forall (true)\n";
static const char aliased[] =
    "PTX aliased\n{ x=0; y @ generic aliases x; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    " ld.relaxed.sys.u32 r0, [x] | st.relaxed.sys.u32 [x], 1 ;\n"
    " ld.relaxed.sys.u32 r1, [y] | ;\nforall (true)\n";

static const struct {
    const char *first, *second, *test;
    bool same;
} cases[] = {
    /* terms and constraints as they are, in any order and by any name */
    {"acyclic po | rf", "acyclic rf | po", plain, true},
    {"acyclic po\nirreflexive rf;po as x", "irreflexive rf;po\nacyclic po", plain, true},
    {"acyclic po | rf", "acyclic po", plain, false},
    {"acyclic po\nempty rf", "acyclic po", plain, false},
    {"acyclic po", "irreflexive po", plain, false},
    {"empty rf", "~empty rf", plain, false},
    /* what the test has not is empty */
    {"acyclic po;[MFENCE];po", "acyclic 0", plain, true},
    {"acyclic po;[MFENCE];po", "acyclic 0", fenced, false},
    {"acyclic rf | [R \\ MFENCE];po", "acyclic rf | [R];po", plain, true},
    {"acyclic rf | [_ \\ MFENCE];po", "acyclic rf | po", fenced, false},
    {"acyclic rf | [M \\ MFENCE];po", "acyclic rf | [M];po", fenced, true},
    {"empty rmw & po", "acyclic 0", plain, true},
    {"empty rmw & po", "acyclic 0", exchange, false},
    {"empty rmw & po", "acyclic 0", pair, false},
    {"empty amo & po", "acyclic 0", pair, true},
    {"empty amo & po", "acyclic 0", exchange, false},
    {"empty lxsx & po", "acyclic 0", pair, false},
    {"empty lxsx & po", "acyclic 0", exchange, true},
    /* a test for something that cannot be there forbids everything */
    {"~empty rmw", "acyclic 0", plain, false},
    /* flags say nothing about states */
    {"flag ~empty rf as a", "flag ~empty po as b", plain, true},
    /* orders that are chosen, recursion, elements */
    {"with o from total-orders(W * W)\nacyclic o | po",
     "with o from partial-orders(W * W)\nacyclic o | po", plain, false},
    {"with o from total-orders(W * W)\nacyclic o | po",
     "with o from total-orders(R * R)\nacyclic o | po", plain, false},
    {"with o from total-orders(W * W)\nacyclic o | po",
     "with q from total-orders(W * W)\nacyclic q | po", plain, true},
    {"let rec a = po | a;rf\nirreflexive a", "let rec a = rf | a;po\nirreflexive a", plain, false},
    {"let rec a = po | a;rf\nirreflexive a", "let rec b = po | b;rf\nirreflexive b", plain, true},
    {"forall w in W do\nempty [{w}];po;[R]\nend", "forall w in R do\nempty [{w}];po;[R]\nend",
     plain, false},
    {"forall w in W do\nempty [{w}];po;[R]\nend", "empty [W];po;[R]", plain, false},
    /* what the checker asks for by name: final values, and rounds of loops where there are any */
    {"let co = loc & (IW * W)\nacyclic rf", "let co = (loc & (IW * W))^-1\nacyclic rf", plain,
     false},
    {"let rewrite = M * M\nacyclic rf", "acyclic rf", plain, true},
    {"let rewrite = M * M\nacyclic rf", "acyclic rf", loop, false},
    {"let coherent = M * M\nacyclic rf", "acyclic rf", loop, false},
    {"let barred = M * M\nacyclic rf", "acyclic rf", plain, true},
    {"let barred = M * M\nacyclic rf", "acyclic rf", loop, false},
    /* what the test has in another order, or of other threads or locations */
    {"acyclic rf | [R];po;[MFENCE];po", "acyclic rf", fenced, true},
    {"acyclic rf | [W];po;[MFENCE];po", "acyclic rf", fenced, false},
    {"acyclic rf | [R \\ MFENCE];po;[R]", "acyclic rf | [R \\ IW];po", fenced, true},
    {"acyclic rf | ([W];po)^-1;[R]", "acyclic rf | po^-1", plain, false},
    {"acyclic rf | ([R];po)^-1;[R]", "acyclic rf", plain, true},
    {"acyclic rf | (po & loc)", "acyclic rf", plain, true},
    {"acyclic rf | (po & loc)", "acyclic rf", one_place, false},
    {"acyclic rf | [R];(po & loc)", "acyclic rf", one_place, true},
    {"acyclic rf | [R];(po & loc)", "acyclic rf", moved, false},
    {"acyclic rf | [R];(po & loc)", "acyclic rf", halves, true},
    {"acyclic rf | [R];(po & loc)", "acyclic rf", whole, false},
    {"acyclic rf | [R];(po & loc)", "acyclic rf", aliased, false},
    {"acyclic rf | (rf;po)", "acyclic rf | (rf;[R];po)", plain, true},
    {"acyclic rf | (rf;po)", "acyclic rf", plain, true},
    {"acyclic rf | (rf;po)", "acyclic rf", one_place, false},
    {"acyclic rf | (int & ([W];rf))", "acyclic rf", plain, true},
    {"acyclic rf | (ext & ([W];rf))", "acyclic rf", plain, false},
    {"empty [R];po;[R]", "acyclic 0", plain, true},
    {"empty [R];po;[R]", "acyclic 0", loop, false},
    {"empty ([R];po;[W]) & rmw", "acyclic 0", exchange, false},
    {"empty ([W];po;[R]) & rmw", "acyclic 0", exchange, true},
    /* through every operator */
    {"acyclic rf | ([R];po)+", "acyclic rf | ([R \\ IW];po;[MFENCE])+", fenced, true},
    {"acyclic rf | (rf | [R];po)+", "acyclic rf | (rf | [R];po;[R])+", plain, true},
    {"acyclic rf | (rf | [W];po)+", "acyclic rf | (rf | [W];po;[W])+", plain, false},
    {"acyclic rf;([R];po)?", "acyclic rf;([R];po;[R])?", plain, true},
    {"acyclic rf;([W];po)?", "acyclic rf;([W];po;[W])?", plain, true},
    {"acyclic ([W];po)?;rf^-1", "acyclic ([W];po;[W])?;rf^-1", plain, false},
    {"acyclic rf | (domain([R];po) * W)", "acyclic rf | (domain([R];po;[R]) * W)", plain, true},
    {"acyclic rf | (domain([W];po) * W)", "acyclic rf | (domain([R];po) * W)", plain, false},
    {"acyclic rf | (W * range([R];po))", "acyclic rf | (W * range(po;[W]))", plain, true},
    {"acyclic rf | (W * range([W];po))", "acyclic rf | (W * range(po;[W]))", plain, false},
    {"acyclic rf \\ ([R];po)", "acyclic rf \\ (po;[W])", plain, true},
    {"acyclic (rf | po) \\ ([W];po)", "acyclic (rf | po) \\ ([R];po)", plain, false},
    {"~empty [R];po", "~empty [R];po;[R]", plain, true},
    {"let rec a = rf | a;[R];po\nirreflexive a",
     "let rec a = rf | a;[R];po;[MFENCE]\nirreflexive a", fenced, true},
    {"let rec a = rf | a;[W];po\nirreflexive a", "let rec a = rf | a;[W];po;[R]\nirreflexive a",
     fenced, false},
    {"let rec a = rf | a;([R];po) and b = a | b;rf\nirreflexive b",
     "let rec a = rf | a;([R];po;[R]) and b = a | b;rf\nirreflexive b", plain, true},
    {"let rec a = rf | a;po and b = a | b;rf\nirreflexive b",
     "let rec a = rf | a;[W];po and b = a | b;rf\nirreflexive b", one_place, false},
    {"with o from partial-orders([R];po)\nacyclic o | rf",
     "with o from partial-orders([R];po;[R])\nacyclic o | rf", plain, true},
    {"with o from partial-orders([W];po)\nacyclic o | rf",
     "with o from partial-orders([R];po)\nacyclic o | rf", plain, false},
    {"forall w in W do\nempty [{w}];po;[W]\nend", "forall w in W do\nempty [{w}];[R];po\nend",
     plain, true},
};

TEST(test_cases)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        checker c;
        checker_start(&c, cases[i].first, cases[i].test);
        const cm_model *second = cat_try(&c.cat, cases[i].second, NULL);
        if (!second)
            fail_msg("%s\n%s", cases[i].second, cat_messages(&c.cat));
        bool same = cm_models_same(c.cat.arena, c.cat.model, second, c.job.test);
        if (same != cases[i].same)
            fail_msg("%zu: `%s` and `%s` on %s", i, cases[i].first, cases[i].second,
                     c.job.test->name);
        checker_end(&c);
    }
}

/* Models that differ are not the same on a test that tells them apart. */
TEST(test_shipped)
{
    static const char sb[] = "X86 sb\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n"
                             " MOV EAX,[y] | MOV EAX,[x] ;\nforall (true)\n";
    static const char *const names[] = {"x86tso", "arm", "riscv", "ptx", "ptx60", "cmcm"};
    enum { NAMES = sizeof names / sizeof *names };
    checker c;
    checker_start(&c, NULL, sb);
    const cm_model *models[NAMES];
    const cm_model_options options = {.library_dir = cat_library()};
    for (int i = 0; i < NAMES; i++)
        models[i] = cm_model_load(&c.cat.work, names[i], &options);
    for (int i = 0; i < NAMES; i++)
        for (int k = 0; k < NAMES; k++) {
            assert_non_null(models[i]);
            assert_int_equal(cm_models_same(c.cat.arena, models[i], models[k], c.job.test), i == k);
        }
    checker_end(&c);
}
