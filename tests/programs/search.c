/* The last slot that is set is looked for from behind. How often the loop goes round is what memory
 * says; the first slot ends it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef FIRST
#define FIRST 1
#endif

enum { SLOTS = 7 };

static atomic_int slots[SLOTS];
static int found;

static void *writer(void *slot)
{
    atomic_store_explicit((atomic_int *)slot, 1, memory_order_release);
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    int i = SLOTS - 1;
    while (i > 0 && atomic_load_explicit(&slots[i], memory_order_acquire) == 0)
        i--;
    found = i;
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    atomic_store_explicit(&slots[1], FIRST, memory_order_relaxed);
    pthread_create(&threads[0], NULL, writer, &slots[3]);
    pthread_create(&threads[1], NULL, writer, &slots[5]);
    pthread_create(&threads[2], NULL, reader, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(found > 0);
    return 0;
}
