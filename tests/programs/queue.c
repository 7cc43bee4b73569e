/* A queue (Michael and Scott 1996), and what it is to do, one call after another. */
#include <stdatomic.h>
#include <stdlib.h>

#ifndef LOST
#define LOST 0
#endif
#ifndef TWICE
#define TWICE 0
#endif

struct node {
    _Atomic(struct node *) next;
    int value;
};

struct queue {
    _Atomic(struct node *) head, tail;
};

struct queue queue;
int lost = LOST, twice = TWICE; /* a put that loses another one's, a take of what is taken */

void begin(struct queue *q)
{
    struct node *made = calloc(1, sizeof *made);
    atomic_init(&q->head, made);
    atomic_init(&q->tail, made);
}

void put(struct queue *q, int value)
{
    struct node *made = malloc(sizeof *made), *last, *next;
    made->value = value;
    atomic_init(&made->next, NULL);
    for (;;) {
        last = atomic_load_explicit(&q->tail, memory_order_acquire);
        next = atomic_load_explicit(&last->next, memory_order_acquire);
        if (next && !lost) {
            atomic_compare_exchange_strong_explicit(&q->tail, &last, next, memory_order_release,
                                                    memory_order_relaxed);
            continue;
        }
        if (lost) {
            atomic_store_explicit(&last->next, made, memory_order_release);
            break;
        }
        if (atomic_compare_exchange_strong_explicit(&last->next, &next, made, memory_order_release,
                                                    memory_order_relaxed))
            break;
    }
    atomic_compare_exchange_strong_explicit(&q->tail, &last, made, memory_order_release,
                                            memory_order_relaxed);
}

int take(struct queue *q)
{
    for (;;) {
        struct node *first = atomic_load_explicit(&q->head, memory_order_acquire);
        struct node *last = atomic_load_explicit(&q->tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
        if (!next)
            return -1;
        if (first == last)
            atomic_compare_exchange_strong_explicit(&q->tail, &last, next, memory_order_release,
                                                    memory_order_relaxed);
        if (twice) {
            atomic_store_explicit(&q->head, next, memory_order_release);
            return next->value;
        }
        if (atomic_compare_exchange_strong_explicit(&q->head, &first, next, memory_order_release,
                                                    memory_order_relaxed))
            return next->value;
    }
}

int items[4], head, tail;

void law_put(struct queue *q, int value)
{
    (void)q;
    items[tail++] = value;
}

int law_take(struct queue *q)
{
    (void)q;
    return head < tail ? items[head++] : -1;
}

int again_take(struct queue *q) /* no specification: memory decides what it returns */
{
    return take(q);
}
