// What is loaded once and waited for is waited for until the end of time.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *wait(void *unused)
{
    int seen = atomic_load(&flag);
    for (int i = 0; !seen; i++)
        ;
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, NULL, wait, NULL);
    atomic_store(&flag, 1);
    pthread_join(one, NULL);
}
