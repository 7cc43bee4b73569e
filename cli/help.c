/* `cmcm help [COMMAND]`, and the list of commands. */
#include "cli/output.h"
#include "cli/verbs.h"

#include <string.h>

typedef struct help_settings {
    const char *man;
} help_settings;

static const cli_option options[] = {
    {0, "man", "DIRECTORY", CLI_TEXT, offsetof(help_settings, man), 0, 0},
};

static const cli_verb *const verbs[] = {
    &cli_verb_check,   &cli_verb_explain,       &cli_verb_repair,     &cli_verb_diff,
    &cli_verb_map,     &cli_verb_compile_check, &cli_verb_shrink,     &cli_verb_run,
    &cli_verb_conform, &cli_verb_probe,         &cli_verb_new,        &cli_verb_enumerate,
    &cli_verb_import,  &cli_verb_compare,       &cli_verb_summary,    &cli_verb_models,
    &cli_verb_serve,   &cli_verb_lsp,           &cli_verb_completion, &cli_verb_help};

const cli_verb *cli_verb_at(size_t index)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (verbs[i]->summary && index-- == 0)
            return verbs[i];
    return NULL;
}

const cli_verb *cli_verb_find(const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i]->name, name) == 0)
            return verbs[i];
    return NULL;
}

int cli_refuse_verb(const char *name)
{
    cm_near near = cm_near_new(name, strlen(name));
    for (size_t i = 0; cli_verb_at(i); i++)
        cm_near_offer(&near, cli_verb_at(i)->name);
    fprintf(stderr, "cmcm: there is no command `%s`, expected one that `cmcm help` lists%s\n", name,
            cli_hint_of(&near).text);
    return CLI_USAGE;
}

void cli_print_overview(FILE *to)
{
    fputs("Usage: cmcm COMMAND [OPTIONS] ...\n\n"
          "Checks litmus tests against axiomatic memory models: ARM, x86, RISC-V, GPUs, and\n"
          "CPU and GPU together; and runs them on this machine.\n\nCommands:\n",
          to);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (verbs[i]->summary) /* a build without the checker lacks some */
            fprintf(to, "  %-13s %s\n", verbs[i]->name, verbs[i]->summary);
    fputs("\n  cmcm help COMMAND    its options\n"
          "  cmcm --version       the version\n",
          to);
}

/* Into the directory. */
static int write_page(cm_arena *arena, const char *directory, const cli_verb *verb)
{
    cli_file file;
    if (!cli_file_open(&file, cm_arena_printf(arena, "%s/cmcm-%s.1", directory, verb->name)))
        return CLI_INPUT;
    if (cli_manual_print(file.stream, verb))
        return cli_file_close(&file, false) ? CLI_OK : CLI_INPUT;
    cli_file_drop(&file);
    return cli_no_memory();
}

static int help_on(const cli_call *call, const help_settings *settings, const char *name)
{
    const cli_verb *asked = cli_verb_find(name);
    if (!asked)
        return cli_refuse_verb(name);
    if (!asked->summary)
        return asked->run(&(const cli_call){.verb = asked}, NULL);
    if (settings->man)
        return write_page(call->arena, settings->man, asked);
    cli_help(stdout, asked);
    return CLI_OK;
}

static int run_help(const cli_call *call, void *argument)
{
    const help_settings *settings = argument;
    int status = CLI_OK;
    if (call->operand_count == 0 && !settings->man)
        cli_print_overview(stdout);
    for (size_t i = 0; call->operand_count == 0 && settings->man && cli_verb_at(i); i++)
        if (status == CLI_OK)
            status = write_page(call->arena, settings->man, cli_verb_at(i));
    for (int i = 0; i < call->operand_count && status == CLI_OK; i++)
        status = help_on(call, settings, call->operands[i]);
    return status;
}

const cli_verb cli_verb_help = {
    .name = "help",
    .operands = "[COMMAND...]",
    .summary = "Print what a command does and its options.",
    CLI_OPTIONS(options, help_settings),
    .run = run_help,
};
