/* A box whose size stands in it beside atomic words, and a reader that waits with what it has seen
 * in a variable. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ORDER
#define ORDER memory_order_acquire
#endif

struct box {
    atomic_int filled;
    int size;
    int *slots;
};

static struct box box;

static void make(struct box *b, int size)
{
    b->size = size;
    b->slots = malloc((size_t)b->size * sizeof *b->slots);
    for (int i = 0; i < b->size; i++)
        b->slots[i] = i;
}

static void *fill(void *at)
{
    struct box *b = at;
    b->slots[5 % b->size] = 7;
    atomic_store_explicit(&b->filled, 1, memory_order_release);
    return NULL;
}

static void *empty(void *at)
{
    struct box *b = at;
    int filled = atomic_load_explicit(&b->filled, ORDER);
    while (filled == 0)
        filled = atomic_load_explicit(&b->filled, ORDER);
    assert(b->slots[2] == 7);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    make(&box, 3);
    pthread_create(&threads[0], NULL, fill, &box);
    pthread_create(&threads[1], NULL, empty, &box);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
