/* A pointer that may not be there yet. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word;
static _Atomic(atomic_int *) box;

static void *maker(void *unused)
{
    (void)unused;
    atomic_store(&box, &word);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, maker, NULL);
    atomic_store(atomic_load(&box), 1);
    pthread_join(thread, NULL);
    return 0;
}
