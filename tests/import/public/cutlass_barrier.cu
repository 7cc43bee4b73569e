// CUTLASS's Barrier (barrier.h): wait_lt, arrive_inc, as stream-K gathers partial tiles.
// cmcm: launch gather(flag, part, out), blocks 3, threads 2
// cmcm: init flag = 0
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 3 || out[1] != 3
__global__ void gather(int *flag, int *part, int *out)
{
    if (blockIdx.x > 0) {
        part[2 * (blockIdx.x - 1) + threadIdx.x] = blockIdx.x;
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("fence.acq_rel.gpu;");
            asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(flag));
        }
    } else {
        int state = 0;
        if (threadIdx.x == 0)
            while (state < 2)
                asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(flag));
        __syncthreads();
        out[threadIdx.x] = part[threadIdx.x] + part[2 + threadIdx.x];
    }
}
