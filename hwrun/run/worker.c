/* A worker's parent side: one child at a time, requests and answers over a
 * socket pair, and the clock. */
#include "hwrun/run/worker.h"

#include "hwrun/run/worker_child.h"
#include "hwrun/run/worker_wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Starting a driver takes seconds; nothing takes so long as this. */
#define START_SECONDS 60.0
#define EXTRA_SECONDS 60.0
/* A killed process that is inside the driver may take a while to be gone. */
#define REAP_SECONDS 20.0

struct cm_worker {
    cm_worker_options options;
    char *compiler;
    pid_t child;             /* 0: none */
    int channel;             /* -1: none */
    int wake[2];             /* a pipe that cm_worker_interrupt writes to */
    atomic_bool interrupted; /* by another thread */
    bool refused;
    bool awaiting; /* a request was sent and not answered: the child is of no more use */
    bool has_gpu;
    char *hello; /* the child's, without its head */
    size_t hello_length;
    char *answer; /* the latest, owned here because reading it may escape */
    size_t answer_length;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the worker ------------------------------------------------------ */

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

cm_worker *cm_worker_new(const cm_worker_options *options)
{
    cm_worker *worker = calloc(1, sizeof *worker);
    char *compiler = strdup(options->compiler ? options->compiler : "cc");
    if (!worker || !compiler || !make_pipe(worker->wake)) {
        free(worker);
        free(compiler);
        return NULL;
    }
    worker->options = *options;
    worker->options.compiler = worker->compiler = compiler;
    worker->channel = -1;
    return worker;
}

/* Waits for the child to be gone; false: it is still there. */
static bool reap(cm_worker *worker, double seconds, int *status)
{
    static const struct timespec nap = {0, 2000000};
    for (double end = now() + seconds; now() < end; nanosleep(&nap, NULL)) {
        pid_t gone = waitpid(worker->child, status, WNOHANG);
        if (gone == worker->child || (gone < 0 && errno != EINTR))
            return true;
    }
    return false;
}

/* The child, and the compiler that it may have started, are one process group. */
static void kill_child(cm_worker *worker)
{
    int status;
    if (worker->child > 0) {
        kill(-worker->child, SIGKILL);
        kill(worker->child, SIGKILL);
        reap(worker, REAP_SECONDS, &status);
    }
    if (worker->channel >= 0)
        close(worker->channel);
    free(worker->hello);
    free(worker->answer);
    worker->hello = worker->answer = NULL;
    worker->child = 0;
    worker->channel = -1;
    worker->awaiting = false;
}

void cm_worker_free(cm_worker *worker)
{
    if (!worker)
        return;
    kill_child(worker);
    close(worker->wake[0]);
    close(worker->wake[1]);
    free(worker->compiler);
    free(worker);
}

void cm_worker_interrupt(cm_worker *worker)
{
    int before = errno;
    atomic_store(&worker->interrupted, true);
    ssize_t written = write(worker->wake[1], "", 1); /* full: it is awake already */
    (void)written;
    errno = before;
}

/* An interruption ends one run. */
static void forget_interrupt(cm_worker *worker)
{
    char bytes[64];
    while (read(worker->wake[0], bytes, sizeof bytes) > 0)
        continue;
    atomic_store(&worker->interrupted, false);
}

/* ---- the channel ----------------------------------------------------- */

/* What became of a transfer. */
typedef enum passage { PASSED, STOPPED, LATE, CLOSED, MALFORMED } passage;

/* Waits until the channel can be read or written. */
static passage await(cm_worker *worker, short events, double deadline)
{
    for (;;) {
        double left = deadline - now();
        if (atomic_load(&worker->interrupted))
            return STOPPED;
        if (left <= 0)
            return LATE;
        struct pollfd files[] = {{worker->channel, events, 0}, {worker->wake[0], POLLIN, 0}};
        int ready = poll(files, 2, left > 1000 ? 1000000 : (int)(left * 1000) + 1);
        if (ready > 0 && files[0].revents && !atomic_load(&worker->interrupted))
            return PASSED;
    }
}

/* Did the system call move bytes (count of them), or is there a reason to stop? */
static bool must_wait(ssize_t moved)
{
    return moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

static passage send_bytes(cm_worker *worker, const char *bytes, size_t count, double deadline)
{
    while (count) {
        passage waited = await(worker, POLLOUT, deadline);
        if (waited != PASSED)
            return waited;
        ssize_t sent = send(worker->channel, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (must_wait(sent))
            continue;
        if (sent <= 0)
            return CLOSED;
        bytes += sent;
        count -= (size_t)sent;
    }
    return PASSED;
}

static passage receive_bytes(cm_worker *worker, char *bytes, size_t count, double deadline)
{
    while (count) {
        passage waited = await(worker, POLLIN, deadline);
        if (waited != PASSED)
            return waited;
        ssize_t got = recv(worker->channel, bytes, count, MSG_DONTWAIT);
        if (must_wait(got))
            continue;
        if (got <= 0)
            return CLOSED;
        bytes += got;
        count -= (size_t)got;
    }
    return PASSED;
}

/* One frame; *bytes is malloc'ed when it has passed. */
static passage receive_frame(cm_worker *worker, char **bytes, size_t *length, double deadline)
{
    char head[CM_WIRE_HEAD];
    uint64_t size;
    passage got = receive_bytes(worker, head, sizeof head, deadline);
    if (got != PASSED)
        return got;
    char *room = cm_wire_length(head, &size) ? malloc(size ? (size_t)size : 1) : NULL;
    if (!room)
        return MALFORMED;
    got = receive_bytes(worker, room, (size_t)size, deadline);
    if (got != PASSED) {
        free(room);
        return got;
    }
    *bytes = room;
    *length = (size_t)size;
    return PASSED;
}

/* ---- endings --------------------------------------------------------- */

/* How the child, whose channel is closed, came to its end. */
static const char *end_of(cm_work *work, cm_worker *worker)
{
    int status = 0;
    if (!reap(worker, 1, &status)) {
        kill_child(worker);
        return "the process that ran it closed its channel";
    }
    worker->child = 0;
    kill_child(worker);
    if (WIFSIGNALED(status))
        return cm_arena_printf(work->arena, "the process that ran it was ended by signal %d (%s)",
                               WTERMSIG(status), strsignal(WTERMSIG(status)));
    return cm_arena_printf(work->arena, "the process that ran it ended with status %d",
                           WEXITSTATUS(status));
}

/* The result of a run whose transfer did not pass; there is no child afterwards. */
static cm_worker_result ending(cm_work *work, cm_worker *worker, passage how, double seconds)
{
    cm_worker_result result = {.end = CM_WORKER_DIED, .reason = ""};
    if (how == CLOSED) {
        result.reason = end_of(work, worker);
    } else if (how == MALFORMED) {
        result.reason = "the process that ran it gave a malformed answer";
    } else if (how == LATE) {
        result.end = CM_WORKER_LATE;
        result.reason = cm_arena_printf(work->arena, "not done after %g s: stopped", seconds);
    } else {
        result.end = CM_WORKER_STOPPED;
        result.reason = "interrupted";
        forget_interrupt(worker);
    }
    kill_child(worker);
    return result;
}

/* ---- starting -------------------------------------------------------- */

/* No signal may be handled in the child before it has dropped the parent's handlers. */
static void fork_child(cm_worker *worker, int ends[2])
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        close(ends[0]);
        cm_worker_child(&worker->options, ends[1], parent);
    }
    int error = errno;
    if (child > 0)
        setpgid(child, child);
    sigprocmask(SIG_SETMASK, &before, NULL);
    worker->child = child > 0 ? child : 0;
    errno = error;
}

/* NULL: started. Else why not. */
static const char *start_process(cm_work *work, cm_worker *worker)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return cm_arena_printf(work->arena, "no channel to a process: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fork_child(worker, ends);
    int error = errno;
    close(ends[1]);
    worker->channel = ends[0];
    if (worker->child)
        return NULL;
    kill_child(worker);
    return cm_arena_printf(work->arena, "no process can be started: %s", strerror(error));
}

/* Is there a child that waits for a request? */
static bool is_ready(cm_worker *worker)
{
    int status;
    if (!worker->child || worker->awaiting)
        return false;
    if (waitpid(worker->child, &status, WNOHANG) == 0)
        return true;
    worker->child = 0;
    return false;
}

/* Starts a child unless there is one, and reads what it says first. */
static cm_worker_result start(cm_work *work, cm_worker *worker)
{
    cm_worker_result result = {.end = CM_WORKER_FAILED, .reason = ""};
    if (is_ready(worker)) {
        result.end = CM_WORKER_DONE;
        return result;
    }
    kill_child(worker);
    const char *why = start_process(work, worker);
    if (why) {
        result.reason = why;
        return result;
    }
    double deadline = now() + START_SECONDS;
    passage got = receive_frame(worker, &worker->hello, &worker->hello_length, deadline);
    cm_wire_hello hello;
    if (got == PASSED &&
        !cm_wire_get_hello(work->arena, worker->hello, worker->hello_length, &hello))
        got = MALFORMED;
    if (got != PASSED)
        return ending(work, worker, got, START_SECONDS);
    result.end = *hello.reason ? CM_WORKER_FAILED : CM_WORKER_DONE;
    result.reason = hello.reason;
    worker->has_gpu = hello.machine.has_gpu;
    worker->refused = result.end == CM_WORKER_FAILED;
    if (worker->refused)
        kill_child(worker);
    return result;
}

/* ---- what people call ------------------------------------------------ */

const cm_worker_machine *cm_worker_about(cm_work *work, cm_worker *worker, const char **reason)
{
    cm_worker_result started = start(work, worker);
    *reason = started.reason;
    if (started.end != CM_WORKER_DONE)
        return NULL;
    cm_wire_hello *hello = CM_NEW(work->arena, cm_wire_hello);
    cm_wire_get_hello(work->arena, worker->hello, worker->hello_length, hello);
    return &hello->machine;
}

bool cm_worker_refused(const cm_worker *worker)
{
    return worker->refused;
}

static passage send_request(cm_work *work, cm_worker *worker, const cm_test *test,
                            const cm_parameters *parameters, double deadline)
{
    cm_wire_request request = {*parameters, test->source->name, test->source->text,
                               test->source->length};
    cm_text out;
    cm_text_init(&out, work->arena);
    cm_wire_put_request(&out, &request);
    worker->awaiting = true;
    return send_bytes(worker, out.data, out.length, deadline);
}

static bool read_answer(cm_work *work, cm_worker *worker, const cm_test *test,
                        cm_worker_result *result)
{
    cm_wire_answer answer;
    if (!cm_wire_get_answer(work->arena, test, worker->answer, worker->answer_length, &answer))
        return false;
    *result = (cm_worker_result){
        .end = answer.end == CM_WIRE_DONE ? CM_WORKER_DONE : CM_WORKER_FAILED,
        .reason = answer.reason,
        .outcome = answer.outcome,
        .parameters = answer.parameters,
    };
    worker->refused = answer.end == CM_WIRE_REFUSED;
    return true;
}

/* The child has done its part: it waits for the next test, or ends (see serve in
 * worker_child.c) and is not to be asked again. */
static void settle(cm_worker *worker, const cm_worker_result *result)
{
    worker->awaiting = false;
    free(worker->answer);
    worker->answer = NULL;
    if (result->end == CM_WORKER_FAILED && !worker->refused && worker->has_gpu)
        kill_child(worker);
}

cm_worker_result cm_worker_run(cm_work *work, cm_worker *worker, const cm_test *test,
                               const cm_parameters *parameters, double deadline)
{
    worker->refused = false;
    cm_worker_result result = start(work, worker);
    result.parameters = *parameters;
    if (result.end != CM_WORKER_DONE)
        return result;
    double seconds = deadline > 0 ? deadline : parameters->seconds + EXTRA_SECONDS;
    double end = now() + seconds;
    passage got = send_request(work, worker, test, parameters, end);
    if (got == PASSED)
        got = receive_frame(worker, &worker->answer, &worker->answer_length, end);
    if (got == PASSED && !read_answer(work, worker, test, &result))
        got = MALFORMED;
    if (got == PASSED) {
        settle(worker, &result);
        return result;
    }
    result = ending(work, worker, got, seconds);
    result.parameters = *parameters;
    return result;
}
