/* `cmcm shrink`: the smallest test of which something is still true. */
#include "cli/output.h"
#include "cli/session.h"
#include "cli/verbs.h"

#include "cmcm.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct shrink_settings {
    cli_list models, includes, variants;
    const char *dialect;
    const char *keep, *command, *outcome, *output, *format;
    unsigned unroll;
    double timeout, seconds;
} shrink_settings;

#define AT(field) offsetof(shrink_settings, field)

static const cli_option options[] = {
    {'k', "keep", "differ|allowed|forbidden|seen", CLI_CHOICE, AT(keep), 0, 0},
    CLI_MODEL(CLI_LIST, AT(models)),
    CLI_INCLUDE(AT(includes)),
    CLI_DIALECT(AT(dialect)),
    CLI_VARIANT(AT(variants)),
    {0, "command", "COMMAND", CLI_TEXT, AT(command), 0, 0},
    CLI_OUTCOME(AT(outcome)),
    CLI_TIME(AT(seconds)),
    CLI_FORMAT("test|diff|json", AT(format)),
    CLI_OUTPUT("FILE", AT(output)),
    CLI_UNROLL(AT(unroll)),
    CLI_TIMEOUT(AT(timeout)),
};

/* ---- commands ------------------------------------------------------------------- */

typedef struct asking {
    const char *command;
    char path[64];
} asking;

/* sh -c COMMAND cmcm PATH, by way of system(): the command in an environment variable, so
 * that nothing of it is quoted. */
static bool ask(void *context, const char *text)
{
    asking *a = context;
    FILE *file = fopen(a->path, "w");
    if (!file)
        return false;
    bool written = fputs(text, file) >= 0;
    written &= fclose(file) == 0;
    if (!written)
        return false;
    char line[160];
    snprintf(line, sizeof line, "sh -c \"$CMCM_SHRINK_COMMAND\" cmcm %s >/dev/null 2>&1 </dev/null",
             a->path);
    fflush(stdout);
    return system(line) == 0; // NOLINT(cert-env33-c): the user's own command
}

static bool open_command(asking *a)
{
    strcpy(a->path, "/tmp/cmcm-shrink-XXXXXX");
    int file = mkstemp(a->path);
    if (file < 0 || setenv("CMCM_SHRINK_COMMAND", a->command, 1) != 0) {
        fputs("cmcm: error: no place for a temporary file\n", stderr);
        return false;
    }
    close(file);
    return true;
}

/* ---- the whole ------------------------------------------------------------------- */

static int print_shrunk(const shrink_settings *s, cmcm_shrunk *shrunk)
{
    const char *format = s->format ? s->format : "test";
    const char *text = strcmp(format, "diff") == 0   ? cmcm_shrunk_diff(shrunk)
                       : strcmp(format, "json") == 0 ? cmcm_shrunk_json(shrunk)
                                                     : cmcm_shrunk_text(shrunk);
    size_t tried, steps = cmcm_shrunk_steps(shrunk, &tried);
    if (text)
        fprintf(stderr, "%zu steps, %zu tests tried\n", steps, tried);
    return cli_write_output(s->output, text);
}

static int shrink_test(cmcm_session *session, const shrink_settings *s, const char *path)
{
    cmcm_shrink_options how = {.keep = s->command                        ? CMCM_KEEP_ASKED
                                       : strcmp(s->keep, "seen") == 0    ? CMCM_KEEP_SEEN
                                       : strcmp(s->keep, "differ") == 0  ? CMCM_KEEP_DIFFERENCE
                                       : strcmp(s->keep, "allowed") == 0 ? CMCM_KEEP_ALLOWED
                                                                         : CMCM_KEEP_FORBIDDEN,
                               .ask = ask,
                               .unroll = s->unroll,
                               .timeout = s->timeout,
                               .seconds = s->seconds};
    asking a = {.command = s->command};
    how.context = &a;
    cmcm_test *test = cli_test_read(session, path, s->outcome);
    cmcm_model *models[2] = {NULL, NULL};
    bool asks = how.keep == CMCM_KEEP_ASKED, ready = test;
    int count = asks ? 0 : s->models.count > 0 ? s->models.count : 1;
    for (int i = 0; test && i < count; i++) {
        models[i] = cmcm_model_load(session, s->models.count > 0 ? s->models.items[i]
                                                                 : cmcm_test_default_model(test));
        ready = ready && models[i];
        how.models[i] = models[i];
    }
    ready = ready && (!asks || open_command(&a));
    cmcm_shrunk *shrunk = ready ? cmcm_shrink(session, test, &how) : NULL;
    fputs(cmcm_session_messages(session), stderr);
    int status = shrunk ? print_shrunk(s, shrunk) : CLI_INPUT;
    if (a.path[0])
        remove(a.path);
    cmcm_shrunk_free(shrunk);
    cmcm_model_free(models[0]);
    cmcm_model_free(models[1]);
    cmcm_test_free(test);
    return status;
}

static int run_shrink(const cli_call *call, void *argument)
{
    const shrink_settings *s = argument;
    const cli_verb *verb = call->verb;
    if (call->operand_count != 1)
        return cli_usage_error(verb, "%d tests are named, expected one", call->operand_count);
    if (!s->keep && !s->command)
        return cli_usage_error(verb, "nothing says what to keep, expected --keep or --command");
    if (s->keep && s->command)
        return cli_usage_error(verb, "--keep and --command are given, expected one of them");
    bool two = s->keep && strcmp(s->keep, "differ") == 0;
    if (two ? s->models.count != 2 : s->models.count > 1)
        return cli_usage_error(verb, "%d models are named, expected %s", s->models.count,
                               two ? "two" : "one");
    cmcm_session *session = cli_session_open(&s->includes, s->dialect, &s->variants);
    if (!session)
        return CLI_INPUT;
    int status = shrink_test(session, s, call->operands[0]);
    cmcm_session_free(session);
    return status;
}

const cli_verb cli_verb_shrink = {
    .name = "shrink",
    .operands = "FILE|-",
    .summary = "Make a test small while something stays true of it.",
    CLI_OPTIONS(options, shrink_settings),
    .run = run_shrink,
};
