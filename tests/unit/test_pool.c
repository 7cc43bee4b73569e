/* base/pool: order, window, stopping. */
#include "base/pool.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <time.h>

typedef struct pool_test {
    size_t jobs, window;
    size_t begun, delivered, ticks;
    int states_alive;
    bool stop_in_tick, interrupted;
} pool_test;

static void *test_worker_new(void *context, unsigned worker)
{
    (void)worker;
    pool_test *t = context;
    t->states_alive++;
    return calloc(1, sizeof(int));
}

static void test_worker_free(void *context, void *worker)
{
    pool_test *t = context;
    t->states_alive--;
    free(worker);
}

static bool test_next(void *context, size_t index, void **job)
{
    pool_test *t = context;
    if (index >= t->jobs)
        return false;
    assert_int_equal(index, t->begun);
    size_t *number = malloc(sizeof *number);
    *number = index;
    *job = number;
    t->begun++;
    return true;
}

static void sleep_microseconds(long n)
{
    struct timespec time = {0, n * 1000};
    nanosleep(&time, NULL);
}

/* Takes a time that varies, so that jobs end in another order. */
static void *test_run(void *context, void *worker, void *job)
{
    (void)context;
    ++*(int *)worker;
    size_t number = *(size_t *)job;
    if (number % 7 == 0)
        sleep_microseconds((long)(number % 5) * 200);
    size_t *result = malloc(sizeof *result);
    *result = number * number;
    return result;
}

static void test_deliver(void *context, size_t index, void *job, void *result)
{
    pool_test *t = context;
    assert_int_equal(index, t->delivered);
    assert_int_equal(*(size_t *)job, index);
    assert_int_equal(*(size_t *)result, index * index);
    t->delivered++;
    free(job);
    free(result);
}

static void test_tick(void *context, cm_pool *pool)
{
    pool_test *t = context;
    t->ticks++;
    if (t->stop_in_tick)
        cm_pool_stop(pool);
}

static cm_pool_work pool_work(pool_test *t, unsigned workers)
{
    return (cm_pool_work){.workers = workers,
                          .window = t->window,
                          .context = t,
                          .worker_new = test_worker_new,
                          .worker_free = test_worker_free,
                          .next = test_next,
                          .run = test_run,
                          .deliver = test_deliver,
                          .tick = test_tick};
}

TEST(pool_keeps_order)
{
    static const struct {
        unsigned workers;
        size_t jobs, window;
    } cases[] = {{0, 10, 0}, {1, 0, 0}, {1, 50, 1}, {4, 1000, 0}, {3, 500, 2}, {8, 3, 64}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pool_test t = {.jobs = cases[i].jobs, .window = cases[i].window};
        cm_pool_work work = pool_work(&t, cases[i].workers);
        size_t delivered = 99;
        assert_int_equal(cm_pool_run(&work, &delivered), CM_POOL_DONE);
        assert_int_equal(delivered, cases[i].jobs);
        assert_int_equal(t.delivered, cases[i].jobs);
        assert_int_equal(t.states_alive, 0);
    }
}

/* Endless jobs; a signal handler would set the flag that tick sees. */
TEST(pool_stops)
{
    pool_test t = {.jobs = SIZE_MAX, .stop_in_tick = true};
    cm_pool_work work = pool_work(&t, 3);
    size_t delivered = 0;
    assert_int_equal(cm_pool_run(&work, &delivered), CM_POOL_STOPPED);
    assert_true(delivered > 0);
    assert_int_equal(delivered, t.delivered);
    assert_int_equal(delivered, t.begun);
    assert_int_equal(t.states_alive, 0);
}

/* Jobs that only an interruption ends. */
static void *endless_run(void *context, void *worker, void *job)
{
    (void)context;
    int *stop = worker;
    while (!__atomic_load_n(stop, __ATOMIC_ACQUIRE))
        sleep_microseconds(1000);
    size_t *result = malloc(sizeof *result);
    *result = *(size_t *)job * *(size_t *)job;
    return result;
}

static void endless_interrupt(void *context, void *worker)
{
    ((pool_test *)context)->interrupted = true;
    __atomic_store_n((int *)worker, 1, __ATOMIC_RELEASE);
}

TEST(pool_interrupts)
{
    pool_test t = {.jobs = SIZE_MAX, .stop_in_tick = true};
    cm_pool_work work = pool_work(&t, 2);
    work.run = endless_run;
    work.interrupt = endless_interrupt;
    size_t delivered = 0;
    assert_int_equal(cm_pool_run(&work, &delivered), CM_POOL_STOPPED);
    assert_true(t.interrupted);
    assert_int_equal(delivered, 2);
    assert_int_equal(t.delivered, 2);
}

/* One job hangs until all others that may begin have: exactly a window's. */
typedef struct window_test {
    size_t window, begun, delivered;
} window_test;

static bool window_next(void *context, size_t index, void **job)
{
    window_test *t = context;
    *job = NULL;
    if (index >= 200)
        return false;
    __atomic_add_fetch(&t->begun, 1, __ATOMIC_ACQ_REL);
    size_t delivered = __atomic_load_n(&t->delivered, __ATOMIC_ACQUIRE);
    /* the one being delivered counts as not yet delivered */
    assert_true(index < delivered + t->window);
    return true;
}

static void *window_run(void *context, void *worker, void *job)
{
    (void)worker;
    (void)job;
    window_test *t = context;
    size_t begun = __atomic_load_n(&t->begun, __ATOMIC_ACQUIRE);
    if (begun < 3)
        sleep_microseconds(20000);
    return NULL;
}

static void window_deliver(void *context, size_t index, void *job, void *result)
{
    (void)index;
    (void)job;
    (void)result;
    __atomic_add_fetch(&((window_test *)context)->delivered, 1, __ATOMIC_ACQ_REL);
}

TEST(pool_window_is_bounded)
{
    window_test t = {.window = 5};
    cm_pool_work work = {.workers = 3,
                         .window = t.window,
                         .context = &t,
                         .next = window_next,
                         .run = window_run,
                         .deliver = window_deliver};
    assert_int_equal(cm_pool_run(&work, NULL), CM_POOL_DONE);
    assert_int_equal(t.delivered, 200);
}

static void *no_worker(void *context, unsigned worker)
{
    (void)context;
    (void)worker;
    return NULL;
}

TEST(pool_without_workers)
{
    pool_test t = {.jobs = 5};
    cm_pool_work work = pool_work(&t, 2);
    work.worker_new = no_worker;
    size_t delivered = 7;
    assert_int_equal(cm_pool_run(&work, &delivered), CM_POOL_FAILED);
    assert_int_equal(delivered, 0);
    assert_int_equal(t.begun, 0);
}
