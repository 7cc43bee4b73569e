/* Memory that is freed when nobody has it any more. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUT
#define PUT memory_order_release
#endif

static _Atomic(int *) box;

static void *maker(void *unused)
{
    int *made = malloc(sizeof *made);
    (void)unused;
    *made = 42;
    atomic_store_explicit(&box, made, PUT);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, maker, NULL);
    int *found = atomic_load_explicit(&box, memory_order_acquire);
    if (found)
        assert(*found == 42);
    pthread_join(thread, NULL);
    free(atomic_load_explicit(&box, memory_order_relaxed));
    return 0;
}
