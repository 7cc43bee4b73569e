/* Reading logs and what chooses tests of them: see logs.h. */
#include "cli/logs.h"
#include "cli/output.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

bool cli_logs_pairs(cli_logs *l, const cli_list *paths, cm_logbook_pairs *pairs)
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

static bool select_file(cli_logs *l, const char *path, cm_logbook_pairs *names)
{
    const cm_source *source = cm_source_read(&l->work, path);
    if (!source)
        return false;
    CM_RESERVE(l->arena, names->items, names->count, names->capacity);
    names->items[names->count++] =
        (cm_logbook_pair){name_in(l->arena, source), "", (cm_place){source, 0, 0}};
    return true;
}

/* A line each, relative to the list; `#` begins a comment. */
static bool select_list(cli_logs *l, const char *path, cm_logbook_pairs *names)
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

static bool select_tests(cli_logs *l, const cli_list *paths, cm_logbook_pairs *names)
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

static bool matches(const char *name, void *regex)
{
    regmatch_t match;
    return regexec(regex, name, 1, &match, 0) == 0 && match.rm_so == 0;
}

typedef struct opening {
    cli_logs *logs;
    const cli_log_settings *settings;
    char **paths;
    regex_t *regex; /* or NULL */
} opening;

static void read_logs(void *argument)
{
    opening *o = argument;
    cli_logs *l = o->logs;
    cm_logbook_choice choice = {.fits = o->regex ? matches : NULL, .argument = o->regex};
    choice.only = o->settings->names.count + o->settings->select.count > 0;
    const cm_logbook **read = CM_NEW_ARRAY(l->arena, l->count, const cm_logbook *);
    bool good = cli_logs_pairs(l, &o->settings->renamed, &choice.renamed) &&
                cli_logs_pairs(l, &o->settings->names, &choice.names) &&
                select_tests(l, &o->settings->select, &choice.names) &&
                cli_logs_pairs(l, &o->settings->excluded, &choice.excluded);
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

bool cli_logs_open(cli_logs *l, const cli_call *call, const cli_log_settings *settings, int *status)
{
    *l = (cli_logs){.arena = call->arena, .count = (size_t)call->operand_count};
    *status = CLI_INPUT;
    cm_work_init(&l->work, l->arena);
    opening o = {.logs = l, .settings = settings, .paths = call->operands};
    regex_t regex;
    int wrong = settings->matching ? regcomp(&regex, settings->matching, 0) : 0;
    if (wrong != 0) {
        char why[128];
        regerror(wrong, &regex, why, sizeof why);
        fprintf(stderr, "cmcm: error: -e %s: %s, expected a basic regular expression\n",
                settings->matching, why);
        *status = CLI_USAGE;
        return false;
    }
    o.regex = settings->matching ? &regex : NULL;
    bool done = cm_arena_protect(l->arena, read_logs, &o);
    if (o.regex)
        regfree(&regex);
    cli_print_diags(&l->work, "");
    l->work.diags.count = 0;
    if (!done)
        cli_no_memory();
    return done && l->items;
}
