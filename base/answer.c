/* Requests and answers. See answer.h. */
#include "base/answer.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* A process in which an answer took so long is not used for another. These are seconds of the
 * processor: on a busy machine small answers take as long, and a process for each costs more. */
static const double WORN_SECONDS = 0.3;
/* One that has closed its channel is soon gone. */
static const double END_SECONDS = 10;

/* ---- the process ----------------------------------------------------- */

typedef struct answering {
    cm_answer_put *put;
    void *context;
    cm_message request;
    cm_arena *arena;
    cm_text out;
    bool worn;
} answering;

static void write_answer(void *argument)
{
    answering *a = argument;
    double begin = cm_clock_of(CLOCK_PROCESS_CPUTIME_ID);
    a->out = cm_text_new(a->arena);
    cm_frame_begin(&a->out);
    a->put(a->context, &a->request, &a->out);
    a->worn = cm_clock_of(CLOCK_PROCESS_CPUTIME_ID) - begin > WORN_SECONDS;
    cm_message_put_u64(&a->out, a->worn);
    cm_frame_end(&a->out);
}

/* False: the process is to end. */
static bool answer_one(answering *a, int channel)
{
    char *bytes;
    size_t length;
    if (!cm_channel_receive(channel, &bytes, &length))
        return false;
    a->request = (cm_message){bytes, length, false};
    a->arena = cm_arena_new(0);
    bool sent = a->arena && cm_arena_protect(a->arena, write_answer, a) &&
                cm_channel_send(channel, a->out.data, a->out.length);
    cm_arena_free(a->arena);
    free(bytes);
    return sent && !a->worn;
}

void cm_answer_all(int channel, cm_answer_put *put, void *context)
{
    answering a = {.put = put, .context = context};
    while (answer_one(&a, channel))
        continue;
}

/* ---- who asks ---------------------------------------------------------- */

static cm_passage receive(cm_child *child, double deadline, cm_answer_take *take, void *answer)
{
    char *bytes;
    size_t length;
    uint64_t worn = 0;
    int status;
    cm_passage got = cm_child_receive(child, &bytes, &length, deadline);
    if (got != CM_PASSED)
        return got;
    bool read = length >= sizeof worn;
    if (read) {
        length -= sizeof worn;
        memcpy(&worn, bytes + length, sizeof worn);
        cm_message message = {bytes, length, false};
        read = take(&message, answer);
    }
    free(bytes);
    if (read && worn)
        cm_child_wait(child, END_SECONDS, &status);
    return read ? CM_PASSED : CM_MALFORMED;
}

cm_passage cm_answer_ask(cm_child *child, const char *request, size_t length, double deadline,
                         cm_answer_take *take, void *answer)
{
    cm_passage passed = cm_child_send(child, request, length, deadline);
    return passed == CM_PASSED ? receive(child, deadline, take, answer) : passed;
}

int cm_answer_died_of(cm_child *child)
{
    int status;
    bool ended = cm_child_wait(child, END_SECONDS, &status);
    return ended && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}
