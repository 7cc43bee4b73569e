// CUTLASS's Semaphore (semaphore.h: fetch, wait, release): who holds the turn accumulates, and passes it on.
// nvcc: -lineinfo
// cmcm: launch splitk(lock, sum), blocks 2, threads 2
// cmcm: init lock = 0
// cmcm: init sum[2] = {0}
// cmcm: exists sum[0] != 3 || sum[1] != 3
__device__ void fetch(int *lock, int &state)
{
    if (threadIdx.x == 0)
        asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(lock));
}
__global__ void splitk(int *lock, int *sum)
{
    int state = -1;
    fetch(lock, state);
    while (__syncthreads_and(state != (int)blockIdx.x))
        fetch(lock, state);
    __syncthreads();
    sum[threadIdx.x] += blockIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"l"(lock), "r"(blockIdx.x + 1));
}
