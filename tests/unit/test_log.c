/* litmus7-style logs: our blocks, to the byte, and reading those of others. */
#include "tests/unit/record_help.h"

static cm_record *read_log(bench *b, const char *text)
{
    cm_source *source = CM_NEW(b->arena, cm_source);
    *source = (cm_source){"log", text, strlen(text)};
    forget_messages(b);
    cm_record *record = cm_log_read_source(&b->work, source);
    if (!record)
        fail_msg("%s\n%s", first_message(b), text);
    return record;
}

/* ---- writing ----------------------------------------------------------- */

static cm_record_test sample_test(void)
{
    static cm_record_state states[] = {{"1:X0=0; 1:X2=0;", 1234567, false},
                                       {"1:X0=1; 1:X2=0;", 5, true},
                                       {"1:X0=1; 1:X2=1;", 765428, false}};
    static cm_record_pair axes[] = {{"Cycle", "Rfe PodRR Fre PodWW"},
                                    {"not-letters", "left out"},
                                    {"Hash", "of the file: left out"},
                                    {"Broken", "over\ntwo lines"}};
    cm_record_test t = {.name = "MP",
                        .arch = "AArch64",
                        .hash = "00112233445566778899aabbccddeeff",
                        .text = "AArch64 MP\n",
                        .axes = axes,
                        .axis_count = 4,
                        .reason = "",
                        .instances = 2000003,
                        .stuck = 3,
                        .rounds = 4,
                        .wall_seconds = 0.25,
                        .started = "2026-11-21T04:05:06Z",
                        .states = states,
                        .state_count = 3,
                        .model = "arm",
                        .verdict = CM_VERDICT_FORBIDDEN_SEEN};
    t.parameters.seed = 7;
    t.parameters.memory = CM_MEMORY_PINNED;
    t.parameters.injections = 1 | 2;
    for (int i = 0; i < CM_TUNABLE_COUNT; i++)
        t.parameters.tuned[i] = (unsigned)i;
    return t;
}

/* "lanes=0 steps=1 ...", from the table of parameters. */
static const char *counting(bench *b)
{
    cm_text out = cm_text_new(b->arena);
    for (int i = 0; i < CM_TUNABLE_COUNT; i++)
        cm_text_append(&out, "%s%s=%d", i > 0 ? " " : "", cm_tunables[i].name, i);
    return out.data;
}

/* Rates: 2000003 / 0.25 s and 5 / 0.25 s. */
TEST(test_block)
{
    bench b;
    bench_start(&b);
    cm_record_test t = sample_test();
    const char *facts = cm_arena_printf(b.arena,
                                        "Hash=00112233445566778899aabbccddeeff\n"
                                        "Cycle=Rfe PodRR Fre PodWW\n"
                                        "Broken=over two lines\n"
                                        "Verdict=FORBIDDEN SEEN\n"
                                        "Model=arm\n"
                                        "Instances=2000003\n"
                                        "Stuck=3\n"
                                        "Rounds=4\n"
                                        "Rate=8000012\n"
                                        "Weak=20.000\n"
                                        "Seed=7\n"
                                        "Memory=pinned\n"
                                        "Injected=drop-acquire drop-release\n"
                                        "Parameters=%s\n"
                                        "Started=2026-11-21T04:05:06Z\n"
                                        "Observation MP Sometimes 5 1999995\n"
                                        "Time MP 0.25\n"
                                        "\n",
                                        counting(&b));
    assert_string_equal(cm_log_block(b.arena, &t, "exists (1:X0=1 /\\ 1:X2=0)"),
                        cm_arena_printf(b.arena,
                                        "Test MP Allowed\n"
                                        "Histogram (3 states)\n"
                                        "1234567:>1:X0=0; 1:X2=0;\n"
                                        "5     *>1:X0=1; 1:X2=0;\n"
                                        "765428:>1:X0=1; 1:X2=1;\n"
                                        "Ok\n"
                                        "\n"
                                        "Witnesses\n"
                                        "Positive: 5, Negative: 1999995\n"
                                        "Condition exists (1:X0=1 /\\ 1:X2=0) is validated\n"
                                        "%s",
                                        facts));
    assert_string_equal(cm_log_block(b.arena, &t, "~exists (1:X0=1 /\\ 1:X2=0)"),
                        cm_arena_printf(b.arena,
                                        "Test MP Forbidden\n"
                                        "Histogram (3 states)\n"
                                        "1234567:>1:X0=0; 1:X2=0;\n"
                                        "5     *>1:X0=1; 1:X2=0;\n"
                                        "765428:>1:X0=1; 1:X2=1;\n"
                                        "No\n"
                                        "\n"
                                        "Witnesses\n"
                                        "Positive: 1999995, Negative: 5\n"
                                        "Condition ~exists (1:X0=1 /\\ 1:X2=0) is NOT validated\n"
                                        "%s",
                                        facts));
    bench_end(&b);
}

/* For forall the counterexamples are marked and counted as weak: 1999995 / 0.25 s. */
TEST(test_forall)
{
    bench b;
    bench_start(&b);
    cm_record_test t = sample_test();
    const char *block = cm_log_block(b.arena, &t, "forall (1:X0=1 /\\ 1:X2=0)");
    assert_contains(block, "Test MP Required\n"
                           "Histogram (3 states)\n"
                           "1234567*>1:X0=0; 1:X2=0;\n"
                           "5     :>1:X0=1; 1:X2=0;\n"
                           "765428*>1:X0=1; 1:X2=1;\n"
                           "No\n"
                           "\n"
                           "Witnesses\n"
                           "Positive: 5, Negative: 1999995\n"
                           "Condition forall (1:X0=1 /\\ 1:X2=0) is NOT validated\n");
    assert_contains(block, "\nWeak=7999980.000\n");
    assert_contains(block, "\nObservation MP Sometimes 5 1999995\n");
    t.state_count = 1; /* of the other kind */
    t.verdict = CM_VERDICT_UNJUDGED;
    block = cm_log_block(b.arena, &t, "exists (1:X0=1 /\\ 1:X2=0)");
    assert_contains(block, "\nNo\n");
    assert_contains(block, "\nObservation MP Never 0 1234567\n");
    assert_null(strstr(block, "Verdict="));
    assert_null(strstr(block, "Model="));
    block = cm_log_block(b.arena, &t, "~exists (1:X0=1 /\\ 1:X2=0)");
    assert_contains(block, "\nOk\n");
    t.states++;
    block = cm_log_block(b.arena, &t, "forall (true)");
    assert_contains(block, "\nOk\n");
    assert_contains(block, "\nObservation MP Always 5 0\n");
    bench_end(&b);
}

/* A test that did not run has no histogram, and no answer that looks like one. */
TEST(test_not_run)
{
    bench b;
    bench_start(&b);
    cm_record_test t = sample_test();
    t.end = CM_RECORD_REFUSED;
    t.reason = "no GPU here\n(none found)";
    assert_string_equal(cm_log_block(b.arena, &t, "exists (x=1)"),
                        "Test MP Allowed\nFatal: refused: no GPU here (none found)\n\n");
    t.end = CM_RECORD_DONE;
    t.reason = "";
    t.state_count = 0;
    t.instances = t.stuck;
    const char *block = cm_log_block(b.arena, &t, "exists (x=1)");
    assert_contains(block, "Histogram (0 states)\n??\n\nWitnesses\nPositive: 0, Negative: 0\n"
                           "Condition exists (x=1)\n");
    assert_contains(block, "\nReason=no instance came to an end\n");
    assert_null(strstr(block, "Observation"));
    bench_end(&b);
}

/* What follows the condition can be gone over by mcompare7: letters, then '=' or a
 * blank, up to the empty line. */
TEST(test_keys)
{
    bench b;
    bench_start(&b);
    for (int i = 0; i < 50; i++) {
        cm_record_test t = any_test(&b, 1);
        t.name = "T";
        t.end = CM_RECORD_DONE;
        const char *block = cm_log_block(b.arena, &t, "exists (x=1)");
        const char *at = strstr(block, "\nCondition ") + 1;
        size_t lines = 0;
        for (; *at != '\n'; at += strcspn(at, "\n") + 1, lines++) {
            size_t key = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
            if (key == 0 || !at[key] || !strchr("= ", at[key]))
                fail_msg("not a key: %s", at);
        }
        assert_string_equal(at, "\n");
        assert_true(lines > 5);
    }
    bench_end(&b);
}

/* ---- reading our own ---------------------------------------------------- */

TEST(test_round_trip)
{
    bench b;
    bench_start(&b);
    for (int i = 0; i < 200; i++) {
        static const char *const conditions[] = {"exists ([x]=1)", "~exists ([x]=1)",
                                                 "forall (0:X0=1)"};
        const char *condition = conditions[draw(&b, 3)];
        cm_record_pair axes[] = {{"Cycle", "Rfe Fre"}, {"Cycle", "twice"}};
        cm_record_test t = any_test(&b, 1);
        t.name = "T+po.x-[w]";
        t.axes = axes;
        t.axis_count = draw(&b, 3);
        t.wall_seconds = 0.25;
        if (t.end != CM_RECORD_DONE)
            t.reason = "killed, at last";
        cm_record *r = read_log(&b, cm_log_block(b.arena, &t, condition));
        assert_int_equal(b.work.diags.count, 0);
        assert_int_equal(r->test_count, 1);
        const cm_record_test *back = &r->tests[0];
        assert_string_equal(back->name, t.name);
        assert_int_equal(back->end, t.end);
        assert_string_equal(back->reason, t.reason);
        if (t.end != CM_RECORD_DONE)
            continue;
        same_states(back, &t);
        assert_string_equal(back->axes[0].key, "Condition");
        assert_string_equal(back->axes[0].value, condition);
        same_pairs(back->axes + 1, back->axis_count - 1, t.axes, t.axis_count);
        assert_string_equal(back->hash, t.hash);
        assert_string_equal(back->started, t.started);
        assert_string_equal(back->model, t.model);
        assert_int_equal(back->verdict, t.verdict);
        assert_true(back->instances == t.instances && back->stuck == t.stuck);
        assert_true(back->unfiled == t.unfiled && back->misaligned == t.misaligned);
        assert_true(back->rounds == t.rounds && back->wall_seconds == 0.25);
        assert_true(back->parameters.seed == t.parameters.seed);
        assert_int_equal(back->parameters.memory, t.parameters.memory);
        assert_int_equal(back->parameters.numa_node, t.parameters.numa_node);
        assert_int_equal(back->parameters.injections, t.parameters.injections);
        assert_memory_equal(back->parameters.tuned, t.parameters.tuned, sizeof t.parameters.tuned);
    }
    bench_end(&b);
}

/* ---- reading others' ---------------------------------------------------- */

static void check_state(const cm_record_test *test, size_t i, uint64_t count, bool satisfies,
                        const char *text)
{
    assert_true(i < test->state_count);
    assert_string_equal(test->states[i].text, text);
    assert_true(test->states[i].count == count);
    assert_int_equal(test->states[i].satisfies, satisfies);
}

/* All of tests/records/logs/x86.log. */
static void check_x86(const cm_record *r)
{
    assert_string_equal(r->program, "litmus7");
    assert_string_equal(r->version, "7.58+1");
    assert_string_equal(r->command, "litmus7 -mach x86_64 SB.litmus");
    assert_int_equal(r->machine_count, 1);
    assert_string_equal(r->machines[0].host, "tower7");
    assert_string_equal(r->machines[0].cpu, "Imaginary CPU @ 3.00GHz");
    assert_int_equal(r->test_count, 1);
    const cm_record_test *t = &r->tests[0];
    assert_string_equal(t->name, "SB");
    assert_string_equal(t->arch, "X86");
    assert_string_equal(t->hash, "2d53e83cd627ba17ab11c875525e078b");
    assert_true(t->instances == 2000000 && t->wall_seconds == 0.25);
    assert_int_equal(t->state_count, 4);
    check_state(t, 0, 5, true, "0:EAX=0; 1:EAX=0; [x]=1; [y]=1;");
    check_state(t, 1, 1000000, false, "0:EAX=0; 1:EAX=1; [x]=1; [y]=1;");
    check_state(t, 2, 999994, false, "0:EAX=1; 1:EAX=0; [x]=1; [y]=1;");
    check_state(t, 3, 1, false, "0:EAX=1; 1:EAX=1; [x]=1; [y]=1;");
    assert_string_equal(t->axes[0].key, "Condition");
    assert_string_equal(t->axes[0].value, "exists (0:EAX=0 /\\ 1:EAX=0)");
    assert_string_equal(t->axes[1].key, "Cycle");
    assert_string_equal(t->axes[2].key, "Safe");
    assert_int_equal(t->axis_count, 3);
    assert_int_equal(t->verdict, CM_VERDICT_UNJUDGED);
    assert_int_equal(strncmp(t->text, "X86 SB", 6), 0);
    const char *end = strstr(t->text, "exists (0:EAX=0 /\\ 1:EAX=0)");
    assert_non_null(end);
    assert_true(strlen(end) <= strlen("exists (0:EAX=0 /\\ 1:EAX=0)\r\n"));
}

TEST(test_x86)
{
    bench b;
    bench_start(&b);
    size_t length;
    const char *text = unit_read(b.arena, in_source(&b, "tests/records/logs/x86.log"), &length);
    check_x86(read_log(&b, text));
    assert_int_equal(b.work.diags.count, 0);
    cm_text crlf = cm_text_new(b.arena);
    for (; *text; text++)
        cm_text_append(&crlf, "%s%c", *text == '\n' ? "\r" : "", *text);
    check_x86(read_log(&b, crlf.data));
    bench_end(&b);
}

/* All of tests/records/logs/aarch64.log. */
TEST(test_aarch64)
{
    bench b;
    bench_start(&b);
    cm_record *r = cm_record_or_log_read(&b.work, in_source(&b, "tests/records/logs/aarch64.log"));
    if (!r)
        fail_msg("%s", first_message(&b));
    assert_int_equal(r->test_count, 5);
    const cm_record_test *t = r->tests;
    assert_int_equal(t->state_count, 3);
    check_state(t, 0, 20, false, "1:X0=0; 1:X2=0; t={1,2}; ~fault(P0,x);");
    check_state(t, 1, 17, false, "1:X0=1; 1:X2=-1; t={1,2}; ~fault(P0,x);");
    check_state(t, 2, 3, true, "1:X0=1; 1:X2=0; t={1,2}; ~fault(P0,x);");
    assert_string_equal(t->hash, "");
    assert_true(t->wall_seconds == 1.5);
    assert_string_equal(t[1].name, "MP"); /* the same test twice stays two */
    assert_int_equal(t[1].instances, 10);
    assert_string_equal(t[1].hash, "00112233445566778899aabbccddeeff");
    assert_int_equal(t[2].end, CM_RECORD_FAILED);
    assert_string_equal(t[2].reason, "cannot compile");
    check_state(&t[3], 0, 4, true, "0:X3=y; [x]=2;");
    check_state(&t[3], 1, 1, false, "0:X3=z; [x]=-1;");
    assert_string_equal(t[3].hash, "ffeeddccbbaa99887766554433221100"); /* not the one after */
    check_state(&t[4], 0, 100, true, "");
    bench_end(&b);
}

/* Witnesses that do not fit are told, and the states are believed. */
TEST(test_warning)
{
    bench b;
    bench_start(&b);
    cm_record *r = read_log(&b, "Test T Allowed\nHistogram (1 states)\n7 :>x=1;\nNo\n\nWitnesses\n"
                                "Positive: 0, Negative: 8\nCondition exists (x=2)\n");
    assert_string_equal(first_message(&b), "7:1: warning: test 'T': witnesses are 0 and 8, but its "
                                           "states were seen 7 times");
    assert_int_equal(r->tests[0].instances, 7);
    bench_end(&b);
}

/* Every beginning of a log is an error, or tests with all their states. */
TEST(test_truncated)
{
    bench b;
    bench_start(&b);
    static const size_t states[] = {3, 1, 0, 2, 1};
    size_t length, good = 0;
    const char *text = unit_read(b.arena, in_source(&b, "tests/records/logs/aarch64.log"), &length);
    for (size_t cut = 0; cut < length; cut++) {
        cm_work work = cm_work_new(arena);
        cm_source source = {"log", cm_arena_text(b.arena, text, cut), cut};
        cm_record *r = cm_log_read_source(&work, &source);
        assert_int_equal(r == NULL, work.diags.errors > 0);
        for (size_t i = 0; r && i < r->test_count; i++)
            assert_int_equal(r->tests[i].state_count, states[i]);
        good += r != NULL;
    }
    assert_true(good > 100);
    bench_end(&b);
}

/* ---- states ------------------------------------------------------------ */

/* What a state may be is in unit.state_value; in a log it ends in ';'. */
TEST(test_state)
{
    bench b;
    bench_start(&b);
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"x=1;", "[x]=1;"},
        {"  ", ""},
        {" x=0xffffffff ; 0:X1=1; # a remark; with semicolons", "0:X1=1; [x]=-1;"},
        {"0:X0=instr:\"ADD W0,W0,#1\";", "0:X0=instr:\"ADD W0,W0,#1\";"},
        {"x=1", NULL},
        {"x=1; y", NULL},
        {"x=1; y=2", NULL},
        {";", NULL},
        {"x=;", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text = cm_arena_printf(
            b.arena, "Test T Allowed\nHistogram (1 states)\n7 :>%s\nNo\n", rows[i].text);
        cm_source source = {"log", text, strlen(text)};
        forget_messages(&b);
        cm_record *record = cm_log_read_source(&b.work, &source);
        assert_int_equal(record != NULL, rows[i].expected != NULL);
        if (record)
            assert_string_equal(record->tests[0].states[0].text, rows[i].expected);
        else
            assert_contains(first_message(&b), "3:1: error: state of test 'T': ");
    }
    bench_end(&b);
}

TEST(test_order)
{
    bench b;
    bench_start(&b);
    cm_record *r = read_log(&b, "Test T Allowed\nHistogram (6 states)\n"
                                "1 :>0:X1=10; x=0;\n2 :>0:X1=y; x=0;\n3 :>0:X1=9; x=1;\n"
                                "4 :>0:X1=-1; x=0;\n5 :>0:X1=-10; x=0;\n6 :>0:X1=9; x=0;\nNo\n");
    static const uint64_t order[] = {5, 4, 6, 3, 1, 2};
    for (size_t i = 0; i < 6; i++)
        assert_true(r->tests[0].states[i].count == order[i]);
    bench_end(&b);
}
