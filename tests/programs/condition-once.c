/* A thread waits on a condition variable and does not test again what it waits for. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef WAKE
#define WAKE pthread_cond_signal
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, slot;

static void *produce(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    slot = 42;
    full = 1;
    WAKE(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    pthread_mutex_lock(&lock);
    if (!full)
        pthread_cond_wait(&changed, &lock);
    assert(slot == 42);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
