/* Conformance: merging and counting, figures by hand. */
#include "tests/unit/conform_help.h"

#include <stdlib.h>

/* ---- merging and counting -------------------------------------------- */

TEST(merging)
{
    world w;
    begin(&w);
    run(&w);
    assert_int_equal(w.report->count, 5);
    assert_int_equal(w.report->machine_count, 3);
    const cm_conform_test *a = find(&w, "A");
    assert_int_equal(a->part_count, 3);
    assert_int_equal(a->outcomes, 4500);
    assert_int_equal(a->asked, 3);
    assert_int_equal(a->state_count, 4);
    const uint64_t counts[] = {2900, 98, 3, 1499};
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(a->states[i].text, all_four[i].text);
        assert_int_equal(a->states[i].count, counts[i]);
    }
    assert_int_equal(a->parts[2].asked, 1);
    assert_int_equal(a->parts[1].machine, 1);
    assert_string_equal(a->suite, "s");
    assert_string_equal(a->hash, "aa");
    cm_arena_free(w.arena);
}

TEST(forbidden_seen)
{
    world w;
    begin(&w);
    run(&w);
    const cm_conform_test *b = find(&w, "B");
    assert_int_equal(b->verdict, CM_VERDICT_FORBIDDEN_SEEN);
    assert_int_equal(b->forbidden, 3);
    assert_int_equal(b->outcomes, 6000);
    assert_int_equal(b->allowed_seen, 3);
    assert_int_equal(w.report->finding_count, 1);
    const cm_conform_finding *f = &w.report->findings[0];
    assert_ptr_equal(f->test, b);
    assert_string_equal(f->state->text, WEAK);
    assert_int_equal(f->count, 3);
    assert_int_equal(f->part->input, 0);
    char *command = cm_conform_command(w.arena, f->test, f->part);
    assert_non_null(strstr(command, "cmcm run B.litmus --seed 9 "));
    assert_non_null(strstr(command, "--rounds 4"));
    assert_non_null(strstr(command, "--param lanes=256"));
    /* Of a log nothing is known. */
    const cm_conform_test *a = find(&w, "A");
    assert_string_equal(cm_conform_command(w.arena, a, &a->parts[2]), "");
    cm_arena_free(w.arena);
}

TEST(verdicts_and_notes)
{
    world w;
    begin(&w);
    run(&w);
    assert_int_equal(find(&w, "A")->verdict, CM_VERDICT_OK);
    assert_int_equal(find(&w, "C")->verdict, CM_VERDICT_ALLOWED_NOT_SEEN);
    assert_int_equal(find(&w, "C")->refused, 1);
    assert_false(find(&w, "D")->run);
    assert_false(find(&w, "D")->judged);
    const cm_conform_test *u = find(&w, "U");
    assert_true(u->run);
    assert_false(u->judged);
    assert_int_equal(u->states[0].class, CM_CONFORM_UNDECIDED);
    assert_string_equal(u->allowed.why, "what is U?");
    assert_int_equal(w.report->note_count, 1);
    assert_non_null(strstr(w.report->notes[0], "two.xml: A: the record says `FORBIDDEN SEEN`"));
    cm_arena_free(w.arena);
}

/* What was not filed may have been forbidden: never Ok, but a finding stays one. */
TEST(unfiled)
{
    world w;
    begin(&w);
    w.first[1].unfiled = w.first[2].unfiled = 1;
    run(&w);
    assert_int_equal(find(&w, "B")->verdict, CM_VERDICT_FORBIDDEN_SEEN);
    const cm_conform_test *c = find(&w, "C");
    assert_int_equal(c->verdict, CM_VERDICT_UNJUDGED);
    assert_false(c->judged);
    assert_non_null(strstr(c->allowed.why, "no room"));
    cm_arena_free(w.arena);
}

static void check_count(const cm_conform_count *c, const size_t expected[9])
{
    const size_t found[] = {c->tests,     c->not_run,  c->unjudged, c->allowed,    c->allowed_seen,
                            c->forbidden, c->violated, c->states,   c->states_seen};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        assert_int_equal(found[i], expected[i]);
}

/* Tests, not run, unjudged, allowed, seen, forbidden, violated, states, seen. */
TEST(coverage)
{
    world w;
    begin(&w);
    run(&w);
    /* Judged A, B and C: 4 + 3 + 4 states; seen 4 + 3 + 1. */
    check_count(&w.report->all, (size_t[]){5, 1, 1, 2, 1, 1, 1, 11, 8});
    assert_int_equal(w.report->all.outcomes, 4500 + 6000 + 1000 + 10);
    assert_int_equal(w.report->all.asked, 3 + 3);
    assert_int_equal(w.report->all.forbidden_outcomes, 3);
    /* On hal A saw three of the allowed states, B and C one each. */
    check_count(&w.report->machines[0].count, (size_t[]){5, 1, 1, 2, 1, 1, 1, 11, 5});
    /* On dave A and B, neither with WEAK; C refused. */
    check_count(&w.report->machines[1].count, (size_t[]){3, 1, 0, 1, 0, 1, 0, 7, 5});
    check_count(&w.report->machines[2].count, (size_t[]){1, 0, 0, 1, 1, 0, 0, 4, 2});
    cm_arena_free(w.arena);
}

static const cm_conform_table *find_table(const world *w, const char *axis, size_t axis_count)
{
    for (size_t i = 0; i < w->report->table_count; i++) {
        const cm_conform_table *table = &w->report->tables[i];
        if (table->axis_count == axis_count && strcmp(table->axes[0], axis) == 0)
            return table;
    }
    return NULL;
}

static const cm_conform_count *find_row(const cm_conform_table *table, const char *first,
                                        const char *second)
{
    assert_non_null(table);
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].values[0], first) == 0 &&
            (!second || strcmp(table->rows[i].values[1], second) == 0))
            return &table->rows[i].count;
    fail_msg("there is no row %s", first);
    return NULL;
}

TEST(tables)
{
    world w;
    begin(&w);
    w.by[0] = "machine,order";
    w.by[1] = "nothing";
    w.by_count = 2;
    run(&w);
    const cm_conform_table *suites = &w.report->tables[0];
    assert_int_equal(suites->count, 1);
    assert_string_equal(suites->rows[0].values[0], "s");
    check_count(find_row(find_table(&w, "order", 1), "rlx", NULL),
                (size_t[]){3, 0, 1, 2, 1, 0, 0, 8, 5});
    check_count(find_row(find_table(&w, "order", 1), "rel", NULL),
                (size_t[]){2, 1, 0, 0, 0, 1, 1, 3, 3});
    assert_null(find_table(&w, "name", 1)); /* one value only */
    const cm_conform_table *reasons = find_table(&w, "model", 2);
    check_count(find_row(reasons, "allowed", "scope"), (size_t[]){2, 0, 0, 2, 1, 0, 0, 8, 5});
    check_count(find_row(reasons, "forbidden", "rel+acq"), (size_t[]){2, 1, 0, 0, 0, 1, 1, 3, 3});
    const cm_conform_table *machines = find_table(&w, "machine", 2);
    check_count(find_row(machines, "dave", "rlx"), (size_t[]){2, 1, 0, 1, 0, 0, 0, 4, 2});
    check_count(find_row(machines, "hal", "rel"), (size_t[]){2, 1, 0, 0, 0, 1, 1, 3, 1});
    check_count(find_row(machines, "unknown", "rlx"), (size_t[]){1, 0, 0, 1, 1, 0, 0, 4, 2});
    assert_int_equal(w.report->note_count, 2);
    assert_non_null(strstr(w.report->notes[1], "`nothing`"));
    cm_arena_free(w.arena);
}

/* One name, two hashes; and a planted bug: other programs, and the first is noted. */
TEST(kept_apart)
{
    world w;
    begin(&w);
    w.second[0].hash = "ff";
    w.second[0].verdict = CM_VERDICT_UNJUDGED;
    w.second[1].parameters.injections = 1;
    run(&w);
    assert_int_equal(w.report->count, 7);
    assert_int_equal(w.report->note_count, 1);
    assert_non_null(strstr(w.report->notes[0], "hashes aa and ff"));
    const cm_conform_test *a = find(&w, "A"), *b = find(&w, "B");
    assert_int_equal(a->outcomes, 1500); /* the log goes with the first */
    assert_int_equal(b->outcomes, 2000);
    assert_int_equal(w.report->tests[6].injections, 1);
    assert_string_equal(w.report->tests[6].suite, "s, injected drop-acquire");
    assert_int_equal(w.report->tables[0].count, 2);
    cm_arena_free(w.arena);
}

/* B before A before C: numbers that a judge gives. Tests without come first. */
static bool judge_in_order(void *context, const cm_record_test *test, cm_conform_allowed *out)
{
    const char *const order = "BAC", *found = strchr(order, *test->name);
    bool answered = judge(context, test, out);
    out->order = found ? (size_t)(found - order) + 1 : 0;
    return answered;
}

static void make_in_order(void *argument)
{
    world *w = argument;
    w->work = cm_work_new(w->arena);
    w->report = cm_conform_make(&w->work, w->inputs, 3, NULL, 0, judge_in_order, w);
}

TEST(order_of_the_suite)
{
    world w;
    begin(&w);
    assert_true(cm_arena_protect(w.arena, make_in_order, &w));
    char names[6] = "";
    for (size_t i = 0; i < w.report->count; i++)
        names[i] = *w.report->tests[i].name;
    assert_string_equal(names, "DUBAC");
    assert_string_equal(w.report->findings[0].test->name, "B");
    cm_arena_free(w.arena);
}

/* ---- one test -------------------------------------------------------- */

/* The condition of `exists` and `~exists` asks about states that satisfy it, that of `forall` about
 * the others. */
TEST(what_a_condition_asks)
{
    assert_true(cm_conform_asks(CM_EXISTS, true) && !cm_conform_asks(CM_EXISTS, false));
    assert_true(cm_conform_asks(CM_NOT_EXISTS, true) && !cm_conform_asks(CM_NOT_EXISTS, false));
    assert_true(cm_conform_asks(CM_FORALL, false) && !cm_conform_asks(CM_FORALL, true));
}

/* Of what was seen beside it a state that is forbidden outweighs all, and one that is not judged
 * what is allowed. */
TEST(verdict_by_what_was_seen)
{
    static const struct {
        const char *seen; /* F, U: forbidden, undecided; a, A: allowed, A is asked about */
        bool complete, asks;
        cm_verdict_kind verdict;
    } rows[] = {
        {"", true, true, CM_VERDICT_UNJUDGED},
        {"a", true, true, CM_VERDICT_ALLOWED_NOT_SEEN},
        {"a", true, false, CM_VERDICT_OK},
        {"a", false, false, CM_VERDICT_UNJUDGED},
        {"aA", true, true, CM_VERDICT_OK},
        {"aA", false, true, CM_VERDICT_OK},
        {"aF", true, true, CM_VERDICT_FORBIDDEN_SEEN},
        {"AF", true, true, CM_VERDICT_FORBIDDEN_SEEN},
        {"FA", true, true, CM_VERDICT_FORBIDDEN_SEEN},
        {"UF", true, true, CM_VERDICT_FORBIDDEN_SEEN},
        {"AU", false, true, CM_VERDICT_UNJUDGED},
        {"aU", false, false, CM_VERDICT_UNJUDGED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cm_record_state asked = {.text = "x=1;", .satisfies = rows[i].asks};
        const cm_conform_allowed allowed = {
            .states = &asked, .count = 1, .complete = rows[i].complete};
        cm_conform_seen seen[3] = {{0, CM_CONFORM_FORBIDDEN, true}}; /* never, so it counts not */
        size_t count = 1;
        for (const char *c = rows[i].seen; *c; c++)
            seen[count++] = (cm_conform_seen){7,
                                              *c == 'F'   ? CM_CONFORM_FORBIDDEN
                                              : *c == 'U' ? CM_CONFORM_UNDECIDED
                                                          : CM_CONFORM_ALLOWED,
                                              *c == 'A'};
        if (cm_conform_verdict(&allowed, CM_EXISTS, seen, count) != rows[i].verdict)
            fail_msg("row %zu: %s", i, rows[i].seen);
    }
}
