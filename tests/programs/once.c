/* Initialised once, by whoever comes first: double-checked locking. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif
#ifndef RELEASE
#define RELEASE memory_order_release
#endif

struct thing {
    int value;
};

static struct thing storage;
static _Atomic(struct thing *) thing;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct thing *get(void)
{
    struct thing *seen = atomic_load_explicit(&thing, ACQUIRE);
    if (!seen) {
        pthread_mutex_lock(&mutex);
        seen = atomic_load_explicit(&thing, memory_order_relaxed);
        if (!seen) {
            seen = &storage;
            seen->value = 5;
            atomic_store_explicit(&thing, seen, RELEASE);
        }
        pthread_mutex_unlock(&mutex);
    }
    return seen;
}

static void *user(void *unused)
{
    (void)unused;
    assert(get()->value == 5);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
