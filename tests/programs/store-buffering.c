/* Each thread writes its own word and reads the other's: may both miss? */
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

static atomic_int x, y;
static int a, b;

static void *left(void *unused)
{
    (void)unused;
    atomic_store_explicit(&x, 1, STORE);
    a = atomic_load_explicit(&y, LOAD);
    return NULL;
}

static void *right(void *unused)
{
    (void)unused;
    atomic_store_explicit(&y, 1, STORE);
    b = atomic_load_explicit(&x, LOAD);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, left, NULL);
    pthread_create(&threads[1], NULL, right, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(a || b);
    return 0;
}
