/* A function whose address another thread publishes, and one that calls itself. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef RELEASE
#define RELEASE memory_order_release
#endif
#ifndef TWICE
#define TWICE 0
#endif

static int data;
static _Atomic(int (*)(int)) work;

static int sum(int n)
{
    return n > 0 ? n + sum(n - 1) : 0;
}

static int add(int n)
{
    return data + n;
}

static int nothing(int n)
{
    (void)n;
    return 0;
}

static const struct {
    int (*first)(int), (*second)(int);
} table = {nothing, add};

static void *worker(void *unused)
{
    (void)unused;
    int (*found)(int) = atomic_load_explicit(&work, memory_order_acquire);
    if (found)
        assert(found(2) == 6);
    return NULL;
}

int twice = TWICE; /* something else is published before */

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    data = sum(2) + 1;
    if (twice)
        atomic_store_explicit(&work, table.first, memory_order_release);
    atomic_store_explicit(&work, table.second, RELEASE);
    pthread_join(thread, NULL);
    return 0;
}
