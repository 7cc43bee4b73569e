/* Each thread writes its own word and reads the other's: may both miss? */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif

static atomic_int x, y;
static int a, b;

static void *left(void *unused)
{
    (void)unused;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(ORDER);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return NULL;
}

static void *right(void *unused)
{
    (void)unused;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(ORDER);
    b = atomic_load_explicit(&x, memory_order_relaxed);
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
