/* What stands for the checker in a build without it (CMCM_CHECKER=OFF): what needs
 * it says so. */
#include "cli/enumerate.h"
#include "cli/verbs.h"
#include "cmcm.h"

#define NO_CHECKER "this build has no checker"
#define EXPECTED   "expected a build with CMCM_CHECKER=ON"

const char *cmcm_version(void)
{
    return CMCM_VERSION;
}

/* ---- verbs ----------------------------------------------------------- */

static int refuse(const cli_verb *verb, int argc, char **argv)
{
    (void)argc;
    (void)argv;
    fprintf(stderr, "cmcm %s: " NO_CHECKER ": this command needs it, " EXPECTED "\n", verb->name);
    return CLI_USAGE;
}

/* Without a summary: help does not list them. */
const cli_verb cli_verb_check = {.name = "check", .run = refuse};
const cli_verb cli_verb_conform = {.name = "conform", .run = refuse};
const cli_verb cli_verb_models = {.name = "models", .run = refuse};

int cli_tests_check(cli_tests *tests)
{
    (void)tests;
    fputs("cmcm enumerate: " NO_CHECKER ": --check needs it, " EXPECTED "\n", stderr);
    return CLI_USAGE;
}
