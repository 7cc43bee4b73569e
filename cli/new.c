/* `cmcm new`: a test to start from. */
#include "cli/output.h"
#include "cli/verbs.h"

#include "enumerate/enumerate.h"
#include "enumerate/new.h"

#include <string.h>

typedef struct new_settings {
    const char *cpu, *gpu, *arch, *devices, *output;
} new_settings;

#define AT(field) offsetof(new_settings, field)

static const cli_option options[] = {
    CLI_CPU(AT(cpu)),
    {0, "gpu", "{gpus}", CLI_CHOICE, AT(gpu), 0, 0},
    CLI_ARCH(AT(arch)),
    {0, "devices", "cpu,gpu,...", CLI_TEXT, AT(devices), 0, 0},
    CLI_OUTPUT("FILE", AT(output)),
};

static void print_shapes(FILE *to)
{
    const char *name;
    for (size_t i = 0; cm_new_shape(i, &name); i++) {
        fprintf(to, "  %-6s ", name);
        cli_print_wrapped(to, cm_new_shape(i, &name), 9);
    }
}

static void more(FILE *to)
{
    fputs("\nShapes, in any case:\n", to);
    print_shapes(to);
}

static bool is_there(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

static int run_new(const cli_call *call, void *argument)
{
    const new_settings *settings = argument;
    const char *path = settings->output;
    if (call->operand_count == 0)
        return cli_usage_error(call->verb, "no shape is named, expected one such as `mp`");
    if (strcmp(call->operands[0], "help") == 0) {
        print_shapes(stdout);
        return CLI_OK;
    }
    cm_work work;
    cm_text out, shape;
    work = cm_work_new(call->arena);
    out = cm_text_new(call->arena);
    shape = cm_text_new(call->arena);
    for (int i = 0; i < call->operand_count; i++)
        cm_text_append(&shape, "%s%s", i ? " " : "", call->operands[i]);
    const cm_new_request request = {.shape = shape.data,
                                    .cpu = settings->cpu,
                                    .gpu = settings->gpu,
                                    .arch = settings->arch,
                                    .devices = settings->devices};
    bool written = cm_new_write(&work, &request, &out);
    cli_print_diags(&work, "cmcm new: ");
    if (!written)
        return work.diags.errors ? CLI_USAGE : cli_no_memory();
    if (path && strcmp(path, "-") != 0 && is_there(path)) {
        fprintf(stderr, "cmcm new: error: `%s` is there already\n", path);
        return CLI_INPUT;
    }
    return cli_write_output(path, out.data);
}

const cli_verb cli_verb_new = {
    .name = "new",
    .operands = "SHAPE|EDGE...",
    .summary = "Write a test to start from, with comments.",
    CLI_OPTIONS(options, new_settings),
    .run = run_new,
    .more = more,
};
