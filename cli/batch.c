/* Many questions, several workers. See batch.h. */
#include "cli/batch.h"

#include "base/answer.h"
#include "base/clock.h"
#include "base/keeper.h"
#include "base/pool.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_WORKERS = 256 };
/* A worker that does not end so many ticks after Ctrl-C is left behind. */
enum { PATIENCE = 10 };

typedef struct worker {
    cm_child child; /* where there is a time limit */
    cmcm_session *session;
    pthread_mutex_t lock; /* of what follows: a deadline must hit its own question only */
    bool running;
    double start; /* of base/clock.h */
} worker;

typedef struct runner {
    cli_batch *batch;
    cm_keeper *keeper; /* of the processes, where there is a time limit */
    worker *workers[MAX_WORKERS];
    atomic_bool stopping;
    int ticks_stopping;
    bool line_shown;
    char **said; /* of models, once however many processes loaded one */
    size_t said_count;
} runner;

/* ---- outcomes --------------------------------------------------------- */

void cli_outcome_append(cli_outcome *outcome, char **text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t old = *text ? strlen(*text) : 0;
    int length = vsnprintf(NULL, 0, format, args);
    char *grown = length > 0 ? realloc(*text, old + (size_t)length + 1) : NULL;
    if (grown) {
        vsnprintf(grown + old, (size_t)length + 1, format, again);
        *text = grown;
    } else if (length != 0) {
        outcome->unreadable = outcome->no_memory = true;
    }
    va_end(again);
    va_end(args);
}

static const size_t flags[] = {
    offsetof(cli_outcome, unreadable), offsetof(cli_outcome, unmet),
    offsetof(cli_outcome, unknown),    offsetof(cli_outcome, hangs),
    offsetof(cli_outcome, differs),    offsetof(cli_outcome, skipped),
    offsetof(cli_outcome, complete),   offsetof(cli_outcome, no_memory),
};
static const size_t texts[] = {
    offsetof(cli_outcome, result),   offsetof(cli_outcome, differences),
    offsetof(cli_outcome, of_model), offsetof(cli_outcome, messages),
    offsetof(cli_outcome, name),     offsetof(cli_outcome, digest),
    offsetof(cli_outcome, model),    offsetof(cli_outcome, states),
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static void *field_of(cli_outcome *outcome, size_t offset)
{
    return (char *)outcome + offset;
}

static void free_outcome(cli_outcome *outcome)
{
    for (size_t i = 0; i < COUNT(texts); i++)
        free(*(char **)field_of(outcome, texts[i]));
    *outcome = (cli_outcome){0};
}

static void put_outcome(cm_text *fields, cli_outcome *outcome)
{
    for (size_t i = 0; i < COUNT(flags); i++)
        cm_message_put_u64(fields, *(bool *)field_of(outcome, flags[i]));
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *text = *(char **)field_of(outcome, texts[i]);
        cm_message_put_u64(fields, text != NULL);
        cm_message_put_text(fields, text ? text : "", text ? strlen(text) : 0);
    }
    cm_message_put_u64(fields, outcome->state_count);
    cm_message_put_u64(fields, outcome->satisfying);
    cm_message_put_text(fields, (const char *)&outcome->seconds, sizeof outcome->seconds);
}

static bool take_outcome(cm_message *fields, void *answer)
{
    cli_outcome *outcome = answer;
    bool lost = false;
    size_t length;
    *outcome = (cli_outcome){0};
    for (size_t i = 0; i < COUNT(flags); i++)
        *(bool *)field_of(outcome, flags[i]) = cm_message_get_u64(fields) != 0;
    for (size_t i = 0; i < COUNT(texts); i++) {
        char **text = field_of(outcome, texts[i]);
        bool present = cm_message_get_u64(fields) != 0;
        const char *view = cm_message_get_view(fields, &length);
        *text = present ? strndup(view, length) : NULL;
        lost = lost || (present && !*text);
    }
    outcome->state_count = cm_message_get_u64(fields);
    outcome->satisfying = cm_message_get_u64(fields);
    const char *seconds = cm_message_get_view(fields, &length);
    if (length == sizeof outcome->seconds)
        memcpy(&outcome->seconds, seconds, length);
    if (!fields->bad && !lost)
        return true;
    free_outcome(outcome);
    return false;
}

/* ---- workers ---------------------------------------------------------- */

static cmcm_session *new_session(const cli_batch *batch)
{
    cmcm_session *session = cmcm_session_new();
    if (!session)
        return NULL;
    cmcm_session_set_color(session, batch->color);
    cmcm_session_set_strict(session, batch->strict);
    for (int i = 0; batch->includes && i < batch->includes->count; i++)
        cmcm_session_add_include(session, batch->includes->items[i]);
    return session;
}

static void *worker_new(void *context, unsigned index)
{
    runner *r = context;
    worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    bool has_files = cm_child_init(&w->child);
    w->session = has_files ? new_session(r->batch) : NULL;
    if (w->session && pthread_mutex_init(&w->lock, NULL) == 0)
        return r->workers[index] = w;
    if (has_files)
        cm_child_close(&w->child);
    cmcm_session_free(w->session);
    free(w);
    return NULL;
}

static void worker_free(void *context, void *state)
{
    runner *r = context;
    worker *w = state;
    for (size_t i = 0; i < MAX_WORKERS; i++)
        if (r->workers[i] == w)
            r->workers[i] = NULL;
    cm_child_close(&w->child);
    cmcm_session_free(w->session);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

typedef struct answering {
    const cli_batch *batch;
    cmcm_session *session;
} answering;

static void answer(void *argument, cm_message *request, cm_text *fields)
{
    const answering *a = argument;
    cli_outcome outcome = {0};
    a->batch->run(a->batch->context, a->session, cm_message_get_u64(request), 0, &outcome);
    put_outcome(fields, &outcome);
    free_outcome(&outcome);
}

static void serve(void *context, int channel)
{
    answering a = {context, new_session(context)};
    if (a.session) /* else the process ends */
        cm_answer_all(channel, answer, &a);
}

/* Has the question answered in a process. False: it is to be answered here, *spent seconds of its
 * time being over: what a question that is late came to is said as if it had been given none. */
static bool ask_process(runner *r, worker *w, uint64_t index, double *spent, cli_outcome *outcome)
{
    const uint64_t frame[] = {sizeof index, index};
    double deadline = cm_clock_seconds() + r->batch->timeout + CM_ANSWER_GRACE;
    if (w->child.pid == 0 && !(r->keeper && cm_child_start_kept(&w->child, r->keeper)))
        return false;
    cm_passage passed = cm_answer_ask(&w->child, (const char *)frame, sizeof frame, deadline,
                                      take_outcome, outcome);
    int died_of = passed == CM_CLOSED ? cm_answer_died_of(&w->child) : 0;
    if (passed != CM_CLOSED && passed != CM_PASSED)
        cm_child_kill(&w->child);
    switch (passed) {
    case CM_PASSED:
        return true;
    case CM_STOPPED:
        outcome->unknown = true;
        return true;
    case CM_LATE:
        *spent = r->batch->timeout;
        return false;
    case CM_CLOSED:
    case CM_MALFORMED:
        break;
    }
    outcome->unreadable = true;
    outcome->differs = true; /* from a table, which expects an answer */
    cli_outcome_append(outcome, &outcome->messages,
                       "%s: error: the process that checked it ended (signal %d)\n",
                       r->batch->name(r->batch->context, index), died_of);
    return true;
}

static void set_running(worker *w, bool running)
{
    pthread_mutex_lock(&w->lock);
    w->running = running;
    w->start = cm_clock_seconds();
    pthread_mutex_unlock(&w->lock);
}

static void *run_job(void *context, void *state, void *job)
{
    runner *r = context;
    worker *w = state;
    const cli_batch *b = r->batch;
    double spent = 0;
    cli_outcome *outcome = calloc(1, sizeof *outcome);
    if (!outcome)
        return NULL;
    set_running(w, true);
    if (b->timeout <= 0 || !ask_process(r, w, (uintptr_t)job, &spent, outcome))
        b->run(b->context, w->session, (uintptr_t)job, spent, outcome);
    set_running(w, false);
    outcome->cut_short = atomic_load(&r->stopping) && outcome->unknown;
    return outcome;
}

/* ---- the calling thread ----------------------------------------------- */

static bool next_job(void *context, size_t index, void **job)
{
    const runner *r = context;
    *job = (void *)(uintptr_t)index;
    return index < r->batch->count;
}

static void hide_progress(runner *r)
{
    if (r->line_shown)
        fputs("\r\033[K", stderr);
    r->line_shown = false;
}

/* Without memory to remember it by, it is said again. */
static void say_once(runner *r, const char *text)
{
    for (size_t i = 0; i < r->said_count; i++)
        if (strcmp(r->said[i], text) == 0)
            return;
    fputs(text, stderr);
    char **more = realloc(r->said, (r->said_count + 1) * sizeof *more);
    if (!more)
        return;
    r->said = more;
    more[r->said_count] = strdup(text);
    r->said_count += more[r->said_count] != NULL;
}

static void deliver(void *context, size_t index, void *job, void *result)
{
    (void)job;
    runner *r = context;
    cli_batch *b = r->batch;
    cli_outcome *outcome = result;
    if (!outcome || !outcome->cut_short) {
        hide_progress(r);
        if (!outcome)
            fprintf(stderr, "%s: error: out of memory\n", b->name(b->context, index));
        else if (outcome->of_model)
            say_once(r, outcome->of_model);
        b->deliver(b->context, index, outcome);
        b->done++;
    }
    if (outcome)
        free_outcome(outcome);
    free(outcome);
}

/* Whoever answers minds its time limit itself; this is for work inside the solver that does not
 * look at the clock. */
static void check_deadlines(runner *r)
{
    double limit = r->batch->timeout, now = cm_clock_seconds();
    for (size_t i = 0; i < MAX_WORKERS && limit > 0; i++) {
        worker *w = r->workers[i];
        if (!w)
            continue;
        pthread_mutex_lock(&w->lock);
        if (w->running && now - w->start > limit * 1.1 + 0.05)
            cmcm_session_interrupt(w->session);
        pthread_mutex_unlock(&w->lock);
    }
}

static void tick(void *context, cm_pool *pool)
{
    runner *r = context;
    cli_batch *b = r->batch;
    b->signal = cm_stop_asked(b->stop);
    if (b->signal) {
        atomic_store(&r->stopping, true);
        cm_pool_stop(pool);
        if (++r->ticks_stopping <= PATIENCE)
            return;
        if (b->give_up)
            b->give_up(b->context);
        fflush(NULL);
        _exit(128 + b->signal);
    }
    check_deadlines(r);
    if (!b->shows_progress || b->done == b->count)
        return;
    double seconds = cm_clock_seconds() - b->start;
    fprintf(stderr, "\r\033[K%zu/%zu %s", b->done, b->count, b->what);
    if (seconds > 0 && b->done > 0)
        fprintf(stderr, ", %.1f/s", (double)b->done / seconds);
    fflush(stderr);
    r->line_shown = true;
}

static void interrupt_worker(void *context, void *state)
{
    (void)context;
    worker *w = state;
    cm_child_interrupt(&w->child);
    cmcm_session_interrupt(w->session);
}

bool cli_batch_run(cli_batch *batch)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned here = processors > 0 && processors <= MAX_WORKERS ? (unsigned)processors : 1;
    unsigned jobs = batch->jobs ? batch->jobs : here;
    runner r = {.batch = batch};
    const cm_pool_work work = {
        .workers = jobs < batch->count ? jobs : (unsigned)batch->count,
        .context = &r,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .next = next_job,
        .run = run_job,
        .deliver = deliver,
        .tick = tick,
        .interrupt = interrupt_worker,
    };
    batch->start = cm_clock_seconds();
    if (batch->timeout > 0)
        r.keeper = cm_keeper_new(serve, batch);
    bool began = cm_pool_run(&work, NULL) != CM_POOL_FAILED;
    hide_progress(&r);
    if (!began)
        fputs("cmcm: error: no memory or threads to begin\n", stderr);
    cm_keeper_free(r.keeper);
    for (size_t i = 0; i < r.said_count; i++)
        free(r.said[i]);
    free(r.said);
    return began;
}

int cli_batch_interrupted(const cli_batch *batch)
{
    if (!batch->signal)
        return 0;
    fprintf(stderr, "cmcm: interrupted after %zu of %zu %s\n", batch->done, batch->count,
            batch->what);
    return 128 + batch->signal;
}
