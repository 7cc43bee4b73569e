/* What stands for the checker in a build without it (CMCM_CHECKER=OFF): what needs
 * it says so. */
#include "cli/enumerate.h"
#include "cli/hw.h"
#include "cli/verbs.h"
#include "cmcm.h"

#define NO_CHECKER "this build has no checker"
#define EXPECTED   "expected a build with CMCM_CHECKER=ON"

const char *cmcm_version(void)
{
    return CMCM_VERSION;
}

/* ---- verbs ----------------------------------------------------------- */

static int refuse_unchecked(const cli_call *call, void *settings)
{
    (void)settings;
    fprintf(stderr, "cmcm %s: " NO_CHECKER ": this command needs it, " EXPECTED "\n",
            call->verb->name);
    return CLI_USAGE;
}

/* Without a summary: help does not list them. */
const cli_verb cli_verb_check = {.name = "check", .run = refuse_unchecked};
const cli_verb cli_verb_conform = {.name = "conform", .run = refuse_unchecked};
const cli_verb cli_verb_explain = {.name = "explain", .run = refuse_unchecked};
const cli_verb cli_verb_repair = {.name = "repair", .run = refuse_unchecked};
const cli_verb cli_verb_diff = {.name = "diff", .run = refuse_unchecked};
const cli_verb cli_verb_map = {.name = "map", .run = refuse_unchecked};
const cli_verb cli_verb_compile_check = {.name = "compile-check", .run = refuse_unchecked};
const cli_verb cli_verb_shrink = {.name = "shrink", .run = refuse_unchecked};
const cli_verb cli_verb_lsp = {.name = "lsp", .run = refuse_unchecked};
const cli_verb cli_verb_serve = {.name = "serve", .run = refuse_unchecked};
const cli_verb cli_verb_models = {.name = "models", .run = refuse_unchecked};

int cli_tests_check(cli_tests *tests)
{
    (void)tests;
    fputs("cmcm enumerate: " NO_CHECKER ": --check needs it, " EXPECTED "\n", stderr);
    return CLI_USAGE;
}

/* ---- judging --------------------------------------------------------- */

cm_judge *hw_judge_new(cm_arena *arena, const char *model, cm_stop *stop, const char **complaint)
{
    (void)stop;
    *complaint = model ? cm_arena_printf(arena,
                                         "cmcm run: this program was built without the checker, "
                                         "so --model %s means nothing\n",
                                         model)
                       : "";
    return NULL;
}

void cm_judge_free(cm_judge *judge)
{
    (void)judge;
}

bool hw_judge_ask(void *judge, cm_arena *arena, const char *file_name, const char *text,
                  size_t length, cm_conform_allowed *out)
{
    (void)judge, (void)arena, (void)file_name, (void)text, (void)length, (void)out;
    return false;
}
