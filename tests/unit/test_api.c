/* The public interface: what its header promises. Needs the installed models or
 * $CMCM_MODELS. */
#include "tests/unit/api_help.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

TEST(nothing_to_free)
{
    cmcm_session_free(NULL);
    cmcm_model_free(NULL);
    cmcm_test_free(NULL);
    cmcm_result_free(NULL);
    cmcm_table_free(NULL);
}

TEST_IN(messages, setup, teardown)
{
    cmcm_session *session = *state;
    assert_string_equal(cmcm_session_messages(session), "");
    assert_null(cmcm_test_read(session, "/nowhere/at/all.litmus"));
    assert_int_equal(cmcm_session_error_count(session), 1);
    assert_non_null(strstr(cmcm_session_messages(session), "/nowhere/at/all.litmus"));

    assert_null(parse(session, "X86 t\n{ }\n P0 ;\n JUMP ;\nexists (true)\n"));
    assert_int_equal(cmcm_session_error_count(session), 2);
    assert_non_null(strstr(cmcm_session_messages(session), "memory.litmus:4:"));
    assert_non_null(strstr(cmcm_session_messages(session), "/nowhere")); /* both are there */

    cmcm_message message;
    assert_true(cmcm_session_message(session, 0, &message));
    assert_string_equal(message.file, "/nowhere/at/all.litmus");
    assert_int_equal(message.line, 0);
    assert_true(cmcm_session_message(session, 1, &message));
    assert_int_equal(message.severity, CMCM_ERROR);
    assert_string_equal(message.file, "memory.litmus");
    assert_int_equal(message.line, 4);
    assert_int_equal(message.column, 2);
    assert_int_equal(message.length, 4);
    assert_non_null(strstr(message.text, "JUMP"));
    assert_false(cmcm_session_message(session, 2, &message));

    cmcm_session_clear(session);
    assert_false(cmcm_session_message(session, 0, &message));
    assert_string_equal(cmcm_session_messages(session), "");
    assert_int_equal(cmcm_session_error_count(session), 0);
    assert_null(cmcm_model_load(session, "no-such-model"));
    assert_int_equal(cmcm_session_error_count(session), 1);
    assert_null(cmcm_table_read(session, "/nowhere/at/all.tsv", NULL));
    assert_int_equal(cmcm_session_error_count(session), 2);
}

TEST_IN(what_a_test_says, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_test *test = parse(session, sb_text);
    assert_non_null(test);
    assert_string_equal(cmcm_test_name(test), "SB");
    assert_string_equal(cmcm_test_architecture(test), "X86");
    assert_string_equal(cmcm_test_quantifier(test), "exists");
    assert_string_equal(cmcm_test_condition(test), "exists (0:EAX=0 /\\ 1:EAX=0)");
    assert_true(cmcm_test_asks(test));
    assert_string_equal(cmcm_test_default_model(test), "x86tso");
    assert_int_equal(strspn(cmcm_test_hash(test), "0123456789abcdef"), 32);
    assert_int_equal(strlen(cmcm_test_hash(test)), 32);
    cmcm_test_free(test);
}

TEST_IN(tests_that_ask_for_nothing, setup, teardown)
{
    cmcm_session *session = *state;
    static const char *const ends[] = {"", "forall (true)", "locations [x;]", "exists (true)",
                                       "forall (x=1)"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char text[200];
        snprintf(text, sizeof text, "X86 t\n{ x=0; }\n P0 ;\n MOV [x],$1 ;\n%s\n", ends[i]);
        cmcm_test *test = parse(session, text);
        assert_non_null(test);
        assert_int_equal(cmcm_test_asks(test), i >= 3);
        cmcm_test_free(test);
    }
}

TEST_IN(what_a_model_says, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_model *model = cmcm_model_load(session, "x86tso");
    assert_non_null(model);
    assert_string_equal(cmcm_model_name(model), "x86tso");
    bool uses_rf = false;
    for (size_t i = 0; cmcm_model_base(model, i); i++)
        uses_rf |= strcmp(cmcm_model_base(model, i), "rf") == 0;
    assert_true(uses_rf);
    assert_null(cmcm_model_base(model, SIZE_MAX));
    assert_non_null(cmcm_model_axiom(model, 0));
    assert_null(cmcm_model_axiom(model, SIZE_MAX));
    assert_null(cmcm_model_variant(model, SIZE_MAX));
    cmcm_model_free(model);
}

/* A strong access of all bytes and one of half of them, unordered: a race, and one of
 * mixed sizes (PTX ISA 8.7.1, 8.7.2); each flag has an index of its own. */
TEST_IN(flags, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_test *test =
        parse(session, "PTX t\n{ int64_t x=0; }\n"
                       " P0@cta 0,gpu 0                | P1@cta 1,gpu 0             ;\n"
                       " st.relaxed.gpu.u64 [x], 1     | ld.relaxed.gpu.u32 r0, [x] ;\n"
                       "exists (1:r0=1)\n");
    cmcm_model *model = cmcm_model_load(session, "ptx");
    cmcm_result *result = cmcm_check(session, model, test, NULL);
    assert_non_null(result);
    const char *first = cmcm_result_flag(result, 0), *second = cmcm_result_flag(result, 1);
    assert_true(first && second);
    bool ordered = strcmp(first, "data-race") == 0;
    assert_string_equal(ordered ? first : second, "data-race");
    assert_string_equal(ordered ? second : first, "mixed-size-race");
    assert_null(cmcm_result_flag(result, 2));
    cmcm_result_free(result);
    cmcm_model_free(model);
    cmcm_test_free(test);
}

/* P1 may miss the flag, which is taken back: a weak spin, and so a race too. */
TEST_IN(what_never_ends, setup, teardown)
{
    cmcm_session *session = *state;
    static const char text[] = "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                               " st.weak x, 1 | L0: ld.weak r0, x ;\n st.weak x, 0 |"
                               " bne r0, 1, L0 ;\nexists (1:r0=0)\n";
    cmcm_model *model = cmcm_model_load(session, "ptx");
    cmcm_test *test = parse(session, text);
    assert_true(model && test);
    cmcm_options options = {.witnesses = true, .liveness = true};
    cmcm_result *result = cmcm_check(session, model, test, &options);
    assert_non_null(result);
    assert_int_equal(cmcm_result_ending(result), CMCM_HANGS);
    assert_string_equal(cmcm_result_ending_reason(result), "");
    assert_string_equal(cmcm_result_wait(result, 0), "P1 in the loop at L0 (line 5)");
    assert_null(cmcm_result_wait(result, 1));
    const char *hang = cmcm_result_hang(result, 0);
    assert_non_null(strstr(hang, "Hang t: P1 in the loop at L0 (line 5)\n"));
    assert_non_null(strstr(hang, ": R [x]=0 "));
    assert_null(cmcm_result_hang(result, 1));
    assert_int_equal(cmcm_result_race_free(result), CMCM_NO);
    assert_false(cmcm_result_empty(result));
    cmcm_result_free(result);

    result = cmcm_check(session, model, test, NULL);
    assert_non_null(result);
    assert_int_equal(cmcm_result_ending(result), CMCM_NOT_ASKED);
    assert_null(cmcm_result_wait(result, 0));
    cmcm_result_free(result);
    cmcm_test_free(test);
    cmcm_model_free(model);
}

TEST_IN(what_a_result_says, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_model *model = cmcm_model_load(session, "x86tso");
    cmcm_test *test = parse(session, sb_text);
    assert_true(model && test);
    cmcm_options options = {.witnesses = true, .verify = true};
    cmcm_result *result = cmcm_check(session, model, test, &options);
    assert_non_null(result);
    assert_string_equal(cmcm_session_messages(session), "");

    assert_int_equal(cmcm_result_answer(result), CMCM_YES);
    assert_true(cmcm_result_complete(result));
    assert_false(cmcm_result_unfinished(result));
    assert_false(cmcm_result_loops_cut(result));
    assert_string_equal(cmcm_result_reason(result), "");
    assert_string_equal(cmcm_result_observation(result), "Sometimes");
    assert_int_equal(cmcm_result_satisfying(result), 1);
    assert_null(cmcm_result_flag(result, 0));

    static const char *const states[] = {"0:EAX=0; 1:EAX=0;", "0:EAX=0; 1:EAX=1;",
                                         "0:EAX=1; 1:EAX=0;", "0:EAX=1; 1:EAX=1;"};
    assert_int_equal(cmcm_result_state_count(result), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(cmcm_result_state(result, i), states[i]);
        assert_int_equal(cmcm_result_state_satisfies(result, i), i == 0);
        assert_non_null(strstr(cmcm_result_witness(result, i), "rf:"));
    }
    assert_null(cmcm_result_state(result, 4));
    assert_false(cmcm_result_state_satisfies(result, 4));
    assert_null(cmcm_result_witness(result, 4));
    assert_true(cmcm_result_statistics(result).total_seconds >= 0);
    cmcm_result_free(result);
    cmcm_test_free(test);
    cmcm_model_free(model);
}

TEST_IN(formats, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_model *model = cmcm_model_load(session, "x86tso");
    cmcm_test *test = parse(session, sb_text);
    cmcm_result *result = cmcm_check(session, model, test, NULL);
    assert_non_null(result);
    assert_null(cmcm_result_witness(result, 0)); /* none were asked for */
    assert_string_equal(cmcm_result_text(result, CMCM_VERDICT, false),
                        "SB: Ok (Sometimes, 4 states)\n");
    assert_non_null(strstr(cmcm_result_text(result, CMCM_TSV, false), "\t4\t0:EAX=0; 1:EAX=0 | "));
    assert_string_equal(cmcm_format_head(CMCM_HERD), "");
    assert_int_equal(cmcm_format_head(CMCM_TSV)[0], '#');
    /* A text stays as it is when others are asked for. */
    const char *block = cmcm_result_text(result, CMCM_HERD, false);
    cmcm_result_text(result, CMCM_JSON, true);
    assert_memory_equal(block, "Test SB Allowed\nStates 4\n", 25);
    cmcm_result_free(result);
    cmcm_test_free(test);
    cmcm_model_free(model);
}

/* One model, many tests and sessions; a session goes on after an error. */
TEST_IN(sharing, setup, teardown)
{
    cmcm_session *session = *state, *other = cmcm_session_new();
    cmcm_model *model = cmcm_model_load(session, "x86tso");
    for (int i = 0; i < 20; i++) {
        cmcm_session *user = i % 2 ? session : other;
        assert_null(parse(user, "X86 t\n{ }\n P0 ;\n"
                                " MOV [x],$1 ;\nexists (0:EAX=0"));
        cmcm_test *test = parse(user, sb_text);
        cmcm_result *result = cmcm_check(user, model, test, NULL);
        assert_non_null(result);
        assert_int_equal(cmcm_result_state_count(result), 4);
        cmcm_result_free(result);
        cmcm_test_free(test);
    }
    cmcm_session_interrupt(other); /* nothing runs: no effect on what follows */
    cmcm_test *test = parse(other, sb_text);
    cmcm_result *result = cmcm_check(other, model, test, NULL);
    assert_non_null(result);
    assert_true(cmcm_result_complete(result));
    cmcm_result_free(result);
    cmcm_test_free(test);
    cmcm_model_free(model);
    cmcm_session_free(other);
}

typedef struct interrupter {
    cmcm_session *session;
    atomic_bool done;
} interrupter;

static void *interrupt_often(void *argument)
{
    interrupter *i = argument;
    static const struct timespec pause = {.tv_nsec = 50000};
    while (!atomic_load(&i->done)) {
        cmcm_session_interrupt(i->session);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

/* Interrupts at any moment end the check that runs, at most, and no later one. */
TEST_IN(interrupts, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_model *model = cmcm_model_load(session, "x86tso");
    cmcm_test *test = parse(session, sb_text);
    interrupter i = {.session = session};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, interrupt_often, &i), 0);
    for (int round = 0; round < 300; round++) {
        cmcm_result *result = cmcm_check(session, model, test, NULL);
        assert_non_null(result);
        assert_true(cmcm_result_complete(result) || *cmcm_result_reason(result));
        size_t count = cmcm_result_state_count(result);
        assert_true(cmcm_result_complete(result) ? count == 4 : count <= 4);
        cmcm_result_free(result);
    }
    atomic_store(&i.done, true);
    pthread_join(thread, NULL);
    cmcm_result *result = cmcm_check(session, model, test, NULL);
    assert_non_null(result);
    assert_true(cmcm_result_complete(result));
    assert_int_equal(cmcm_result_state_count(result), 4);
    cmcm_result_free(result);
    cmcm_test_free(test);
    cmcm_model_free(model);
}

/* Where a loop was cut there may be more states, though no limit ended the search. */
TEST_IN(a_cut_loop, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_model *model = cmcm_model_load(session, "x86tso");
    cmcm_test *test =
        parse(session, "X86 counts\n{ x=0; y=0; }\n P0 | P1 ;\n L1: | MOV [y],$1 ;\n"
                       " INC [x] | ;\n MOV EAX,[y] | ;\n CMP EAX,$1 | ;\n JNE L1 | ;\n"
                       "exists (x=9)\n");
    cmcm_result *result = cmcm_check(session, model, test, &(cmcm_options){.unroll = 2});
    assert_non_null(result);
    assert_false(cmcm_result_complete(result));
    assert_false(cmcm_result_unfinished(result));
    assert_int_equal(cmcm_result_state_count(result), 3);
    assert_string_equal(cmcm_result_reason(result), "loops were unrolled 2 times only");
    assert_int_equal(cmcm_result_answer(result), CMCM_UNKNOWN);
    cmcm_result_free(result);
    cmcm_test_free(test);
    cmcm_model_free(model);
}

TEST_IN(limits, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_model *model = cmcm_model_load(session, "x86tso");
    cmcm_test *test = parse(session, sb_text);
    static const cmcm_options limited[] = {
        {.timeout = 1e-9}, {.memory_limit = 1000}, {.max_states = 2}};
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++) {
        cmcm_result *result = cmcm_check(session, model, test, &limited[i]);
        assert_non_null(result);
        assert_false(cmcm_result_complete(result));
        assert_true(cmcm_result_unfinished(result));
        assert_true(*cmcm_result_reason(result));
        assert_true(cmcm_result_answer(result) != CMCM_NO);
        assert_non_null(cmcm_result_text(result, CMCM_HERD, true));
        cmcm_result_free(result);
    }
    cmcm_test_free(test);
    cmcm_model_free(model);
}

TEST_IN(foreign_models, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_test *test = parse(session, sb_text);
    cmcm_model *arm = cmcm_model_load(session, "arm"), *all = cmcm_model_load(session, "cmcm");
    assert_true(test && arm && all);
    cmcm_result *result = cmcm_check(session, arm, test, NULL);
    assert_non_null(result);
    assert_int_equal(cmcm_session_error_count(session), 0);
    assert_non_null(strstr(cmcm_session_messages(session), "warning: "));
    cmcm_result_free(result);
    cmcm_session_clear(session);
    result = cmcm_check(session, all, test, NULL);
    assert_non_null(result);
    assert_string_equal(cmcm_session_messages(session), "");
    cmcm_result_free(result);
    cmcm_model_free(arm);
    cmcm_model_free(all);
    cmcm_test_free(test);
}

static const char odd_text[] = "X86 odd\n"
                               "{ x=0; }\n"
                               " P0         ;\n"
                               " MOV [x],$1 ;\n"
                               "exists (z=0 /\\ 0:EBX=0)\n";

TEST_IN(warnings, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_warning w;
    cmcm_test *good = parse(session, sb_text), *odd = parse(session, odd_text);
    cmcm_model *arm = cmcm_model_load(session, "arm");
    assert_true(good && odd && arm);
    assert_int_equal(cmcm_session_error_count(session), 0);
    assert_false(cmcm_test_warning(good, 0, &w));
    assert_true(cmcm_test_warning(odd, 0, &w));
    assert_int_equal(w.line, 5);
    assert_int_equal(w.column, 9);
    assert_non_null(strstr(w.message, "location `z`"));
    assert_non_null(strstr(cmcm_session_messages(session), w.message));
    assert_true(cmcm_test_warning(odd, 1, &w));
    assert_int_equal(w.column, 16);
    assert_non_null(strstr(w.message, "writes `EBX`"));
    assert_false(cmcm_test_warning(odd, 2, &w));

    cmcm_result *result = cmcm_check(session, arm, odd, NULL);
    assert_non_null(result);
    assert_true(cmcm_result_warning(result, 1, &w));
    assert_non_null(strstr(w.message, "writes `EBX`"));
    assert_true(cmcm_result_warning(result, 2, &w));
    assert_int_equal(w.line, 1);
    assert_non_null(strstr(w.message, "is written for AArch64"));
    assert_false(cmcm_result_warning(result, 3, &w));
    cmcm_result_free(result);
    cmcm_model_free(arm);
    cmcm_test_free(odd);
    cmcm_test_free(good);
}

TEST_IN(strict, setup, teardown)
{
    cmcm_session *session = *state;
    cmcm_session_set_strict(session, true);
    assert_null(parse(session, odd_text));
    assert_int_equal(cmcm_session_error_count(session), 2);
    assert_non_null(strstr(cmcm_session_messages(session), "memory.litmus:5:9: error: "));
    assert_null(strstr(cmcm_session_messages(session), "warning"));
    assert_null(strstr(cmcm_session_messages(session), "out of memory"));
    cmcm_session_clear(session);

    cmcm_test *test = parse(session, sb_text);
    cmcm_model *arm = cmcm_model_load(session, "arm"), *own = cmcm_model_load(session, "x86tso");
    assert_true(test && arm && own);
    assert_null(cmcm_check(session, arm, test, NULL));
    assert_int_equal(cmcm_session_error_count(session), 1);
    assert_null(strstr(cmcm_session_messages(session), "out of memory"));
    cmcm_result *result = cmcm_check(session, own, test, NULL);
    assert_non_null(result);
    cmcm_result_free(result);
    cmcm_session_set_strict(session, false);
    result = cmcm_check(session, arm, test, NULL);
    assert_non_null(result);
    cmcm_result_free(result);
    cmcm_session_add_variant(session, "of nothing");
    assert_null(cmcm_model_load(session, "arm"));
    cmcm_model_free(own);
    cmcm_model_free(arm);
    cmcm_test_free(test);
}
