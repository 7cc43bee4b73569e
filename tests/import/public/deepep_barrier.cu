// DeepEP's barrier_block (utils.cuh) of two GPUs: atomics of system scope behind a fence, a poll that is volatile.
// cmcm: launch meet(0, signals, signals+8, x, x+4, out), gpu 0, threads 2
// cmcm: launch meet(1, signals, signals+8, x+4, x, out+4), gpu 1, threads 2
// cmcm: init signals[4] = {0}
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 1 || out[1] != 1
__global__ void meet(int rank, int *signals0, int *signals1, int *own, int *other, int *out)
{
    int *mine = (rank ? signals1 : signals0) + threadIdx.x, *theirs = (threadIdx.x ? signals1 : signals0) + rank, v;
    if (threadIdx.x == 0)
        *own = 1;
    __threadfence_system();
    __syncthreads();
    atomicAdd_system(mine, 1024);
    atomicSub_system(theirs, 1024);
    do
        asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(v) : "l"(mine));
    while (!__all_sync(3, v <= 0));
    __syncthreads();
    if (threadIdx.x == 0)
        *out = *other;
}
