/* A stack (Treiber 1986), and what it is to do, one call after another. */
#include <stdatomic.h>
#include <stdlib.h>

#ifndef LOST
#define LOST 0
#endif
#ifndef TWICE
#define TWICE 0
#endif

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;
int lost = LOST, twice = TWICE; /* a push that loses another one's, a pop of what is popped */

void push(int value)
{
    struct node *made = malloc(sizeof *made);
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
    made->value = value;
    made->next = old;
    if (lost)
        atomic_store_explicit(&top, made, memory_order_release);
    else
        while (!atomic_compare_exchange_strong_explicit(&top, &old, made, memory_order_release,
                                                        memory_order_relaxed))
            made->next = old;
}

int pop(void)
{
    struct node *old = atomic_load_explicit(&top, memory_order_acquire);
    if (twice && old)
        atomic_store_explicit(&top, old->next, memory_order_release);
    else
        while (old && !atomic_compare_exchange_strong_explicit(
                          &top, &old, old->next, memory_order_acquire, memory_order_acquire))
            ;
    return old ? old->value : -1;
}

int items[4], count;

void law_push(int value)
{
    items[count++] = value;
}

int law_pop(void)
{
    return count > 0 ? items[--count] : -1;
}
