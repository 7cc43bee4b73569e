/* A Treiber stack: two push a node, three pop. There are too many executions to look at each of
 * them soon, and the solver's questions are hard. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef POP
#define POP memory_order_acquire
#endif

struct node {
    int value;
    struct node *_Atomic next;
};

static struct node nodes[2];
static struct node *_Atomic top;
static struct node *popped[3];

static void *pusher(void *index)
{
    struct node *node = &nodes[(intptr_t)index];
    struct node *seen = atomic_load_explicit(&top, memory_order_relaxed);
    node->value = 1;
    do
        atomic_store_explicit(&node->next, seen, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &seen, node, memory_order_release,
                                                    memory_order_relaxed));
    return NULL;
}

static void *popper(void *index)
{
    struct node *seen = atomic_load_explicit(&top, POP), *next;
    do {
        if (!seen)
            return NULL;
        next = atomic_load_explicit(&seen->next, memory_order_relaxed);
    } while (!atomic_compare_exchange_strong_explicit(&top, &seen, next, POP, POP));
    assert(seen->value == 1);
    popped[(intptr_t)index] = seen;
    return NULL;
}

int main(void)
{
    pthread_t threads[5];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, pusher, (void *)i);
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&threads[2 + i], NULL, popper, (void *)i);
    for (int i = 0; i < 5; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < i; k++)
            assert(!popped[i] || popped[i] != popped[k]); /* no node is popped twice */
    return 0;
}
