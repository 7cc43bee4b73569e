#include "lock.h"

static atomic_int taken;

static void lock(int self)
{
    int expected = 0;
    (void)self;
    while (!atomic_compare_exchange_weak_explicit(&taken, &expected, 1, memory_order_acquire,
                                                  memory_order_relaxed))
        expected = 0;
}

static void unlock(int self)
{
    (void)self;
    atomic_store_explicit(&taken, 0, memory_order_relaxed);
}
