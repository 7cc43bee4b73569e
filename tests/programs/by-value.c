// Structures as values: what a function returns, one of two, members of members.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef RELEASE
#define RELEASE memory_order_release
#endif

struct pair {
    long first, second;
};

static struct pair data;
static atomic_int flag;

static struct pair make(long first, int turned)
{
    struct pair a = {first, first + 1}, b = {first + 1, first};
    return turned ? b : a;
}

static void *writer(void *unused)
{
    data = make(4, 0);
    atomic_store_explicit(&flag, 1, RELEASE);
    return unused;
}

static struct pair get(void)
{
    return data;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    struct pair made = make(7, atomic_load(&flag));
    while (!atomic_load_explicit(&flag, memory_order_acquire))
        ;
    struct pair got = get();
    assert(got.first == 4 && got.second == 5);
    assert(made.first + made.second == 15);
    pthread_join(thread, NULL);
}
