/* A buffer of two places between two threads, which semaphores guard; there may be said to be more.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#ifndef PLACES
#define PLACES 2
#endif
#ifndef TAKE
#define TAKE sem_wait
#endif

static sem_t empty, full;
static int buffer[2];

static void *producer(void *unused)
{
    for (int i = 0; i < 3; i++) {
        sem_wait(&empty);
        buffer[i % 2] = i;
        sem_post(&full);
    }
    return NULL;
}

static void *consumer(void *unused)
{
    for (int i = 0; i < 3; i++) {
        TAKE(&full);
        assert(buffer[i % 2] == i);
        sem_post(&empty);
    }
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    sem_init(&empty, 0, PLACES);
    sem_init(&full, 0, 0);
    pthread_create(&one, NULL, producer, NULL);
    pthread_create(&two, NULL, consumer, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    sem_destroy(&empty);
    sem_destroy(&full);
    return 0;
}
