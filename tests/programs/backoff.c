// A spin lock whose waiter pauses for longer and longer, which leaves no trace.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif

static atomic_int held;
static int count;

static void *add(void *unused)
{
    int pause = 1;
    while (atomic_exchange_explicit(&held, 1, ACQUIRE))
        do {
            for (int i = 0; i < pause; i++)
                ;
            if (pause < 1024)
                pause *= 2;
        } while (atomic_load_explicit(&held, memory_order_relaxed));
    count++;
    atomic_store_explicit(&held, 0, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, add, NULL);
    pthread_create(&other, NULL, add, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(count == 2);
}
