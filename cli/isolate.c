/* Work in processes that can be ended. See isolate.h. */
#include "cli/isolate.h"

#include "base/clock.h"

#include <stdlib.h>
#include <sys/wait.h>

/* A process that is not done so long after the limit is ended. */
static const double GRACE_SECONDS = 0.2;
/* A process in which an answer took so long is not used for another: Z3 is several times
 * slower on a large problem in memory that a different one has left behind
 * (docs/benchmarks.md, "What was tried"). */
static const double WORN_SECONDS = 0.3;
/* One that has closed its channel is soon gone. */
static const double END_SECONDS = 10;

/* ---- the child ------------------------------------------------------- */

typedef struct answering {
    const cli_isolated_work *work;
    void *state;
    uint64_t question;
    cm_arena *arena;
    cm_text out;
    bool worn;
} answering;

static void write_answer(void *argument)
{
    answering *a = argument;
    cm_text_init(&a->out, a->arena);
    double begin = cm_clock_seconds();
    cm_frame_begin(&a->out);
    a->work->answer(a->work->context, a->state, a->question, &a->out);
    a->worn = cm_clock_seconds() - begin > WORN_SECONDS;
    cm_message_put_u64(&a->out, a->worn);
    cm_frame_end(&a->out);
}

/* False: the process is to end. */
static bool answer(answering *a, int channel)
{
    a->arena = cm_arena_new(0);
    bool sent = a->arena && cm_arena_protect(a->arena, write_answer, a) &&
                cm_channel_send(channel, a->out.data, a->out.length);
    cm_arena_free(a->arena);
    return sent && !a->worn;
}

static void serve(void *context, int channel)
{
    const cli_isolated_work *work = context;
    answering a = {.work = work, .state = work->begin(work->context)};
    char *bytes;
    size_t length;
    bool more = a.state != NULL;
    while (more && cm_channel_receive(channel, &bytes, &length)) {
        cm_message message = {bytes, length, false};
        a.question = cm_message_get_u64(&message);
        free(bytes);
        more = answer(&a, channel);
    }
}

/* ---- the parent ------------------------------------------------------ */

bool cli_isolate_init(cli_isolate *isolate, cm_keeper *keeper)
{
    isolate->keeper = keeper;
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

static cm_passage ask(cli_isolate *isolate, uint64_t question, double deadline)
{
    const uint64_t frame[] = {sizeof question, question};
    return cm_child_send(&isolate->child, (const char *)frame, sizeof frame, deadline);
}

static cm_passage receive(cli_isolate *isolate, cli_isolated_take *take, void *answer,
                          double deadline)
{
    char *bytes;
    size_t length;
    cm_passage got = cm_child_receive(&isolate->child, &bytes, &length, deadline);
    if (got != CM_PASSED)
        return got;
    cm_message message = {bytes, length, false};
    bool read = take(&message, answer);
    bool worn = cm_message_get_u64(&message) != 0;
    int status;
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

cli_isolated cli_isolate_ask(cli_isolate *isolate, uint64_t question, double seconds,
                             cli_isolated_take *take, void *answer, int *why)
{
    static const cli_isolated ends[] = {[CM_PASSED] = CLI_ISOLATED_DONE,
                                        [CM_STOPPED] = CLI_ISOLATED_STOPPED,
                                        [CM_LATE] = CLI_ISOLATED_LATE,
                                        [CM_CLOSED] = CLI_ISOLATED_DIED,
                                        [CM_MALFORMED] = CLI_ISOLATED_DIED};
    double deadline = cm_clock_seconds() + seconds + GRACE_SECONDS;
    *why = 0;
    if (isolate->child.pid == 0 && !start(isolate))
        return CLI_ISOLATED_NONE;
    cm_passage passed = ask(isolate, question, deadline);
    if (passed == CM_PASSED)
        passed = receive(isolate, take, answer, deadline);
    if (passed == CM_CLOSED)
        *why = reason_of(isolate);
    else if (passed != CM_PASSED)
        cm_child_kill(&isolate->child);
    return ends[passed];
}
