/* An outcome as a message, from the process that checks. See outcome.h. */
#include "cli/outcome.h"

#include <stdlib.h>
#include <string.h>

static const size_t flags[] = {
    offsetof(cli_outcome, unreadable), offsetof(cli_outcome, unmet),
    offsetof(cli_outcome, unknown),    offsetof(cli_outcome, hangs),
    offsetof(cli_outcome, differs),    offsetof(cli_outcome, skipped),
    offsetof(cli_outcome, cut_short),  offsetof(cli_outcome, no_memory),
};
static const size_t texts[] = {
    offsetof(cli_outcome, result),   offsetof(cli_outcome, differences),
    offsetof(cli_outcome, of_model), offsetof(cli_outcome, messages),
    offsetof(cli_outcome, name),     offsetof(cli_outcome, digest),
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static void *field_of(cli_outcome *outcome, size_t offset)
{
    return (char *)outcome + offset;
}

bool cli_outcome_take(cm_message *fields, void *answer)
{
    cli_outcome *outcome = answer;
    bool lost = false;
    *outcome = (cli_outcome){0};
    for (size_t i = 0; i < COUNT(flags); i++)
        *(bool *)field_of(outcome, flags[i]) = cm_message_get_u64(fields) != 0;
    for (size_t i = 0; i < COUNT(texts); i++) {
        char **text = field_of(outcome, texts[i]);
        size_t length;
        bool present = cm_message_get_u64(fields) != 0;
        const char *view = cm_message_get_view(fields, &length);
        *text = present ? strndup(view, length) : NULL;
        lost = lost || (present && !*text);
    }
    if (!fields->bad && !lost)
        return true;
    cli_outcome_free(outcome);
    return false;
}

/* ---- the process ----------------------------------------------------- */

typedef struct checker {
    cli_plan plan;
    cmcm_session *session;
} checker;

static void *begin_process(void *context)
{
    const cli_isolated_tests *tests = context;
    checker *c = calloc(1, sizeof *c);
    cmcm_session *session = c ? cmcm_session_new() : NULL;
    if (!session)
        return NULL; /* the process ends */
    *c = (checker){*tests->plan, session};
    cmcm_session_set_color(session, c->plan.color);
    cmcm_session_set_strict(session, c->plan.settings->strict);
    return c;
}

static void answer_test(void *context, void *state, uint64_t question, cm_text *fields)
{
    const cli_isolated_tests *tests = context;
    checker *c = state;
    cli_outcome outcome = {0};
    cli_job_run(&c->plan, &c->plan.models, c->session, &tests->inputs->items[question], &outcome);
    for (size_t i = 0; i < COUNT(flags); i++)
        cm_message_put_u64(fields, *(bool *)field_of(&outcome, flags[i]));
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *text = *(char **)field_of(&outcome, texts[i]);
        cm_message_put_u64(fields, text != NULL);
        cm_message_put_text(fields, text ? text : "", text ? strlen(text) : 0);
    }
    cli_outcome_free(&outcome);
}

cli_isolated_work cli_outcome_work(cli_isolated_tests *tests)
{
    return (cli_isolated_work){tests, begin_process, answer_test};
}
