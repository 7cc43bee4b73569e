/* What threads return, by return and by pthread_exit. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef SECOND
#define SECOND 5
#endif

static _Thread_local int own = 1;
static atomic_int turns;

static void leave(intptr_t value)
{
    pthread_exit((void *)value);
}

static void *first(void *argument)
{
    own += (int)(intptr_t)argument; /* nobody else's */
    return (void *)(intptr_t)(own + atomic_fetch_add(&turns, 1));
}

static void *second(void *argument)
{
    own += (int)(intptr_t)argument;
    atomic_fetch_add(&turns, 1);
    leave(SECOND);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    void *got[2];
    pthread_create(&threads[0], NULL, first, (void *)(intptr_t)2);
    pthread_create(&threads[1], NULL, second, (void *)(intptr_t)4);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], &got[i]);
    assert((intptr_t)got[0] == 3 || (intptr_t)got[0] == 4);
    assert((intptr_t)got[1] == 5);
    assert(own == 1);
    return 0;
}
