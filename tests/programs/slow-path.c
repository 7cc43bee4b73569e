/* A lock with three states: free, taken, and taken with others that wait. Who finds it taken says
 * that it waits, sleeps until the word changes, and tries again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

enum { FREE, TAKEN, AWAITED };

static atomic_int word, wakeups;
static int shared;

static int try(int from, int to)
{
    return atomic_compare_exchange_strong_explicit(&word, &from, to, memory_order_acquire,
                                                   memory_order_acquire);
}

static void lock(void)
{
    if (try(FREE, TAKEN))
        return;
    do {
        int woken = atomic_load_explicit(&wakeups, memory_order_acquire);
        try(TAKEN, AWAITED);
        if (atomic_load_explicit(&word, memory_order_acquire) == AWAITED)
            while (atomic_load_explicit(&wakeups, memory_order_acquire) == woken)
                ;
    } while (!try(FREE, AWAITED));
}

static void unlock(void)
{
    if (atomic_exchange_explicit(&word, FREE, UNLOCK) == AWAITED)
        atomic_fetch_add_explicit(&wakeups, 1, memory_order_release);
}

static void *worker(void *unused)
{
    lock();
    shared++;
    unlock();
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(shared == 3);
    return 0;
}
