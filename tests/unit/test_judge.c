/* The judge: what a model allows, in this process and in one of its own; limits that
 * hold; what cannot be judged; tests of the suites and their reasons. */
#include "base/clock.h"
#include "campaign/judge_parts.h"

#include "enumerate/enumerate.h"
#include "tests/unit/unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char sb[] =
    "X86 SB\nWhere=here\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n"
    " MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n";

typedef struct judging {
    cm_arena *arena;
    cm_judge *judge;
    const char *name, *text;
    cm_conform_allowed allowed;
    bool answered;
    bool reason; /* ask for it, too */
} judging;

static void judge_protected(void *argument)
{
    judging *j = argument;
    j->answered = cm_judge_test(j->judge, j->arena, j->name, j->text, strlen(j->text), &j->allowed);
    if (j->answered && j->reason)
        cm_judge_reason(j->judge, j->arena, j->name, &j->allowed);
}

static judging judge_with(const cm_judge_options *options, const char *name, const char *text,
                          bool reason)
{
    judging j = {.arena = cm_arena_new(0),
                 .judge = cm_judge_new(options),
                 .name = name,
                 .text = text,
                 .reason = reason};
    assert_non_null(j.judge);
    assert_true(cm_arena_protect(j.arena, judge_protected, &j));
    return j;
}

static void release(judging *j)
{
    cm_judge_free(j->judge);
    cm_arena_free(j->arena);
}

static cm_judge_options plain(double timeout)
{
    return (cm_judge_options){.model_dir = getenv("CMCM_MODELS"), .timeout = timeout};
}

/* Store buffering on x86 ends in all four states (Owens, Sarkar, Sewell 2009). */
static void expect_sb(const judging *j)
{
    assert_true(j->answered && j->allowed.complete);
    assert_string_equal(j->allowed.why, "");
    assert_string_equal(j->allowed.model, "x86tso");
    assert_string_equal(j->allowed.arch, "X86");
    assert_string_equal(j->allowed.condition, "exists (0:EAX=0 /\\ 1:EAX=0)");
    assert_int_equal(strlen(j->allowed.hash), 32);
    assert_string_equal(j->allowed.text, sb);
    assert_int_equal(j->allowed.quantifier, CM_EXISTS);
    assert_int_equal(j->allowed.count, 4);
    size_t satisfying = 0;
    for (size_t i = 0; i < 4; i++)
        satisfying += j->allowed.states[i].satisfies;
    assert_int_equal(satisfying, 1);
    assert_string_equal(j->allowed.states[0].text, "0:EAX=0; 1:EAX=0;");
    assert_true(j->allowed.states[0].satisfies);
    assert_int_equal(j->allowed.axis_count, 1);
    assert_string_equal(j->allowed.axes[0].key, "Where");
    assert_string_equal(j->allowed.axes[0].value, "here");
    assert_string_equal(j->allowed.suite, "");
}

TEST(here_and_apart)
{
    static const double timeouts[] = {0, 30};
    for (size_t i = 0; i < 2; i++) {
        const cm_judge_options options = plain(timeouts[i]);
        judging j = judge_with(&options, "sb.litmus", sb, false);
        expect_sb(&j);
        assert_true(cm_arena_protect(j.arena, judge_protected, &j)); /* the same judge again */
        expect_sb(&j);
        release(&j);
    }
}

/* A process that does not answer in time is ended, as if there had been no time; what needs no
 * solver is known all the same, and the next test has a new process. */
TEST(a_late_answer)
{
    const cm_judge_options options = plain(3);
    judging j = judge_with(&options, "sb.litmus", sb, false);
    expect_sb(&j);
    pid_t silent = j.judge->child.pid;
    assert_true(silent > 0 && kill(silent, SIGSTOP) == 0);
    assert_true(cm_arena_protect(j.arena, judge_protected, &j));
    assert_true(j.answered);
    assert_false(j.allowed.complete);
    assert_non_null(strstr(j.allowed.why, "time"));
    assert_string_equal(j.allowed.condition, "exists (0:EAX=0 /\\ 1:EAX=0)");
    assert_int_equal(strlen(j.allowed.hash), 32);
    assert_true(cm_arena_protect(j.arena, judge_protected, &j));
    expect_sb(&j);
    assert_true(j.judge->child.pid != silent);
    release(&j);
}

TEST(a_bad_text)
{
    static const double timeouts[] = {0, 30};
    for (size_t i = 0; i < 2; i++) {
        const cm_judge_options options = plain(timeouts[i]);
        judging j =
            judge_with(&options, "t.litmus", "X86 t\n{ }\n P0 ;\n JUMP ;\nexists (true)\n", false);
        assert_false(j.answered);
        assert_non_null(strstr(j.allowed.why, "t.litmus:4:2: error: "));
        assert_null(strchr(j.allowed.why, '\n'));
        j.text = sb;
        j.name = "sb.litmus";
        assert_true(cm_arena_protect(j.arena, judge_protected, &j));
        expect_sb(&j);
        release(&j);
    }
}

/* A model for other machines: an answer, and a warning with its place. */
TEST(warned)
{
    static const double timeouts[] = {0, 30};
    for (size_t i = 0; i < 2; i++) {
        cm_judge_options options = plain(timeouts[i]);
        options.model = "arm";
        judging j = judge_with(&options, "sb.litmus", sb, false);
        assert_true(j.answered);
        assert_string_equal(j.allowed.model, "arm");
        assert_int_equal(j.allowed.warned_count, 1);
        assert_int_equal(j.allowed.warned[0].line, 1);
        assert_non_null(strstr(j.allowed.warned[0].message, "is written for AArch64"));
        assert_non_null(strstr(j.allowed.warnings, "sb.litmus:1:1: warning: the model `arm`"));
        release(&j);
    }
}

TEST(no_model)
{
    cm_judge_options options = plain(0);
    options.model = "nobody's";
    judging j = judge_with(&options, "sb.litmus", sb, false);
    assert_false(j.answered);
    assert_non_null(strstr(cm_judge_complaint(j.judge), "nobody's"));
    assert_true(*j.allowed.why);
    release(&j);
    options.model = "x86tso";
    cm_judge *judge = cm_judge_new(&options);
    assert_null(cm_judge_complaint(judge));
    cm_judge_free(judge);
}

/* A hundred and twenty threads that read and write three locations: years, without a limit. */
static char *hard_text(cm_arena *arena)
{
    enum { THREADS = 120 };
    static const char *const rows[] = {"LDR W0,[X1]", "LDADD W7,W8,[X3]", "STR W0,[X5]",
                                       "LDR W2,[X3]", "STR W2,[X1]",      "LDR W6,[X5]"};
    cm_text text = cm_text_new(arena);
    cm_text_add(&text, "AArch64 HARD\n{\n");
    for (int i = 0; i < THREADS; i++)
        cm_text_append(&text, "%d:X1=x; %d:X3=y; %d:X5=z;\n", i, i, i);
    cm_text_add(&text, "}\n");
    for (int i = 0; i < THREADS; i++)
        cm_text_append(&text, "%s P%d", i ? " |" : "", i);
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        cm_text_add(&text, " ;\n");
        for (int i = 0; i < THREADS; i++)
            cm_text_append(&text, "%s %s", i ? " |" : "", rows[row]);
    }
    cm_text_add(&text, " ;\nexists (0:X0=1 /\\ x=3)\n");
    return text.data;
}

static void make_hard(void *argument)
{
    judging *j = argument;
    j->text = hard_text(j->arena);
}

TEST(a_limit_holds)
{
    const cm_judge_options options = plain(1);
    judging hard = {.arena = cm_arena_new(0)};
    assert_true(cm_arena_protect(hard.arena, make_hard, &hard));
    double begin = cm_clock_seconds();
    judging j = judge_with(&options, "hard.litmus", hard.text, false);
    assert_true(cm_clock_seconds() - begin < 20);
    assert_true(j.answered);
    assert_false(j.allowed.complete);
    assert_string_equal(j.allowed.why, "time limit of 1 s reached");
    j.text = sb;
    assert_true(cm_arena_protect(j.arena, judge_protected, &j));
    assert_true(j.answered && j.allowed.count == 4);
    release(&j);
    cm_arena_free(hard.arena);
}

/* Asked to stop before: no answer, and it says why. */
TEST(stopped)
{
    cm_judge_options options = plain(30);
    options.stop = cm_stop_new();
    cm_stop_ask(options.stop, 2);
    judging j = judge_with(&options, "sb.litmus", sb, false);
    assert_false(j.answered);
    assert_string_equal(j.allowed.why, "interrupted");
    release(&j);
    cm_stop_free(options.stop);
}

/* ---- reasons --------------------------------------------------------- */

typedef struct first_test {
    cm_text text;
    char name[200];
    bool found;
} first_test;

static bool take_first(void *context, const cm_enum_test *test)
{
    first_test *first = context;
    snprintf(first->name, sizeof first->name, "%s", test->name);
    cm_text_add_bytes(&first->text, test->text, test->length);
    first->found = true;
    return false;
}

static void find_first(void *argument)
{
    first_test *first = argument;
    const cm_enum_request request = {.name = "hetero", .cpu_fence = "full"};
    cm_work work = cm_work_new(first->text.arena);
    first->text = cm_text_new(first->text.arena);
    cm_enum_run(&work, cm_enum_find(request.name), &request, take_first, first);
}

/* The first of them has relaxed accesses of one CTA each, and no fences: it lacks both
 * scope and order (docs/suites.md). One of that name with another program is not it. */
TEST(reasons)
{
    static const double timeouts[] = {0, 60};
    for (size_t i = 0; i < 2; i++) {
        first_test first = {.text = {.arena = cm_arena_new(0)}};
        assert_true(cm_arena_protect(first.text.arena, find_first, &first) && first.found);
        const cm_judge_options options = plain(timeouts[i]);
        judging j = judge_with(&options, first.name, first.text.data, true);
        assert_true(j.answered);
        assert_string_equal(j.allowed.suite, "hetero");
        assert_true(j.allowed.order > 0);
        assert_string_equal(j.allowed.reason, "both");
        j.text = sb;
        assert_true(cm_arena_protect(j.arena, judge_protected, &j));
        assert_true(j.answered);
        assert_string_equal(j.allowed.suite, "");
        assert_string_equal(j.allowed.reason, "");
        release(&j);
        cm_arena_free(first.text.arena);
    }
}

/* Suites over several GPUs, too; with a CPU's thread a name is that of several programs. */
static bool judge_shape(void *context, const cm_enum_test *test)
{
    (void)context;
    const cm_judge_options options = plain(0);
    judging j = judge_with(&options, test->name, test->text, true);
    assert_true(j.answered);
    assert_string_equal(j.allowed.suite, "gpus-shapes");
    assert_true(j.allowed.order > 0);
    assert_string_equal(j.allowed.reason, "scope"); /* not by another GPU, at scope gpu */
    release(&j);
    return true;
}

static void judge_shapes(void *argument)
{
    cm_work work = cm_work_new(argument);
    static const char *const axes[] = {"shape=WRC", "threads=0-1-0,cpu-0-1",
                                       "home=cpu",  "order=rel-acq",
                                       "scope=gpu", "fence=none"};
    for (int x86 = 0; x86 <= 1; x86++) {
        const cm_enum_request request = {.name = "gpus-shapes",
                                         .axes = axes,
                                         .axis_count = 6,
                                         .cpu = x86 ? "x86_64" : "aarch64"};
        assert_true(cm_enum_run(&work, cm_enum_find(request.name), &request, judge_shape, NULL));
    }
}

TEST(reasons_of_shapes)
{
    assert_true(cm_arena_protect(arena, judge_shapes, arena));
}

/* Message passing between two GPUs: release and acquire at scope gpu. */
TEST(reason_between_gpus)
{
    static const char text[] =
        "PTX MP-gpu2gpu.gpus-rel-acq-X.gpu-Y.gpu-pf.none-cf.none\n{ x=0; y=0; }\n"
        " P0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;\n"
        " st.relaxed.gpu.u32 [x], 1 | ld.acquire.gpu.u32 r0, [y] ;\n"
        " st.release.gpu.u32 [y], 1 | ld.relaxed.gpu.u32 r1, [x] ;\n"
        "exists (1:r0=1 /\\ 1:r1=0)\n";
    const cm_judge_options options = plain(0);
    judging j =
        judge_with(&options, "MP-gpu2gpu.gpus-rel-acq-X.gpu-Y.gpu-pf.none-cf.none", text, true);
    assert_true(j.answered);
    assert_string_equal(j.allowed.suite, "gpus");
    assert_string_equal(j.allowed.reason, "scope");
    release(&j);
}
