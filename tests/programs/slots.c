/* Threads that each take a slot of their own; there may be too few. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef SLOTS
#define SLOTS 2
#endif

static int slots[SLOTS];
static atomic_int next;

static void *taker(void *unused)
{
    (void)unused;
    slots[atomic_fetch_add(&next, 1)] = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, taker, NULL);
    taker(NULL);
    pthread_join(thread, NULL);
    return 0;
}
