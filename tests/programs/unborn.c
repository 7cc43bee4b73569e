/* A pointer that is published so that who finds it does not know the object yet. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUT
#define PUT memory_order_release
#endif

static _Atomic(atomic_int *) box;

static void *maker(void *unused)
{
    atomic_int *made = calloc(1, sizeof *made);
    (void)unused;
    atomic_store_explicit(&box, made, PUT);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, maker, NULL);
    atomic_int *found = atomic_load_explicit(&box, memory_order_acquire);
    if (found)
        atomic_store_explicit(found, 1, memory_order_relaxed);
    pthread_join(thread, NULL);
    return 0;
}
