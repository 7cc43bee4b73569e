// A lock by compare-and-swap, two blocks that each add 1; and one that is not inlined.
template <bool FENCES>
__device__ void add(int *lock, volatile int *x)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    if (FENCES)
        __threadfence();
    *x = *x + 1;
    if (FENCES)
        __threadfence();
    atomicExch(lock, 0);
}

extern "C" __global__ void with_fences(int *lock, int *x)
{
    add<true>(lock, x);
}

extern "C" __global__ void without_fences(int *lock, int *x)
{
    add<false>(lock, x);
}

__noinline__ __device__ int take(int *lock, int value)
{
    return atomicCAS(lock, 0, value);
}

extern "C" __global__ void by_call(int *lock, int *out)
{
    out[blockIdx.x] = take(lock, blockIdx.x + 1);
}
