#include "lock.h"

static struct {
    atomic_uint next, serving;
} ticket;

static void lock(int self)
{
    unsigned mine = atomic_fetch_add_explicit(&ticket.next, 1, memory_order_relaxed);
    (void)self;
    while (atomic_load_explicit(&ticket.serving, memory_order_relaxed) != mine)
        continue;
}

static void unlock(int self)
{
    unsigned now = atomic_load_explicit(&ticket.serving, memory_order_relaxed);
    (void)self;
    atomic_store_explicit(&ticket.serving, now + 1, memory_order_release);
}
