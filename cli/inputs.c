/* What operands that name tests stand for. */
#include "cli/inputs.h"
#include "cli/output.h"

#include "base/diag.h"
#include "base/near.h"
#include "enumerate/enumerate.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Directories inside directories, and lists inside lists, at most. */
enum { MAX_DEPTH = 64 };

static void complain(cli_inputs *inputs, const char *path, const char *what)
{
    fprintf(stderr, "%s: error: %s\n", path, what);
    inputs->failed = true;
}

void cli_inputs_add_file(cli_inputs *inputs, const char *path)
{
    CM_RESERVE(inputs->arena, inputs->items, inputs->count, inputs->capacity);
    inputs->items[inputs->count++] = (cli_input){.path = path, .row = CLI_NO_ROW};
}

/* ---- directories ----------------------------------------------------- */

static int not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Byte order: the same everywhere, whatever the locale says. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void add_directory(cli_inputs *inputs, const char *directory, int depth);

static void add_directory(cli_inputs *inputs, const char *directory, int depth)
{
    if (depth > MAX_DEPTH) {
        complain(inputs, directory, "directories are nested too deep, expected at most 64 levels");
        return;
    }
    struct dirent **entries = NULL;
    int count = scandir(directory, &entries, not_hidden, by_name);
    if (count < 0) {
        complain(inputs, directory, strerror(errno));
        return;
    }
    for (int i = 0; i < count; i++) {
        const char *name =
            cm_arena_text(inputs->arena, entries[i]->d_name, strlen(entries[i]->d_name));
        free(entries[i]);
        /* Links to directories are not followed: they may go round in a circle. */
        size_t length = strlen(directory);
        bool slash = length > 0 && directory[length - 1] == '/';
        const char *path =
            cm_arena_printf(inputs->arena, "%s%s%s", directory, slash ? "" : "/", name);
        struct stat status;
        if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
            add_directory(inputs, path, depth + 1);
        else if (cli_ends_in(name, ".litmus"))
            cli_inputs_add_file(inputs, path);
    }
    free(entries);
}

/* ---- lists ----------------------------------------------------------- */

static void add_operand(cli_inputs *inputs, const char *operand, int depth);

/* Paths in a list are relative to it, as for the index files of other tools. */
static const char *relative_to(cm_arena *arena, const char *list, const char *line)
{
    const char *name = line[0] == '@' ? line + 1 : line;
    const char *slash = strrchr(list, '/');
    if (!slash || name[0] == '/')
        return line;
    return cm_arena_printf(arena, "%s%.*s/%s", line[0] == '@' ? "@" : "", (int)(slash - list), list,
                           name);
}

static void add_line(cli_inputs *inputs, const char *list, const char *text, size_t length,
                     int depth)
{
    while (length && (text[length - 1] == '\r' || text[length - 1] == ' '))
        length--;
    if (!length || text[0] == '#')
        return;
    const char *line = cm_arena_text(inputs->arena, text, length);
    add_operand(inputs, relative_to(inputs->arena, list, line), depth + 1);
}

static void add_list(cli_inputs *inputs, const char *list, int depth)
{
    if (depth > MAX_DEPTH) {
        complain(inputs, list, "lists are nested too deep, expected at most 64 levels");
        return;
    }
    cm_work work = cm_work_new(inputs->arena);
    cm_source *source = cm_source_read(&work, list);
    cli_print_diags(&work, "");
    if (!source) {
        inputs->failed = true;
        return;
    }
    for (size_t i = 0; i < source->length;) {
        const char *line = source->text + i;
        const char *end = memchr(line, '\n', source->length - i);
        size_t length = end ? (size_t)(end - line) : source->length - i;
        add_line(inputs, list, line, length, depth);
        i += length + 1;
    }
}

const cm_enum_generator *cli_suite(const char *operand)
{
    const cm_enum_generator *generator = cm_enum_find(operand);
    return generator && !*generator->operands ? generator : NULL;
}

/* No file, but a suite or nearly one: those who check want it of `cmcm enumerate`. */
static bool refuse_suite(cli_inputs *inputs, const char *operand)
{
    struct stat status;
    if (strpbrk(operand, "/.") || stat(operand, &status) == 0)
        return false;
    cm_near near = cm_near_new(operand, strlen(operand));
    for (size_t i = 0; cm_enum_generator_at(i); i++)
        cm_near_offer(&near, cm_enum_generator_at(i)->name);
    const char *best = cm_near_best(&near, NULL);
    if (best)
        complain(
            inputs, operand,
            cm_arena_printf(
                inputs->arena,
                "there is no such file; `cmcm enumerate %s --check` checks the tests of that name",
                best));
    return best != NULL;
}

static void add_operand(cli_inputs *inputs, const char *operand, int depth)
{
    struct stat status;
    if (operand[0] == '@' && operand[1]) {
        add_list(inputs, operand + 1, depth);
    } else if (stat(operand, &status) == 0 && S_ISDIR(status.st_mode)) {
        size_t before = inputs->count;
        add_directory(inputs, operand, 0);
        if (inputs->count == before && !inputs->failed)
            complain(inputs, operand, "this directory has no tests, expected *.litmus files");
    } else if (!refuse_suite(inputs, operand)) {
        cli_inputs_add_file(inputs, operand);
    }
}

void cli_inputs_add(cli_inputs *inputs, const char *operand)
{
    add_operand(inputs, operand, 0);
}

/* ---- all of a command ------------------------------------------------ */

typedef struct gathering {
    cli_inputs *inputs;
    int count;
    char **operands;
} gathering;

static void gather(void *argument)
{
    const gathering *g = argument;
    for (int i = 0; i < g->count; i++)
        cli_inputs_add(g->inputs, g->operands[i]);
}

void cli_inputs_open(cli_inputs *inputs, int count, char **operands)
{
    gathering g = {inputs, count, operands};
    *inputs = (cli_inputs){.arena = cm_arena_new(0)};
    if (inputs->arena && cm_arena_protect(inputs->arena, gather, &g))
        return;
    cli_no_memory();
    inputs->count = 0;
    inputs->failed = true;
}

void cli_inputs_close(cli_inputs *inputs)
{
    cm_arena_free(inputs->arena);
}

bool cli_ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}
