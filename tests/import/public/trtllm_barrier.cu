// TensorRT-LLM's all-reduce (customAllReduceKernels.cu: block_barrier) of two GPUs: thread t signals and awaits GPU t.
// cmcm: launch meet(0, flags, flags+8, x, x+4, out), gpu 0, threads 2
// cmcm: launch meet(1, flags, flags+8, x+4, x, out+4), gpu 1, threads 2
// cmcm: init flags[4] = {0}
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 1 || out[1] != 1
__global__ void meet(int rank, unsigned *flags0, unsigned *flags1, int *own, int *other, int *out)
{
    unsigned *peer = (threadIdx.x ? flags1 : flags0) + rank, *mine = (rank ? flags1 : flags0) + threadIdx.x, got;
    if (threadIdx.x == 1)
        *own = 1;
    __syncthreads();
    asm volatile("st.global.release.sys.b32 [%1], %0;" ::"r"(1), "l"(peer) : "memory");
    do
        asm volatile("ld.global.acquire.sys.b32 %0, [%1];" : "=r"(got) : "l"(mine) : "memory");
    while (got != 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *out = *other;
}
