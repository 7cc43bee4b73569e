/* A version is replaced while others read: readers find an old one or a new one, whole. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef RELEASE
#define RELEASE memory_order_release
#endif

struct version {
    int a, b;
};

static struct version first = {1, 1};
static _Atomic(struct version *) current = &first;

static void *replacer(void *unused)
{
    struct version *next = malloc(sizeof *next);
    (void)unused;
    next->a = 2;
    next->b = 2;
    atomic_store_explicit(&current, next, RELEASE);
    return NULL;
}

static void *reader(void *unused)
{
    const struct version *now = atomic_load_explicit(&current, memory_order_acquire);
    (void)unused;
    assert(now->a == now->b);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, replacer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
