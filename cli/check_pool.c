/* Checking many tests: a pool of workers, each with a session of its own, and in
 * the main thread what looks after deadlines and Ctrl-C. */
#include "cli/check.h"
#include "cli/output.h"

#include "base/clock.h"
#include "base/pool.h"
#include "cli/names.h"
#include "cli/outcome.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A worker that does not end so many ticks after Ctrl-C is left behind. */
enum { PATIENCE = 10 };

typedef struct worker {
    cli_isolate isolate; /* where there is a time limit */
    cmcm_session *session;
    pthread_mutex_t lock; /* of all below: a deadline must hit its own test only */
    bool running;
    double start; /* of base/clock.h */
} worker;

enum { MAX_WORKERS = 256 };

typedef struct runner {
    cli_plan *plan;
    const cli_inputs *inputs;
    cli_isolated_tests tests; /* for the processes */
    cli_isolated_work isolated;
    cm_keeper *keeper; /* of the processes, where there is a time limit */
    cli_sink *sink;
    cli_totals *totals;
    worker *workers[MAX_WORKERS];
    atomic_bool stopping;
    int ticks_stopping;
    cli_names names; /* of the tests so far, where those of one name are skipped */
} runner;

/* ---- workers --------------------------------------------------------- */

static void *worker_new(void *context, unsigned index)
{
    runner *r = context;
    worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    bool has_files = cli_isolate_init(&w->isolate, r->keeper);
    w->session = has_files ? cmcm_session_new() : NULL;
    if (!w->session || pthread_mutex_init(&w->lock, NULL) != 0) {
        if (has_files)
            cli_isolate_end(&w->isolate);
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
    cli_isolate_end(&w->isolate);
    cmcm_session_free(w->session);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

static void set_running(worker *w, bool running)
{
    pthread_mutex_lock(&w->lock);
    w->running = running;
    w->start = cm_clock_seconds();
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

/* Here, in this process. spent: seconds of the limit that are over already. */
static void run_here(runner *r, worker *w, const cli_input *input, double spent,
                     cli_outcome *outcome)
{
    cli_plan plan = *r->plan;
    plan.options.spent = spent;
    cli_job_run(&plan, &r->plan->models, w->session, input, outcome);
}

static void say_died(const cli_input *input, int signal, cli_outcome *outcome)
{
    static const char died[] = "%s: error: the process that checked it ended (signal %d)\n";
    int length = snprintf(NULL, 0, died, input->path, signal);
    outcome->messages = length > 0 ? malloc((size_t)length + 1) : NULL;
    if (outcome->messages)
        snprintf(outcome->messages, (size_t)length + 1, died, input->path, signal);
    outcome->unreadable = true;
}

/* In a process of its own, so that the limit holds. What a test that is late came to
 * is said here, as if it had been given no time. */
static void run_isolated(runner *r, worker *w, const cli_input *input, cli_outcome *outcome)
{
    int why;
    switch (cli_isolate_ask(&w->isolate, (uint64_t)(input - r->inputs->items),
                            r->plan->settings->timeout, cli_outcome_take, outcome, &why)) {
    case CLI_ISOLATED_DONE:
        return;
    case CLI_ISOLATED_LATE:
        run_here(r, w, input, r->plan->options.timeout, outcome);
        return;
    case CLI_ISOLATED_STOPPED:
        outcome->unknown = true;
        return;
    case CLI_ISOLATED_DIED:
        say_died(input, why, outcome);
        return;
    case CLI_ISOLATED_NONE:
        run_here(r, w, input, 0, outcome);
        return;
    }
}

static void *run_job(void *context, void *state, void *job)
{
    runner *r = context;
    worker *w = state;
    cli_outcome *outcome = calloc(1, sizeof *outcome);
    if (!outcome)
        return NULL;
    set_running(w, true);
    if (r->plan->options.timeout > 0)
        run_isolated(r, w, job, outcome);
    else
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

/* A copy loses nothing. Of another test the answer is lost, which is said at any rate. */
static char *repeated_message(const cli_plan *plan, const char *path, const char *earlier,
                              const char *name, bool is_copy)
{
    const char *kind = plan->settings->strict ? "error" : "warning";
    const char *form = is_copy ? "%s: %s: skipped, %s is the same test (%s)\n"
                               : "%s: %s: skipped, %s is another test of the same name (%s); "
                                 "--same-name check checks both\n";
    if (is_copy && plan->settings->quiet && !plan->settings->strict)
        return NULL;
    int length = snprintf(NULL, 0, form, path, kind, earlier, name);
    char *text = length > 0 ? malloc((size_t)length + 1) : NULL;
    if (text)
        snprintf(text, (size_t)length + 1, form, path, kind, earlier, name);
    else
        cli_no_memory();
    return text;
}

/* The second test of a name, and each after it, as it comes in its turn: what it came to
 * does not count and is not shown. */
static bool skip_repeated(runner *r, const cli_input *input, cli_outcome *outcome)
{
    if (!r->names.tests || !outcome->name || !outcome->digest)
        return false;
    const char *earlier;
    cli_repeated repeated =
        cli_names_add(&r->names, input->path, &outcome->name, &outcome->digest, &earlier);
    if (repeated == CLI_NEW_NAME)
        return false;
    bool is_copy = repeated == CLI_SAME_TEST;
    cli_outcome skip = {
        .of_model = outcome->of_model,
        .messages = repeated_message(r->plan, input->path, earlier, outcome->name, is_copy),
        .unreadable = r->plan->settings->strict,
    };
    skip.skipped = r->plan->table != NULL;
    count(r->totals, &skip);
    r->totals->copies += is_copy;
    r->totals->namesakes += !is_copy;
    cli_sink_put(r->sink, &skip);
    free(skip.messages);
    return true;
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
    if (!outcome->cut_short && !skip_repeated(r, input, outcome)) {
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
    double now = cm_clock_seconds();
    for (size_t i = 0; i < MAX_WORKERS && limit > 0; i++) {
        worker *w = r->workers[i];
        if (!w)
            continue;
        pthread_mutex_lock(&w->lock);
        double seconds = now - w->start;
        if (w->running && seconds > limit * 1.1 + 0.05)
            cmcm_session_interrupt(w->session);
        pthread_mutex_unlock(&w->lock);
    }
}

static void tick(void *context, cm_pool *pool)
{
    runner *r = context;
    int number = cm_stop_asked(r->plan->stop);
    if (number) {
        r->totals->signal = number;
        atomic_store(&r->stopping, true);
        cm_pool_stop(pool);
        if (++r->ticks_stopping > PATIENCE) {
            cli_sink_close(r->sink, true);
            fflush(NULL);
            _exit(128 + r->totals->signal);
        }
        return;
    }
    check_deadlines(r);
    cli_sink_progress(r->sink);
}

static void interrupt_worker(void *context, void *state)
{
    (void)context;
    worker *w = state;
    cli_isolate_stop(&w->isolate);
    cmcm_session_interrupt(w->session);
}

/* What can be read only once is read before the tests are checked, as one that is
 * late is read again. */
static void read_streams(cli_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        struct stat about;
        cli_input *input = &inputs->items[i];
        if (input->source)
            continue;
        if (strcmp(input->path, "-") != 0 &&
            (stat(input->path, &about) != 0 || S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)))
            continue;
        cm_work work;
        cm_work_init(&work, inputs->arena);
        input->source = cm_source_read(&work, input->path);
    }
}

unsigned cli_worker_count(unsigned jobs)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (jobs)
        return jobs;
    return processors > 0 && processors <= MAX_WORKERS ? (unsigned)processors : 1;
}

/* As in a log, which has tests by their names. The rows of a table name files. */
static bool skips_same_names(const cli_plan *plan)
{
    const char *word = plan->settings->same_name;
    return word ? strcmp(word, "skip") == 0 : !plan->table;
}

bool cli_check_all(cli_plan *plan, cli_inputs *inputs, cli_sink *sink, cli_totals *totals)
{
    runner r = {
        .plan = plan, .inputs = inputs, .tests = {plan, inputs}, .sink = sink, .totals = totals};
    r.isolated = cli_outcome_work(&r.tests);
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
    if (plan->settings->timeout > 0) {
        read_streams(inputs);
        r.keeper = cli_isolate_keeper(&r.isolated);
    }
    bool began = !skips_same_names(plan) || cli_names_init(&r.names, inputs->count);
    began = began && cm_pool_run(&work, NULL) != CM_POOL_FAILED;
    cli_names_end(&r.names);
    cm_keeper_free(r.keeper);
    return began;
}
