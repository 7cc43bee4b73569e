#define _DEFAULT_SOURCE /* prctl's header, where there is one */
/* Checking in processes that can be ended. See isolate.h. */
#include "cli/isolate.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* A process that is not done so long after the test's limit is ended; how often
 * the parent looks whether it is to stop. */
static const double GRACE_SECONDS = 0.2;
/* A process in which a test took so long is not used for another: Z3 is several times
 * slower on a large problem in memory that a different one has left behind
 * (docs/benchmarks.md, "What was tried"). */
static const double WORN_SECONDS = 0.3;
enum { LOOK_MILLISECONDS = 50, TEXTS = 3 };

/* An outcome without its texts, which follow. */
typedef struct head {
    uint64_t lengths[TEXTS]; /* with the last zero byte; 0: NULL */
    cli_outcome flags;       /* its pointers mean nothing */
    bool worn;               /* the process ends now */
} head;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the child ------------------------------------------------------- */

static bool read_whole(int from, void *to, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = read(from, (char *)to + done, size - done);
        if (count <= 0 && !(count < 0 && errno == EINTR))
            return false;
        done += count > 0 ? (size_t)count : 0;
    }
    return true;
}

static bool write_whole(int to, const void *from, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = send(to, (const char *)from + done, size - done, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR)
            return false;
        done += count > 0 ? (size_t)count : 0;
    }
    return true;
}

static bool answer(int channel, const cli_outcome *outcome, bool worn)
{
    const char *texts[TEXTS] = {outcome->result, outcome->differences, outcome->messages};
    head h;
    memset(&h, 0, sizeof h); /* padding, too, is written */
    h.flags = *outcome;
    h.worn = worn;
    for (int i = 0; i < TEXTS; i++)
        h.lengths[i] = texts[i] ? strlen(texts[i]) + 1 : 0;
    if (!write_whole(channel, &h, sizeof h))
        return false;
    for (int i = 0; i < TEXTS; i++)
        if (!write_whole(channel, texts[i], h.lengths[i]))
            return false;
    return true;
}

/* The parent's other channels are closed: a channel ends when all who hold it are
 * gone. Signals stay blocked, as they are in workers: Ctrl-C is the parent's. */
static void settle(int channel, pid_t parent)
{
    enum { MOST_FILES = 1024 };
    for (int file = STDERR_FILENO + 1; file < MOST_FILES; file++)
        if (file != channel)
            close(file);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(0);
}

/* Ends with this call, when the parent closes the channel. */
static _Noreturn void serve(const cli_isolate *isolate, int channel)
{
    cli_plan plan = *isolate->plan;
    cmcm_session *session = cmcm_session_new();
    if (session) {
        cmcm_session_set_color(session, plan.color);
        cmcm_session_set_strict(session, plan.settings->strict);
    }
    uint64_t index;
    while (session && read_whole(channel, &index, sizeof index)) {
        cli_outcome outcome = {0};
        double begin = now();
        cli_job_run(&plan, &plan.models, session, &isolate->inputs->items[index], &outcome);
        bool worn = now() - begin > WORN_SECONDS;
        if (!answer(channel, &outcome, worn) || worn)
            break;
        cli_outcome_free(&outcome);
    }
    _exit(session ? 0 : 1);
}

/* ---- the parent ------------------------------------------------------ */

static bool start(cli_isolate *isolate)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    pid_t parent = getpid();
    pthread_mutex_lock(isolate->forking);
    pid_t pid = fork();
    if (pid == 0) {
        settle(ends[1], parent);
        serve(isolate, ends[1]);
    }
    pthread_mutex_unlock(isolate->forking);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    isolate->pid = pid;
    isolate->channel = ends[0];
    return true;
}

void cli_isolate_end(cli_isolate *isolate)
{
    if (isolate->pid == 0)
        return;
    kill(isolate->pid, SIGKILL);
    close(isolate->channel);
    while (waitpid(isolate->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    isolate->pid = 0;
}

/* The process has closed its end: what it died of, a signal's number or 0. */
static int reap(cli_isolate *isolate)
{
    int status = 0;
    close(isolate->channel);
    while (waitpid(isolate->pid, &status, 0) < 0 && errno == EINTR)
        ;
    isolate->pid = 0;
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* Waits for bytes. */
static cli_isolated wait_for(cli_isolate *isolate, double deadline)
{
    struct pollfd file = {.fd = isolate->channel, .events = POLLIN};
    for (;;) {
        int ready = poll(&file, 1, LOOK_MILLISECONDS);
        if (ready > 0)
            return CLI_ISOLATED_DONE;
        if (atomic_load(&isolate->stopped))
            return CLI_ISOLATED_STOPPED;
        if (now() > deadline)
            return CLI_ISOLATED_LATE;
    }
}

static cli_isolated take(cli_isolate *isolate, void *to, size_t size, double deadline)
{
    for (size_t done = 0; done < size;) {
        cli_isolated ready = wait_for(isolate, deadline);
        if (ready != CLI_ISOLATED_DONE)
            return ready;
        ssize_t count = read(isolate->channel, (char *)to + done, size - done);
        if (count <= 0 && !(count < 0 && errno == EINTR))
            return CLI_ISOLATED_DIED;
        done += count > 0 ? (size_t)count : 0;
    }
    return CLI_ISOLATED_DONE;
}

static cli_isolated take_answer(cli_isolate *isolate, cli_outcome *outcome, double deadline)
{
    head h;
    cli_isolated end = take(isolate, &h, sizeof h, deadline);
    if (end != CLI_ISOLATED_DONE)
        return end;
    *outcome = h.flags;
    char **texts[TEXTS] = {&outcome->result, &outcome->differences, &outcome->messages};
    for (int i = 0; i < TEXTS; i++)
        *texts[i] = NULL;
    for (int i = 0; i < TEXTS && end == CLI_ISOLATED_DONE; i++) {
        if (h.lengths[i] == 0)
            continue;
        *texts[i] = calloc(1, h.lengths[i]);
        end = *texts[i] ? take(isolate, *texts[i], h.lengths[i], deadline) : CLI_ISOLATED_DIED;
    }
    if (end != CLI_ISOLATED_DONE)
        cli_outcome_free(outcome);
    else if (h.worn)
        reap(isolate);
    return end;
}

cli_isolated cli_isolate_run(cli_isolate *isolate, const cli_input *input, cli_outcome *outcome,
                             int *why)
{
    double deadline = now() + isolate->plan->settings->timeout + GRACE_SECONDS;
    uint64_t index = (uint64_t)(input - isolate->inputs->items);
    *why = 0;
    if (isolate->pid == 0 && !start(isolate))
        return CLI_ISOLATED_NONE;
    cli_isolated end = CLI_ISOLATED_DIED;
    if (write_whole(isolate->channel, &index, sizeof index))
        end = take_answer(isolate, outcome, deadline);
    if (end == CLI_ISOLATED_DIED)
        *why = reap(isolate);
    else if (end != CLI_ISOLATED_DONE)
        cli_isolate_end(isolate);
    return end;
}
