/* A Treiber stack whose loops carry what they expect: in the node that is pushed, and in a
 * variable. Its compare-exchanges are weak ones. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef PUSH
#define PUSH memory_order_release
#endif

struct node {
    struct node *next;
    int value;
};

static struct node nodes[2];
static _Atomic(struct node *) top;

static void push(struct node *node, int value)
{
    node->value = value;
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (
        !atomic_compare_exchange_weak_explicit(&top, &node->next, node, PUSH, memory_order_relaxed))
        ;
}

static void *pusher(void *unused)
{
    (void)unused;
    push(&nodes[0], 1);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, pusher, NULL);
    struct node *seen = atomic_load_explicit(&top, memory_order_acquire);
    while (seen && !atomic_compare_exchange_weak_explicit(
                       &top, &seen, seen->next, memory_order_acquire, memory_order_acquire))
        ;
    if (seen)
        assert(seen->value == 1);
    else
        push(&nodes[1], 2);
    pthread_join(thread, NULL);
    return 0;
}
