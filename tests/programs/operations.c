/* Variables that main sets before there are threads: sizes, a structure of functions, a pointer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef LATE
#define LATE 0
#endif

enum { MOST = 4 };

struct operations {
    void (*add)(int);
    int step;
};

static atomic_int sum;
static int plain;
static void add_atomic(int n)
{
    atomic_fetch_add(&sum, n);
}
static void add_plain(int n)
{
    plain += n;
}
static const struct operations kinds[2] = {{add_atomic, 2}, {add_plain, 3}};

static const struct operations *chosen = &kinds[1];
static int writers = 1, count, numbers[MOST];
static pthread_t threads[MOST];

static void *adder(void *argument)
{
    const int *number = argument;
    chosen->add(chosen->step + *number);
    return NULL;
}

int main(void)
{
    chosen = &kinds[0];
    count = writers + 1;
    for (int i = 0; i < count; i++)
        numbers[i] = i;
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, adder, &numbers[i]);
#if LATE
    numbers[1] = 0;
#endif
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&sum) == 5);
    return 0;
}
