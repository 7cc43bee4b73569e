/* A thread adds 1 to a word under a lock that it takes by an exchange; while it finds the lock
 * taken, it only looks. Another one adds 1 if it gets the lock at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif
#ifndef RELEASE
#define RELEASE memory_order_release
#endif

static int counter;
static atomic_int taken;

static void lock(void)
{
    while (atomic_exchange_explicit(&taken, 1, ACQUIRE))
        while (atomic_load_explicit(&taken, memory_order_relaxed))
            ;
}

static bool try_lock(void)
{
    int expected = 0;
    if (!atomic_compare_exchange_strong_explicit(&taken, &expected, 1, ACQUIRE,
                                                 memory_order_relaxed)) {
        assert(expected == 1);
        return false;
    }
    return true;
}

static void unlock(void)
{
    atomic_store_explicit(&taken, 0, RELEASE);
}

static void *adder(void *unused)
{
    (void)unused;
    lock();
    counter++;
    unlock();
    return NULL;
}

static void *perhaps(void *unused)
{
    (void)unused;
    if (try_lock()) {
        counter++;
        unlock();
    }
    return NULL;
}

int main(void)
{
    pthread_t adds, tries;
    pthread_create(&adds, NULL, adder, NULL);
    pthread_create(&tries, NULL, perhaps, NULL);
    pthread_join(adds, NULL);
    pthread_join(tries, NULL);
    assert(counter >= 1);
    return 0;
}
