/* Counts over many tests, and tables of them by the values of axes. */
#include "campaign/conform.h"

#include <stdlib.h>
#include <string.h>

/* ---- axes ------------------------------------------------------------ */

static const char *or_none(const char *text)
{
    return text && *text ? text : cm_conform_none;
}

/* ---- counting -------------------------------------------------------- */

/* Adds a test by what the taken parts saw of it. seen: room for as many states as the test has. */
static void count_test(cm_conform_seen *seen, cm_conform_count *count, const cm_conform_test *t,
                       const bool *taken)
{
    uint64_t outcomes = 0, asked = 0, forbidden = 0;
    for (size_t i = 0; i < t->state_count; i++)
        seen[i] = (cm_conform_seen){0, t->states[i].class, t->states[i].asked};
    for (size_t i = 0; i < t->part_count; i++) {
        const cm_conform_part *part = &t->parts[i];
        if (!taken[i])
            continue;
        outcomes = cm_count_sum(outcomes, part->outcomes);
        asked = cm_count_sum(asked, part->asked);
        forbidden = cm_count_sum(forbidden, part->forbidden);
        for (size_t k = 0; k < part->test->state_count; k++) {
            cm_conform_seen *state = &seen[part->states[k]];
            state->count = cm_count_sum(state->count, part->test->states[k].count);
        }
    }
    count->tests++;
    count->outcomes = cm_count_sum(count->outcomes, outcomes);
    if (!outcomes) {
        count->not_run++;
        return;
    }
    if (cm_conform_verdict(&t->allowed, t->allowed.quantifier, seen, t->state_count) ==
        CM_VERDICT_UNJUDGED) {
        count->unjudged++;
        return;
    }
    for (size_t i = 0; i < t->state_count; i++) {
        bool allowed = t->states[i].class == CM_CONFORM_ALLOWED;
        count->states += allowed;
        count->states_seen += allowed && seen[i].count > 0;
    }
    count->asked = cm_count_sum(count->asked, asked);
    count->forbidden_outcomes = cm_count_sum(count->forbidden_outcomes, forbidden);
    count->violated += forbidden > 0;
    if (t->asked_allowed) {
        count->allowed++;
        count->allowed_seen += asked > 0;
    } else if (strcmp(cm_conform_says(t), "forbidden") == 0) {
        count->forbidden++;
    }
}

/* ---- tables ---------------------------------------------------------- */

/* What follows the arena is for the test at hand: room for the parts and states of any. */
typedef struct tabulation {
    cm_conform *report;
    cm_arena *arena;
    bool *taken, *done;
    const char ***values; /* of each part */
    cm_conform_seen *states;
} tabulation;

static tabulation begin_tables(cm_conform *report)
{
    size_t parts = 0, states = 0;
    for (size_t i = 0; i < report->count; i++) {
        const cm_conform_test *test = &report->tests[i];
        parts = test->part_count > parts ? test->part_count : parts;
        states = test->state_count > states ? test->state_count : states;
    }
    cm_arena *arena = report->arena;
    return (tabulation){.report = report,
                        .arena = arena,
                        .taken = CM_NEW_ARRAY(arena, parts, bool),
                        .done = CM_NEW_ARRAY(arena, parts, bool),
                        .values = CM_NEW_ARRAY(arena, parts, const char **),
                        .states = CM_NEW_ARRAY(arena, states, cm_conform_seen)};
}

/* A table over the axes, empty so far; suite NULL: of all tests. */
static cm_conform_table *new_table(const tabulation *t, const char *suite, const char *const *axes,
                                   size_t axis_count)
{
    cm_conform *report = t->report;
    CM_RESERVE(t->arena, report->tables, report->table_count, report->table_capacity);
    cm_conform_table *table = &report->tables[report->table_count++];
    *table = (cm_conform_table){.suite = suite, .axes = axes, .axis_count = axis_count};
    return table;
}

static bool same_values(const cm_conform_table *table, const char *const *a, const char *const *b)
{
    for (size_t i = 0; i < table->axis_count; i++)
        if (strcmp(a[i], b[i]) != 0)
            return false;
    return true;
}

static const char **values_of(const tabulation *t, const cm_conform_table *table,
                              const cm_conform_test *test, const cm_conform_part *part)
{
    const char **values = CM_NEW_ARRAY(t->arena, table->axis_count, const char *);
    for (size_t i = 0; i < table->axis_count; i++)
        values[i] = cm_conform_axis(t->report, test, part, table->axes[i]);
    return values;
}

/* Neighbours are alike: the latest rows first. */
static cm_conform_row *row_of(const tabulation *t, cm_conform_table *table,
                              const char *const *values)
{
    for (size_t i = table->count; i-- > 0;)
        if (same_values(table, table->rows[i].values, values))
            return &table->rows[i];
    CM_RESERVE(t->arena, table->rows, table->count, table->capacity);
    table->rows[table->count] = (cm_conform_row){.values = values};
    return &table->rows[table->count++];
}

/* Parts with the same values make up one row's view of the test. */
static void add_by_parts(const tabulation *t, cm_conform_table *table, const cm_conform_test *test)
{
    for (size_t i = 0; i < test->part_count; i++) {
        t->values[i] = values_of(t, table, test, &test->parts[i]);
        t->done[i] = false;
    }
    for (size_t i = 0; i < test->part_count; i++) {
        if (t->done[i])
            continue;
        for (size_t k = 0; k < test->part_count; k++) {
            t->taken[k] = k >= i && same_values(table, t->values[i], t->values[k]);
            t->done[k] |= t->taken[k];
        }
        count_test(t->states, &row_of(t, table, t->values[i])->count, test, t->taken);
    }
}

static void count_all_parts(const tabulation *t, cm_conform_count *count,
                            const cm_conform_test *test)
{
    for (size_t i = 0; i < test->part_count; i++)
        t->taken[i] = true;
    count_test(t->states, count, test, t->taken);
}

static void fill_table(const tabulation *t, cm_conform_table *table)
{
    bool by_parts = false;
    for (size_t i = 0; i < table->axis_count; i++) /* parts of one test differ in these */
        by_parts |= strcmp(table->axes[i], "record") == 0 ||
                    strcmp(table->axes[i], "machine") == 0 || strcmp(table->axes[i], "home") == 0;
    for (size_t i = 0; i < t->report->count; i++) {
        const cm_conform_test *test = &t->report->tests[i];
        if (table->suite && strcmp(or_none(test->suite), table->suite) != 0)
            continue;
        if (by_parts)
            add_by_parts(t, table, test);
        else
            count_all_parts(t, &row_of(t, table, values_of(t, table, test, NULL))->count, test);
    }
}

static const char *const *one_axis(const tabulation *t, const char *name)
{
    const char **axes = CM_NEW_ARRAY(t->arena, 1, const char *);
    axes[0] = name;
    return axes;
}

/* The table goes if its rows say little: one, or hardly fewer than tests. */
static void add_usual(const tabulation *t, const char *suite, const char *axis)
{
    enum { MOST_ROWS = 32 };
    cm_conform_table *table = new_table(t, suite, one_axis(t, axis), 1);
    size_t tests = 0;
    fill_table(t, table);
    for (size_t i = 0; i < table->count; i++)
        tests += table->rows[i].count.tests;
    if (table->count < 2 || table->count > MOST_ROWS || 2 * table->count > tests)
        t->report->table_count--;
}

static int by_values(const void *a, const void *b)
{
    const cm_conform_row *left = a, *right = b;
    int order = strcmp(left->values[0], right->values[0]);
    return order ? order : strcmp(left->values[1], right->values[1]);
}

static void tabulate_reasons(const tabulation *t, const char *suite)
{
    static const char *const axes[] = {"model", "reason"};
    for (size_t i = 0; i < t->report->count; i++) {
        const cm_conform_test *test = &t->report->tests[i];
        if (*test->allowed.reason && strcmp(or_none(test->suite), suite) == 0) {
            cm_conform_table *table = new_table(t, suite, axes, sizeof axes / sizeof *axes);
            fill_table(t, table);
            qsort(table->rows, table->count, sizeof *table->rows, by_values);
            return;
        }
    }
}

/* By each axis that the suite's first test has. */
static void tabulate_suite(const tabulation *t, const char *suite)
{
    tabulate_reasons(t, suite);
    for (size_t i = 0; i < t->report->count; i++) {
        const cm_conform_test *test = &t->report->tests[i];
        if (strcmp(or_none(test->suite), suite) != 0)
            continue;
        for (size_t k = 0; k < test->axis_count; k++)
            if (strcmp(test->axes[k].key, "Condition") != 0) /* of a log: no coordinate */
                add_usual(t, suite, test->axes[k].key);
        return;
    }
}

/* "producer,consumer" */
static void tabulate_wish(const tabulation *t, const char *wish)
{
    const char **axes = NULL;
    size_t count = 0, capacity = 0;
    for (const char *c = wish; *c;) {
        size_t length = strcspn(c, ",");
        if (length)
            CM_PUSH(t->arena, axes, count, capacity, cm_arena_text(t->arena, c, length));
        c += length;
        c += *c == ',';
    }
    if (!count)
        return;
    cm_conform_table *table = new_table(t, NULL, axes, count);
    fill_table(t, table);
    /* An axis that no test has is a slip of the pen. */
    for (size_t i = 0; i < table->axis_count; i++) {
        bool found = false;
        for (size_t k = 0; k < table->count; k++)
            found = found || table->rows[k].values[i] != cm_conform_none;
        if (!found)
            cm_conform_note(t->report, "no test has the axis `%s`", table->axes[i]);
    }
}

static void count_machines(const tabulation *t, const cm_conform_test *test)
{
    for (size_t m = 0; m < t->report->machine_count; m++) {
        bool any = false;
        for (size_t i = 0; i < test->part_count; i++)
            any |= t->taken[i] = test->parts[i].machine == m;
        if (any)
            count_test(t->states, &t->report->machines[m].count, test, t->taken);
    }
}

static void find_forbidden(const tabulation *t, const cm_conform_test *test, size_t state)
{
    cm_conform *report = t->report;
    for (size_t i = 0; i < test->part_count; i++) {
        const cm_conform_part *part = &test->parts[i];
        cm_conform_finding found = {.test = test, .state = &test->states[state], .part = part};
        for (size_t k = 0; k < part->test->state_count; k++)
            if (part->states[k] == state)
                found.count = cm_count_sum(found.count, part->test->states[k].count);
        if (!found.count)
            continue;
        CM_PUSH(t->arena, report->findings, report->finding_count, report->finding_capacity, found);
    }
}

void cm_conform_tabulate(cm_conform *report)
{
    tabulation t = begin_tables(report);
    for (size_t i = 0; i < report->count; i++) {
        count_all_parts(&t, &report->all, &report->tests[i]);
        count_machines(&t, &report->tests[i]);
        for (size_t k = 0; k < report->tests[i].state_count; k++)
            if (report->tests[i].states[k].class == CM_CONFORM_FORBIDDEN)
                find_forbidden(&t, &report->tests[i], k);
    }
    cm_conform_table suites = *new_table(&t, NULL, one_axis(&t, "suite"), 1);
    fill_table(&t, &suites);
    report->tables[0] = suites;
    for (size_t i = 0; i < suites.count; i++)
        if (suites.rows[i].count.not_run < suites.rows[i].count.tests)
            tabulate_suite(&t, suites.rows[i].values[0]);
    add_usual(&t, NULL, "record");
    if (report->home_count > 1)
        add_usual(&t, NULL, "home");
    for (size_t i = 0; i < report->by_count; i++)
        tabulate_wish(&t, report->by[i]);
}
