/* Two threads that both free what they find. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) box;

static void *cleaner(void *unused)
{
    int *found = atomic_load(&box);
    (void)unused;
    if (found)
        atomic_store(&box, NULL);
    free(found);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    atomic_store(&box, malloc(sizeof(int)));
    pthread_create(&thread, NULL, cleaner, NULL);
    cleaner(NULL);
    pthread_join(thread, NULL);
    return 0;
}
