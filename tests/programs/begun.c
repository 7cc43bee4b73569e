// Who comes first makes the table, and others wait for it.
#include <assert.h>
#include <pthread.h>

#ifndef ONCE
#define ONCE pthread_once(&once, make)
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table, made;

static void make(void)
{
    table = 42;
    made++;
}

static void *look(void *unused)
{
    ONCE;
    assert(table == 42);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, look, NULL);
    pthread_create(&other, NULL, look, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(made == 1);
}
