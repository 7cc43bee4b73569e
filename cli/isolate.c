/* Checking in processes that can be ended. See isolate.h. */
#include "cli/isolate.h"

#include "base/clock.h"
#include "base/message.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that is not done so long after the test's limit is ended. */
static const double GRACE_SECONDS = 0.2;
/* A process in which a test took so long is not used for another: Z3 is several times
 * slower on a large problem in memory that a different one has left behind
 * (docs/benchmarks.md, "What was tried"). */
static const double WORN_SECONDS = 0.3;
/* One that has closed its channel is soon gone. */
static const double END_SECONDS = 10;

/* ---- an outcome as a message ----------------------------------------- */

static const size_t flags[] = {
    offsetof(cli_outcome, unreadable), offsetof(cli_outcome, unmet),
    offsetof(cli_outcome, unknown),    offsetof(cli_outcome, hangs),
    offsetof(cli_outcome, differs),    offsetof(cli_outcome, skipped),
    offsetof(cli_outcome, cut_short),  offsetof(cli_outcome, no_memory),
};
static const size_t texts[] = {
    offsetof(cli_outcome, result),
    offsetof(cli_outcome, differences),
    offsetof(cli_outcome, messages),
    offsetof(cli_outcome, name),
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static void *field_of(cli_outcome *outcome, size_t offset)
{
    return (char *)outcome + offset;
}

/* worn: the process ends now. */
static void put_outcome(cm_text *out, cli_outcome *outcome, bool worn)
{
    cm_frame_begin(out);
    cm_message_put_u64(out, worn);
    for (size_t i = 0; i < COUNT(flags); i++)
        cm_message_put_u64(out, *(bool *)field_of(outcome, flags[i]));
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *text = *(char **)field_of(outcome, texts[i]);
        cm_message_put_u64(out, text != NULL);
        cm_message_put_text(out, text ? text : "", text ? strlen(text) : 0);
    }
    cm_frame_end(out);
}

/* False: malformed, or no memory for the texts. */
static bool get_outcome(cm_message *message, cli_outcome *outcome, bool *worn)
{
    bool lost = false;
    *outcome = (cli_outcome){0};
    *worn = cm_message_get_u64(message) != 0;
    for (size_t i = 0; i < COUNT(flags); i++)
        *(bool *)field_of(outcome, flags[i]) = cm_message_get_u64(message) != 0;
    for (size_t i = 0; i < COUNT(texts); i++) {
        char **text = field_of(outcome, texts[i]);
        size_t length;
        bool present = cm_message_get_u64(message) != 0;
        const char *view = cm_message_get_view(message, &length);
        *text = present ? strndup(view, length) : NULL;
        lost = lost || (present && !*text);
    }
    if (cm_message_is_done(message) && !lost)
        return true;
    cli_outcome_free(outcome);
    return false;
}

/* ---- the child ------------------------------------------------------- */

typedef struct answering {
    cm_text out;
    cm_arena *arena;
    cli_outcome *outcome;
    bool worn;
} answering;

static void write_answer(void *argument)
{
    answering *a = argument;
    cm_text_init(&a->out, a->arena);
    put_outcome(&a->out, a->outcome, a->worn);
}

static bool answer(int channel, cli_outcome *outcome, bool worn)
{
    answering a = {.arena = cm_arena_new(0), .outcome = outcome, .worn = worn};
    bool sent = a.arena && cm_arena_protect(a.arena, write_answer, &a) &&
                cm_channel_send(channel, a.out.data, a.out.length);
    cm_arena_free(a.arena);
    return sent;
}

/* Returns when the process is to end. */
static void serve_input(const cli_inputs *inputs, cli_plan *plan, cmcm_session *session,
                        int channel)
{
    char *bytes;
    size_t length;
    bool worn = false;
    while (!worn && cm_channel_receive(channel, &bytes, &length)) {
        cm_message message = {bytes, length, false};
        uint64_t index = cm_message_get_u64(&message);
        free(bytes);
        cli_outcome outcome = {0};
        double begin = cm_clock_seconds();
        cli_job_run(plan, &plan->models, session, &inputs->items[index], &outcome);
        worn = cm_clock_seconds() - begin > WORN_SECONDS;
        if (!answer(channel, &outcome, worn))
            return;
        cli_outcome_free(&outcome);
    }
}

static void serve(void *context, int channel)
{
    const cli_isolated_work *work = context;
    cli_plan plan = *work->plan;
    cmcm_session *session = cmcm_session_new();
    if (!session)
        _exit(1);
    cmcm_session_set_color(session, plan.color);
    cmcm_session_set_strict(session, plan.settings->strict);
    serve_input(work->inputs, &plan, session, channel);
}

/* ---- the parent ------------------------------------------------------ */

bool cli_isolate_init(cli_isolate *isolate)
{
    return cm_child_init(&isolate->child);
}

void cli_isolate_end(cli_isolate *isolate)
{
    cm_child_close(&isolate->child);
}

void cli_isolate_stop(cli_isolate *isolate)
{
    cm_child_interrupt(&isolate->child);
}

cm_keeper *cli_isolate_keeper(cli_isolated_work *work)
{
    return cm_keeper_new(serve, work);
}

static bool start(cli_isolate *isolate)
{
    return isolate->keeper && cm_child_start_kept(&isolate->child, isolate->keeper);
}

static cm_passage ask(cli_isolate *isolate, uint64_t index, double deadline)
{
    const uint64_t frame[] = {sizeof index, index};
    return cm_child_send(&isolate->child, (const char *)frame, sizeof frame, deadline);
}

static cm_passage take_answer(cli_isolate *isolate, cli_outcome *outcome, double deadline)
{
    char *bytes;
    size_t length;
    cm_passage got = cm_child_receive(&isolate->child, &bytes, &length, deadline);
    if (got != CM_PASSED)
        return got;
    cm_message message = {bytes, length, false};
    bool worn;
    int status;
    bool read = get_outcome(&message, outcome, &worn);
    free(bytes);
    if (read && worn)
        cm_child_wait(&isolate->child, END_SECONDS, &status);
    return read ? CM_PASSED : CM_MALFORMED;
}

/* What it died of: a signal's number, or 0. */
static int reason_of(cli_isolate *isolate)
{
    int status;
    bool ended = cm_child_wait(&isolate->child, END_SECONDS, &status);
    return ended && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

cli_isolated cli_isolate_run(cli_isolate *isolate, const cli_input *input, cli_outcome *outcome,
                             int *why)
{
    static const cli_isolated ends[] = {[CM_PASSED] = CLI_ISOLATED_DONE,
                                        [CM_STOPPED] = CLI_ISOLATED_STOPPED,
                                        [CM_LATE] = CLI_ISOLATED_LATE,
                                        [CM_CLOSED] = CLI_ISOLATED_DIED,
                                        [CM_MALFORMED] = CLI_ISOLATED_DIED};
    double deadline = cm_clock_seconds() + isolate->work->plan->settings->timeout + GRACE_SECONDS;
    *why = 0;
    if (isolate->child.pid == 0 && !start(isolate))
        return CLI_ISOLATED_NONE;
    cm_passage passed = ask(isolate, (uint64_t)(input - isolate->work->inputs->items), deadline);
    if (passed == CM_PASSED)
        passed = take_answer(isolate, outcome, deadline);
    if (passed == CM_CLOSED)
        *why = reason_of(isolate);
    else if (passed != CM_PASSED)
        cm_child_kill(&isolate->child);
    return ends[passed];
}
