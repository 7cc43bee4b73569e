// Triton's layer norm backward (tutorial 05: atomic_cas, load, store, debug_barrier, atomic_xchg), as it is compiled, but that
// one thread tries alone: it takes the lock with acq_rel, the block meets, and meets before it gives the lock back.
// cmcm: launch add(lock, x), blocks 2, threads 2
// cmcm: init lock = 0
// cmcm: init x[2] = {0}
// cmcm: exists x[0] != 2 || x[1] != 2
__global__ void add(int *lock, int *x)
{
    int old = 0;
    if (threadIdx.x == 0)
        do
            asm volatile("atom.global.gpu.acq_rel.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(lock) : "memory");
        while (old != 0);
    __syncthreads();
    x[threadIdx.x] += 1;
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("{.reg .b32 old; atom.global.gpu.acq_rel.exch.b32 old, [%0], 0;}" ::"l"(lock) : "memory");
}
