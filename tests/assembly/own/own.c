/* A thread's own storage: gcc and clang, -O0 and -O2, by its place in the thread's block and, where
 * the object is another file's, by the table of addresses. */
static __thread int count = 3;
static __thread int cells[4] = {1, 2, 4, 8};
extern __thread int other;

void bump(int *out, int i)
{
    count += 1;
    cells[i] += cells[2];
    *out = 100 * ++other + 10 * cells[i] + count;
}

void lend(int **place)
{
    __atomic_store_n(place, &count, __ATOMIC_RELEASE);
}

void borrow(int **place, int *out)
{
    int *p = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (p) {
        *p = 9;
        *out = count;
    }
}
