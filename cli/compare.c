/* `cmcm compare`: logs of herd7, litmus7 and cmcm against each other; `cmcm summary`: logs
 * of runs added up. */
#include "cli/output.h"
#include "cli/verbs.h"

#include "report/logbook.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LOGS = 256 };

typedef struct compare_settings {
    bool all, no_hash, quiet;
    const char *positive, *negative;
} compare_settings;

static const cli_option compare_options[] = {
    {'a', "all", NULL, CLI_FLAG, offsetof(compare_settings, all), 0, 0,
     "Show all tests, not only those that differ."},
    {'q', "quiet", NULL, CLI_FLAG, offsetof(compare_settings, quiet), 0, 0,
     "Show no table, only the names of the tests that differ."},
    {0, "nohash", NULL, CLI_FLAG, offsetof(compare_settings, no_hash), 0, 0,
     "Compare tests of one name even if their hashes differ."},
    {0, "pos", "FILE", CLI_TEXT, offsetof(compare_settings, positive), 0, 0,
     "Write the names of tests with positive differences to FILE, one a line."},
    {0, "neg", "FILE", CLI_TEXT, offsetof(compare_settings, negative), 0, 0,
     "Write those with negative differences."},
};

/* ---- reading ---------------------------------------------------------- */

typedef struct logs {
    cm_arena *arena;
    cm_work work;
    const cm_logbook **items;
    size_t count;
} logs;

static const cm_logbook *read_log(logs *l, const char *path)
{
    const cm_source *source = cm_source_read(&l->work, path);
    cm_logbook *log = source ? cm_logbook_read(&l->work, source) : NULL;
    if (log)
        log->name = path;
    return log;
}

/* The arena is protected: what is large may not fit. */
static void read_logs(void *argument)
{
    logs *l = argument;
    const char **paths = (const char **)l->items;
    const cm_logbook **read = CM_NEW_ARRAY(l->arena, l->count, const cm_logbook *);
    bool good = true;
    for (size_t i = 0; i < l->count; i++) {
        read[i] = read_log(l, paths[i]);
        good = good && read[i];
    }
    l->items = good ? read : NULL;
}

/* False: messages say why, and *status how the program ends. */
static bool open_logs(logs *l, int argc, char **argv, int *status)
{
    *l = (logs){.arena = cm_arena_new(0), .count = (size_t)argc};
    *status = CLI_INPUT;
    if (!l->arena) {
        fputs("cmcm: error: out of memory\n", stderr);
        return false;
    }
    l->work.arena = l->arena;
    l->work.diags.arena = l->arena;
    l->items = (const cm_logbook **)argv;
    bool done = cm_arena_protect(l->arena, read_logs, l);
    for (size_t i = 0; i < l->work.diags.count; i++)
        fputs(cm_diag_format(l->arena, &l->work.diags.items[i], false), stderr);
    if (!done)
        fputs("cmcm: error: out of memory\n", stderr);
    return done && l->items;
}

/* ---- compare ---------------------------------------------------------- */

static void print_names(const char *sign, const char *what, const char *const *names, size_t count)
{
    if (count == 0)
        return;
    printf("!!! Warning %s differences in:", what);
    for (size_t i = 0; i < count; i++)
        printf(" %s%s", sign, names[i]);
    putchar('\n');
}

static bool write_names(const char *path, const char *const *names, size_t count)
{
    if (!path)
        return true;
    FILE *file = fopen(path, "w");
    for (size_t i = 0; file && i < count; i++)
        fprintf(file, "%s\n", names[i]);
    return cli_end_stream(file, path);
}

typedef struct comparing {
    logs *logs;
    const compare_settings *settings;
    cm_text table;
    cm_logbook_differences found;
} comparing;

static void compare_logs(void *argument)
{
    comparing *c = argument;
    cm_text_init(&c->table, c->logs->arena);
    c->found =
        cm_logbook_compare(c->logs->arena, c->logs->items, c->logs->count, !c->settings->no_hash);
    if (!c->settings->quiet && !c->found.clash)
        cm_logbook_write_table(&c->table, c->logs->items, c->logs->count, c->settings->all);
}

static int print_comparison(const comparing *c)
{
    const cm_logbook_differences *d = &c->found;
    if (d->clash) {
        fprintf(stderr, "cmcm: error: %s, expected one test (--nohash compares all the same)\n",
                d->clash);
        return CLI_INPUT;
    }
    fputs(c->table.data, stdout);
    print_names("+", "positive", d->positive, d->positive_count);
    print_names("-", "negative", d->negative, d->negative_count);
    printf("compare: %zu test%s in common, %zu with positive, %zu with negative differences\n",
           d->compared, d->compared == 1 ? "" : "s", d->positive_count, d->negative_count);
    if (!write_names(c->settings->positive, d->positive, d->positive_count) ||
        !write_names(c->settings->negative, d->negative, d->negative_count))
        return CLI_INPUT;
    return d->positive_count + d->negative_count > 0 ? CLI_UNMET : CLI_OK;
}

static bool check_operands(const cli_verb *verb, int operands, int least)
{
    if (operands >= least && operands <= MOST_LOGS)
        return true;
    fprintf(stderr, "cmcm %s: %d log%s, expected %s\n", verb->name, operands,
            operands == 1 ? "" : "s", least == 2 ? "two or more" : "one or more");
    return false;
}

static int run_compare(const cli_verb *verb, int argc, char **argv)
{
    compare_settings settings = {0};
    int operands, status;
    logs l;
    if (!cli_parse(verb, &settings, argc, argv, &operands, &status))
        return status;
    if (!check_operands(verb, operands, 2))
        return CLI_USAGE;
    if (open_logs(&l, operands, argv, &status)) {
        comparing c = {.logs = &l, .settings = &settings};
        if (cm_arena_protect(l.arena, compare_logs, &c))
            status = print_comparison(&c);
        else
            fputs("cmcm: error: out of memory\n", stderr);
    }
    cm_arena_free(l.arena);
    return status;
}

const cli_verb cli_verb_compare = {
    .name = "compare",
    .operands = "LOG LOG...",
    .summary = "Compare logs of herd7, litmus7 and cmcm, state by state.",
    .details = "In the table == is a state of the first log that is there, -[...] one that is\n"
               "not, +[...] one that the first log has not; --- a test that is not there. The\n"
               "exit status is 1 if a log has states that the first has not, or lacks some;\n"
               "tests that are in one log only do not count.\n",
    CLI_OPTIONS(compare_options),
    .run = run_compare,
};

/* ---- summary ---------------------------------------------------------- */

typedef struct summing {
    logs *logs;
    cm_text out;
    const char *complaint;
} summing;

/* The test of that name in all logs from this one on. */
static bool add_up(summing *s, size_t from, cm_logbook_test *sum)
{
    for (size_t i = from + 1; i < s->logs->count; i++) {
        const cm_logbook_test *other = cm_logbook_find(s->logs->items[i], sum->name);
        const char *why = NULL;
        if (!other || cm_logbook_add(s->logs->arena, sum, other, &why))
            continue;
        s->complaint =
            cm_arena_printf(s->logs->arena, "two tests are called %s and %s", sum->name, why);
        return false;
    }
    return true;
}

static bool was_before(const summing *s, size_t log, const char *name)
{
    for (size_t i = 0; i < log; i++)
        if (cm_logbook_find(s->logs->items[i], name))
            return true;
    return false;
}

static void sum_logs(void *argument)
{
    summing *s = argument;
    cm_text_init(&s->out, s->logs->arena);
    for (size_t i = 0; i < s->logs->count; i++) {
        const cm_logbook *log = s->logs->items[i];
        for (size_t k = 0; k < log->count; k++) {
            cm_logbook_test sum = log->tests[k];
            if (was_before(s, i, sum.name))
                continue;
            if (!sum.hardware) {
                s->complaint =
                    cm_arena_printf(s->logs->arena, "%s of %s counts no runs", sum.name, log->name);
                return;
            }
            if (!add_up(s, i, &sum))
                return;
            cm_logbook_write_test(&s->out, &sum);
        }
    }
}

static int run_summary(const cli_verb *verb, int argc, char **argv)
{
    int operands, status, nothing = 0;
    logs l;
    if (!cli_parse(verb, &nothing, argc, argv, &operands, &status))
        return status;
    if (!check_operands(verb, operands, 1))
        return CLI_USAGE;
    if (open_logs(&l, operands, argv, &status)) {
        summing s = {.logs = &l};
        bool done = cm_arena_protect(l.arena, sum_logs, &s);
        if (!done || s.complaint)
            fprintf(stderr, "cmcm: error: %s, expected logs of runs of the same tests\n",
                    done ? s.complaint : "out of memory");
        else
            fputs(s.out.data, stdout);
        status = done && !s.complaint ? CLI_OK : CLI_INPUT;
    }
    cm_arena_free(l.arena);
    return status;
}

const cli_verb cli_verb_summary = {
    .name = "summary",
    .operands = "LOG...",
    .summary = "Add up logs of runs (litmus7, cmcm run) to one in litmus7's form.",
    .details = "Counts of states, of tests with one name, hash and condition, are added.\n",
    .run = run_summary,
};
