/* cmcm: the command. Finds the verb and hands over; one file per verb. */
#include "cli/output.h"
#include "cli/verbs.h"
#include "cmcm.h"

#include <stdio.h>
#include <string.h>

typedef struct running {
    cli_call call;
    int argc, status;
} running;

static void run_verb(void *argument)
{
    running *r = argument;
    cli_call *call = &r->call;
    const cli_verb *verb = call->verb;
    void *settings = cm_arena_alloc(call->arena, 1, verb->settings_size);
    if (verb->defaults)
        memcpy(settings, verb->defaults, verb->settings_size);
    /* Parsing changes the order of the words. */
    call->command = cli_command_line(call->arena, verb->name, r->argc, call->operands);
    if (!verb->summary ||
        cli_parse(verb, settings, r->argc, call->operands, &call->operand_count, &r->status))
        r->status = verb->run(call, settings);
}

/* Parses the words that follow the verb and runs it. The exit status. */
static int parse_and_run(const cli_verb *verb, int argc, char **argv)
{
    cm_arena *arena = cm_arena_new(0);
    running r = {.call = {.verb = verb, .arena = arena, .operands = argv}, .argc = argc};
    if (!arena || !cm_arena_protect(arena, run_verb, &r))
        r.status = cli_no_memory();
    cm_arena_free(arena);
    return r.status;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        cli_print_overview(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("cmcm %s\n", cmcm_version());
        return CLI_OK;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        cli_print_overview(stdout);
        return CLI_OK;
    }
    const cli_verb *verb = cli_verb_find(argv[1]);
    if (verb)
        return parse_and_run(verb, argc - 2, argv + 2);
    return cli_refuse_verb(argv[1]);
}

int main(int argc, char **argv)
{
    int status = dispatch(argc, argv);
    /* A full disk or a closed pipe is found out here at the latest. */
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    if (!lost)
        return status;
    fputs("cmcm: error: standard output could not be written\n", stderr);
    bool lesser = status == CLI_OK || status == CLI_UNKNOWN || status == CLI_DEVICE;
    return lesser ? CLI_INPUT : status; /* of `check`, UNMET is, too: it looks itself */
}
