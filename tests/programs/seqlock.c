/* A sequence lock: what a reader takes together was written together. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif

static atomic_uint sequence;
static atomic_int x, y;

static void *writer(void *unused)
{
    (void)unused;
    atomic_store_explicit(&sequence, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&sequence, 2, memory_order_release);
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
    int a = atomic_load_explicit(&x, memory_order_relaxed);
    int b = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_thread_fence(ACQUIRE);
    unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
    if (before == after && before % 2 == 0)
        assert(a == b);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
