// A lock in shared memory, which one thread sets up before a barrier; who waits for it writes to it
// again and again.
// cmcm: launch k, blocks 1, threads 2
// cmcm: exists sum != 3
__device__ int sum;

__global__ void k()
{
    __shared__ int lock, total;
    if (threadIdx.x == 0) {
        lock = 0;
        total = 0;
    }
    __syncthreads();
    while (atomicExch(&lock, 1) != 0)
        ;
    __threadfence_block();
    total = total + threadIdx.x + 1;
    __threadfence_block();
    atomicExch(&lock, 0);
    __syncthreads();
    if (threadIdx.x == 0)
        sum = total;
}
