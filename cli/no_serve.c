/* What stands for `cmcm serve` in a build without it: says why. */
#include "cli/verbs.h"

#ifndef CMCM_SERVE_WHY /* CMake says it of the builds that have this file */
#define CMCM_SERVE_WHY "it was left out"
#endif

static int refuse_serve(const cli_call *call, void *settings)
{
    (void)settings;
    fprintf(stderr,
            "cmcm %s: this build has no page: " CMCM_SERVE_WHY
            ", expected a build with CMCM_SERVE=ON\n",
            call->verb->name);
    return CLI_USAGE;
}

/* Without a summary: help does not list it. */
const cli_verb cli_verb_serve = {.name = "serve", .run = refuse_serve};
