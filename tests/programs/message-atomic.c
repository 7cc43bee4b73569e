/* Message passing: data, then a flag; whoever sees the flag has the data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef RELEASE
#define RELEASE memory_order_release
#endif
#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif

static atomic_int data;
static atomic_int flag;

static void *sender(void *unused)
{
    (void)unused;
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, RELEASE);
    return NULL;
}

static void *receiver(void *unused)
{
    (void)unused;
    if (atomic_load_explicit(&flag, ACQUIRE))
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
