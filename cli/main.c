/* cmcm: the command. Finds the verb and hands over; one file per verb. */
#include "cli/verbs.h"
#include "cmcm.h"

#include <stdio.h>
#include <string.h>

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
        return cli_run_verb(verb, argc - 2, argv + 2);
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
