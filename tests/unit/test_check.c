/* cm_check as a whole: limits, filters, witnesses, accesses of every shape, and
 * what may be concluded from a result. */
#include "litmus/text/text.h"
#include "tests/unit/checker_help.h"

#define SB                                                                                         \
    "AArch64 SB\n{ x=0; y=0; 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n"                      \
    " MOV W0,#1 | MOV W0,#1 ;\n STR W0,[X1] | STR W0,[X3] ;\n LDR W2,[X3] | LDR W2,[X1] ;\n"
#define SB_STATES "0:X2=0; 1:X2=0; | 0:X2=0; 1:X2=1; | 0:X2=1; 1:X2=0; | 0:X2=1; 1:X2=1;"

/* A thread P0 that spins, with a store in the loop: the bound cuts it. */
#define SPIN                                                                                       \
    "AArch64 spin\n{ x=0; y=0; 0:X1=x; 0:X3=y; 1:X1=x; }\n P0 | P1 ;\n L0: LDR W0,[X1] | MOV "     \
    "W0,#1 ;\n STR W0,[X3] | STR W0,[X1] ;\n CBZ W0,L0 | ;\n"

static cm_check_result *run(checker *c, const char *model, const char *text,
                            const cm_check_options *options)
{
    checker_start_model(c, model, text);
    return checker_run(c, c->cat.model, c->job.test, options);
}

/* ---- limits ------------------------------------------------------------ */

/* The states found are allowed ones, at most `most`, and a reason is given. */
static void limited(const cm_check_options *options, size_t most, const char *reason)
{
    checker c;
    cm_check_result *r = run(&c, "arm", SB "exists (0:X2=0 /\\ 1:X2=0)\n", options);
    assert_int_equal(r->outcome, CM_LIMIT);
    assert_true(r->states->count <= most);
    if (!strstr(r->reason, reason))
        fail_msg("%s, expected %s", r->reason, reason);
    for (size_t i = 0; i < r->states->count; i++) {
        const uint64_t *values = r->states->values + i * (size_t)r->states->value_count;
        assert_non_null(strstr(SB_STATES, cm_state_print(c.cat.arena, c.job.test, values)));
    }
    checker_end(&c);
}

TEST(limits)
{
    limited(&(cm_check_options){.timeout = 1e-9}, 0, "time limit");
    limited(&(cm_check_options){.memory_limit = 1}, 0, "memory limit");
    limited(&(cm_check_options){.max_states = 1}, 1, "limit of 1 states");
    limited(&(cm_check_options){.max_states = 3}, 3, "limit of 3 states");
    /* as many as there are is no limit */
    const char *text = SB "exists (0:X2=0 /\\ 1:X2=0)\n";
    checker_expect("arm", text, &(cm_check_options){.max_states = 4}, CM_COMPLETE, SB_STATES);
    checker_expect("arm", text, &(cm_check_options){.timeout = 1e300}, CM_COMPLETE, SB_STATES);
}

/* One context serves test after test, also after a limit was reached. */
TEST(one_context)
{
    checker c;
    cm_check_result *r =
        run(&c, "arm", SB "exists (0:X2=0)\n", &(cm_check_options){.timeout = 1e-9});
    assert_int_equal(r->outcome, CM_LIMIT);
    cm_solver_context_interrupt(c.solver); /* nothing runs: of no effect */
    r = checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){0});
    assert_int_equal(r->outcome, CM_COMPLETE);
    assert_string_equal(checker_states(&c, r), "0:X2=0; | 0:X2=1;");
    assert_true(r->statistics.events > 0 && r->statistics.solver_calls > 0);
    checker_end(&c);
}

TEST(loops_cut)
{
    checker c;
    cm_check_result *r = run(&c, "arm", SPIN "exists (y=2)\n", &(cm_check_options){0});
    assert_int_equal(r->outcome, CM_LOOPS_CUT);
    assert_int_equal(cm_check_answer(r), CM_UNKNOWN);
    checker_end(&c);
    r = run(&c, "arm", SPIN "exists (y=1)\n", &(cm_check_options){0});
    assert_int_equal(r->outcome, CM_LOOPS_CUT);
    assert_int_equal(cm_check_answer(r), CM_YES);
    checker_end(&c);
}

TEST(filters)
{
    checker_expect("arm", SB "filter (0:X2=0)\nexists (1:X2=0)\n", NULL, CM_COMPLETE,
                   "1:X2=0; | 1:X2=1;");
    checker_expect("arm", SB "filter (0:X2=0 /\\ x=2)\nexists (1:X2=0)\n", NULL, CM_COMPLETE, "");
    checker_expect("arm", SB "locations [x; 0:X2;]\nfilter (1:X2=0)\nexists (true)\n", NULL,
                   CM_COMPLETE, "0:X2=0; [x]=1; | 0:X2=1; [x]=1;");
}

/* ---- answers ----------------------------------------------------------- */

static void answer(const char *text, const cm_check_options *options, cm_answer expected)
{
    checker c;
    cm_check_result *r = run(&c, "arm", text, options);
    if (cm_check_answer(r) != expected)
        fail_msg("%s: %d", text, (int)cm_check_answer(r));
    checker_end(&c);
}

TEST(answers)
{
    static const cm_check_options all = {0}, none = {.timeout = 1e-9};
    static const struct {
        const char *text;
        cm_answer expected;
    } cases[] = {
        {SB "exists (0:X2=0 /\\ 1:X2=0)\n", CM_YES},
        {SB "exists (0:X2=2)\n", CM_NO},
        {SB "~exists (0:X2=0)\n", CM_NO},
        {SB "~exists (0:X2=2)\n", CM_YES},
        {SB "forall (0:X2=0)\n", CM_NO},
        {SB "forall (0:X2=0 \\/ 0:X2=1)\n", CM_YES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        answer(cases[i].text, &all, cases[i].expected);
        answer(cases[i].text, &none, CM_UNKNOWN);
    }
    /* what the loop bound leaves is certain where a state says so */
    answer(SPIN "~exists (y=1)\n", &all, CM_NO);
    answer(SPIN "~exists (y=2)\n", &all, CM_UNKNOWN);
    answer(SPIN "forall (y=2)\n", &all, CM_NO);
    answer(SPIN "forall (y=1)\n", &all, CM_UNKNOWN);
}

/* ---- witnesses --------------------------------------------------------- */

/* Value of the last read that the instruction's register takes, or 0. */
static uint64_t register_value(const cm_execution *x, const cm_test *test, const cm_observed *o)
{
    uint64_t value = 0;
    const cm_thread *t = &test->threads[o->thread];
    for (uint32_t i = 0; i < x->event_count; i++) {
        const cm_event *e = &x->events[i];
        for (int k = 0; e->thread == o->thread && e->kind == 'R' && k < t->step_count; k++)
            if (t->steps[k].instruction == e->instruction && t->steps[k].dst == o->reg)
                value = e->value;
    }
    return value;
}

/* Value of a write to the location that no other follows in co. */
static bool is_last_value(const cm_execution *x, const cm_test *test, const cm_observed *o,
                          uint64_t value)
{
    for (uint32_t w = 0; w < x->event_count; w++) {
        const cm_event *e = &x->events[w];
        if (e->kind != 'W' || e->address != test->locations[o->location].address ||
            e->value != value)
            continue;
        bool followed = false;
        for (uint32_t v = 0; v < x->event_count; v++)
            followed = followed || cm_rel_has(&x->co, w, v);
        if (!followed)
            return true;
    }
    return false;
}

/* Every read has one source of its value and address. */
static void check_reads(const cm_execution *x)
{
    for (uint32_t r = 0; r < x->event_count; r++) {
        uint32_t sources = 0;
        for (uint32_t w = 0; w < x->event_count; w++) {
            if (!cm_rel_has(&x->rf, w, r))
                continue;
            sources++;
            assert_int_equal(x->events[w].kind, 'W');
            assert_true(x->events[w].value == x->events[r].value);
            assert_true(x->events[w].address == x->events[r].address);
            assert_int_equal(x->events[w].width, x->events[r].width);
        }
        assert_int_equal(sources, x->events[r].kind == 'R');
    }
}

static void check_witnesses(const char *model, const char *text)
{
    checker c;
    cm_check_result *r =
        run(&c, model, text, &(cm_check_options){.witnesses = true, .verify = true});
    assert_int_equal(r->outcome, CM_COMPLETE);
    assert_non_null(r->executions);
    for (size_t i = 0; i < r->states->count; i++) {
        const cm_execution *x = r->executions[i];
        check_reads(x);
        for (int k = 0; k < c.job.test->shown_count; k++) {
            const cm_observed *o = &c.job.test->observed[k];
            uint64_t value = r->states->values[i * (size_t)r->states->value_count + (size_t)k];
            if (o->kind == CM_OBSERVE_REGISTER)
                assert_true(register_value(x, c.job.test, o) == value);
            else
                assert_true(is_last_value(x, c.job.test, o, value));
        }
    }
    checker_end(&c);
}

TEST(witnesses)
{
    check_witnesses("arm", SB "exists (0:X2=0 /\\ 1:X2=0 /\\ x=1)\n");
    check_witnesses("arm", SB "filter (x=1)\nexists (0:X2=0 /\\ 1:X2=0)\n");
    check_witnesses("arm", "AArch64 t\n{ x=0; y=0; 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n"
                           " LDR W0,[X1] | LDR W0,[X3] ;\n CBZ W0,L0 | ADD W2,W0,#1 ;\n"
                           " MOV W2,#3 | STR W2,[X1] ;\n STR W2,[X3] | ;\n L0: LDR W4,[X3] | ;\n"
                           "exists (0:X0=1 /\\ 0:X4=3 /\\ 1:X0=0 /\\ x=1 /\\ y=3)\n");
    check_witnesses("ptx", "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
                           " st.weak x, 1 | st.weak x, 2 ;\n ld.weak r0, x | ld.weak r0, x ;\n"
                           "exists (x=1 /\\ 0:r0=1 /\\ 1:r0=2)\n");
}

/* Relations that the model does not use are read off a solution as well. */
TEST(witness_of_a_small_model)
{
    char text[4000] = "AArch64 t\n{ x=0; 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
                      " LDR W0,[X1] | MOV W0,#1 ;\n CBZ W0,L0 | STR W0,[X1] ;\n";
    for (int i = 0; i < 30; i++)
        strcat(text, " DMB SY | ;\n");
    strcat(text, " L0: NOP | ;\nexists (0:X0=1)\n");
    checker c;
    checker_start(&c, "acyclic rf as c\n", text);
    cm_check_result *r =
        checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){.witnesses = true});
    assert_int_equal(r->states->count, 2);
    assert_int_equal(cm_rel_count(&r->executions[0]->po), 0); /* the read alone */
    assert_int_equal(r->executions[1]->event_count, 1 + 1 + 31);
    assert_int_equal(cm_rel_count(&r->executions[1]->po), 31 * 30 / 2);
    checker_end(&c);
}

/* ---- the project's own tests ------------------------------------------- */

static void verify_file(const char *path, const char *const *models)
{
    for (; *models; models++) {
        checker c;
        checker_start_model(&c, *models, NULL);
        cm_source *source = cm_source_read(&c.cat.work, path);
        assert_non_null(source);
        cm_test *test = cm_litmus_parse(&c.cat.work, source);
        assert_non_null(test);
        cm_check_result *r =
            checker_run(&c, c.cat.model, test, &(cm_check_options){.verify = true});
        if (r->outcome != CM_COMPLETE)
            fail_msg("%s with %s: %s", path, *models, r->reason);
        checker_end(&c);
    }
}

static void verify_directory(cm_arena *arena, const char *name, const char *const *models)
{
    char **files = unit_files(arena, name, ".litmus", 1);
    int seen = 0;
    for (; files[seen]; seen++)
        verify_file(files[seen], models);
    assert_true(seen * unit_sample() > 10);
}

TEST(verified)
{
    static const char *const arm[] = {"arm", "cmcm", NULL};
    static const char *const x86[] = {"x86tso", "cmcm", NULL};
    static const char *const ptx[] = {"ptx", "ptx60", "cmcm", NULL};
    static const char *const compound[] = {"cmcm", NULL};
    verify_directory(arena, "tests/litmus/arm", arm);
    verify_directory(arena, "tests/litmus/x86", x86);
    verify_directory(arena, "tests/litmus/ptx", ptx);
    verify_directory(arena, "tests/litmus/cmcm", compound);
}

/* ---- accesses ---------------------------------------------------------- */

static void alone(const char *init, const char *body, const char *condition, const char *states)
{
    char text[800];
    snprintf(text, sizeof text, "AArch64 t\n{ %s }\n P0 ;\n%sexists (%s)\n", init, body, condition);
    checker_expect("arm", text, NULL, CM_COMPLETE, states);
}

TEST(shapes)
{
    alone("int x[2]={1,2}; 0:X1=x;", " LDR W0,[X1,#4] ;\n MOV W2,#7 ;\n STR W2,[X1] ;\n",
          "0:X0=2 /\\ x[0]=7 /\\ x[1]=2", "0:X0=2; x[0]=7; x[1]=2;");
    alone("x=0; 0:X1=x;", " MOV W0,#1 ;\n STRB W0,[X1,#1] ;\n LDR W2,[X1] ;\n LDRH W3,[X1] ;\n",
          "0:X2=256 /\\ 0:X3=256 /\\ x=256", "0:X2=256; 0:X3=256; [x]=256;");
    alone("int64_t x[2]={1,2}; 0:X1=x;",
          " LDP X2,X3,[X1] ;\n MOV X4,#5 ;\n STP X4,X2,[X1] ;\n LDP X5,X6,[X1] ;\n",
          "0:X2=1 /\\ 0:X3=2 /\\ 0:X5=5 /\\ 0:X6=1", "0:X2=1; 0:X3=2; 0:X5=5; 0:X6=1;");
    alone("int64_t x[2]={1,2}; 0:X8=x;",
          " MOV X0,#1 ;\n MOV X1,#2 ;\n MOV X2,#3 ;\n MOV X3,#4 ;\n CASP X0,X1,X2,X3,[X8] ;\n",
          "0:X0=1 /\\ 0:X1=2 /\\ x[0]=3 /\\ x[1]=4", "0:X0=1; 0:X1=2; x[0]=3; x[1]=4;");
    alone("int64_t x[2]={1,2}; 0:X8=x;",
          " MOV X0,#1 ;\n MOV X1,#9 ;\n MOV X2,#3 ;\n MOV X3,#4 ;\n CASP X0,X1,X2,X3,[X8] ;\n",
          "0:X0=1 /\\ 0:X1=2 /\\ x[0]=3 /\\ x[1]=4", "0:X0=1; 0:X1=2; x[0]=1; x[1]=2;");
    alone("int64_t x=0; 0:X1=x;", " MOV W0,#1 ;\n STR W0,[X1,#4] ;\n LDR X2,[X1] ;\n",
          "0:X2=0x100000000", "0:X2=4294967296;");
}

/* Whole accesses are single-copy atomic, parts of others are not (Arm ARM B2.2). */
TEST(mixed_sizes)
{
    const char *head = "AArch64 t\n{ x=0; 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n";
    char text[600];
    snprintf(text, sizeof text, "%s%s", head,
             " MOV W0,#1 | LDR W2,[X1] ;\n MOVK W0,#1,LSL #16 | ;\n STR W0,[X1] | ;\n"
             "exists (1:X2=1)\n");
    checker_expect("arm", text, NULL, CM_COMPLETE, "1:X2=0; | 1:X2=65537;");
    snprintf(text, sizeof text, "%s%s", head,
             " MOV W0,#1 | LDR W2,[X1] ;\n STRH W0,[X1] | ;\n STRH W0,[X1,#2] | ;\n"
             "exists (1:X2=1)\n");
    checker_expect("arm", text, NULL, CM_COMPLETE, "1:X2=0; | 1:X2=1; | 1:X2=65536; | 1:X2=65537;");
    snprintf(text, sizeof text, "%s%s", head,
             " MOV W0,#1 | LDRH W2,[X1] ;\n MOVK W0,#1,LSL #16 | LDRH W3,[X1,#2] ;\n"
             " STR W0,[X1] | ;\nexists (1:X2=1 /\\ 1:X3=0)\n");
    checker_expect("arm", text, NULL, CM_COMPLETE,
                   "1:X2=0; 1:X3=0; | 1:X2=0; 1:X3=1; | 1:X2=1; 1:X3=0; | 1:X2=1; 1:X3=1;");
}

/* ---- executions that the test does not describe ------------------------ */

static void stray(const char *model, const char *text, const char *reason, const char *states,
                  cm_answer expected)
{
    checker c;
    cm_check_result *r = run(&c, model, text, &(cm_check_options){.verify = true});
    assert_int_equal(r->outcome, CM_LIMIT);
    assert_string_equal(r->reason, reason);
    assert_string_equal(checker_states(&c, r), states);
    assert_int_equal(cm_check_answer(r), expected);
    checker_end(&c);
}

#define POINTER                                                                                    \
    "AArch64 t\n{ x=0; y=5; 0:X1=x; 0:X3=y; 1:X1=x; }\n P0 | P1 ;\n STR X3,[X1] | LDR X0,[X1] ;\n"

TEST(wild_accesses)
{
    const char *load = "P1: `LDR W2,[X0]` may access memory outside of every location";
    stray("arm", POINTER " | LDR W2,[X0] ;\nexists (1:X2=5)\n", load, "1:X2=5;", CM_YES);
    stray("arm", POINTER " | LDR W2,[X0] ;\nexists (1:X2=4)\n", load, "1:X2=5;", CM_UNKNOWN);
    stray("arm", POINTER " | LDR W2,[X0] ;\nforall (1:X2=5)\n", load, "1:X2=5;", CM_UNKNOWN);
    stray("arm", POINTER " | MOV W2,#7 ;\n | STR W2,[X0] ;\nexists (y=7)\n",
          "P1: `STR W2,[X0]` may access memory outside of every location", "[y]=7;", CM_YES);
    /* guarded: it does not happen */
    checker_expect("arm",
                   POINTER " | CBZ X0,L0 ;\n | LDR W2,[X0] ;\n | L0: NOP ;\nexists (1:X2=5)\n",
                   NULL, CM_COMPLETE, "1:X2=0; | 1:X2=5;");
    /* the model orders the pointer before the flag */
    checker_expect("arm",
                   "AArch64 t\n{ x=0; y=5; f=0; 0:X1=x; 0:X3=y; 0:X5=f; 1:X1=x; 1:X5=f; }\n"
                   " P0 | P1 ;\n STR X3,[X1] | LDAR W6,[X5] ;\n MOV W6,#1 | CBZ W6,L0 ;\n"
                   " STLR W6,[X5] | LDR X0,[X1] ;\n | LDR W2,[X0] ;\n | L0: NOP ;\n"
                   "exists (1:X2=5)\n",
                   NULL, CM_COMPLETE, "1:X2=0; | 1:X2=5;");
}

/* Certain ones are errors: tests/malformed/past-*. Here another thread decides. */
TEST(passed_ends)
{
    const char *what = "P1: `LDR W2,[X3,X0]` may reach past the end of `x`";
    stray("arm",
          "AArch64 t\n{ int x[2]={1,2}; i=0; 0:X1=i; 1:X1=i; 1:X3=x; }\n P0 | P1 ;\n MOV W0,#8 | "
          "LDR W0,[X1] ;\n STR W0,[X1] | LDR W2,[X3,X0] ;\nexists (1:X2=2)\n",
          what, "1:X2=1;", CM_UNKNOWN);
    stray("arm",
          "AArch64 t\n{ int32_t x=3; i=0; 0:X1=i; 1:X1=i; 1:X3=x; }\n P0 | P1 ;\n MOV W0,#2 | "
          "LDR W0,[X1] ;\n STR W0,[X1] | LDR W2,[X3,X0] ;\nexists (1:X2=3)\n",
          what, "1:X2=3;", CM_YES);
    /* without a type it is as wide as an instruction wants it */
    checker_expect("arm",
                   "AArch64 t\n{ x=3; 0:X1=x; }\n P0 ;\n LDP X2,X3,[X1] ;\nexists (0:X2=3)\n", NULL,
                   CM_COMPLETE, "0:X2=3;");
    checker_expect("arm",
                   "AArch64 t\n{ x=3; 0:X1=x; }\n P0 ;\n LDP W2,W3,[X1] ;\nexists (0:W3=0)\n", NULL,
                   CM_COMPLETE, "0:W3=0;");
    checker_expect("arm",
                   "AArch64 t\n{ int64_t x=4294967299; 0:X1=x; }\n P0 ;\n LDR W2,[X1,#4] ;\n"
                   "exists (0:X2=1)\n",
                   NULL, CM_COMPLETE, "0:X2=1;");
}

/* In a round of a waiting loop too, though no state tells of the round, and though
 * no execution ends. */
TEST(wild_rounds)
{
    stray("arm",
          "AArch64 t\n{ x=0; 1:X1=x; }\n P0 | P1 ;\n L0: LDR W0,[X3] | MOV W0,#1 ;\n"
          " CBZ W0,L0 | STR W0,[X1] ;\nexists (x=2)\n",
          "P0: `LDR W0,[X3]` may access memory outside of every location", "", CM_UNKNOWN);
    /* the flag is read before the pointer to it is there */
    stray("arm",
          POINTER " | L0: LDR X0,[X1] ;\n | LDR W2,[X0] ;\n | CBZ W2,L0 ;\nexists (1:X2=4)\n",
          "P1: `LDR W2,[X0]` may access memory outside of every location", "1:X2=5;", CM_UNKNOWN);
    stray("x86tso",
          "X86_64 t\n{ x=0; }\n P0 ;\n L0: movl (%rsi),%eax ;\n cmpl $1,%eax ;\n"
          " jne L0 ;\nexists (x=1)\n",
          "P0: `movl (%rsi),%eax` may access memory outside of every location", "", CM_UNKNOWN);
}

/* What a compiler made ends in a return to its caller, which is no part of the test; where
 * something sets the link register, it counts. */
TEST(returns)
{
    checker_expect("arm",
                   "AArch64 t\n{ }\n P0 ;\n MOV W0,#1 ;\n RET ;\n MOV W0,#2 ;\nexists (0:X0=2)\n",
                   NULL, CM_COMPLETE, "0:X0=1;");
    checker_expect(
        "arm", "AArch64 t\n{ }\n P0 ;\n MOV W0,#1 ;\n RET X30 ;\n MOV W0,#2 ;\nexists (0:X0=2)\n",
        NULL, CM_COMPLETE, "0:X0=1;");
    checker_expect("riscv",
                   "RISCV t\n{ }\n P0 ;\n li x5,1 ;\n ret ;\n li x5,2 ;\nexists (0:x5=2)\n", NULL,
                   CM_COMPLETE, "0:x5=1;");
    checker_expect("arm",
                   "AArch64 t\n{ }\n P0 ;\n BL L ;\n MOV W0,#3 ;\n B E ;\n L: RET ;\n E: ;\n"
                   "exists (0:X0=3)\n",
                   NULL, CM_COMPLETE, "0:X0=3;");
    stray("arm", "AArch64 t\n{ }\n P0 ;\n BR X30 ;\nexists (0:X0=2)\n",
          "P0 may branch to an address that is not a label", "", CM_UNKNOWN);
    stray("arm", "AArch64 t\n{ }\n P0 ;\n MOV X30,#4 ;\n RET ;\nexists (0:X0=2)\n",
          "P0 may branch to an address that is not a label", "", CM_UNKNOWN);
    stray("arm", "AArch64 t\n{ 0:X30=4; }\n P0 ;\n RET ;\nexists (0:X0=2)\n",
          "P0 may branch to an address that is not a label", "", CM_UNKNOWN);
}

TEST(lost_branches)
{
    const char *text = "AArch64 t\n{ x=0; 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
                       " LDR W0,[X1] | MOV W0,#1 ;\n ADR X2,L0 | STR W0,[X1] ;\n"
                       " ADD X2,X2,X0 | ;\n BR X2 | ;\n MOV W3,#1 | ;\n L0: MOV W4,#1 | ;\n"
                       "exists (0:X3=1)\n";
    stray("arm", text, "P0 may branch to an address that is not a label", "0:X3=0;", CM_UNKNOWN);
    checker_expect("arm",
                   "AArch64 t\n{ x=0; 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
                   " LDR W0,[X1] | MOV W0,#1 ;\n ADR X2,L0 | STR W0,[X1] ;\n ADR X3,L1 | ;\n"
                   " CMP W0,#1 | ;\n CSEL X2,X2,X3,EQ | ;\n BR X2 | ;\n L0: MOV W4,#1 | ;\n"
                   " L1: MOV W5,#1 | ;\nexists (0:X4=1 /\\ 0:X5=1)\n",
                   NULL, CM_COMPLETE, "0:X4=0; 0:X5=1; | 0:X4=1; 0:X5=1;");
}

/* Values that grow from round to round come out of thin air only: most models
 * forbid that, and for one that does not the result says what is missing. */
TEST(thin_air)
{
    const char *text = "AArch64 t\n{ x=0; y=0; 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n"
                       " LDR W0,[X1] | LDR W0,[X3] ;\n ADD W0,W0,#1 | ADD W0,W0,#1 ;\n"
                       " STR W0,[X3] | STR W0,[X1] ;\nexists (0:X0=3 /\\ 1:X0=3)\n";
    checker_expect("arm", text, NULL, CM_COMPLETE,
                   "0:X0=1; 1:X0=1; | 0:X0=1; 1:X0=2; | 0:X0=2; 1:X0=1;");
    checker c;
    checker_start(&c, "include \"cos.cat\"\nacyclic (po & loc) | rf | co | fr as internal\n", text);
    cm_check_result *r =
        checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){.verify = true});
    assert_int_equal(r->outcome, CM_LIMIT);
    assert_non_null(strstr(r->reason, "may read a value out of thin air"));
    assert_int_equal(cm_check_answer(r), CM_UNKNOWN);
    checker_end(&c);
}

/* A model without coherence cannot say what memory holds at the end. */
TEST(final_memory)
{
    checker c;
    checker_start(&c, "acyclic po | rf as c\n", SB "exists (x=1)\n");
    assert_null(cm_check(&c.cat.work, c.solver, c.cat.model, c.job.test, &(cm_check_options){0}));
    assert_non_null(strstr(cat_messages(&c.cat), "no relation `co`"));
    checker_end(&c);
    /* any write that nothing follows, where coherence is partial */
    checker_expect("ptx",
                   "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
                   " st.weak x, 1 | st.weak x, 2 ;\n st.weak x, 3 | ;\nexists (x=1)\n",
                   NULL, CM_COMPLETE, "[x]=2; | [x]=3;");
}
