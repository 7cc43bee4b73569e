/* A barrier that is used when it is not ready. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int passed;

#ifndef TIMES
#define TIMES 1
#endif
#ifndef ENDS
#define ENDS 0
#endif
static int times = TIMES; /* that the barrier is initialised */
static int ends = ENDS;   /* 1: the barrier is destroyed by who passes it, 2: the mutex by main */

static void *one(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_barrier_wait(&barrier);
    if (ends == 1)
        pthread_barrier_destroy(&barrier);
    atomic_store_explicit(&passed, 1, memory_order_release);
    return NULL;
}

static void *other(void *unused)
{
    (void)unused;
    if (atomic_load_explicit(&passed, memory_order_acquire))
        pthread_barrier_wait(&barrier);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < times; i++)
        pthread_barrier_init(&barrier, NULL, 1);
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, other, NULL);
    if (ends == 2)
        pthread_mutex_destroy(&mutex);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
