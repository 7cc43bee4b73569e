/* The public interface: executions, enumerations, runs, conformance and explanations as
 * data. */
#include "tests/unit/api_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- executions, enumeration, runs, conformance ----------------------- */

static cmcm_result *check_sb(cmcm_session *session, cmcm_model **model, cmcm_test **test)
{
    static const cmcm_options keeping = {.witnesses = true};
    *model = cmcm_model_load(session, "x86tso");
    *test = parse(session, sb_text);
    cmcm_result *result = cmcm_check(session, *model, *test, &keeping);
    assert_non_null(result);
    return result;
}

/* Both stores, then both loads of the initial values: what the buffers of x86 are about. */
TEST_IN(executions_as_data, setup, teardown)
{
    cmcm_model *model;
    cmcm_test *test;
    cmcm_result *result = check_sb(*state, &model, &test);
    cmcm_item item;
    assert_string_equal(cmcm_result_state(result, 0), "0:EAX=0; 1:EAX=0;");
    assert_true(cmcm_result_state_item(result, 0, 1, &item));
    assert_int_equal(item.thread, 1);
    assert_string_equal(item.name, "EAX");
    assert_true(item.is_number && !item.negative && item.magnitude == 0);
    assert_true(item.element == SIZE_MAX);
    assert_string_equal(item.text, "0");
    assert_false(cmcm_result_state_item(result, 0, 2, &item));
    assert_false(cmcm_result_state_item(result, 4, 0, &item));

    const cmcm_execution *x = cmcm_result_execution(result, 0);
    assert_non_null(x);
    assert_null(cmcm_result_execution(result, 4));
    cmcm_event event;
    size_t reads = 0, writes = 0, initial = 0, from, to;
    for (size_t i = 0; cmcm_execution_event(x, i, &event); i++) {
        assert_int_equal(event.bytes, 4);
        assert_true(strcmp(event.place, "x") == 0 || strcmp(event.place, "y") == 0);
        initial += event.thread < 0;
        if (event.thread < 0) {
            assert_int_equal(event.line, 0);
            assert_string_equal(event.instruction, "");
            continue;
        }
        reads += event.kind == 'R';
        writes += event.kind == 'W';
        assert_int_equal(event.line, event.kind == 'W' ? 4 : 5);
        assert_int_equal(event.value, event.kind == 'W');
        assert_string_equal(event.text, event.kind == 'W' ? "1" : "0");
        assert_int_equal(strncmp(event.instruction, "MOV ", 4), 0);
    }
    assert_true(reads == 2 && writes == 2 && initial == 2);
    assert_int_equal(cmcm_execution_event_count(x), 6);
    for (size_t i = 0; i < 2; i++) { /* each load reads an initial write of its place */
        assert_true(cmcm_execution_pair(x, "rf", i, &from, &to));
        cmcm_event read;
        assert_true(cmcm_execution_event(x, from, &event) && cmcm_execution_event(x, to, &read));
        assert_true(event.thread == -1 && event.kind == 'W' && read.kind == 'R');
        assert_string_equal(event.place, read.place);
    }
    assert_false(cmcm_execution_pair(x, "rf", 2, &from, &to));
    assert_false(cmcm_execution_pair(x, "no such relation", 0, &from, &to));
    assert_string_equal(cmcm_execution_relation(x, 0), "po");
    cmcm_result_free(result);
    cmcm_test_free(test);
    cmcm_model_free(model);
}

typedef struct counting {
    size_t count, most;
} counting;

static bool count_made(void *context, const cmcm_made *made)
{
    counting *c = context;
    assert_int_equal(strlen(made->text), made->length);
    assert_non_null(strstr(made->text, made->name));
    return ++c->count < c->most;
}

/* The tests of the paper's Table 3 are ten (docs/suites.md). */
TEST_IN(enumeration, setup, teardown)
{
    cmcm_session *session = *state;
    counting all = {0, SIZE_MAX}, three = {0, 3}, none = {0, 1};
    assert_true(
        cmcm_enumerate(session, &(cmcm_enumeration){.generator = "grace"}, count_made, &all));
    assert_int_equal(all.count, 10);
    assert_true(
        cmcm_enumerate(session, &(cmcm_enumeration){.generator = "grace"}, count_made, &three));
    assert_int_equal(three.count, 3);
    assert_false(
        cmcm_enumerate(session, &(cmcm_enumeration){.generator = "nobody's"}, count_made, &none));
    const char *const axes[] = {"colour=red"};
    assert_false(cmcm_enumerate(
        session, &(cmcm_enumeration){.generator = "grace", .axes = axes, .axis_count = 1},
        count_made, &none));
    assert_int_equal(none.count, 0);
    assert_int_equal(cmcm_session_error_count(session), 2);
}

TEST_IN(conformance, setup, teardown)
{
    cmcm_session *session = *state;
    char path[4096];
    const char *const paths[] = {path};
    const cmcm_conform_options limited = {.timeout = 60};
    snprintf(path, sizeof path, "%s/tests/records/conform-forbidden.xml", getenv("CMCM_SOURCE"));
    for (int i = 0; i < 2; i++) { /* in this process, and in one of its own */
        cmcm_conformance *c = cmcm_conform(session, paths, 1, i ? &limited : NULL);
        assert_non_null(c);
        cmcm_conform_counts counts = cmcm_conformance_counts(c);
        cmcm_finding finding;
        assert_true(counts.violated > 0 && counts.violated <= counts.tests);
        assert_true(cmcm_conformance_finding(c, 0, &finding));
        assert_string_equal(finding.file, path);
        assert_true(finding.count > 0 && *finding.test && *finding.state);
        assert_non_null(strstr(cmcm_conformance_text(c, "json"), finding.state));
        assert_null(cmcm_conformance_text(c, "smoke signals"));
        cmcm_conformance_free(c);
    }
    snprintf(path, sizeof path, "/nowhere/at/all.xml");
    assert_null(cmcm_conform(session, paths, 1, NULL));
    assert_int_equal(cmcm_session_error_count(session), 1);
    assert_null(cmcm_conform(session, paths, 1, &(cmcm_conform_options){.model = "nobody's"}));
    cmcm_conformance_free(NULL);
}

#if defined __x86_64__ || defined __aarch64__
#ifdef __x86_64__
#define OWN      "x86tso"
#define RUN_TEXT sb_text
#else
#define OWN "arm"
#define RUN_TEXT                                                                                   \
    "AArch64 SB\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n P0 | P1 ;\n MOV W0,#1 | MOV W0,#1 ;\n"      \
    " STR W0,[X1] | STR W0,[X1] ;\n LDR W2,[X3] | LDR W2,[X3] ;\n"                                 \
    "exists (0:X2=0 /\\ 1:X2=0)\n"
#endif

TEST_IN(running, setup, teardown)
{
    cmcm_session *session = *state;
    static const cmcm_run_options briefly = {.iterations = 20000, .deadline = 60};
    cmcm_test *test = parse(session, RUN_TEXT);
    cmcm_model *model = cmcm_model_load(session, OWN);
    cmcm_result *result = cmcm_check(session, model, test, NULL);
    cmcm_seen *seen = cmcm_run(session, test, &briefly);
    assert_non_null(seen);
    assert_int_equal(cmcm_seen_end(seen), CMCM_RAN);
    assert_string_equal(cmcm_seen_reason(seen), "");
    assert_true(cmcm_seen_instances(seen) >= 20000 && cmcm_seen_seconds(seen) > 0);
    uint64_t count, sum = 0;
    size_t states = cmcm_seen_state_count(seen), which = 99;
    assert_true(states >= 1 && states <= 4);
    for (size_t i = 0; i < states; i++) {
        assert_non_null(cmcm_seen_state(seen, i, &count));
        sum += count;
    }
    assert_int_equal(sum, cmcm_seen_instances(seen));
    assert_null(cmcm_seen_state(seen, states, &count));
    assert_int_equal(cmcm_seen_judge(seen, result, &which), CMCM_CONFORMS);
    assert_int_equal(which, 99);
    cmcm_seen_free(seen);
    const char *const wrong[] = {"lanes=many"};
    assert_null(
        cmcm_run(session, test, &(cmcm_run_options){.parameters = wrong, .parameter_count = 1}));
    assert_int_equal(cmcm_session_error_count(session), 1);
    cmcm_result_free(result);
    cmcm_model_free(model);
    cmcm_test_free(test);
    cmcm_test *gpu = parse(session, "PTX gpu\n{ x=0; }\n P0@cta 0,gpu 0 ;\n"
                                    " st.relaxed.gpu [x],1 ;\nexists (x=1)\n");
    seen = cmcm_run(session, gpu, &(cmcm_run_options){.iterations = 100, .gpu = 999});
    assert_int_equal(cmcm_seen_end(seen), CMCM_REFUSED);
    assert_true(*cmcm_seen_reason(seen));
    assert_int_equal(cmcm_seen_state_count(seen), 0);
    cmcm_seen_free(seen);
    cmcm_seen_free(NULL);
    cmcm_test_free(gpu);
}
#else
static void running(void **state)
{
    (void)state;
}
#endif

/* ---- why ------------------------------------------------------------------ */

TEST_IN(why, setup, teardown)
{
    static const char path[] = "explained.litmus";
    cmcm_session *session = *state;
    static const char text[] =
        "X86 SB\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\n"
        "exists (0:EAX=0 /\\ 1:EAX=0)\n";
    unit_write(path, text, strlen(text));
    cmcm_model *model = cmcm_model_load(session, "x86tso");
    cmcm_test *test = cmcm_test_read(session, path);
    cmcm_explanation *e = cmcm_explain(session, model, test, NULL);
    assert_non_null(e);
    assert_int_equal(cmcm_explanation_verdict(e), CMCM_ALLOWED);
    assert_string_equal(cmcm_explanation_reason(e), "");
    assert_non_null(strstr(cmcm_explanation_text(e, CMCM_AS_TEXT), "MFENCE"));
    assert_int_equal(cmcm_execution_event_count(cmcm_explanation_execution(e, 0)), 6);
    assert_null(cmcm_explanation_execution(e, 1));
    assert_null(cmcm_explanation_violated(e, 0, 0));
    assert_non_null(strstr(cmcm_explanation_text(e, CMCM_AS_JSON), "\"verdict\":\"allowed\""));
    cmcm_explanation_free(e);
    cmcm_test_free(test);

    test = cmcm_test_read_asking(session, path, "[x]=0; 0:EAX=0");
    e = cmcm_explain(session, model, test, &(cmcm_explain_options){.unroll = 1});
    assert_non_null(e);
    assert_int_equal(cmcm_explanation_verdict(e), CMCM_FORBIDDEN);
    cmcm_explanation_free(e);
    cmcm_test_free(test);

    test = parse(session, "X86 F\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MFENCE | MFENCE ;\n"
                          " MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n");
    e = cmcm_explain(session, model, test, NULL);
    assert_non_null(e);
    assert_string_equal(cmcm_explanation_violated(e, 0, 0), "tso");
    assert_null(cmcm_explanation_violated(e, 0, 1));
    assert_null(cmcm_explanation_violated(e, 1, 0));
    assert_non_null(cmcm_explanation_execution(e, 0));
    assert_int_equal(cmcm_explanation_sufficient_count(e), 1);
    assert_string_equal(cmcm_explanation_sufficient(e, 0, 0), "tso");
    assert_null(cmcm_explanation_sufficient(e, 0, 1));
    assert_int_equal(cmcm_explanation_needed_count(e), 1);
    assert_string_equal(cmcm_explanation_needed(e, 0, 1), "the fence `MFENCE` (P1, line 5)");
    assert_null(cmcm_explanation_needed(e, 0, 2));
    assert_null(cmcm_explanation_meeting(e, 0, NULL));
    cmcm_explanation_free(e);
    cmcm_test_free(test);

    cmcm_model *ptx = cmcm_model_load(session, "ptx");
    test = parse(session, "PTX B\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
                          " st.weak.u32 [x], 1 | bar.sync 0 ;\n bar.sync 0 | bar.sync 0 ;\n"
                          " bar.sync 0 | ld.weak.u32 r0, [x] ;\n bar.sync 1 | bar.sync 1 ;\n"
                          "exists (1:r0=0)\n");
    e = cmcm_explain(session, ptx, test, NULL);
    assert_non_null(e);
    cmcm_explained without = CMCM_ALLOWED;
    assert_string_equal(cmcm_explanation_meeting(e, 2, &without),
                        "the barrier `bar.sync 1` (P0, line 7) and `bar.sync 1` (P1, line 7)");
    assert_int_equal(without, CMCM_FORBIDDEN);
    assert_null(cmcm_explanation_meeting(e, 3, &without));
    cmcm_explanation_free(e);
    cmcm_test_free(test);

    assert_null(cmcm_test_read_asking(session, path, "0:EAX=0 /\\"));
    assert_non_null(strstr(cmcm_session_messages(session), "outcome:1:"));
    cmcm_session_clear(session);
    cmcm_explanation_free(NULL);
    cmcm_model_free(ptx);
    cmcm_model_free(model);
    remove(path);
}
