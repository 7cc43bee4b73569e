/* A campaign on this machine's CPU: runs, verdicts by a judge of the test's own, what a
 * record that is resumed has already, and the search for parameters. */
#include "campaign/run.h"
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define X86_SB                                                                                     \
    "X86_64 SB\n{ x=0; y=0; }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n"                         \
    " movl (y),%eax | movl (x),%eax ;\n"
#define X86_ASKS "(0:rax=0 /\\ 1:rax=0)\n"
#define ARM_SB                                                                                     \
    "AArch64 SB\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n P0 | P1 ;\n MOV W0,#1 | MOV W0,#1 ;\n"      \
    " STR W0,[X1] | STR W0,[X1] ;\n LDR W2,[X3] | LDR W2,[X3] ;\n"
#define ARM_ASKS "(0:X2=0 /\\ 1:X2=0)\n"
#define GPU_TEST "PTX gpu\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.relaxed.gpu [x],1 ;\nexists (x=1)\n"
#ifdef __aarch64__
static const char sb[] = ARM_SB "exists " ARM_ASKS, other[] = ARM_SB "~exists " ARM_ASKS;
static const char *const names[] = {"0:X2", "1:X2"};
#else
static const char sb[] = X86_SB "exists " X86_ASKS, other[] = X86_SB "~exists " X86_ASKS;
static const char *const names[] = {"0:rax", "1:rax"};
#endif

/* A judge that allows the first so many of the four states. */
typedef struct strict_judge {
    size_t allowed;
    bool complete, answers;
} strict_judge;

static bool ask(void *context, cm_arena *arena, const char *file_name, const char *text,
                size_t length, cm_conform_allowed *out)
{
    const strict_judge *judge = context;
    assert_true(*file_name && strlen(text) == length);
    *out = (cm_conform_allowed){.model = "mine", .warnings = "", .why = ""};
    if (!judge->answers) {
        out->why = "the judge is asleep";
        return false;
    }
    cm_record_state *states = CM_NEW_ARRAY(arena, judge->allowed, cm_record_state);
    for (size_t i = 0; i < judge->allowed; i++)
        states[i] = (cm_record_state){
            cm_arena_printf(arena, "%s=%zu; %s=%zu;", names[0], i >> 1, names[1], i & 1), 0,
            i == 0};
    out->states = states;
    out->count = judge->allowed;
    out->complete = judge->complete;
    return true;
}

typedef struct running {
    cm_arena *arena;
    cm_work work;
    cm_campaign campaign;
    cm_campaign_test test;
    cm_campaign_result result;
    cm_tuning tuning;
    const cm_campaign_test *tests;
    size_t count;
} running;

static void begin(running *r)
{
    *r = (running){.arena = cm_arena_new(0)};
    r->work = cm_work_new(r->arena);
    r->campaign = (cm_campaign){.arena = r->arena,
                                .work = &r->work,
                                .compiler = "cc",
                                .test_arena = cm_arena_new(0),
                                .deadline = 60};
    cm_parameters_init(&r->campaign.parameters);
    r->campaign.parameters.iterations = 20000;
    r->campaign.parameters.seed = 1;
}

static void end(running *r)
{
    cm_campaign_end(&r->campaign);
    cm_arena_free(r->campaign.test_arena);
    cm_arena_free(r->arena);
}

static void run_protected(void *argument)
{
    running *r = argument;
    cm_campaign_run(&r->campaign, &r->work, &r->test, &r->result);
}

static const cm_campaign_result *run_text(running *r, const char *text)
{
    r->test = (cm_campaign_test){.path = "sb.litmus", .text = text, .length = strlen(text)};
    assert_true(cm_arena_protect(r->arena, run_protected, r));
    return &r->result;
}

TEST(test_deadline)
{
    running r;
    begin(&r);
    cm_parameters *p = &r.campaign.parameters;
    assert_true(cm_campaign_deadline(&r.campaign, false, p) == 60); /* as it was asked */
    r.campaign.deadline = 0;
    p->iterations = 0;
    p->seconds = 0.5;
    /* Nothing is known: 4 * 0.5 and 20; then 5 and ten times the longest. */
    assert_true(fabs(cm_campaign_deadline(&r.campaign, false, p) - 22) < 1e-9);
    r.campaign.ended[0] = 3;
    r.campaign.longest[0] = 0.25;
    assert_true(fabs(cm_campaign_deadline(&r.campaign, false, p) - 9.5) < 1e-9);
    assert_true(fabs(cm_campaign_deadline(&r.campaign, true, p) - 22) < 1e-9); /* of GPUs nothing */
    r.campaign.longest[0] = 10; /* a slow machine: more than when nothing was known */
    assert_true(fabs(cm_campaign_deadline(&r.campaign, false, p) - 107) < 1e-9);
    p->seconds = 0;
    p->iterations = 1000000;
    r.campaign.ended[0] = 0;
    assert_true(fabs(cm_campaign_deadline(&r.campaign, false, p) - 40) < 1e-9);
    run_text(&r, sb);
    assert_int_equal(r.campaign.ended[0], 1);
    assert_true(r.campaign.longest[0] > 0);
    end(&r);
}

TEST(test_verdicts)
{
    running r;
    begin(&r);
    const cm_campaign_result *result = run_text(&r, sb);
    assert_int_equal(result->record.end, CM_RECORD_DONE);
    assert_int_equal(result->class, CM_CAMPAIGN_UNJUDGED); /* nobody to judge */
    assert_true(result->record.instances >= 20000);
    assert_string_equal(result->record.name, "SB");
    uint64_t weak = 0, all = 0;
    for (size_t i = 0; i < result->record.state_count; i++) {
        all += result->record.states[i].count;
        weak += result->record.states[i].satisfies ? result->record.states[i].count : 0;
    }
    assert_true(all == result->record.instances && weak == result->weak);

    strict_judge judge = {.allowed = 4, .complete = true, .answers = true};
    r.campaign.judge = ask;
    r.campaign.judge_context = &judge;
    result = run_text(&r, sb);
    assert_string_equal(result->judgement.model, "mine");
    assert_int_equal(result->class,
                     result->weak ? CM_CAMPAIGN_ALLOWED_SEEN : CM_CAMPAIGN_ALLOWED_NOT_SEEN);
    judge.allowed = 0; /* whatever is seen is forbidden */
    result = run_text(&r, sb);
    assert_int_equal(result->class, CM_CAMPAIGN_FORBIDDEN_SEEN);
    assert_int_equal(result->record.verdict, CM_VERDICT_FORBIDDEN_SEEN);
    for (size_t i = 0; i < result->record.state_count; i++)
        assert_true(result->judgement.forbidden[i]);
    judge.complete = false; /* or not known */
    assert_int_equal(run_text(&r, sb)->class, CM_CAMPAIGN_UNJUDGED);
    judge.answers = false;
    result = run_text(&r, sb);
    assert_int_equal(result->class, CM_CAMPAIGN_UNJUDGED);
    assert_string_equal(result->judgement.why, "the judge is asleep");
    end(&r);
}

TEST(test_refused)
{
    running r;
    begin(&r);
    r.campaign.gpu = 999;
    const cm_campaign_result *result = run_text(&r, GPU_TEST);
    assert_int_equal(result->record.end, CM_RECORD_REFUSED);
    assert_true(*result->record.reason);
    assert_true(run_text(&r, "X86_64 broken\n")->unreadable);
    r.campaign.stop = cm_stop_new();
    cm_stop_ask(r.campaign.stop, 2);
    r.work = cm_work_new(r.arena);
    assert_true(run_text(&r, sb)->stopped);
    cm_stop_free(r.campaign.stop);
    end(&r);
}

/* What was run to its end is not run again, unless it asks something else. */
TEST(test_resumed)
{
    running r;
    begin(&r);
    cm_record_test done = run_text(&r, sb)->record;
    done.started = "then";
    cm_record old = {.tests = &done, .test_count = 1};
    r.campaign.old = &old;
    const cm_campaign_result *result = run_text(&r, sb);
    assert_true(result->earlier);
    assert_string_equal(result->record.started, "then");
    assert_false(run_text(&r, other)->earlier);
    done.end = CM_RECORD_FAILED;
    assert_false(run_text(&r, sb)->earlier);
    done.end = CM_RECORD_DONE;
    r.campaign.parameters.injections = 1; /* planted bugs make it another program */
    assert_false(run_text(&r, sb)->earlier);
    end(&r);
}

static void tune_protected(void *argument)
{
    running *r = argument;
    r->tuning = cm_campaign_tune(&r->campaign, r->tests, r->count, 0.6);
}

TEST(test_tuning)
{
    running r;
    begin(&r);
    const cm_campaign_test tests[] = {
        {.path = "sb", .text = sb, .length = sizeof sb - 1},
        {.path = "gpu", .text = GPU_TEST, .length = sizeof GPU_TEST - 1}};
    r.tests = tests;
    r.count = 1;
    r.campaign.deadline = 10; /* a drawn setting may take minutes where threads lack CPUs */
    assert_true(cm_arena_protect(r.arena, tune_protected, &r));
    assert_int_equal(r.tuning.end, CM_TUNE_DONE);
    assert_true(r.tuning.count >= 1 && r.tuning.tried >= r.tuning.count);
    assert_int_equal(r.tuning.test_count, 1);
    for (size_t i = 1; i < r.tuning.count; i++)
        assert_false(r.tuning.attempts[i - 1].score < r.tuning.attempts[i].score);
    r.tests = tests + 1;
    r.campaign.gpu = 999;
    assert_true(cm_arena_protect(r.arena, tune_protected, &r));
    assert_int_equal(r.tuning.end, CM_TUNE_LACKING);
    assert_true(*r.tuning.why);
    end(&r);
}
