/* `cmcm import`: a test of a kernel as a compiler wrote it. */
#include "cli/output.h"
#include "cli/verbs.h"
#include "import/source.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct import_settings {
    const char *bind, *output;
    bool strict;
} import_settings;

#define AT(field) offsetof(import_settings, field)

static const cli_option options[] = {
    {'b', "bind", "FILE", CLI_TEXT, AT(bind), 0, 0,
     "Read the binding from FILE: which threads run, their arguments, the question (the kernel's "
     "own lines, or the file beside it)."},
    {0, "strict", NULL, CLI_FLAG, AT(strict), 0, 0,
     "Refuse a kernel of which anything is left out or assumed."},
    {'o', "output", "FILE", CLI_TEXT, AT(output), 0, 0, "Write the test to FILE."},
};

static const char details[] =
    "KERNEL is assembly as a compiler writes it, .ptx of nvcc and clang, .s of clang\n"
    "for gfx942, or a source that nvcc or clang can compile here: .cu, .hip, .cl.\n"
    "Without --bind its lines `// cmcm: ...` are the binding, or the file beside it\n"
    "that ends in .bind. The language of bindings, what is read and what is refused:\n"
    "docs/import.md.\n\n"
    "Exit status: 0 done; 2 wrong usage; 3 an input cannot be read or imported.\n";

typedef struct importing {
    cm_work work;
    const import_settings *settings;
    const char *path;
    const cm_source *kernel, *binding;
} importing;

static void read_sources(void *argument)
{
    importing *i = argument;
    const cm_source *source = cm_source_read(&i->work, i->path);
    i->kernel = source ? cm_import_compiled(&i->work, source) : NULL;
    i->binding = cm_source_read(&i->work, i->settings->bind);
}

static const char *import_it(importing *i)
{
    unsigned mode = i->settings->strict ? CM_IMPORT_STRICT : 0;
    if (!i->settings->bind)
        return cm_import_file(&i->work, i->path, mode);
    bool read = cm_arena_protect(i->work.arena, read_sources, i) && i->kernel && i->binding;
    return read ? cm_import_test(&i->work, i->kernel, i->binding, mode) : NULL;
}

static void complain(void *argument)
{
    importing *i = argument;
    bool color = cli_wants_color(STDERR_FILENO);
    for (size_t d = 0; d < i->work.diags.count; d++)
        fputs(cm_diag_format(i->work.arena, &i->work.diags.items[d], color), stderr);
}

static int run_import(const cli_verb *verb, int argc, char **argv)
{
    import_settings s = {0};
    int operands, status;
    if (!cli_parse(verb, &s, argc, argv, &operands, &status))
        return status;
    if (operands != 1)
        return cli_usage_error(verb, "%d kernels, expected one", operands);
    cm_arena *arena = cm_arena_new(0);
    if (!arena) {
        fputs("cmcm import: error: out of memory\n", stderr);
        return CLI_INPUT;
    }
    importing i = {.settings = &s, .path = argv[0]};
    cm_work_init(&i.work, arena);
    const char *text = import_it(&i);
    if (!cm_arena_protect(i.work.arena, complain, &i) || (!text && i.work.diags.errors == 0))
        fputs("cmcm import: error: out of memory\n", stderr);
    status = text ? cli_write_output(s.output, text) : CLI_INPUT;
    cm_arena_free(arena);
    return status;
}

const cli_verb cli_verb_import = {
    .name = "import",
    .operands = "KERNEL",
    .summary = "Make a test of a kernel as a compiler wrote it.",
    .details = details,
    CLI_OPTIONS(options),
    .run = run_import,
};
