/* A member that is read and was never set; calloc would have set it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ALLOCATE
#define ALLOCATE malloc(sizeof(*made))
#endif

struct node {
    int value, priority;
};

static _Atomic(struct node *) box;

static void *maker(void *unused)
{
    struct node *made = ALLOCATE;
    (void)unused;
    made->value = 1;
    atomic_store(&box, made);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, NULL, maker, NULL);
    struct node *found = atomic_load(&box);
    if (found)
        seen = found->value + found->priority;
    pthread_join(thread, NULL);
    return seen;
}
