/* Many jobs on several threads, their results in the order of the jobs.
 *
 *      next() ──▶ job 0, 1, 2, ... ──▶ workers: run() ──▶ window ──▶ deliver()
 *      one worker at a time            in parallel        of slots   calling thread,
 *                                                                    in order
 *
 * A job is started only when it is less than `window` jobs past the last one
 * delivered, so that memory does not grow with the number of jobs. Everything
 * that shows results happens in the calling thread and needs no lock.
 */
#ifndef CM_BASE_POOL_H
#define CM_BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cm_pool cm_pool;

typedef struct cm_pool_work {
    unsigned workers; /* threads; 0 counts as 1 */
    size_t window;    /* jobs begun and not delivered, at most; 0: 16 per worker */
    void *context;    /* first argument of all that follows */

    /* State of one worker, made and freed in the calling thread. NULL result:
     * out of memory. Both callbacks may be absent. */
    void *(*worker_new)(void *context, unsigned worker);
    void (*worker_free)(void *context, void *state);

    /* The job with that index, counted from 0; false: there are no more. Called
     * by any worker, by one at a time, with index growing by one. */
    bool (*next)(void *context, size_t index, void **job);

    /* Does a job, in a worker's thread. */
    void *(*run)(void *context, void *state, void *job);

    /* Takes a result, in the calling thread, in the order of the indices; job
     * and result are the receiver's to free. */
    void (*deliver)(void *context, size_t index, void *job, void *result);

    /* Called in the calling thread ten times a second or so; for a progress
     * line and to see signals. May be absent. */
    void (*tick)(void *context, cm_pool *pool);

    /* Once the pool is asked to stop: called in the calling thread for each
     * worker that is at a job, again at every tick, to end that job early. May
     * be absent: jobs begun then take their time. */
    void (*interrupt)(void *context, void *state);
} cm_pool_work;

typedef enum cm_pool_end {
    CM_POOL_DONE,    /* all jobs delivered */
    CM_POOL_STOPPED, /* stopped: jobs 0..delivered-1 were begun, ended and delivered */
    CM_POOL_FAILED   /* no memory or threads: nothing was begun */
} cm_pool_end;

/* Does it all; returns when every job begun has been delivered. Signals are
 * blocked in the workers, so that handlers run in other threads only.
 * delivered: how many jobs were; may be NULL. Runs with fewer workers than
 * asked for when the system refuses more threads. */
cm_pool_end cm_pool_run(const cm_pool_work *work, size_t *delivered);

/* No further job is begun. From the callbacks `tick` and `deliver` only (a
 * signal handler sets a flag that `tick` looks at). */
void cm_pool_stop(cm_pool *pool);

#endif
