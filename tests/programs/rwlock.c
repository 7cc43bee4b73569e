/* A lock of readers, who take 1 of a word each, and of writers, who take all of it. Who finds too
 * little left gives it back and goes away. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif
#ifndef RELEASE
#define RELEASE memory_order_release
#endif

enum { ALL = 1 << 20 };

static atomic_int left = ALL;
static int data[2];

static bool take(int part, int least)
{
    if (atomic_fetch_sub_explicit(&left, part, ACQUIRE) >= least)
        return true;
    atomic_fetch_add_explicit(&left, part, memory_order_relaxed);
    return false;
}

static void give(int part)
{
    atomic_fetch_add_explicit(&left, part, RELEASE);
}

static void *writer(void *unused)
{
    (void)unused;
    if (take(ALL, ALL)) {
        data[0]++;
        data[1]++;
        give(ALL);
    }
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    if (take(1, 1)) {
        assert(data[0] == data[1]);
        give(1);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, i == 1 ? reader : writer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(left == ALL);
    return 0;
}
