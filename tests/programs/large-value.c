/* A structure of more than two words as an argument: the function has a copy of its own. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef RELEASE
#define RELEASE memory_order_release
#endif

struct reading {
    int number;
    long value;
    char unit[8];
};

static struct reading last;
static atomic_int ready;

static long added(struct reading r)
{
    r.number += 10;
    r.unit[1]++;
    return r.number + r.value + r.unit[1];
}

static void *writer(void *unused)
{
    last = (struct reading){1, 20, {0, 2}};
    atomic_store_explicit(&ready, 1, RELEASE);
    return unused;
}

static void *reader(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_acquire)) {
        assert(added(last) == 34);
        assert(last.number == 1 && last.unit[1] == 2);
    }
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, writer, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
