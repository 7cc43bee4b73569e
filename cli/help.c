/* `cmcm help [COMMAND]`, and the list of commands. */
#include "cli/verbs.h"

#include <string.h>

static const cli_verb *const verbs[] = {&cli_verb_check,   &cli_verb_explain,    &cli_verb_repair,
                                        &cli_verb_diff,    &cli_verb_map,        &cli_verb_shrink,
                                        &cli_verb_run,     &cli_verb_conform,    &cli_verb_probe,
                                        &cli_verb_new,     &cli_verb_enumerate,  &cli_verb_import,
                                        &cli_verb_compare, &cli_verb_summary,    &cli_verb_models,
                                        &cli_verb_serve,   &cli_verb_completion, &cli_verb_help};

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

static int run_help(const cli_verb *verb, int argc, char **argv)
{
    int operands, status;
    if (!cli_parse(verb, NULL, argc, argv, &operands, &status))
        return status;
    if (operands == 0) {
        cli_print_overview(stdout);
        return CLI_OK;
    }
    for (int i = 0; i < operands; i++) {
        const cli_verb *asked = cli_verb_find(argv[i]);
        if (!asked)
            return cli_refuse_verb(argv[i]);
        if (!asked->summary)
            return asked->run(asked, 0, NULL);
        cli_help(stdout, asked);
    }
    return CLI_OK;
}

const cli_verb cli_verb_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "Print what a command does and its options.",
    .details = "",
    .run = run_help,
};
