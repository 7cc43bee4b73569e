// nvcc: -G
// cmcm: launch k(lock, out), blocks 2, threads 1
// cmcm: init out = -1
// cmcm: exists out == 1 || out == 10
struct Pair {
    int a, b;
};
struct Lock {
    volatile int version;
    volatile Pair pair;
};
__device__ Pair read(Lock *l, int *version)
{
    Pair p;
    int before;
    do {
        before = l->version;
        __threadfence();
        p.a = l->pair.a;
        p.b = l->pair.b;
        __threadfence();
        *version = l->version;
    } while (before != *version || before & 1);
    return p;
}
__global__ void k(Lock *l, int *out)
{
    if (blockIdx.x == 0) {
        l->version = 1;
        __threadfence();
        l->pair.a = 1;
        l->pair.b = 1;
        __threadfence();
        l->version = 2;
    } else {
        int version;
        Pair p = read(l, &version);
        *out = 10 * p.a + p.b;
    }
}
