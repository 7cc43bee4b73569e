/* Two threads add 1 to a word under a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef STORE
#define STORE memory_order_seq_cst
#endif
#ifndef LOAD
#define LOAD memory_order_seq_cst
#endif

static int counter;
/* Peterson, "Myths about the mutual exclusion problem" (1981). */
static atomic_int wants[2], turn;

static void lock(int self)
{
    atomic_store_explicit(&wants[self], 1, STORE);
    atomic_store_explicit(&turn, 1 - self, STORE);
    while (atomic_load_explicit(&wants[1 - self], LOAD) &&
           atomic_load_explicit(&turn, LOAD) == 1 - self)
        continue;
}

static void unlock(int self)
{
    atomic_store_explicit(&wants[self], 0, STORE);
}

static void *adder(void *argument)
{
    int self = (int)(size_t)argument;
    lock(self);
    counter++;
    unlock(self);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (size_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, adder, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
