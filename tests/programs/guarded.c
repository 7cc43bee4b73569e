/* The data race only behind an assertion that fails, where the program has ended. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif

static int data;
static atomic_int flag;

static void *second(void *unused)
{
    (void)unused;
    int seen = atomic_load_explicit(&flag, ACQUIRE);
    assert(seen == 1);
    data = 2;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, second, NULL);
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    pthread_join(thread, NULL);
    return 0;
}
