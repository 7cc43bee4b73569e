/* A local variable that another thread uses when its function may have returned. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) box;

static void *owner(void *unused)
{
    atomic_int own = 0;
    (void)unused;
    atomic_store(&box, &own);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, owner, NULL);
    atomic_int *found = atomic_load(&box);
    if (found)
        atomic_store(found, 1);
    pthread_join(thread, NULL);
    return 0;
}
