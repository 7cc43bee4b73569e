/* The queue lock of Mellor-Crummey and Scott with nodes on the stack: whoever waits has left its
 * node's address in that of the one before, which must not be gone by then. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef LINK
#define LINK memory_order_acquire
#endif

struct node {
    _Atomic(struct node *) next;
    atomic_int waits;
};

static _Atomic(struct node *) tail;
static int counter;

static void lock(struct node *mine)
{
    atomic_store_explicit(&mine->waits, 1, memory_order_relaxed);
    atomic_store_explicit(&mine->next, NULL, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
    if (before == NULL)
        return;
    atomic_store_explicit(&before->next, mine, memory_order_release);
    while (atomic_load_explicit(&mine->waits, memory_order_acquire))
        ;
}

static void unlock(struct node *mine)
{
    struct node *next = atomic_load_explicit(&mine->next, LINK);
    if (next == NULL) {
        struct node *expected = mine;
        if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release,
                                                    memory_order_relaxed))
            return;
        while ((next = atomic_load_explicit(&mine->next, LINK)) == NULL)
            ;
    }
    atomic_store_explicit(&next->waits, 0, memory_order_release);
}

static void *adder(void *unused)
{
    struct node mine;
    (void)unused;
    lock(&mine);
    counter++;
    unlock(&mine);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, adder, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
