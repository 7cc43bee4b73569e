/* Writers of results, and tables of expectations, on results made by hand. */
#include "compare/table.h"
#include "litmus/text/text.h"
#include "tests/unit/unit.h"

#include <jansson.h>
#include <string.h>

static const char test_text[] = "AArch64 T\n"
                                "{ x=0; y=0; 0:X1=x; }\n"
                                " P0  ;\n"
                                " NOP ;\n"
                                "exists ([x]=1 /\\ [y]=0)\n";

typedef struct fixture {
    cm_arena *arena;
    cm_work work;
    cm_source source;
    cm_model model;
    cm_check_result result;
    cm_report report;
    cm_text out;
} fixture;

/* States of x and y, in that order. */
static void add_state(fixture *f, uint64_t x, uint64_t y)
{
    uint64_t values[2] = {x, y};
    cm_states_add(f->arena, f->result.states, values);
}

static int setup(void **state)
{
    fixture *f = test_calloc(1, sizeof *f);
    f->arena = cm_arena_new(0);
    f->work = cm_work_new(f->arena);
    f->source = (cm_source){"t.litmus", test_text, sizeof test_text - 1};
    cm_test *test = cm_litmus_parse(&f->work, &f->source);
    assert_non_null(test);
    f->model.name = "arm";
    f->result = (cm_check_result){.outcome = CM_COMPLETE, .reason = ""};
    f->result.states = cm_states_new(f->arena, test);
    f->report = (cm_report){.file = "t.litmus",
                            .test = test,
                            .model = &f->model,
                            .result = &f->result,
                            .hash = "0123456789abcdef0123456789abcdef",
                            .unroll = 2};
    f->out = cm_text_new(f->arena);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    cm_arena_free(f->arena);
    test_free(f);
    return 0;
}

/* ---- herd ------------------------------------------------------------ */

TEST_IN(herd_of_nothing_known, setup, teardown)
{
    fixture *f = *state;
    f->result.outcome = CM_LIMIT;
    f->result.reason = "time limit of 5 s reached";
    add_state(f, 0, 0);
    cm_report_herd(&f->out, &f->report, false);
    assert_string_equal(f->out.data, "Test T Allowed\n"
                                     "States 1\n"
                                     "[x]=0; [y]=0;\n"
                                     "??\n"
                                     "Witnesses\n"
                                     "Positive: 0 Negative: 1\n"
                                     "Condition exists ([x]=1 /\\ [y]=0)\n"
                                     "Reason=time limit of 5 s reached\n"
                                     "Time T 0.00\n"
                                     "Hash=0123456789abcdef0123456789abcdef\n\n");
}

/* No state at all is an answer, too: herd says Never 0 0 and No. */
TEST_IN(herd_of_no_state, setup, teardown)
{
    fixture *f = *state;
    cm_report_herd(&f->out, &f->report, false);
    assert_non_null(strstr(f->out.data, "States 0\nNo\nWitnesses\nPositive: 0 Negative: 0\n"));
    assert_non_null(strstr(f->out.data, "Observation T Never 0 0\n"));
}

TEST_IN(limits_and_certainty, setup, teardown)
{
    fixture *f = *state;
    f->result.reason = "cut";
    add_state(f, 1, 0);

    f->result.outcome = CM_LOOPS_CUT;
    cm_report_herd(&f->out, &f->report, false);
    assert_non_null(strstr(f->out.data, "\nLoop Ok\n"));
    assert_non_null(strstr(f->out.data, "Reason=cut\n"));

    /* One witness settles `exists`; that every state is one is not known. */
    cm_text_cut(&f->out, 0);
    f->result.outcome = CM_LIMIT;
    cm_report_herd(&f->out, &f->report, false);
    assert_non_null(strstr(f->out.data, "\nOk\n"));
    assert_non_null(strstr(f->out.data, "Observation T Sometimes 1 0\n"));
}

TEST_IN(herd_flags_and_statistics, setup, teardown)
{
    fixture *f = *state;
    const char *flags[] = {"data-race", "mixed", NULL};
    f->result.flags = flags;
    f->result.statistics = (cm_check_statistics){.events = 7, .total_seconds = 1.256};
    cm_report_herd(&f->out, &f->report, true);
    assert_non_null(
        strstr(f->out.data, "Negative: 0\nFlag data-race\nFlag mixed\nCondition exists"));
    assert_non_null(strstr(f->out.data, "\nModel=arm\nUnroll=2\nEvents=7\n"));
    assert_non_null(strstr(f->out.data, "\nTime T 1.26\n"));
}

TEST_IN(verdict_lines, setup, teardown)
{
    fixture *f = *state;
    add_state(f, 0, 0);
    cm_report_verdict(&f->out, &f->report);
    assert_string_equal(f->out.data, "T: No (Never, 1 state)\n");
    cm_text_cut(&f->out, 0);
    f->result.outcome = CM_LIMIT;
    f->result.reason = "memory limit of 10 MB reached";
    cm_report_verdict(&f->out, &f->report);
    assert_string_equal(f->out.data, "T: ?? (memory limit of 10 MB reached)\n");
    /* A program that asks for no outcome is not Ok when something was found. */
    static const cm_prop anything = {.kind = CM_PROP_TRUE};
    const char *flags[] = {"assertion", NULL};
    f->result.outcome = CM_COMPLETE;
    cm_test asking = *f->report.test;
    asking.quantifier = CM_FORALL;
    asking.condition = &anything;
    f->report.test = &asking;
    f->report.kernel = "t.c";
    f->result.states = cm_states_new(f->arena, &asking);
    add_state(f, 0, 0);
    cm_text_cut(&f->out, 0);
    cm_report_verdict(&f->out, &f->report);
    assert_string_equal(f->out.data, "T: Ok (Always, 1 state)\n");
    f->result.flags = flags;
    f->result.liveness.ending = CM_HANGS;
    cm_text_cut(&f->out, 0);
    cm_report_verdict(&f->out, &f->report);
    assert_string_equal(f->out.data, "T: assertion, hangs (1 state)\n");
}

/* ---- tsv and json ---------------------------------------------------- */

TEST_IN(tsv_rows, setup, teardown)
{
    fixture *f = *state;
    f->report.file = "a\tb.litmus";
    add_state(f, 0, 0);
    add_state(f, 1, 0);
    cm_report_tsv(&f->out, &f->report);
    assert_string_equal(f->out.data, "a b.litmus\tT\texists\tyes\tSometimes\t2\t"
                                     "[x]=0; [y]=0 | [x]=1; [y]=0\t-\t-\n");
    cm_text_cut(&f->out, 0);
    f->result.states->count = 1;
    f->result.outcome = CM_LIMIT;
    cm_report_tsv(&f->out, &f->report);
    assert_string_equal(f->out.data, "a b.litmus\tT\texists\tunknown\t-\t1\t[x]=0; [y]=0\t-\t-\n");
}

TEST_IN(json_is_valid, setup, teardown)
{
    fixture *f = *state;
    /* a byte alone, an overlong '/', a surrogate; then a valid é, 中 and 😀 */
    f->report.parse_seconds = 0.25;
    f->report.file = "\xff|\xc0\xaf|\xed\xa0\x80|\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80";
    f->result.outcome = CM_LIMIT;
    f->result.reason = "a \"quoted\"\nreason";
    add_state(f, 0, 0);
    cm_report_json(&f->out, &f->report, true);
    assert_int_equal(strchr(f->out.data, '\n') - f->out.data, f->out.length - 1);

    json_t *root = json_loads(f->out.data, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    assert_string_equal(
        json_string_value(json_object_get(root, "file")),
        "\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd|"
        "\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80");
    assert_string_equal(json_string_value(json_object_get(root, "holds")), "unknown");
    assert_true(json_is_null(json_object_get(root, "observation")));
    assert_string_equal(json_string_value(json_object_get(root, "reason")), f->result.reason);
    assert_int_equal(json_array_size(json_object_get(root, "states")), 1);
    json_t *statistics = json_object_get(root, "statistics");
    assert_int_equal(json_integer_value(json_object_get(statistics, "unroll")), 2);
    assert_true(json_real_value(json_object_get(statistics, "parse_seconds")) == 0.25);
    json_decref(root);
}

static void write_json(void *argument)
{
    fixture *f = argument;
    cm_text out = cm_text_new(f->out.arena);
    cm_report_json(&out, &f->report, true);
}

/* Whatever the place where memory ends: an escape, and nothing left behind
 * (which the address sanitizer sees). */
TEST_IN(json_without_memory, setup, teardown)
{
    fixture *f = *state;
    add_state(f, 0, 0);
    bool written = false;
    for (size_t limit = 64; !written && limit < 200000; limit += 64) {
        f->out.arena = cm_arena_new(limit);
        written = cm_arena_protect(f->out.arena, write_json, f);
        cm_arena_free(f->out.arena);
    }
    f->out.arena = f->arena;
    assert_true(written);
}

/* ---- witnesses ------------------------------------------------------- */

TEST_IN(witness_labels, setup, teardown)
{
    enum { EVENTS = 30 };
    fixture *f = *state;
    static const char *const tags[] = {"A", NULL};
    add_state(f, 1, 0);
    cm_execution *execution = CM_NEW(f->arena, cm_execution);
    execution->events = CM_NEW_ARRAY(f->arena, EVENTS, cm_event);
    execution->event_count = EVENTS;
    for (int i = 0; i < EVENTS; i++)
        execution->events[i] = (cm_event){.kind = i ? 'R' : 'W',
                                          .thread = i ? 0 : -1,
                                          .label = i,
                                          .address = f->report.test->locations[0].address,
                                          .value = (uint64_t)i,
                                          .width = i == 1 ? 1 : 4,
                                          .tags = i == 2 ? tags : NULL};
    execution->po = cm_rel_new(f->arena, EVENTS);
    execution->rf = cm_rel_new(f->arena, EVENTS);
    execution->co = cm_rel_new(f->arena, EVENTS);
    cm_rel_add(&execution->rf, 0, 26);
    cm_rel_add(&execution->rf, 0, 29);
    cm_named_rel shows[2] = {{.name = "chosen", .is_set = true}, {.name = "ob"}};
    shows[0].set = cm_set_new(f->arena, EVENTS);
    cm_set_add(&shows[0].set, 25);
    shows[1].rel = execution->rf;
    execution->shows = shows;
    execution->show_count = 2;
    f->result.executions = &execution;

    cm_report_witness(&f->out, &f->report, 0);
    assert_non_null(strstr(f->out.data, "Witness T: [x]=1; [y]=0\n  a: W [x]=0  initial\n"));
    assert_non_null(strstr(f->out.data, "\n  b: R [x]=1 (1 byte)  P0  NOP\n"));
    assert_non_null(strstr(f->out.data, "\n  c: R [x]=2 A  P0  NOP\n"));
    assert_non_null(strstr(f->out.data, "\n  z: R [x]=25"));
    assert_non_null(strstr(f->out.data, "\n  aa: R [x]=26"));
    assert_non_null(strstr(f->out.data, "\n  rf: a->aa a->ad\n  co:\n"
                                        "  chosen: z\n  ob: a->aa a->ad\n"));
}

/* ---- tables ---------------------------------------------------------- */

static cm_table *read_table(fixture *f, const char *text, const char *column)
{
    cm_source *source = CM_NEW(f->arena, cm_source);
    *source = (cm_source){"some/where/table.tsv", text, strlen(text)};
    f->work = cm_work_new(f->arena);
    return cm_table_read(&f->work, source, column);
}

TEST_IN(tables_of_states, setup, teardown)
{
    fixture *f = *state;
    cm_table *table = read_table(f,
                                 "# test\n"
                                 "a/t.litmus\tSometimes\t2\t[x]=1; [y]=0 | x=0; y=0;\r\n"
                                 "\n"
                                 "/t.litmus\tAlways\t1\t\n"
                                 "u.litmus\tAlways\t1\tx=0; y\n",
                                 NULL);
    assert_non_null(table);
    assert_int_equal(table->form, CM_TABLE_STATES);
    assert_int_equal(table->count, 3);
    assert_string_equal(table->rows[0].test, "a/t.litmus");
    assert_string_equal(table->rows[0].path, "some/where/a/t.litmus");
    const char *why;
    const cm_state **states = cm_expected_states(f->arena, &table->rows[0], &why);
    assert_string_equal(cm_state_text(f->arena, states[0]), "[x]=0; [y]=0;");
    assert_string_equal(cm_state_text(f->arena, states[1]), "[x]=1; [y]=0;");
    assert_string_equal(table->rows[1].path, "/t.litmus");
    assert_int_equal(table->rows[1].count, 1);

    add_state(f, 0, 0);
    add_state(f, 1, 0);
    assert_int_equal(cm_table_compare(&f->out, table, &table->rows[0], &f->report), CM_MEETS);
    assert_string_equal(f->out.data, "");
    assert_int_equal(cm_table_compare(&f->out, table, &table->rows[2], &f->report), CM_DIFFERS);
    assert_string_equal(f->out.data,
                        "t.litmus: not a state in the table: 'y' has no value, expected "
                        "LOCATION=VALUE\nt.litmus: observation Sometimes, expected "
                        "Always\n");
    cm_text_cut(&f->out, 0);
    /* A search that a limit ended: no state is missing, one too many is one. */
    f->result.outcome = CM_LIMIT;
    f->result.reason = "time";
    f->result.states->count = 1;
    assert_int_equal(cm_table_compare(&f->out, table, &table->rows[0], &f->report), CM_SKIPPED);
    assert_string_equal(f->out.data, "t.litmus: skipped: time\n");
    cm_text_cut(&f->out, 0);
    assert_int_equal(cm_table_compare(&f->out, table, &table->rows[1], &f->report), CM_DIFFERS);
    assert_string_equal(f->out.data, "t.litmus: extra state: [x]=0; [y]=0\n");
}

TEST_IN(tables_of_answers, setup, teardown)
{
    static const char text[] = "# test\tmodel A\tmodel B\n"
                               "one\tyes\t-\n"
                               "two\tno\tyes\n";
    fixture *f = *state;
    cm_table *table = read_table(f, text, "B");
    assert_non_null(table);
    assert_int_equal(table->form, CM_TABLE_HOLDS);
    assert_false(table->rows[0].recorded);
    assert_true(table->rows[1].holds);
    assert_int_equal(cm_table_compare(&f->out, table, &table->rows[0], &f->report), CM_SKIPPED);
    cm_text_cut(&f->out, 0);
    assert_int_equal(cm_table_compare(&f->out, table, &table->rows[1], &f->report), CM_DIFFERS);
    assert_string_equal(f->out.data,
                        "t.litmus: the condition does not hold, expected that it holds\n");
    table = read_table(f, text, "2");
    assert_non_null(table);
    assert_int_equal(cm_table_compare(&f->out, table, &table->rows[1], &f->report), CM_MEETS);
}

TEST_IN(tables_that_are_none, setup, teardown)
{
    static const struct {
        const char *text, *column;
        unsigned line;
        const char *message;
    } rows[] = {
        {"", NULL, 1, "no rows"},
        {"a\tyes\nb\n", NULL, 2, "not a row of a table"},
        {"a\tmaybe\n", NULL, 1, "not a row of a table"},
        {"a\tyes\nb\tNever\t0\t\n", NULL, 2, "expected one of the two"},
        {"a\tNever\t2\tx=1\n", NULL, 1, "1 states, expected 2"},
        {"a\tNever\t-1\tx=1\n", NULL, 1, "expected the number of states"},
        {"a\tNever\t99999999999999999999999\tx=1\n", NULL, 1, "expected the number of states"},
        {"a\tNever\tx\tx=1\n", NULL, 1, "expected the number of states"},
        {"a\tNever\t1\n", NULL, 1, "lacks fields"},
        {"a\tyes\n", "3", 1, "expected at least 3"},
        {"a\tyes\n", "word", 1, "no line of headings"},
        {"# t\tone two\tone\na\tyes\tno\n", "one", 1, "several headings"},
        {"# t\tone two\tone\na\tyes\tno\n", "three", 1, "no heading"},
        {"# t\tone two\tone\na\tyes\tperhaps\n", "3", 2, "expected `yes`, `no` or `-`"},
        {"a\tNever\t0\t\n", "2", 1, "no columns to choose"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned line, column;
        assert_null(read_table(f, rows[i].text, rows[i].column));
        assert_int_equal(f->work.diags.errors, 1);
        cm_place_position(f->work.diags.items[0].place, &line, &column);
        assert_int_equal(line, rows[i].line);
        assert_non_null(strstr(f->work.diags.items[0].message, rows[i].message));
    }
}
