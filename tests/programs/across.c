// Each thread sets two words of its object, and then the upper half of the first word.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *use(void *unused)
{
    char *memory = malloc(8);
    int first = 0, second = 0;
    short half = 1;
    memcpy(memory, &first, 4);
    memcpy(memory + 4, &second, 4);
    memcpy(memory + 2, &half, 2);
    memcpy(&first, memory, 4);
    memcpy(&second, memory + 4, 4);
    assert(first == 0x10000 && second == 0);
    free(memory);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, use, NULL);
    pthread_create(&other, NULL, use, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
}
