/* A worker's parent side: one child at a time (base/child.h), requests and answers. */
#include "hwrun/run/worker.h"

#include "base/child.h"
#include "base/clock.h"
#include "hwrun/run/worker_wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Starting a driver takes seconds; nothing takes so long as this. */
#define START_SECONDS 60.0
#define EXTRA_SECONDS 60.0

struct cm_worker {
    cm_worker_options options;
    char *compiler;
    cm_child child;
    bool awaiting; /* a request was sent and not answered: the child is of no more use */
    bool has_gpu;
    char *hello; /* the child's, without its head */
    size_t hello_length;
    char *answer; /* the latest, owned here because reading it may escape */
    size_t answer_length;
};

/* ---- the worker ------------------------------------------------------ */

cm_worker *cm_worker_new(const cm_worker_options *options)
{
    cm_worker *worker = calloc(1, sizeof *worker);
    char *compiler = strdup(options->compiler ? options->compiler : "cc");
    if (!worker || !compiler || !cm_child_init(&worker->child)) {
        free(worker);
        free(compiler);
        return NULL;
    }
    worker->options = *options;
    worker->options.compiler = worker->compiler = compiler;
    return worker;
}

static void end_child(cm_worker *worker)
{
    cm_child_kill(&worker->child);
    free(worker->hello);
    free(worker->answer);
    worker->hello = worker->answer = NULL;
    worker->awaiting = false;
}

void cm_worker_free(cm_worker *worker)
{
    if (!worker)
        return;
    end_child(worker);
    cm_child_close(&worker->child);
    free(worker->compiler);
    free(worker);
}

void cm_worker_interrupt(cm_worker *worker)
{
    cm_child_interrupt(&worker->child);
}

/* ---- endings --------------------------------------------------------- */

/* How the child, whose channel is closed, came to its end. */
static const char *end_of(cm_work *work, cm_worker *worker)
{
    int status;
    if (!cm_child_wait(&worker->child, 1, &status))
        return "the process that ran it closed its channel";
    if (WIFSIGNALED(status))
        return cm_arena_printf(work->arena, "the process that ran it was ended by signal %d (%s)",
                               WTERMSIG(status), strsignal(WTERMSIG(status)));
    return cm_arena_printf(work->arena, "the process that ran it ended with status %d",
                           WEXITSTATUS(status));
}

/* The result of a run whose transfer failed. The child is ended. */
static cm_worker_result ending(cm_work *work, cm_worker *worker, cm_passage how, double seconds)
{
    cm_worker_result result = {.end = CM_WORKER_DIED, .reason = ""};
    if (how == CM_CLOSED) {
        result.reason = end_of(work, worker);
    } else if (how == CM_MALFORMED) {
        result.reason = "the process that ran it gave a malformed answer";
    } else if (how == CM_LATE) {
        result.end = CM_WORKER_LATE;
        result.reason = cm_arena_printf(work->arena, "not done after %g s: stopped", seconds);
    } else {
        result.end = CM_WORKER_STOPPED;
        result.reason = "interrupted";
        cm_child_resume(&worker->child); /* an interruption ends one run */
    }
    end_child(worker);
    return result;
}

/* ---- starting -------------------------------------------------------- */

/* Starts a child unless there is one, and reads what it says first. */
static cm_worker_result start_child(cm_work *work, cm_worker *worker)
{
    cm_worker_result result = {.end = CM_WORKER_FAILED, .reason = ""};
    if (!worker->awaiting && cm_child_is_alive(&worker->child)) {
        result.end = CM_WORKER_DONE;
        return result;
    }
    end_child(worker);
    if (!cm_child_start(&worker->child, cm_worker_child, &worker->options)) {
        result.reason =
            cm_arena_printf(work->arena, "no process can be started: %s", strerror(errno));
        return result;
    }
    double deadline = cm_clock_seconds() + START_SECONDS;
    cm_passage got =
        cm_child_receive(&worker->child, &worker->hello, &worker->hello_length, deadline);
    cm_wire_hello hello;
    if (got == CM_PASSED &&
        !cm_wire_get_hello(work->arena, worker->hello, worker->hello_length, &hello))
        got = CM_MALFORMED;
    if (got != CM_PASSED)
        return ending(work, worker, got, START_SECONDS);
    result.end = *hello.reason ? CM_WORKER_REFUSED : CM_WORKER_DONE;
    result.reason = hello.reason;
    worker->has_gpu = hello.machine.has_gpu;
    if (result.end == CM_WORKER_REFUSED)
        end_child(worker);
    return result;
}

/* ---- what people call ------------------------------------------------ */

const cm_worker_machine *cm_worker_about(cm_work *work, cm_worker *worker, const char **reason)
{
    cm_worker_result started = start_child(work, worker);
    *reason = started.reason;
    if (started.end != CM_WORKER_DONE)
        return NULL;
    cm_wire_hello *hello = CM_NEW(work->arena, cm_wire_hello);
    cm_wire_get_hello(work->arena, worker->hello, worker->hello_length, hello);
    return &hello->machine;
}

cm_worker_result cm_worker_run(cm_work *work, cm_worker *worker, const cm_test *test,
                               const cm_parameters *parameters, double deadline)
{
    cm_worker_result result = start_child(work, worker);
    result.parameters = *parameters;
    if (result.end != CM_WORKER_DONE)
        return result;
    double seconds = deadline > 0 ? deadline : parameters->seconds + EXTRA_SECONDS;
    double end = cm_clock_seconds() + seconds;
    cm_wire_request request = {*parameters, test->source->name, test->source->text,
                               test->source->length};
    cm_text out = cm_text_new(work->arena);
    cm_wire_put_request(&out, &request);
    worker->awaiting = true;
    cm_passage got = cm_child_send(&worker->child, out.data, out.length, end);
    if (got == CM_PASSED)
        got = cm_child_receive(&worker->child, &worker->answer, &worker->answer_length, end);
    if (got == CM_PASSED &&
        !cm_wire_get_answer(work->arena, test, worker->answer, worker->answer_length, &result))
        got = CM_MALFORMED;
    if (got == CM_PASSED) {
        /* The child has done its part: it waits for the next test, or ends (see serve in
         * worker_child.c) and is not to be asked again. */
        worker->awaiting = false;
        free(worker->answer);
        worker->answer = NULL;
        if (result.end == CM_WORKER_FAILED && worker->has_gpu)
            end_child(worker);
        return result;
    }
    result = ending(work, worker, got, seconds);
    result.parameters = *parameters;
    return result;
}
