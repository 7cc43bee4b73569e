// CUB's GridBarrier (grid_barrier.cuh; issue 356): flags by st.cg and ld.cg, which are weak, with a fence of the block in the loop.
// cmcm: launch meet(sync, x, out), blocks 2, threads 2
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 0, thread 1
// cmcm: P2 = block 1, thread 0
// cmcm: P3 = block 1, thread 1
// cmcm: init sync[2] = {0}
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 2 || out[1] != 2
__device__ int load(int *p)
{
    int v;
    asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__global__ void meet(int *sync, int *x, int *out)
{
    if (threadIdx.x == 0)
        x[blockIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0)
            *(volatile int *)sync = 1;
        __syncthreads();
        while (load(sync + threadIdx.x) == 0)
            __threadfence_block();
        __syncthreads();
        *(volatile int *)(sync + threadIdx.x) = 0;
    } else {
        if (threadIdx.x == 0) {
            *(volatile int *)(sync + 1) = 1;
            while (load(sync + 1) == 1)
                __threadfence_block();
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = x[0] + x[1];
}
