/* `cmcm help [COMMAND]`, and the list of commands. */
#include "cli/manual.h"
#include "cli/output.h"
#include "cli/verbs.h"

#include <string.h>

typedef struct help_settings {
    const char *man;
} help_settings;

static const cli_option options[] = {
    {0, "man", "DIRECTORY", CLI_TEXT, offsetof(help_settings, man), 0, 0,
     "Write the manual page cmcm-COMMAND.1 there instead, of every command when none is named."},
};

static const cli_verb *const verbs[] = {
    &cli_verb_check,   &cli_verb_explain,    &cli_verb_repair,    &cli_verb_diff,
    &cli_verb_map,     &cli_verb_shrink,     &cli_verb_run,       &cli_verb_conform,
    &cli_verb_probe,   &cli_verb_new,        &cli_verb_enumerate, &cli_verb_import,
    &cli_verb_compare, &cli_verb_summary,    &cli_verb_models,    &cli_verb_serve,
    &cli_verb_lsp,     &cli_verb_completion, &cli_verb_help};

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
    cm_near near;
    cm_near_init(&near, name, strlen(name));
    for (size_t i = 0; cli_verb_at(i); i++)
        cm_near_offer(&near, cli_verb_at(i)->name);
    fprintf(stderr, "cmcm: there is no command `%s`, expected one of `cmcm help`%s\n", name,
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
            fprintf(to, "  %-10s %s\n", verbs[i]->name, verbs[i]->summary);
    fputs("\n  cmcm help COMMAND    its options\n"
          "  cmcm --version       the version\n",
          to);
}

/* Into the directory. */
static int write_page(const char *directory, const cli_verb *verb)
{
    char path[4096];
    cli_file file;
    int length = snprintf(path, sizeof path, "%s/cmcm-%s.1", directory, verb->name);
    if (length < 0 || (size_t)length >= sizeof path) {
        fprintf(stderr, "cmcm help: error: `%s` is too long a path\n", directory);
        return CLI_INPUT;
    }
    if (!cli_file_open(&file, path))
        return CLI_INPUT;
    if (cli_manual_print(file.stream, verb))
        return cli_file_close(&file, false) ? CLI_OK : CLI_INPUT;
    fputs("cmcm help: error: out of memory\n", stderr);
    cli_file_drop(&file);
    return CLI_INPUT;
}

static int write_pages(const char *directory)
{
    int status = CLI_OK;
    for (size_t i = 0; cli_verb_at(i) && status == CLI_OK; i++)
        status = write_page(directory, cli_verb_at(i));
    return status;
}

static int help_on(const help_settings *settings, const char *name)
{
    const cli_verb *asked = cli_verb_find(name);
    if (!asked)
        return cli_refuse_verb(name);
    if (!asked->summary)
        return asked->run(asked, 0, NULL);
    if (settings->man)
        return write_page(settings->man, asked);
    cli_help(stdout, asked);
    return CLI_OK;
}

static int run_help(const cli_verb *verb, int argc, char **argv)
{
    help_settings settings = {0};
    int operands, status;
    if (!cli_parse(verb, &settings, argc, argv, &operands, &status))
        return status;
    if (operands == 0 && settings.man)
        return write_pages(settings.man);
    if (operands == 0)
        cli_print_overview(stdout);
    for (int i = 0; i < operands && status == CLI_OK; i++)
        status = help_on(&settings, argv[i]);
    return status;
}

const cli_verb cli_verb_help = {
    .name = "help",
    .operands = "[COMMAND...]",
    .summary = "Print what a command does and its options.",
    .details = "",
    CLI_OPTIONS(options),
    .run = run_help,
};
