/* A reader goes on only where it finds the flag set. Whoever has joined it knows that, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif
#ifndef FOUND
#define FOUND 1
#endif

extern void __VERIFIER_assume(bool holds);

static int data;
static atomic_int flag;

static void *writer(void *unused)
{
    (void)unused;
    data = 42;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    __VERIFIER_assume(atomic_load_explicit(&flag, ACQUIRE) == FOUND);
    assert(data == 42);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_join(threads[1], NULL);
    assert(atomic_load_explicit(&flag, memory_order_relaxed) == 1);
    return 0;
}
