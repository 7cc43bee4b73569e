/* What a smaller test asks: compare/shrink.h. Every test of some folders, made small: its condition
 * names registers that something writes, it is a test, its verdict is the one that was kept. */
#include "compare/shrink.h"
#include "litmus/text/text.h"
#include "tests/unit/checker_help.h"

typedef struct keeping {
    checker *c;
    cm_answer answer;
} keeping;

static cm_answer answer_of(checker *c, const char *text)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    cm_source source = {"small", text, strlen(text)};
    cm_test *test = cm_litmus_parse(&work, &source);
    assert_non_null(test);
    cm_check_options options = {.unroll = 2, .question = true, .no_flags = true};
    const cm_check_result *result = cm_check(&work, c->solver, c->cat.model, test, &options);
    cm_answer answer = result ? cm_check_answer(result) : CM_UNKNOWN;
    cm_arena_free(arena);
    return answer;
}

static bool is_kept(void *context, const char *text)
{
    keeping *k = context;
    return answer_of(k->c, text) == k->answer;
}

/* By the steps alone, without shrink.h: does one of them write the register? */
static bool is_written(const cm_test *test, const cm_observed *o)
{
    const cm_thread *thread = &test->threads[o->thread];
    bool written = thread->registers[o->reg].fault != NULL;
    for (int s = 0; s < thread->step_count; s++)
        written |= thread->steps[s].dst == o->reg;
    return written;
}

/* By name: observed items that no step writes. */
static int unwritten(const cm_test *test)
{
    int count = 0;
    for (int i = 0; i < test->observed_count; i++)
        count +=
            test->observed[i].kind == CM_OBSERVE_REGISTER && !is_written(test, &test->observed[i]);
    return count;
}

/* The smallest test, in the checker's arena; "": it has no known answer. */
static const char *small_of(checker *c, cm_test *test, cm_shrink_condition may)
{
    keeping k = {c, CM_UNKNOWN};
    k.answer = answer_of(c, cm_litmus_print(&c->cat.work, test));
    if (k.answer == CM_UNKNOWN)
        return "";
    const cm_shrunk *shrunk = cm_shrink(&c->cat.work, test, may, is_kept, &k);
    assert_non_null(shrunk);
    assert_int_equal(answer_of(c, shrunk->text), k.answer);
    return shrunk->text;
}

static void check_file(checker *c, const char *path)
{
    cm_source *source = cm_source_read(&c->cat.work, path);
    cm_test *test = source ? cm_litmus_parse(&c->cat.work, source) : NULL;
    if (!test || test->thread_count > 4 || unwritten(test) > 0)
        return;
    const char *text = small_of(c, test, CM_SHRINK_NO_PART);
    cm_source small = {"small", text, strlen(text)};
    cm_test *made = *text ? cm_litmus_parse(&c->cat.work, &small) : NULL;
    assert_true(made || !*text);
    if (made && unwritten(made) > 0)
        fail_msg("%s: asks for what nothing writes:\n%s", path, text);
}

static void check_folder(cm_arena *arena, const char *folder, const char *model, int most)
{
    char **files = unit_files(arena, folder, ".litmus", 1);
    int count = 0;
    for (; count < most && files[count]; count++) {
        checker c;
        checker_start_model(&c, model, NULL);
        check_file(&c, files[count]);
        checker_end(&c);
    }
    assert_true(count * unit_sample() >= 10);
}

TEST(registers_stay_written)
{
    check_folder(arena, "tests/litmus/arm", "arm", 40);
    check_folder(arena, "tests/litmus/x86", "x86tso", 40);
    check_folder(arena, "tests/litmus/riscv", "riscv", 40);
    check_folder(arena, "tests/litmus/ptx", "ptx", 60);
    check_folder(arena, "tests/litmus/wave", "wave", 20);
    check_folder(arena, "tests/litmus/llvm", "llvm-amdgpu", 20);
}

static void expect(const char *model, const char *text, const char *has, const char *lacks)
{
    checker c;
    checker_start_model(&c, model, text);
    const char *small = small_of(&c, (cm_test *)(uintptr_t)c.job.test, CM_SHRINK_NO_PART);
    if (!strstr(small, has) || (lacks && strstr(small, lacks)))
        fail_msg("expected `%s`, and not `%s`:\n%s", has, lacks ? lacks : "", small);
    checker_end(&c);
}

/* What is asked of SB is that two loads miss two stores: all four stay, with what is stored; a
 * fence that plays no part goes. What computes with a load keeps it, and a location that is named
 * keeps its stores. */
TEST(the_question_stays)
{
    static const char sb[] = "AArch64 SB\n{ 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n"
                             " MOV W0,#1 | MOV W0,#1 ;\n STR W0,[X1] | STR W0,[X3] ;\n"
                             " DMB LD | ;\n LDR W2,[X3] | LDR W2,[X1] ;\n"
                             "exists (0:X2=0 /\\ 1:X2=0)\n";
    expect("arm", sb, " MOV W0,#1   |MOV W0,#1 ", NULL);
    expect("arm", sb, " STR W0,[X1] |STR W0,[X3] ", "DMB");
    expect("arm", sb, " LDR W2,[X3] |", NULL);
    expect("arm", sb, "|LDR W2,[X1] ", NULL);
    static const char sum[] = "PTX sum\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                              " st.weak.u32 [x], 1 | ld.weak.u32 r0, [x] ;\n"
                              " st.weak.u32 [y], 2 | add.u32 r1, r0, 0 ;\n"
                              "exists (1:r1=0 /\\ y=2)\n";
    expect("ptx", sum, "ld.weak.u32 r0, [x]", NULL);
    expect("ptx", sum, "st.weak.u32 [x], 1", NULL);
    expect("ptx", sum, "st.weak.u32 [y], 2", NULL);
}

/* A variable that is still named stays declared, with the least that it can be; one that is not
 * goes. */
TEST(declarations_stay)
{
    static const char lb[] = "C LB\n{}\nP0 (int* x, int* y, int* z) {\n"
                             "  int r2 = READ_ONCE(*z);\n  int r3 = READ_ONCE(*z);\n"
                             "  if (r2) {\n  }\n  int r0 = READ_ONCE(*x);\n"
                             "  WRITE_ONCE(*y, 1);\n}\nP1 (int* x, int* y) {\n"
                             "  int r0 = READ_ONCE(*y);\n  WRITE_ONCE(*x, 1);\n}\n"
                             "exists (0:r0=1 /\\ 1:r0=1)\n";
    expect("lkmm", lb, "  int r0 = READ_ONCE(*x);\n", "r2"); /* a block that does nothing goes */
    static const char stored[] = "C LB\n{}\nP0 (int* x, int* y, int* z) {\n"
                                 "  int r2 = READ_ONCE(*z);\n  int r3 = READ_ONCE(*z);\n"
                                 "  int r0 = READ_ONCE(*x);\n"
                                 "  WRITE_ONCE(*y, r2 + 1);\n}\nP1 (int* x, int* y) {\n"
                                 "  int r0 = READ_ONCE(*y);\n  WRITE_ONCE(*x, 1);\n}\n"
                                 "exists (0:r0=1 /\\ 1:r0=1)\n";
    expect("lkmm", stored, "  int r2 = 0;\n", "r3");
    static const char cas[] = "C CAS\n{}\nP0 (atomic_int* x) {\n  int r0 = 0;\n"
                              "  int r1 = atomic_compare_exchange_weak_explicit(x, &r0, 1, "
                              "memory_order_relaxed, memory_order_relaxed);\n}\n"
                              "exists (0:r1=0 /\\ 0:r0=0)\n";
    expect("rc11", cas, "  int r0 = 0;\n", NULL);
}
