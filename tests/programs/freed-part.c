/* What is freed is not what malloc gave, but a part of it. */
#include <stdatomic.h>
#include <stdlib.h>

struct pair {
    long first, second;
};

static _Atomic(long *) box;

int main(void)
{
    struct pair *made = malloc(sizeof *made);
    atomic_store(&box, &made->second);
    free(atomic_load(&box));
    return 0;
}
