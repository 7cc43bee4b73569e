/* A ring of two places between two threads that try until they succeed; what pop() has left alone
 * goes round the loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef GIVE
#define GIVE memory_order_release
#endif

static int places[2];
static atomic_uint head, tail;

static int push(int value)
{
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t - atomic_load_explicit(&head, memory_order_acquire) == 2)
        return 0;
    places[t % 2] = value;
    atomic_store_explicit(&tail, t + 1, memory_order_release);
    return 1;
}

static int pop(int *value)
{
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    if (h == atomic_load_explicit(&tail, memory_order_acquire))
        return 0;
    *value = places[h % 2];
    atomic_store_explicit(&head, h + 1, GIVE);
    return 1;
}

static void *producer(void *unused)
{
    for (int i = 1; i <= 3; i++)
        while (!push(i))
            ;
    return NULL;
}

static void *consumer(void *unused)
{
    int value;
    for (int i = 1; i <= 3; i++) {
        while (!pop(&value))
            ;
        assert(value == i);
    }
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, producer, NULL);
    pthread_create(&two, NULL, consumer, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
