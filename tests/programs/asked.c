// Main starts a thread if it is asked to, and waits for it later if it did.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif
#ifndef WAITS
#define WAITS started
#endif

static atomic_int request;
static int data, sum;

static void *ask(void *unused)
{
    data = 1;
    atomic_store_explicit(&request, 1, memory_order_release);
    return unused;
}

static void *help(void *unused)
{
    sum += data;
    return unused;
}

int main(void)
{
    pthread_t asks, helps;
    int started = 0;
    pthread_create(&asks, NULL, ask, NULL);
    if (atomic_load_explicit(&request, ACQUIRE)) {
        pthread_create(&helps, NULL, help, NULL);
        started = 1;
    }
    if (WAITS)
        pthread_join(helps, NULL);
    sum += 1;
    pthread_join(asks, NULL);
    assert(sum == 1 + started);
}
