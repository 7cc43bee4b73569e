/* Two threads read what the other one wrote before a barrier, and write again behind it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef COUNT
#define COUNT 2
#endif

static pthread_barrier_t barrier;
static int slots[2];

static void *half(void *number)
{
    int own = (int)(intptr_t)number;
    slots[own] = 1;
    pthread_barrier_wait(&barrier);
    assert(slots[1 - own] == 1);
    pthread_barrier_wait(&barrier);
    slots[own] = 2;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_barrier_init(&barrier, NULL, COUNT);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, half, (void *)(intptr_t)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(slots[0] == 2 && slots[1] == 2);
    pthread_barrier_destroy(&barrier);
    return 0;
}
