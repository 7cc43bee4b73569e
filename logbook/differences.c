/* Comparing logs, and printing what was added up: see logbook.h. */
#include "logbook/logbook.h"

#include "logbook/table.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* ---- differences ------------------------------------------------------ */

typedef struct difference {
    bool more, fewer;
} difference;

static bool has_state(const cm_logbook_test *test, const cm_state *state)
{
    cm_state_set set = test->set; /* finding does not change it */
    return cm_state_set_find(&set, state) != CM_INDEX_NONE;
}

/* Of a later log's test to the first's. */
static difference compare_tests(const cm_logbook_test *first, const cm_logbook_test *other)
{
    difference d = {0};
    if (!first->listed || !other->listed)
        return d;
    for (size_t i = 0; i < other->count; i++)
        d.more = d.more || !has_state(first, other->states[i].state);
    for (size_t i = 0; i < first->count; i++)
        d.fewer = d.fewer || !has_state(other, first->states[i].state);
    return d;
}

static difference compare_all(const cm_logbook_test *first, const cm_logbook *const *logs,
                              size_t count)
{
    difference all = {0};
    for (size_t i = 1; i < count; i++) {
        const cm_logbook_test *other = cm_logbook_find(logs[i], first->name);
        difference d = other ? compare_tests(first, other) : (difference){0};
        all.more = all.more || d.more;
        all.fewer = all.fewer || d.fewer;
    }
    return all;
}

static void add_name(cm_logbook_names *names, const char *name)
{
    names->items[names->count++] = name;
}

static const char *find_clash(cm_arena *arena, const cm_logbook_test *first,
                              const cm_logbook *const *logs, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const cm_logbook_test *other = cm_logbook_find(logs[i], first->name);
        if (other && first->hash && other->hash && strcasecmp(first->hash, other->hash) != 0)
            return cm_arena_printf(arena, "%s has the hash %s in %s and %s in %s", first->name,
                                   first->hash, logs[0]->name, other->hash, logs[i]->name);
    }
    return NULL;
}

static bool is_elsewhere(const char *name, const cm_logbook *const *logs, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (cm_logbook_find(logs[i], name))
            return true;
    return false;
}

cm_logbook_differences cm_logbook_compare(cm_arena *arena, const cm_logbook *const *logs,
                                          size_t count, bool hashes)
{
    size_t tests = logs[0]->count;
    cm_logbook_differences d = {
        .positive.items = CM_NEW_ARRAY(arena, tests, const char *),
        .negative.items = CM_NEW_ARRAY(arena, tests, const char *),
    };
    for (size_t i = 0; i < tests; i++) {
        const cm_logbook_test *test = &logs[0]->tests[i];
        difference one = compare_all(test, logs, count);
        d.compared += is_elsewhere(test->name, logs, count);
        if (hashes && !d.clash)
            d.clash = find_clash(arena, test, logs, count);
        if (one.more)
            add_name(&d.positive, test->name);
        if (one.fewer)
            add_name(&d.negative, test->name);
    }
    return d;
}

/* ---- the table ---------------------------------------------------------- */

static const char *state_cell(cm_arena *arena, const char *sign, const cm_logbook_state *state)
{
    const char *text = cm_state_text(arena, state->state);
    if (state->count > 0)
        return cm_arena_printf(arena, "%s[%s] %" PRIu64, sign, text, state->count);
    return cm_arena_printf(arena, "%s[%s]", sign, text);
}

static const char *verdict_cell(cm_arena *arena, const cm_logbook_test *test)
{
    if (!test)
        return "---";
    const char *note = test->listed ? "" : ", states not listed";
    return cm_arena_printf(arena, "%s%s%s", test->loop ? "Loop " : "", test->verdict, note);
}

/* Whether each state of the first log is there; then those that are there only. */
static void fill_column(cm_logbook_table *t, size_t top, const cm_logbook_test *first,
                        const cm_logbook_test *test, size_t column)
{
    size_t extra = top + 1 + first->count;
    for (size_t i = 0; i < first->count && test->listed && first->listed; i++)
        cm_logbook_table_at(t, top + 1 + i)[column] =
            has_state(test, first->states[i].state) ? "=="
                                                    : state_cell(t->arena, "-", &first->states[i]);
    for (size_t i = 0; i < test->count && test->listed && first->listed; i++) {
        if (has_state(first, test->states[i].state))
            continue;
        while (extra >= t->rows)
            cm_logbook_table_row(t);
        cm_logbook_table_at(t, extra++)[column] = state_cell(t->arena, "+", &test->states[i]);
    }
}

static void add_test(cm_logbook_table *t, const cm_logbook_test *first,
                     const cm_logbook *const *logs)
{
    size_t top = t->rows;
    const char **row = cm_logbook_table_row(t);
    row[0] = first->name;
    row[1] = verdict_cell(t->arena, first);
    for (size_t i = 2; i < t->columns; i++)
        row[i] = verdict_cell(t->arena, cm_logbook_find(logs[i - 1], first->name));
    for (size_t i = 0; i < first->count; i++)
        cm_logbook_table_row(t)[1] = state_cell(t->arena, "", &first->states[i]);
    for (size_t i = 2; i < t->columns; i++) {
        const cm_logbook_test *test = cm_logbook_find(logs[i - 1], first->name);
        if (test)
            fill_column(t, top, first, test, i);
    }
}

void cm_logbook_write_table(cm_text *out, const cm_logbook *const *logs, size_t count, bool all)
{
    cm_logbook_table t = {.arena = out->arena, .columns = count + 1};
    const char **head = cm_logbook_table_row(&t);
    for (size_t i = 0; i < count; i++)
        head[i + 1] = logs[i]->name;
    for (size_t i = 0; i < logs[0]->count; i++) {
        difference d = compare_all(&logs[0]->tests[i], logs, count);
        if (all || d.more || d.fewer)
            add_test(&t, &logs[0]->tests[i], logs);
    }
    if (t.rows == 1)
        return;
    cm_text_add(out, "*Diffs*\n");
    cm_logbook_table_write(out, &t);
}

/* ---- a test as litmus7 prints it ------------------------------------------ */

void cm_logbook_write_test(cm_text *out, const cm_logbook_test *test)
{
    /* exists: some; ~exists and forall: none against it. */
    bool exists = test->condition && strncmp(test->condition, "exists", 6) == 0;
    bool validated = exists ? test->positive > 0 : test->negative == 0;
    cm_text_append(out, "Test %s%s%s\n", test->name, *test->kind ? " " : "", test->kind);
    cm_text_append(out, "Histogram (%zu states)\n", test->count);
    for (size_t i = 0; i < test->count; i++) {
        const cm_logbook_state *state = &test->states[i];
        cm_text_append(out, "%-6" PRIu64 "%s>%s\n", state->count, state->marked ? "*" : ":",
                       cm_state_text(out->arena, state->state));
    }
    cm_text_append(out, "%s\n\nWitnesses\nPositive: %" PRIu64 ", Negative: %" PRIu64 "\n",
                   validated ? "Ok" : "No", test->positive, test->negative);
    if (test->condition)
        cm_text_append(out, "Condition %s is %svalidated\n", test->condition,
                       validated ? "" : "NOT ");
    if (test->hash)
        cm_text_append(out, "Hash=%s\n", test->hash);
    const char *condition = test->condition ? test->condition : "";
    bool swapped =
        strncmp(condition, "~exists", 7) == 0 || strncmp(condition, "not exists", 10) == 0;
    uint64_t holds = swapped ? test->negative : test->positive;
    uint64_t fails = swapped ? test->positive : test->negative;
    const char *word = holds == 0 ? "Never" : fails == 0 ? "Always" : "Sometimes";
    cm_text_append(out, "Observation %s %s %" PRIu64 " %" PRIu64 "\n", test->name, word, holds,
                   fails);
    cm_text_append(out, "Time %s %.2f\n\n", test->name, test->seconds);
}
