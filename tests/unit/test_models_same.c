/* Two models that say the same of a test, by their text alone. */
#include "model/same.h"

#include "checker_help.h"

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
    {"acyclic rf | [M \\ MFENCE];po", "acyclic rf | [M];po", fenced, false},
    {"empty rmw & rf", "acyclic 0", plain, true},
    {"empty rmw & rf", "acyclic 0", exchange, false},
    {"empty rmw & rf", "acyclic 0", pair, false},
    {"empty amo & rf", "acyclic 0", pair, true},
    {"empty amo & rf", "acyclic 0", exchange, false},
    {"empty lxsx & rf", "acyclic 0", pair, false},
    {"empty lxsx & rf", "acyclic 0", exchange, true},
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
    {"let co = po & loc & (W * W)\nacyclic rf", "let co = (po & loc & (W * W))^-1\nacyclic rf",
     plain, false},
    {"let rewrite = M * M\nacyclic rf", "acyclic rf", plain, true},
    {"let rewrite = M * M\nacyclic rf", "acyclic rf", loop, false},
    {"let coherent = M * M\nacyclic rf", "acyclic rf", loop, false},
    {"let barred = M * M\nacyclic rf", "acyclic rf", plain, true},
    {"let barred = M * M\nacyclic rf", "acyclic rf", loop, false},
};

static void test_cases(void **state)
{
    (void)state;
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
static void test_shipped(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_shipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
