/* Checking many tests: a pool of workers, each with a session of its own, and in
 * the main thread what looks after deadlines and Ctrl-C. */
#include "cli/check.h"

#include "base/pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* A worker that does not end so many ticks after Ctrl-C is left behind. */
enum { PATIENCE = 10 };

typedef struct worker {
    cmcm_session *session;
    pthread_mutex_t lock; /* of all below: a deadline must hit its own test only */
    bool running;
    struct timespec start;
} worker;

enum { MAX_WORKERS = 256 };

typedef struct runner {
    cli_plan *plan;
    const cli_inputs *inputs;
    cli_sink *sink;
    cli_totals *totals;
    worker *workers[MAX_WORKERS];
    atomic_bool stopping;
    int ticks_stopping;
} runner;

/* ---- workers --------------------------------------------------------- */

static void *worker_new(void *context, unsigned index)
{
    runner *r = context;
    worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->session = cmcm_session_new();
    if (!w->session || pthread_mutex_init(&w->lock, NULL) != 0) {
        cmcm_session_free(w->session);
        free(w);
        return NULL;
    }
    cmcm_session_set_color(w->session, r->plan->color);
    cmcm_session_set_strict(w->session, r->plan->settings->strict);
    r->workers[index] = w;
    return w;
}

static void worker_free(void *context, void *state)
{
    runner *r = context;
    worker *w = state;
    for (size_t i = 0; i < MAX_WORKERS; i++)
        if (r->workers[i] == w)
            r->workers[i] = NULL;
    cmcm_session_free(w->session);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

static void set_running(worker *w, bool running)
{
    pthread_mutex_lock(&w->lock);
    w->running = running;
    clock_gettime(CLOCK_MONOTONIC, &w->start);
    pthread_mutex_unlock(&w->lock);
}

static bool next_job(void *context, size_t index, void **job)
{
    runner *r = context;
    if (index >= r->inputs->count)
        return false;
    *job = &r->inputs->items[index];
    return true;
}

static void *run_job(void *context, void *state, void *job)
{
    runner *r = context;
    worker *w = state;
    cli_outcome *outcome = calloc(1, sizeof *outcome);
    if (!outcome)
        return NULL;
    set_running(w, true);
    cli_job_run(r->plan, &r->plan->models, w->session, job, outcome);
    set_running(w, false);
    outcome->cut_short = atomic_load(&r->stopping) && outcome->unknown;
    return outcome;
}

/* ---- the main thread ------------------------------------------------- */

static void count(cli_totals *totals, const cli_outcome *outcome)
{
    totals->tests++;
    totals->unreadable += outcome->unreadable;
    totals->unmet += outcome->unmet;
    totals->unknown += outcome->unknown;
    totals->hanging += outcome->hangs;
    totals->differing += outcome->differs;
    totals->skipped += outcome->skipped;
}

static void deliver(void *context, size_t index, void *job, void *result)
{
    (void)index;
    runner *r = context;
    const cli_input *input = job;
    cli_outcome *outcome = result;
    if (!outcome) {
        fprintf(stderr, "%s: error: out of memory\n", input->path);
        r->totals->tests++;
        r->totals->unreadable++;
        return;
    }
    if (!outcome->cut_short) {
        count(r->totals, outcome);
        if (outcome->no_memory) {
            /* Half a result is none. */
            fprintf(stderr, "%s: error: out of memory\n", input->path);
            free(outcome->result);
            outcome->result = NULL;
        }
        cli_sink_put(r->sink, outcome);
    }
    cli_outcome_free(outcome);
    free(outcome);
}

/* The checker minds its time limit itself; this is for work inside the solver
 * that does not look at the clock. */
static void check_deadlines(runner *r)
{
    double limit = r->plan->settings->timeout;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    for (size_t i = 0; i < MAX_WORKERS && limit > 0; i++) {
        worker *w = r->workers[i];
        if (!w)
            continue;
        pthread_mutex_lock(&w->lock);
        double seconds = (double)(now.tv_sec - w->start.tv_sec) +
                         (double)(now.tv_nsec - w->start.tv_nsec) * 1e-9;
        if (w->running && seconds > limit * 1.1 + 0.05)
            cmcm_session_interrupt(w->session);
        pthread_mutex_unlock(&w->lock);
    }
}

static void leave_now(runner *r)
{
    cli_sink_close(r->sink, true);
    fflush(NULL);
    _exit(128 + r->totals->signal);
}

static void tick(void *context, cm_pool *pool)
{
    runner *r = context;
    if (cli_signal_received()) {
        r->totals->signal = cli_signal_received();
        atomic_store(&r->stopping, true);
        cm_pool_stop(pool);
        if (++r->ticks_stopping > PATIENCE)
            leave_now(r);
        return;
    }
    check_deadlines(r);
    cli_sink_progress(r->sink);
}

static void interrupt_worker(void *context, void *state)
{
    (void)context;
    worker *w = state;
    cmcm_session_interrupt(w->session);
}

unsigned cli_worker_count(unsigned jobs)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (jobs)
        return jobs;
    return processors > 0 && processors <= MAX_WORKERS ? (unsigned)processors : 1;
}

bool cli_run(cli_plan *plan, const cli_inputs *inputs, cli_sink *sink, cli_totals *totals)
{
    runner r = {.plan = plan, .inputs = inputs, .sink = sink, .totals = totals};
    unsigned jobs = cli_worker_count(plan->settings->jobs);
    cm_pool_work work = {
        .workers = jobs < inputs->count ? jobs : (unsigned)inputs->count,
        .context = &r,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .next = next_job,
        .run = run_job,
        .deliver = deliver,
        .tick = tick,
        .interrupt = interrupt_worker,
    };
    return cm_pool_run(&work, NULL) != CM_POOL_FAILED;
}
