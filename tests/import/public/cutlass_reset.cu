// CUTLASS's Barrier::wait_eq_reset (barrier.h), by which stream-K waits for its peers: a relaxed compare-and-swap.
// cmcm: launch gather(flag, part, out), blocks 2, threads 2
// cmcm: init flag = 0
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 1 || out[1] != 1
__global__ void gather(int *flag, int *part, int *out)
{
    if (blockIdx.x == 1) {
        part[threadIdx.x] = 1;
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("fence.acq_rel.gpu;");
            asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(flag));
        }
    } else {
        if (threadIdx.x == 0)
            while (atomicCAS(flag, 1, 0) != 1)
                ;
        __syncthreads();
        out[threadIdx.x] = part[threadIdx.x];
    }
}
