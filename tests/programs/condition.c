/* A thread waits on a condition variable for another one's word. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef WAKE
#define WAKE pthread_cond_signal
#endif
#ifndef TEST
#define TEST while
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
    TEST(!full)
    pthread_cond_wait(&changed, &lock);
    assert(slot == 42);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
