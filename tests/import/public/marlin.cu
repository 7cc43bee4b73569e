// Marlin (marlin.cu: barrier_acquire, barrier_release): blocks add to an output in turn, the last one resets the lock.
// cmcm: launch reduce(lock, c), blocks 2, threads 2
// cmcm: init lock = 0
// cmcm: init c[2] = {0}
// cmcm: exists c[0] != 3 || c[1] != 3 || lock != 0
__global__ void reduce(int *lock, int *c)
{
    if (threadIdx.x == 0) {
        int state = -1;
        do
            asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(lock));
        while (state != blockIdx.x);
    }
    __syncthreads();
    c[threadIdx.x] += blockIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        if (blockIdx.x == 1) {
            *lock = 0;
            return;
        }
        asm volatile("fence.acq_rel.gpu;");
        asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(lock));
    }
}
