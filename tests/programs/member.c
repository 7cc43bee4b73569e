/* A member of an object is published; the reader finds the object around it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef RELEASE
#define RELEASE memory_order_release
#endif

struct link {
    struct link *next;
};
struct item {
    char name[4];
    int value;
    struct link link;
};

static struct item item = {.name = "ab"};
static _Atomic(struct link *) first;

static void *writer()
{
    item.value = 42;
    atomic_store_explicit(&first, &item.link, RELEASE);
    return NULL;
}

static void *reader()
{
    struct link *found = atomic_load_explicit(&first, memory_order_acquire);
    if (found) {
        struct item *around = (struct item *)((char *)found - (size_t) & ((struct item *)0)->link);
        assert(around->value == 42 && around->name[1] == 'b');
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
