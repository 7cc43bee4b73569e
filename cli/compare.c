/* `cmcm compare`: logs of herd7, litmus7 and cmcm against each other; `cmcm summary`: logs
 * of runs added up. */
#include "cli/output.h"
#include "cli/verbs.h"

#include "logbook/choice.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LOGS = 256 };

/* ---- which tests of logs count, and how they are called -------------------- */

typedef struct log_settings {
    cli_list names, select, excluded, renamed;
} log_settings;

/* The options of a verb, whose settings have a log_settings at that offset. */
#define LOG_OPTION(word, at, field)                                                                \
    {                                                                                              \
        0, word, "FILE", CLI_LIST, (at) + offsetof(log_settings, field), 0, 0                      \
    }
#define LOG_OPTIONS(at)                                                                            \
    LOG_OPTION("names", at, names), LOG_OPTION("select", at, select),                              \
        LOG_OPTION("excl", at, excluded), LOG_OPTION("rename", at, renamed)

typedef struct log_files {
    cm_arena *arena;
    cm_work work;
    const cm_logbook **items;
    size_t count;
} log_files;

/* Reads side files. False: a message is among those of l->work. */
static bool read_pairs(log_files *l, const cli_list *paths, cm_logbook_pairs *pairs)
{
    for (int i = 0; i < paths->count; i++) {
        const cm_source *source = cm_source_read(&l->work, paths->items[i]);
        if (!source || !cm_logbook_pairs_read(&l->work, source, pairs))
            return false;
    }
    return true;
}

/* ---- tests of litmus files ------------------------------------------------- */

/* Its head is `ARCH NAME`, after comments. */
static const char *name_in(cm_arena *arena, const cm_source *source)
{
    const char *at = source->text, *end = at + source->length;
    for (int depth = 0; at < end; at++) {
        bool opens = end - at > 1 && at[0] == '(' && at[1] == '*';
        bool closes = end - at > 1 && at[0] == '*' && at[1] == ')';
        depth += opens - (closes && depth > 0);
        at += opens || closes;
        if (depth == 0 && !opens && !closes && !strchr(" \t\r\n", *at))
            break;
    }
    while (at < end && !strchr(" \t\r\n", *at))
        at++;
    while (at < end && strchr(" \t", *at))
        at++;
    size_t length = 0;
    while (at + length < end && !strchr(" \t\r\n", at[length]))
        length++;
    return cm_arena_text(arena, at, length);
}

static bool select_file(log_files *l, const char *path, cm_logbook_pairs *names)
{
    const cm_source *source = cm_source_read(&l->work, path);
    if (!source)
        return false;
    CM_PUSH(l->arena, names->items, names->count, names->capacity,
            (cm_logbook_pair){name_in(l->arena, source), "", (cm_place){source, 0, 0}});
    return true;
}

/* A line each, relative to the list; `#` begins a comment. */
static bool select_list(log_files *l, const char *path, cm_logbook_pairs *names)
{
    const cm_source *list = cm_source_read(&l->work, path);
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash + 1 - path) : 0;
    for (uint32_t at = 0; list && at < list->length;) {
        const char *line = list->text + at;
        size_t length = strcspn(line, "\r\n");
        at += (uint32_t)(length + strspn(line + length, "\r\n"));
        if (length == 0 || *line == '#')
            continue;
        const char *file = cm_arena_printf(l->arena, "%.*s%.*s", *line == '/' ? 0 : folder, path,
                                           (int)length, line);
        if (!select_file(l, file, names))
            return false;
    }
    return list != NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const cm_logbook_pair *)a)->name, ((const cm_logbook_pair *)b)->name);
}

static bool select_tests(log_files *l, const cli_list *paths, cm_logbook_pairs *names)
{
    for (int i = 0; i < paths->count; i++) {
        const char *path = paths->items[i];
        if (!(*path == '@' ? select_list(l, path + 1, names) : select_file(l, path, names)))
            return false;
    }
    if (names->count > 0)
        qsort(names->items, names->count, sizeof *names->items, by_name);
    return true;
}

/* ---- choosing ----------------------------------------------------------------- */

typedef struct opening {
    log_files *logs;
    const log_settings *settings;
    char **paths;
} opening;

static void read_logs(void *argument)
{
    opening *o = argument;
    log_files *l = o->logs;
    cm_logbook_choice choice = {.only = o->settings->names.count + o->settings->select.count > 0};
    const cm_logbook **read = CM_NEW_ARRAY(l->arena, l->count, const cm_logbook *);
    bool good = read_pairs(l, &o->settings->renamed, &choice.renamed) &&
                read_pairs(l, &o->settings->names, &choice.names) &&
                select_tests(l, &o->settings->select, &choice.names) &&
                read_pairs(l, &o->settings->excluded, &choice.excluded);
    for (size_t i = 0; i < l->count; i++) {
        const cm_source *source = cm_source_read(&l->work, o->paths[i]);
        cm_logbook *log = source ? cm_logbook_read(&l->work, source) : NULL;
        good = good && log;
        read[i] = log;
        if (!log)
            continue;
        log->name = o->paths[i];
        cm_logbook_choose(log, &choice);
    }
    l->items = good ? read : NULL;
}

/* Reads the logs that the operands name. False: messages say why, and *status how the program
 * ends. */
static bool open_logs(log_files *l, const cli_call *call, const log_settings *settings, int *status)
{
    *l = (log_files){.arena = call->arena, .count = (size_t)call->operand_count};
    *status = CLI_INPUT;
    l->work = cm_work_new(l->arena);
    opening o = {.logs = l, .settings = settings, .paths = call->operands};
    bool done = cm_arena_protect(l->arena, read_logs, &o);
    cli_print_diags(&l->work, "");
    l->work.diags.count = 0;
    if (!done)
        cli_no_memory();
    return done && l->items;
}

/* ---- compare ---------------------------------------------------------- */

typedef struct compare_settings {
    bool all, no_hash, quiet;
    log_settings logs;
} compare_settings;

static const cli_option compare_options[] = {
    {'a', "all", NULL, CLI_FLAG, offsetof(compare_settings, all), 0, 0},
    CLI_QUIET(offsetof(compare_settings, quiet)),
    {0, "nohash", NULL, CLI_FLAG, offsetof(compare_settings, no_hash), 0, 0},
    LOG_OPTIONS(offsetof(compare_settings, logs)),
};

static void print_names(const char *sign, const char *what, const cm_logbook_names *names)
{
    if (names->count == 0)
        return;
    printf("!!! Warning %s differences in:", what);
    for (size_t i = 0; i < names->count; i++)
        printf(" %s%s", sign, names->items[i]);
    putchar('\n');
}

typedef struct comparing {
    log_files *logs;
    const compare_settings *settings;
    cm_text table;
    cm_logbook_differences found;
} comparing;

static void compare_logs(comparing *c)
{
    const log_files *logs = c->logs;
    c->table = cm_text_new(logs->arena);
    c->found = cm_logbook_compare(logs->arena, logs->items, logs->count, !c->settings->no_hash);
    if (!c->settings->quiet && !c->found.clash)
        cm_logbook_write_table(&c->table, logs->items, logs->count, c->settings->all);
}

static int print_comparison(const comparing *c)
{
    const cm_logbook_differences *d = &c->found;
    cli_print_diags(&c->logs->work, "");
    if (d->clash) {
        fprintf(stderr, "cmcm: error: %s, expected one test (--nohash compares all the same)\n",
                d->clash);
        return CLI_INPUT;
    }
    fputs(c->table.data, stdout);
    print_names("+", "positive", &d->positive);
    print_names("-", "negative", &d->negative);
    printf("compare: %zu test%s in common, %zu with positive, %zu with negative differences\n",
           d->compared, d->compared == 1 ? "" : "s", d->positive.count, d->negative.count);
    return d->positive.count + d->negative.count > 0 ? CLI_UNMET : CLI_OK;
}

static bool check_operands(const cli_call *call, int least)
{
    int count = call->operand_count;
    if (count >= least && count <= MOST_LOGS)
        return true;
    fprintf(stderr, "cmcm %s: %d log%s named, expected %s\n", call->verb->name, count,
            count == 1 ? " is" : "s are", least == 2 ? "two or more" : "one or more");
    return false;
}

static int run_compare(const cli_call *call, void *argument)
{
    const compare_settings *settings = argument;
    int status;
    log_files l;
    if (!check_operands(call, 2))
        return CLI_USAGE;
    if (!open_logs(&l, call, &settings->logs, &status))
        return status;
    comparing c = {.logs = &l, .settings = settings};
    compare_logs(&c);
    return print_comparison(&c);
}

const cli_verb cli_verb_compare = {
    .name = "compare",
    .operands = "LOG LOG...",
    .summary = "Compare logs of herd7, litmus7 and cmcm, state by state.",
    .one_dash = true,
    CLI_OPTIONS(compare_options, compare_settings),
    .run = run_compare,
};

/* ---- summary ---------------------------------------------------------- */

typedef struct summing {
    log_files *logs;
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

static void sum_logs(summing *s)
{
    s->out = cm_text_new(s->logs->arena);
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

static int run_summary(const cli_call *call, void *argument)
{
    int status;
    log_files l;
    if (!check_operands(call, 1))
        return CLI_USAGE;
    if (!open_logs(&l, call, argument, &status))
        return status;
    summing s = {.logs = &l};
    sum_logs(&s);
    if (s.complaint)
        fprintf(stderr, "cmcm: error: %s, expected logs of runs of the same tests\n", s.complaint);
    else
        fputs(s.out.data, stdout);
    return s.complaint ? CLI_INPUT : CLI_OK;
}

static const cli_option summary_options[] = {LOG_OPTIONS(0)};

const cli_verb cli_verb_summary = {
    .name = "summary",
    .operands = "LOG...",
    .summary = "Add up logs of runs (litmus7, cmcm run) in litmus7's form.",
    .one_dash = true,
    CLI_OPTIONS(summary_options, log_settings),
    .run = run_summary,
};
