/* Work in processes that can be ended. See isolate.h. */
#include "cli/isolate.h"

#include "base/clock.h"

/* ---- the child ------------------------------------------------------- */

typedef struct answering {
    const cli_isolated_work *work;
    void *state;
} answering;

static void answer(void *argument, cm_message *request, cm_text *fields)
{
    const answering *a = argument;
    a->work->answer(a->work->context, a->state, cm_message_get_u64(request), fields);
}

static void serve(void *context, int channel)
{
    const cli_isolated_work *work = context;
    answering a = {work, work->begin(work->context)};
    if (a.state)
        cm_answer_all(channel, answer, &a);
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

cli_isolated cli_isolate_ask(cli_isolate *isolate, uint64_t question, double seconds,
                             cm_answer_take *take, void *answer, int *why)
{
    static const cli_isolated ends[] = {[CM_PASSED] = CLI_ISOLATED_DONE,
                                        [CM_STOPPED] = CLI_ISOLATED_STOPPED,
                                        [CM_LATE] = CLI_ISOLATED_LATE,
                                        [CM_CLOSED] = CLI_ISOLATED_DIED,
                                        [CM_MALFORMED] = CLI_ISOLATED_DIED};
    const uint64_t frame[] = {sizeof question, question};
    double deadline = cm_clock_seconds() + seconds + CM_ANSWER_GRACE;
    *why = 0;
    if (isolate->child.pid == 0 &&
        !(isolate->keeper && cm_child_start_kept(&isolate->child, isolate->keeper)))
        return CLI_ISOLATED_NONE;
    cm_passage passed =
        cm_answer_ask(&isolate->child, (const char *)frame, sizeof frame, deadline, take, answer);
    if (passed == CM_CLOSED)
        *why = cm_answer_died_of(&isolate->child);
    else if (passed != CM_PASSED)
        cm_child_kill(&isolate->child);
    return ends[passed];
}
