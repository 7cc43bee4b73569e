/* One element more is written than there are. */
#include <stdatomic.h>

#ifndef COUNT
#define COUNT 3
#endif

static atomic_int items[3];
static int after;

int main(void)
{
    for (int i = 0; i < COUNT; i++)
        atomic_store(&items[i], 1);
    after = 1;
    return 0;
}
