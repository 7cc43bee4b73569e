/* A ring for one producer and one consumer. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

#ifndef PUT
#define PUT memory_order_release
#endif
#ifndef TAKE
#define TAKE memory_order_release
#endif

enum { SIZE = 2 };

static struct {
    atomic_uint head, tail;
    int items[SIZE];
} ring;

static int put(int item)
{
    unsigned tail = atomic_load_explicit(&ring.tail, memory_order_relaxed);
    if (tail - atomic_load_explicit(&ring.head, memory_order_acquire) == SIZE)
        return 0;
    ring.items[tail % SIZE] = item;
    atomic_store_explicit(&ring.tail, tail + 1, PUT);
    return 1;
}

static int take(int *item)
{
    unsigned head = atomic_load_explicit(&ring.head, memory_order_relaxed);
    if (atomic_load_explicit(&ring.tail, memory_order_acquire) == head)
        return 0;
    *item = ring.items[head % SIZE];
    atomic_store_explicit(&ring.head, head + 1, TAKE);
    return 1;
}

static int producer(void *unused)
{
    (void)unused;
    for (int i = 1; i <= 3; i++)
        put(i);
    return 0;
}

int main(void)
{
    thrd_t thread;
    int item = 0, last = 0;
    thrd_create(&thread, producer, NULL);
    for (int i = 0; i < 2; i++)
        if (take(&item)) {
            assert(item > last);
            last = item;
        }
    thrd_join(thread, NULL);
    return 0;
}
