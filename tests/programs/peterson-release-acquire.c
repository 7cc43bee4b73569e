#include "lock.h"

/* Peterson, "Myths about the mutual exclusion problem" (1981). */
static atomic_int wants[2], turn;

static void lock(int self)
{
    atomic_store_explicit(&wants[self], 1, memory_order_release);
    atomic_store_explicit(&turn, 1 - self, memory_order_release);
    while (atomic_load_explicit(&wants[1 - self], memory_order_acquire) &&
           atomic_load_explicit(&turn, memory_order_acquire) == 1 - self)
        continue;
}

static void unlock(int self)
{
    atomic_store_explicit(&wants[self], 0, memory_order_release);
}
