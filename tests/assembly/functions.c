/* What the readers of assembly are tried with (expected.tsv says what must come out, and why). */
int data, flag, count, lock, total;
static int table[4] = {1, 2, 3, 4};
int *pointer = &table[2];

static __attribute__((noinline)) int twice(int v)
{
    return v + v;
}

void publish(int v)
{
    data = twice(v);
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
}

#ifndef PIC /* not in *-pic.s: make.sh */
void publish_relaxed(int v)
{
    __atomic_store_n(&data, twice(v), __ATOMIC_RELAXED);
    __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
}
#endif

void take(int *out)
{
    if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
        *out = data;
}

#ifndef PIC /* not in *-pic.s: make.sh */
void wait_and_take(int *out)
{
    while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
        continue;
    *out = data;
}
#endif

void increment(void)
{
    __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
}

/* The compare-exchange writes to `old`, so that its address is taken. */
void increment_by_cas(int *out)
{
    int old = __atomic_load_n(&count, __ATOMIC_RELAXED);
    *out =
        __atomic_compare_exchange_n(&count, &old, old + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

void add_locked(int v)
{
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        continue;
    total += v;
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

/* Initial values, an index that is computed, a pointer in memory. */
void look_up(int i, int *out)
{
    *out = 10 * table[i & 3] + *pointer;
}

#ifndef PIC
static __attribute__((noinline)) void add_two(int *p)
{
    *p += 2;
}

/* The address of a local variable goes to another function. */
void local_variable(int *out)
{
    int a = 1;
    add_two(&a);
    *out = a;
}

/* A jump to another function in place of a call, where it is optimised. */
void hand_on(int *p)
{
    *p = 1;
    add_two(p);
}
#endif
