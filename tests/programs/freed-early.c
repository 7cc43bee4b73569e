/* Memory that its maker frees while another thread may have it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) box;

static void *maker(void *unused)
{
    int *made = malloc(sizeof *made);
    (void)unused;
    *made = 42;
    atomic_store(&box, made);
    free(made);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, NULL, maker, NULL);
    int *found = atomic_load(&box);
    if (found)
        seen = *found;
    pthread_join(thread, NULL);
    return seen;
}
