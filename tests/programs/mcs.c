/* The queue lock of Mellor-Crummey and Scott (1991): two threads add 1 to a word under it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef HANDOFF
#define HANDOFF memory_order_release
#endif

struct node {
    _Atomic(struct node *) next;
    atomic_int waits;
};

static struct node nodes[2];
static _Atomic(struct node *) tail;
static int counter;

static void lock(struct node *me)
{
    atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&me->waits, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
    if (!before)
        return;
    atomic_store_explicit(&before->next, me, memory_order_release);
    while (atomic_load_explicit(&me->waits, memory_order_acquire))
        continue;
}

static void unlock(struct node *me)
{
    struct node *expected = me;
    struct node *next = atomic_load_explicit(&me->next, memory_order_acquire);
    if (!next) {
        if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release,
                                                    memory_order_relaxed))
            return;
        while (!(next = atomic_load_explicit(&me->next, memory_order_acquire)))
            continue;
    }
    atomic_store_explicit(&next->waits, 0, HANDOFF);
}

static void *adder(void *argument)
{
    struct node *me = argument;
    lock(me);
    counter++;
    unlock(me);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, adder, &nodes[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
