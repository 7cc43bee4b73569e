/* A Treiber stack: one pushes, one pops. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef POP
#define POP memory_order_acquire
#endif

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;

static void push(struct node *node, int value)
{
    struct node *seen = atomic_load_explicit(&top, memory_order_relaxed);
    node->value = value;
    do
        node->next = seen;
    while (!atomic_compare_exchange_strong_explicit(&top, &seen, node, PUSH, memory_order_relaxed));
}

static int pop(int *value)
{
    struct node *seen = atomic_load_explicit(&top, POP), *next;
    do {
        if (!seen)
            return 0;
        next = seen->next;
    } while (!atomic_compare_exchange_strong_explicit(&top, &seen, next, POP, POP));
    *value = seen->value;
    return 1;
}

static void *pusher(void *unused)
{
    (void)unused;
    push(malloc(sizeof(struct node)), 7);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int value = 0;
    pthread_create(&thread, NULL, pusher, NULL);
    if (pop(&value))
        assert(value == 7);
    pthread_join(thread, NULL);
    return 0;
}
