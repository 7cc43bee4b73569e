/* What compiled code calls of libatomic and of the C library: run.bind has the values that must
 * come out, by hand. */
typedef unsigned __int128 wide;
typedef struct pair {
    long low, high;
} pair;

static void put(long *to, wide v)
{
    to[0] = (long)v;
    to[1] = (long)(v >> 64);
}

void add(wide *x, long *out)
{
    put(out, __atomic_fetch_add(x, 1, __ATOMIC_SEQ_CST));     /* 0,-1: carries into 1,0 */
    put(out + 2, __atomic_fetch_sub(x, 2, __ATOMIC_RELAXED)); /* borrows: 0,-2 */
}

void bits(wide *x, long *out)
{
    put(out, __atomic_fetch_or(x, (wide)5 << 64, __ATOMIC_ACQUIRE));           /* 0,-2: 5,-2 */
    put(out + 2, __atomic_fetch_and(x, (wide)4 << 64 | 14, __ATOMIC_RELEASE)); /* 4,14 */
    put(out + 4, __atomic_fetch_xor(x, (wide)1 << 64 | 3, __ATOMIC_ACQ_REL));  /* 5,13 */
}

void compare(wide *x, long *out)
{
    wide e = 7;
    out[0] = __atomic_compare_exchange_n(x, &e, 1, 0, __ATOMIC_SEQ_CST,
                                         __ATOMIC_RELAXED); /* 5,13: that is e now */
    out[1] = __atomic_compare_exchange_n(x, &e, (wide)9 << 64 | 8, 0, __ATOMIC_RELEASE,
                                         __ATOMIC_RELAXED);
}

void exchange(wide *x, long *out)
{
    put(out, __atomic_exchange_n(x, (wide)2 << 64 | 1, __ATOMIC_ACQ_REL)); /* 9,8 */
    put(out + 2, __atomic_load_n(x, __ATOMIC_ACQUIRE));
    __atomic_store_n(x, (wide)4 << 64 | 3, __ATOMIC_RELEASE);
}

void of_structures(pair *x, long *out)
{
    pair a, b = {5, 6}, c = {7, 8};
    __atomic_load(x, &a, __ATOMIC_ACQUIRE); /* 3, 4 */
    out[0] = a.low;
    out[1] = a.high;
    __atomic_store(x, &b, __ATOMIC_RELEASE);
    out[2] = __atomic_compare_exchange(x, &a, &c, 0, __ATOMIC_SEQ_CST,
                                       __ATOMIC_RELAXED); /* 0: a is 5, 6 now */
    __atomic_exchange(x, &c, &b, __ATOMIC_RELAXED);       /* b is 5, 6 */
    out[3] = a.low + b.high;
}

void of_2(short *x, long *out)
{
    short e = 7;
    out[0] = __atomic_fetch_add(x, 1, __ATOMIC_SEQ_CST); /* -1: 0, and nothing is carried */
    out[1] = __atomic_fetch_sub(x, 2, __ATOMIC_RELAXED); /* -2 */
    out[2] = __atomic_exchange_n(x, -3, __ATOMIC_ACQ_REL);
    out[3] =
        __atomic_compare_exchange_n(x, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); /* e is -3 */
    out[4] = __atomic_compare_exchange_n(x, &e, 6, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    out[5] = __atomic_fetch_or(x, 9, __ATOMIC_RELAXED); /* 15 */
}

void of_1(signed char *x, long *out)
{
    out[0] = __atomic_fetch_and(x, 6, __ATOMIC_RELAXED);  /* 127: 6 */
    out[1] = __atomic_fetch_xor(x, -1, __ATOMIC_RELAXED); /* -7 */
    out[2] = __atomic_fetch_add(x, 1, __ATOMIC_RELAXED);
}

void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);

void of_bytes(char *to, const char *from)
{
    memcpy(to, from, 15); /* the last byte stays */
    memset(to + 16, 0, 7);
}

void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void free(void *);
int pthread_mutex_lock(int *), pthread_mutex_unlock(int *);
int pthread_spin_lock(int *), pthread_spin_unlock(int *), pthread_spin_trylock(int *);

void memory(long *out)
{
    volatile long *a = malloc(8), *b = calloc(2, 8);
    *a = 5;
    b[1] = 7;
    out[0] = 100 * *a + 10 * b[0] + b[1];
    out[1] = a == b;
    free((void *)a);
    free((void *)b);
}

void locked(int *mutex, int *spin, int *count)
{
    pthread_mutex_lock(mutex);
    pthread_spin_lock(spin);
    *count += 1 + pthread_spin_trylock(spin); /* EBUSY: 16 */
    pthread_spin_unlock(spin);
    pthread_mutex_unlock(mutex);
}
