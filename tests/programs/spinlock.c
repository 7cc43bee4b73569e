/* Two threads add 1 to a word under a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif
#ifndef RELEASE
#define RELEASE memory_order_release
#endif

static int counter;
static atomic_int taken;

static void lock(int self)
{
    int expected = 0;
    (void)self;
    while (
        !atomic_compare_exchange_weak_explicit(&taken, &expected, 1, ACQUIRE, memory_order_relaxed))
        expected = 0;
}

static void unlock(int self)
{
    (void)self;
    atomic_store_explicit(&taken, 0, RELEASE);
}

static void *adder(void *argument)
{
    int self = (int)(size_t)argument;
    lock(self);
    counter++;
    unlock(self);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (size_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, adder, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
