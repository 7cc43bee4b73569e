/* Conformance: records made here, an oracle that is a table, figures by hand. */
#include "campaign/conform.h"

#include "tests/unit/html_help.h"

#include <jansson.h>
#include <libxml/parser.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- what a model allows --------------------------------------------- */

#define BOTH_0 "1:r0=0; 1:r1=0;"
#define LATE   "1:r0=0; 1:r1=1;"
#define WEAK   "1:r0=1; 1:r1=0;"
#define BOTH_1 "1:r0=1; 1:r1=1;"

static const cm_record_state all_four[] = {
    {BOTH_0, 0, false}, {LATE, 0, false}, {WEAK, 0, true}, {BOTH_1, 0, false}};
static const cm_record_state not_weak[] = {
    {BOTH_0, 0, false}, {LATE, 0, false}, {BOTH_1, 0, false}};

static const cm_conform_allowed weak_allowed = {.model = "m",
                                                .text = "",
                                                .hash = "",
                                                .arch = "PTX",
                                                .condition = "exists (1:r0=1 /\\ 1:r1=0)",
                                                .quantifier = CM_EXISTS,
                                                .states = all_four,
                                                .count = 4,
                                                .complete = true,
                                                .why = "",
                                                .suite = "",
                                                .reason = ""};

static cm_conform_allowed weak_forbidden(void)
{
    cm_conform_allowed allowed = weak_allowed;
    allowed.states = not_weak;
    allowed.count = 3;
    return allowed;
}

/* ---- verdicts -------------------------------------------------------- */

static cm_verdict_kind judged(const cm_conform_allowed *allowed, const cm_record_state *states,
                              size_t count, cm_quantifier quantifier)
{
    cm_arena *arena = cm_arena_new(0);
    const cm_conform_seen *seen = cm_conform_look_up(arena, allowed, quantifier, states, count);
    cm_verdict_kind kind = cm_conform_verdict(allowed, quantifier, seen, count);
    cm_arena_free(arena);
    return kind;
}

static cm_verdict_kind verdict(const cm_conform_allowed *allowed, const char *seen,
                               cm_quantifier quantifier)
{
    const cm_record_state states[] = {{BOTH_0, 5, false},
                                      {seen, seen ? 1 : 0, seen && strcmp(seen, WEAK) == 0}};
    return judged(allowed, states, seen ? 2 : 1, quantifier);
}

static void exists(void **state)
{
    (void)state;
    cm_conform_allowed forbidden = weak_forbidden();
    assert_int_equal(verdict(&weak_allowed, WEAK, CM_EXISTS), CM_VERDICT_OK);
    assert_int_equal(verdict(&weak_allowed, LATE, CM_EXISTS), CM_VERDICT_ALLOWED_NOT_SEEN);
    assert_int_equal(verdict(&forbidden, LATE, CM_EXISTS), CM_VERDICT_OK);
    assert_int_equal(verdict(&forbidden, WEAK, CM_EXISTS), CM_VERDICT_FORBIDDEN_SEEN);
}

/* ~exists asks about the same states as exists. */
static void not_exists(void **state)
{
    (void)state;
    cm_conform_allowed forbidden = weak_forbidden();
    assert_int_equal(verdict(&weak_allowed, WEAK, CM_NOT_EXISTS), CM_VERDICT_OK);
    assert_int_equal(verdict(&weak_allowed, NULL, CM_NOT_EXISTS), CM_VERDICT_ALLOWED_NOT_SEEN);
    assert_int_equal(verdict(&forbidden, WEAK, CM_NOT_EXISTS), CM_VERDICT_FORBIDDEN_SEEN);
}

/* forall P asks about states without P: here all but WEAK. */
static void forall(void **state)
{
    (void)state;
    const cm_record_state weak_only[] = {{WEAK, 7, true}};
    cm_conform_allowed only = weak_allowed;
    only.states = all_four + 2;
    only.count = 1;
    assert_int_equal(judged(&weak_allowed, weak_only, 1, CM_FORALL), CM_VERDICT_ALLOWED_NOT_SEEN);
    assert_int_equal(verdict(&weak_allowed, WEAK, CM_FORALL), CM_VERDICT_OK);
    assert_int_equal(judged(&only, weak_only, 1, CM_FORALL), CM_VERDICT_OK);
    assert_int_equal(verdict(&only, WEAK, CM_FORALL), CM_VERDICT_FORBIDDEN_SEEN);
    assert_true(cm_conform_asks(CM_FORALL, false));
    assert_false(cm_conform_asks(CM_FORALL, true));
    assert_true(cm_conform_asks(CM_NOT_EXISTS, true));
}

/* An answer that may lack states forbids nothing; and nothing seen is no evidence. */
static void uncertain(void **state)
{
    (void)state;
    cm_conform_allowed part = weak_forbidden();
    part.complete = false;
    assert_int_equal(verdict(&part, WEAK, CM_EXISTS), CM_VERDICT_UNJUDGED);
    assert_int_equal(verdict(&part, LATE, CM_EXISTS), CM_VERDICT_UNJUDGED);
    part = weak_allowed;
    part.complete = false;
    assert_int_equal(verdict(&part, WEAK, CM_EXISTS), CM_VERDICT_OK);
    assert_int_equal(verdict(&part, LATE, CM_EXISTS), CM_VERDICT_ALLOWED_NOT_SEEN);
    const cm_record_state zero[] = {{WEAK, 0, true}};
    assert_int_equal(judged(&weak_allowed, zero, 1, CM_EXISTS), CM_VERDICT_UNJUDGED);
    assert_int_equal(judged(&weak_allowed, NULL, 0, CM_EXISTS), CM_VERDICT_UNJUDGED);
    cm_conform_allowed forbidden = weak_forbidden();
    assert_int_equal(judged(&forbidden, zero, 1, CM_EXISTS), CM_VERDICT_UNJUDGED);
}

/* As the allowed states, written in another way; and a text that is no state. */
static void looked_up(void **state)
{
    (void)state;
    cm_arena *arena = cm_arena_new(0);
    cm_conform_allowed allowed = weak_forbidden();
    const cm_record_state states[] = {{" 1:r1=0x1;1:r0=0", 3, false},
                                      {"1:r0=0; 1:r1=11;", 2, true},
                                      {"1:r0=0; 1:r1=1; 1:r1=1;", 0, true},
                                      {"1:r0=0; 1:r1=1; y", 1, true}};
    const cm_conform_seen *seen = cm_conform_look_up(arena, &allowed, CM_FORALL, states, 4);
    static const cm_conform_class classes[] = {CM_CONFORM_ALLOWED, CM_CONFORM_FORBIDDEN,
                                               CM_CONFORM_FORBIDDEN, CM_CONFORM_UNDECIDED};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(seen[i].class, classes[i]);
        assert_true(seen[i].count == states[i].count);
        assert_int_equal(seen[i].asked, i == 0);
    }
    assert_int_equal(cm_conform_verdict(&allowed, CM_FORALL, seen, 4), CM_VERDICT_FORBIDDEN_SEEN);
    assert_int_equal(cm_conform_verdict(&allowed, CM_FORALL, seen + 2, 2), CM_VERDICT_UNJUDGED);
    assert_int_equal(cm_conform_verdict(&allowed, CM_FORALL, seen, 1), CM_VERDICT_OK);
    cm_arena_free(arena);
}

/* 3/n; the exact bound 1 - 0.05^(1/n) is 0.0295 for n = 100. */
static void rule_of_three(void **state)
{
    (void)state;
    assert_true(cm_conform_bound(0) == 1 && cm_conform_bound(2) == 1);
    assert_true(cm_conform_bound(3) == 1);
    assert_float_equal(cm_conform_bound(100), 0.03, 1e-12);
    assert_float_equal(cm_conform_bound(3000000), 1e-6, 1e-18);
}

/* ---- records --------------------------------------------------------- */

/* Two shards of a suite on two machines, and a log of a third.
 *
 *              shard 1 (hal)            shard 2 (dave)          log
 *     A rlx    1000, WEAK 2             3000, WEAK 0            500, WEAK 1
 *     B rel    2000, WEAK 3 (seed 9)    4000
 *     C rlx    1000                     refused
 *     D rel    failed
 *     U rlx    10                                               the judge does not know it
 *
 * The model allows WEAK of A and C, and forbids it of B and D. */
static const cm_record_machine hal = {.host = "hal", .cpu = "V2", .gpu = "H", .driver = "13.0"};
static const cm_record_machine dave = {.host = "dave", .cpu = "V2"};

static const cm_record_pair rlx[] = {{"order", "rlx"}, {"name", "<&>"}};
static const cm_record_pair rel[] = {{"order", "rel"}, {"name", "<&>"}};

static const cm_record_state a1[] = {{BOTH_0, 900, false}, {LATE, 98, false}, {WEAK, 2, true}};
static const cm_record_state a2[] = {{BOTH_0, 2000, false}, {BOTH_1, 1000, false}};
/* Another order, as a log may have it. */
static const cm_record_state a3[] = {{"1:r1=0; 1:r0=1;", 1, true}, {BOTH_1, 499, false}};
static const cm_record_state b1[] = {{BOTH_0, 1997, false}, {WEAK, 3, true}};
static const cm_record_state b2[] = {
    {BOTH_0, 1000, false}, {LATE, 2000, false}, {BOTH_1, 1000, false}};
static const cm_record_state c1[] = {{BOTH_0, 1000, false}};
static const cm_record_state u1[] = {{BOTH_0, 10, false}};

static cm_record_test make(const char *name, const char *hash, const cm_record_pair *axes,
                           const cm_record_state *states, size_t count)
{
    cm_record_test test = {.name = name,
                           .arch = "PTX",
                           .hash = hash,
                           .text = "text of it, with ]]> and \x1b[31m\n",
                           .axes = (cm_record_pair *)axes,
                           .axis_count = axes ? 2 : 0,
                           .end = CM_RECORD_DONE,
                           .reason = "",
                           .started = "",
                           .states = (cm_record_state *)states,
                           .state_count = count,
                           .model = "m"};
    for (size_t i = 0; i < count; i++)
        test.instances += states[i].count;
    cm_parameters_init(&test.parameters);
    cm_parameters_settle(&test.parameters, CM_MIX_GPU);
    return test;
}

typedef struct world {
    cm_arena *arena;
    cm_work work;
    cm_record_test first[5], second[3], third[1];
    cm_record records[3];
    cm_conform_input inputs[3];
    size_t input_count;
    const char *by[2];
    size_t by_count;
    cm_conform *report;
    cm_text out;
    void (*write)(cm_text *, const cm_conform *, const cm_conform_style *);
    cm_conform_style style;
} world;

static void fill(world *w)
{
    w->first[0] = make("A", "aa", rlx, a1, 3);
    w->first[1] = make("B", "bb", rel, b1, 2);
    w->first[1].parameters.seed = 9;
    w->first[1].rounds = 4;
    w->first[2] = make("C", "cc", rlx, c1, 1);
    w->first[3] = make("D", "dd", rel, NULL, 0);
    w->first[3].end = CM_RECORD_FAILED;
    w->first[3].reason = "killed";
    w->first[4] = make("U", "ee", rlx, u1, 1);
    w->second[0] = make("A", "aa", rlx, a2, 2);
    w->second[0].verdict = CM_VERDICT_FORBIDDEN_SEEN; /* wrong: to be noted */
    w->second[1] = make("B", "bb", rel, b2, 3);
    w->second[2] = make("C", "cc", rlx, NULL, 0);
    w->second[2].end = CM_RECORD_REFUSED;
    w->second[2].reason = "no GPU";
    w->third[0] = make("A", "", NULL, a3, 2);
    w->third[0].parameters = (cm_parameters){0};
    w->records[0] = (cm_record){.suite = "s",
                                .machines = (cm_record_machine *)&hal,
                                .machine_count = 1,
                                .tests = w->first,
                                .test_count = 5};
    w->records[1] = (cm_record){.suite = "s",
                                .machines = (cm_record_machine *)&dave,
                                .machine_count = 1,
                                .tests = w->second,
                                .test_count = 3};
    w->records[2] = (cm_record){.suite = "", .tests = w->third, .test_count = 1};
    w->inputs[0] = (cm_conform_input){"one.xml", &w->records[0]};
    w->inputs[1] = (cm_conform_input){"two.xml", &w->records[1]};
    w->inputs[2] = (cm_conform_input){"three.log", &w->records[2]};
    w->input_count = 3;
}

static bool judge(void *context, const cm_record_test *test, cm_conform_allowed *out)
{
    (void)context;
    *out = weak_allowed;
    out->reason = "scope";
    if (strchr("BD", *test->name)) {
        *out = weak_forbidden();
        out->reason = "rel+acq";
    }
    if (*test->name != 'U')
        return true;
    out->why = "what is U?";
    return false;
}

static void make_report(void *argument)
{
    world *w = argument;
    cm_work_init(&w->work, w->arena);
    w->report = cm_conform_make(&w->work, w->inputs, w->input_count, w->by, w->by_count, judge, w);
    cm_text_init(&w->out, w->arena);
    if (w->write)
        w->write(&w->out, w->report, &w->style);
}

static void begin(world *w)
{
    *w = (world){.arena = cm_arena_new(0)};
    fill(w);
}

static void run(world *w)
{
    assert_true(cm_arena_protect(w->arena, make_report, w));
}

static const cm_conform_test *find(const world *w, const char *name)
{
    for (size_t i = 0; i < w->report->count; i++)
        if (strcmp(w->report->tests[i].name, name) == 0)
            return &w->report->tests[i];
    fail_msg("there is no %s", name);
    return NULL;
}

/* ---- merging and counting -------------------------------------------- */

static void merging(void **state)
{
    (void)state;
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

static void forbidden_seen(void **state)
{
    (void)state;
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

static void verdicts_and_notes(void **state)
{
    (void)state;
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
static void unfiled(void **state)
{
    (void)state;
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
static void coverage(void **state)
{
    (void)state;
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

static void tables(void **state)
{
    (void)state;
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
static void kept_apart(void **state)
{
    (void)state;
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
    cm_work_init(&w->work, w->arena);
    w->report = cm_conform_make(&w->work, w->inputs, 3, NULL, 0, judge_in_order, w);
}

static void order_of_the_suite(void **state)
{
    (void)state;
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

/* ---- forms ----------------------------------------------------------- */

static void contains(const world *w, const char *wanted)
{
    if (!strstr(w->out.data, wanted))
        fail_msg("no `%s` in:\n%s", wanted, w->out.data);
}

static void text(void **state)
{
    (void)state;
    world w;
    begin(&w);
    w.write = cm_conform_text;
    run(&w);
    contains(&w, "FORBIDDEN SEEN: 1 state of 1 test, 3 times\n");
    contains(&w, "  input     3 files, 3 machines\n");
    contains(&w, "  tests     5: 3 judged, 1 not judged, 1 without an outcome\n");
    contains(&w, "  runs      1 refused, 1 failed\n");
    contains(&w, "2 conditions, seen: 1 (50.0 %); 11 states, seen: 8 (72.7 %)\n");
    contains(&w, "\nFORBIDDEN B\n  state     " WEAK "\n");
    contains(&w, "  seen      3 times among 2,000 outcomes\n  record    one.xml\n");
    contains(&w, "  machine   hal (V2, H, driver 13.0)\n");
    contains(&w, "    | text of it, with ]]> and \xef\xbf\xbd[31m\n");
    contains(&w, "  < 0.003 in 1,000  C\n");
    contains(&w, "  refused   1: no GPU\n            C\n");
    contains(&w, "  failed    1: killed\n            D\n");
    contains(&w, "  U\n      what is U?\n");
    assert_null(strchr(w.out.data, '\033'));
    for (const char *line = w.out.data; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 80)
            fail_msg("too long: %s", line);
    cm_arena_free(w.arena);
}

static void text_styles(void **state)
{
    (void)state;
    world w;
    begin(&w);
    w.write = cm_conform_text;
    w.style = (cm_conform_style){.color = true, .quiet = true};
    run(&w);
    contains(&w, "\033[1;31mFORBIDDEN SEEN");
    assert_null(strstr(w.out.data, "Machines"));
    cm_arena_free(w.arena);
    begin(&w);
    w.write = cm_conform_text;
    w.first[1].states = (cm_record_state *)b2;
    w.first[1].state_count = 3;
    run(&w);
    contains(&w, "Nothing forbidden was seen in 3 judged tests; 1 could not be judged\n");
    contains(&w, "  < 0.00038 in 8,000  B\n"); /* 3/8000 = 0.000375 */
    cm_arena_free(w.arena);
}

static void tsv(void **state)
{
    (void)state;
    world w;
    begin(&w);
    w.write = cm_conform_tsv;
    run(&w);
    contains(&w, "\nA\ts\tPTX\tok\tallowed\tscope\t4500\t3\t0\t\t4\t4\t3\t0\t0\t\t"
                 "order=rlx name=<&>\t\n");
    contains(&w,
             "\nC\ts\tPTX\tallowed-not-seen\tallowed\tscope\t1000\t0\t0\t0.003\t4\t1\t2\t1\t0\t");
    contains(&w, "\nU\ts\tPTX\tunjudged\tunknown\t\t10\t0\t0\t\t0\t0\t1\t0\t0\t\t"
                 "order=rlx name=<&>\twhat is U?\n");
    cm_arena_free(w.arena);
}

static json_int_t integer(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static void json(void **state)
{
    (void)state;
    world w;
    begin(&w);
    w.write = cm_conform_json;
    w.first[1].parameters.seed = UINT64_MAX;
    run(&w);
    json_t *root = json_loadb(w.out.data, w.out.length, 0, NULL);
    assert_non_null(root);
    assert_int_equal(integer(json_object_get(root, "summary"), "judged"), 3);
    assert_int_equal(json_array_size(json_object_get(root, "forbidden")), 1);
    const json_t *found = json_array_get(json_object_get(root, "forbidden"), 0);
    assert_string_equal(string(found, "test"), "B");
    assert_int_equal(integer(found, "count"), 3);
    assert_string_equal(string(found, "seed"), "18446744073709551615");
    const json_t *tests = json_object_get(root, "tests");
    assert_int_equal(json_array_size(tests), 5);
    const json_t *c = json_array_get(tests, 2);
    assert_string_equal(string(c, "verdict"), "allowed-not-seen");
    assert_float_equal(json_real_value(json_object_get(c, "bound")), 0.003, 1e-9);
    assert_int_equal(json_array_size(json_object_get(c, "states")), 4);
    assert_string_equal(string(json_array_get(tests, 4), "verdict"), "unjudged");
    assert_true(json_is_null(json_object_get(json_array_get(tests, 4), "bound")));
    json_decref(root);
    cm_arena_free(w.arena);
}

static void junit(void **state)
{
    (void)state;
    world w;
    begin(&w);
    w.write = cm_conform_junit;
    run(&w);
    xmlDoc *doc = xmlReadMemory(w.out.data, (int)w.out.length, NULL, NULL, XML_PARSE_NONET);
    assert_non_null(doc);
    assert_int_equal(count_nodes(doc, "/testsuites/testsuite[@name='s'][@tests='5']"
                                      "[@failures='1'][@errors='1'][@skipped='1']"),
                     1);
    assert_int_equal(count_nodes(doc, "//testcase"), 5);
    assert_int_equal(count_nodes(doc, "//testcase[@name='B']/failure[contains(., 'one.xml')]"
                                      "[contains(., '--seed 9')]"),
                     1);
    assert_int_equal(count_nodes(doc, "//testcase[@name='D']/error[@message='killed']"), 1);
    assert_int_equal(count_nodes(doc, "//testcase[@name='U']/skipped"), 1);
    assert_int_equal(count_nodes(doc, "//testcase[@name='C']/properties/property"
                                      "[@name='bound'][@value='0.003']"),
                     1);
    assert_int_equal(count_nodes(doc, "//property[@name='name'][@value='<&>']"), 5);
    xmlFreeDoc(doc);
    cm_arena_free(w.arena);
}

static void html(void **state)
{
    (void)state;
    static const cm_record_pair coordinates[][3] = {{{"x", "1"}, {"y", "1"}, {"z", "1"}},
                                                    {{"x", "1"}, {"y", "1"}, {"z", "2"}},
                                                    {{"x", "1"}, {"y", "2"}, {"z", "1"}},
                                                    {{"x", "2"}, {"y", "2"}, {"z", "1"}},
                                                    {{"x", "2"}, {"y", "2"}, {"z", "2"}}};
    world w;
    begin(&w);
    w.write = cm_conform_html;
    for (size_t i = 0; i < 5; i++) {
        w.first[i].axes = (cm_record_pair *)coordinates[i];
        w.first[i].axis_count = 3;
    }
    run(&w);
    xmlDoc *doc = htmlReadMemory(w.out.data, (int)w.out.length, NULL, "utf-8",
                                 HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    assert_non_null(doc);
    assert_int_equal(count_nodes(doc, "//p[@class='bad']"), 1);
    assert_int_equal(count_nodes(doc, "//section//dd[contains(., '--seed 9')]"), 1);
    /* Two rows (x) of four columns (y, z). */
    assert_int_equal(
        count_nodes(doc, "//table[@class='matrix'][caption='Verdicts of the suite s']/tbody/tr"),
        2);
    assert_int_equal(
        count_nodes(doc, "//table[@class='matrix']//td[@data-verdict][starts-with(@id, 'c')]"), 5);
    assert_int_equal(count_nodes(doc, "//td[@data-verdict='forbidden-seen'][@class='bad']"), 2);
    assert_int_equal(count_nodes(doc, "//td[@data-verdict='unjudged'][@class='unknown']"), 2);
    assert_int_equal(count_nodes(doc, "//td[@data-verdict='not-run'][@class='none']"), 2);
    /* Cells, of the matrix and of the list, lead to tests that are there, and back. */
    assert_int_equal(count_nodes(doc, "//td[@data-verdict]/a[@href='#t1']"), 2);
    assert_int_equal(count_nodes(doc, "//section[@id='t1'][h3='B']//a[@href='#l1']"), 1);
    assert_int_equal(count_nodes(doc, "//td[@id='l1']/a[@href='#t1']"), 1);
    assert_int_equal(
        count_nodes(doc, "//section[@id='t1']//tr[th='1:r0=1; 1:r1=0;']/td[@class='bad']"), 1);
    assert_int_equal(count_nodes(doc, "//table[not(caption)] | //th[not(@scope)]"), 0);
    assert_int_equal(count_nodes(doc, "//td[.='no GPU'] | //td[.='what is U?']"), 2);
    assert_nothing_is_fetched(doc, w.out.data);
    xmlFreeDoc(doc);
    cm_arena_free(w.arena);
}

/* Every form ends in good order whenever memory does. */
static void out_of_memory(void **state)
{
    (void)state;
    void (*const forms[])(cm_text *, const cm_conform *, const cm_conform_style *) = {
        cm_conform_text, cm_conform_tsv, cm_conform_json, cm_conform_junit, cm_conform_html};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        bool done = false;
        for (size_t limit = 64; !done && limit < 1 << 22; limit += limit / 8) {
            world w = {.arena = cm_arena_new(limit), .write = forms[f]};
            assert_non_null(w.arena);
            fill(&w);
            done = cm_arena_protect(w.arena, make_report, &w);
            cm_arena_free(w.arena);
        }
        assert_true(done);
    }
}

/* No record, no test. */
static void empty(void **state)
{
    (void)state;
    world w;
    begin(&w);
    w.records[0].test_count = 0;
    w.input_count = 1;
    w.write = cm_conform_text;
    run(&w);
    contains(&w, "Nothing could be judged\n");
    assert_int_equal(w.report->count, 0);
    cm_arena_free(w.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exists),
        cmocka_unit_test(not_exists),
        cmocka_unit_test(forall),
        cmocka_unit_test(uncertain),
        cmocka_unit_test(looked_up),
        cmocka_unit_test(rule_of_three),
        cmocka_unit_test(merging),
        cmocka_unit_test(forbidden_seen),
        cmocka_unit_test(verdicts_and_notes),
        cmocka_unit_test(unfiled),
        cmocka_unit_test(coverage),
        cmocka_unit_test(tables),
        cmocka_unit_test(kept_apart),
        cmocka_unit_test(order_of_the_suite),
        cmocka_unit_test(text),
        cmocka_unit_test(text_styles),
        cmocka_unit_test(tsv),
        cmocka_unit_test(json),
        cmocka_unit_test(junit),
        cmocka_unit_test(html),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
