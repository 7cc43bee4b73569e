/* `cmcm explain`: why a model allows an outcome of a test, or forbids it. */
#include "cli/output.h"
#include "cli/session.h"
#include "cli/verbs.h"

#include "report/formats.h"

typedef struct explain_settings {
    const char *model, *build, *threads, *outcome, *format, *output;
    cli_list includes, variants, shows;
    const char *dialect;
    unsigned unroll;
    double timeout;
    bool formal;
} explain_settings;

#define AT(field) offsetof(explain_settings, field)

static const cli_option options[] = {
    CLI_MODEL(CLI_TEXT, AT(model)),
    CLI_CALLS(AT(threads)),
    CLI_INCLUDE(AT(includes)),
    CLI_DIALECT(AT(dialect)),
    CLI_VARIANT(AT(variants)),
    CLI_OUTCOME(AT(outcome)),
    CLI_FORMAT("text|" CM_PICTURES(CM_FORMAT_WORD, "|") "|json", AT(format)),
    CLI_FORMAL(AT(formal)),
    {0, "show", "NAME", CLI_LIST, AT(shows), 0, 0},
    CLI_OUTPUT("FILE", AT(output)),
    CLI_BUILD(AT(build)),
    CLI_UNROLL(AT(unroll)),
    CLI_TIMEOUT(AT(timeout)),
};

static const char *tell_explanation(const cli_call *call, const explain_settings *settings,
                                    cmcm_explanation *e)
{
    cmcm_telling how = cli_telling_of(settings->format, settings->formal);
    if (how != CMCM_AS_HTML)
        return cmcm_explanation_text(e, how);
    char date[CLI_DATE_MAX];
    cli_date(date);
    const cmcm_page page = {.date = date, .command = call->command};
    return cmcm_explanation_page(e, &page);
}

static int run_explain(const cli_call *call, void *argument)
{
    const explain_settings *settings = argument;
    if (call->operand_count != 1)
        return cli_usage_error(call->verb, "%d tests are named, expected one", call->operand_count);
    const char *path = call->operands[0];
    cmcm_session *session =
        cli_session_open(&settings->includes, settings->dialect, &settings->variants);
    if (!session)
        return CLI_INPUT;
    cmcm_session_set_macros_of(session, settings->model);
    cmcm_session_set_build(session, settings->build);
    cmcm_session_set_threads(session, settings->threads);
    cmcm_test *test = cli_test_read(session, path, settings->outcome);
    const char *name = settings->model ? settings->model
                       : test          ? cmcm_test_default_model(test)
                                       : "";
    cmcm_model *model = test ? cmcm_model_load(session, name) : NULL;
    cmcm_explain_options how = {.unroll = settings->unroll,
                                .timeout = settings->timeout,
                                .shows = settings->shows.items,
                                .show_count = (size_t)settings->shows.count,
                                .plain = cli_telling_of(settings->format, settings->formal) ==
                                         CMCM_AS_TEXT};
    cmcm_explanation *e = model ? cmcm_explain(session, model, test, &how) : NULL;
    int status = CLI_INPUT;
    if (e) {
        status = cli_write_output(settings->output, tell_explanation(call, settings, e));
        if (status == CLI_OK && *cmcm_explanation_reason(e)) {
            fprintf(stderr, "%s: the answer is not certain, or not explained: %s\n", path,
                    cmcm_explanation_reason(e));
            status = CLI_UNKNOWN;
        }
    }
    cli_session_say(session);
    cmcm_explanation_free(e);
    cmcm_model_free(model);
    cmcm_test_free(test);
    cmcm_session_free(session);
    return status;
}

const cli_verb cli_verb_explain = {
    .name = "explain",
    .operands = "FILE|-",
    .summary = "Say why a memory model allows an outcome, or forbids it.",
    CLI_OPTIONS(options, explain_settings),
    .run = run_explain,
};
