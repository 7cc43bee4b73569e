/* Two numbers that a writer changes together, and that a reader sees alike. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef WRITE
#define WRITE pthread_rwlock_wrlock
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    assert(x == y);
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *writer(void *unused)
{
    WRITE(&lock);
    x++;
    y++;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, reader, NULL);
    pthread_create(&two, NULL, writer, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    if (pthread_rwlock_trywrlock(&lock) == 0)
        assert(pthread_rwlock_tryrdlock(&lock) != 0);
    return 0;
}
