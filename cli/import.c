/* `cmcm import`: a test of a kernel as a compiler wrote it. */
#include "cli/output.h"
#include "cli/verbs.h"
#include "import/source.h"

#include <unistd.h>

typedef struct import_settings {
    const char *bind, *threads, *output, *build;
    bool strict;
} import_settings;

#define AT(field) offsetof(import_settings, field)

static const cli_option options[] = {
    {'b', "bind", "FILE", CLI_TEXT, AT(bind), 0, 0},
    CLI_BUILD(AT(build)),
    CLI_CALLS(AT(threads)),
    CLI_STRICT(AT(strict)),
    CLI_OUTPUT("FILE", AT(output)),
};

typedef struct importing {
    cm_work work;
    const char *kernel, *binding;
    unsigned mode;
    const char *text;
} importing;

static void import_bound(void *argument)
{
    importing *i = argument;
    const cm_source *source = cm_source_read(&i->work, i->kernel);
    const cm_source *kernel = source ? cm_import_compiled(&i->work, source) : NULL;
    const cm_source *binding = cm_source_read(&i->work, i->binding);
    i->text = kernel && binding ? cm_import_test(&i->work, kernel, binding, NULL, i->mode) : NULL;
}

static int run_import(const cli_call *call, void *argument)
{
    const import_settings *settings = argument;
    if (settings->bind && settings->threads)
        return cli_usage_error(call->verb, "--bind and --calls are given, expected one of them");
    if (call->operand_count != 1)
        return cli_usage_error(call->verb, "%d kernels are named, expected one",
                               call->operand_count);
    importing i = {.kernel = call->operands[0], .binding = settings->bind};
    i.mode = settings->strict ? CM_IMPORT_STRICT : 0;
    i.work = cm_work_new(call->arena);
    i.work.build = settings->build;
    if (!i.binding)
        i.text = cm_import_file(&i.work, i.kernel, settings->threads, i.mode);
    else
        cm_arena_protect(call->arena, import_bound, &i);
    bool color = cli_wants_color(STDERR_FILENO);
    for (size_t d = 0; d < i.work.diags.count; d++)
        fputs(cm_diag_format(call->arena, &i.work.diags.items[d], color), stderr);
    if (i.text)
        return cli_write_output(settings->output, i.text);
    return i.work.diags.errors ? CLI_INPUT : cli_no_memory();
}

const cli_verb cli_verb_import = {
    .name = "import",
    .operands = "KERNEL",
    .summary = "Make a test of a kernel as a compiler wrote it.",
    CLI_OPTIONS(options, import_settings),
    .run = run_import,
};
