/* Two threads add 1 to a word under a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif
#ifndef RELEASE
#define RELEASE memory_order_release
#endif

static int counter;
static struct {
    atomic_uint next, serving;
} ticket;

static void lock(int self)
{
    unsigned mine = atomic_fetch_add_explicit(&ticket.next, 1, memory_order_relaxed);
    (void)self;
    while (atomic_load_explicit(&ticket.serving, ACQUIRE) != mine)
        continue;
}

static void unlock(int self)
{
    unsigned now = atomic_load_explicit(&ticket.serving, memory_order_relaxed);
    (void)self;
    atomic_store_explicit(&ticket.serving, now + 1, RELEASE);
}

static void *adder(void *argument)
{
    int self = (int)(size_t)argument;
    lock(self);
    counter++;
    unlock(self);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (size_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, adder, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
