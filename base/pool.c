/* The pool: one mutex, a ring of slots, workers that take jobs in order.
 *
 *      slots of jobs:   delivered   ...   begun
 *                       |  done  busy  done  |   empty   |
 *                       next to deliver      next to begin (at most window on)
 */
#include "base/pool.h"

#include "base/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum { TICK_NANOSECONDS = 100 * 1000 * 1000, STACK_BYTES = 16 * 1024 * 1024 };

typedef struct slot {
    void *job, *result;
    bool done;
} slot;

typedef struct worker {
    cm_pool *pool;
    void *state;
    pthread_t thread;
    bool busy; /* at a job; under the lock */
} worker;

struct cm_pool {
    const cm_pool_work *work;
    pthread_mutex_t lock;
    pthread_cond_t room;    /* a slot became free, or no more jobs begin */
    pthread_cond_t results; /* a job is done, or no more jobs begin */
    slot *slots;
    worker *workers;
    size_t window;
    size_t begun, delivered;
    size_t fresh; /* results since the calling thread last looked */
    bool ended;   /* next said so, or stop */
    bool stopped; /* asked to */
};

/* ---- workers ------------------------------------------------------------- */

/* Under the lock: waits for room and takes the next job. NULL: no more. */
static slot *take_slot(cm_pool *pool)
{
    while (!pool->ended && pool->begun - pool->delivered >= pool->window)
        pthread_cond_wait(&pool->room, &pool->lock);
    if (pool->ended)
        return NULL;
    slot *s = &pool->slots[pool->begun % pool->window];
    *s = (slot){0};
    if (!pool->work->next(pool->work->context, pool->begun, &s->job)) {
        pool->ended = true;
        pthread_cond_broadcast(&pool->room);
        pthread_cond_signal(&pool->results);
        return NULL;
    }
    pool->begun++;
    return s;
}

static void *worker_main(void *argument)
{
    worker *w = argument;
    cm_pool *pool = w->pool;
    pthread_mutex_lock(&pool->lock);
    for (slot *s = take_slot(pool); s; s = take_slot(pool)) {
        w->busy = true;
        pthread_mutex_unlock(&pool->lock);
        void *result = pool->work->run(pool->work->context, w->state, s->job);
        pthread_mutex_lock(&pool->lock);
        w->busy = false;
        s->result = result;
        s->done = true;
        /* The calling thread is woken for several results at once, as waking it for each
         * takes a processor from the workers; it finds the others at its next tick. */
        if (++pool->fresh * 4 >= pool->window || pool->ended)
            pthread_cond_signal(&pool->results);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* ---- the calling thread -------------------------------------------------- */

/* Under the lock: the slot to deliver next if its job is done, or NULL. */
static slot *ready(cm_pool *pool)
{
    slot *s = &pool->slots[pool->delivered % pool->window];
    return pool->delivered < pool->begun && s->done ? s : NULL;
}

/* Under the lock, which it leaves while delivering. */
static void deliver_all(cm_pool *pool, unsigned workers)
{
    struct timespec wake = cm_clock_after(TICK_NANOSECONDS);
    for (;;) {
        pool->fresh = 0;
        slot *s = ready(pool);
        if (s) {
            slot taken = *s;
            pthread_mutex_unlock(&pool->lock);
            pool->work->deliver(pool->work->context, pool->delivered, taken.job, taken.result);
            pthread_mutex_lock(&pool->lock);
            pool->delivered++;
            pthread_cond_signal(&pool->room);
        } else if (pool->ended && pool->delivered == pool->begun) {
            return;
        } else {
            pthread_cond_timedwait(&pool->results, &pool->lock, &wake);
        }
        struct timespec now = cm_clock_now();
        if (now.tv_sec > wake.tv_sec ||
            (now.tv_sec == wake.tv_sec && now.tv_nsec >= wake.tv_nsec)) {
            pthread_mutex_unlock(&pool->lock);
            if (pool->work->tick)
                pool->work->tick(pool->work->context, pool);
            pthread_mutex_lock(&pool->lock);
            /* Under the lock. Interrupting under it is what makes sure that the worker is
             * still at the job that is meant. */
            if (pool->stopped && pool->work->interrupt) {
                for (unsigned i = 0; i < workers; i++)
                    if (pool->workers[i].busy)
                        pool->work->interrupt(pool->work->context, pool->workers[i].state);
            }
            wake = cm_clock_after(TICK_NANOSECONDS);
        }
    }
}

void cm_pool_stop(cm_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->ended = true;
    pool->stopped = true;
    pthread_cond_broadcast(&pool->room);
    pthread_mutex_unlock(&pool->lock);
}

/* ---- beginning and end ---------------------------------------------------- */

/* Makes the worker's state and its thread. */
static bool start_worker(cm_pool *pool, unsigned index)
{
    const cm_pool_work *work = pool->work;
    worker *w = &pool->workers[index];
    w->pool = pool;
    w->state = work->worker_new ? work->worker_new(work->context, index) : NULL;
    if (work->worker_new && !w->state)
        return false;
    /* The solver recurses deeply; not every system gives threads a big stack. */
    pthread_attr_t attributes;
    bool ok = pthread_attr_init(&attributes) == 0;
    if (ok) {
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
        ok = pthread_create(&w->thread, &attributes, worker_main, w) == 0;
        pthread_attr_destroy(&attributes);
    }
    if (!ok && work->worker_free)
        work->worker_free(work->context, w->state);
    return ok;
}

static bool init_sync(cm_pool *pool)
{
    pthread_condattr_t monotonic;
    if (pthread_condattr_init(&monotonic) != 0)
        return false;
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    bool lock = pthread_mutex_init(&pool->lock, NULL) == 0;
    bool room = pthread_cond_init(&pool->room, NULL) == 0;
    bool results = pthread_cond_init(&pool->results, &monotonic) == 0;
    pthread_condattr_destroy(&monotonic);
    return lock && room && results; /* on Linux they cannot fail */
}

cm_pool_end cm_pool_run(const cm_pool_work *work, size_t *delivered)
{
    unsigned wanted = work->workers ? work->workers : 1;
    cm_pool pool = {.work = work, .window = work->window ? work->window : (size_t)wanted * 16};
    pool.slots = calloc(pool.window, sizeof *pool.slots);
    pool.workers = calloc(wanted, sizeof *pool.workers);
    unsigned running = 0;
    if (pool.slots && pool.workers && init_sync(&pool)) {
        /* How many workers run. */
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        unsigned started = 0;
        while (started < wanted && start_worker(&pool, started))
            started++;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        running = started;
        pthread_mutex_lock(&pool.lock);
        if (running)
            deliver_all(&pool, running);
        pthread_mutex_unlock(&pool.lock);
        for (unsigned i = 0; i < running; i++) {
            pthread_join(pool.workers[i].thread, NULL);
            if (pool.work->worker_free)
                pool.work->worker_free(pool.work->context, pool.workers[i].state);
        }
        pthread_cond_destroy(&pool.results);
        pthread_cond_destroy(&pool.room);
        pthread_mutex_destroy(&pool.lock);
    }
    free(pool.slots);
    free(pool.workers);
    if (delivered)
        *delivered = pool.delivered;
    if (!running)
        return CM_POOL_FAILED;
    return pool.stopped ? CM_POOL_STOPPED : CM_POOL_DONE;
}
