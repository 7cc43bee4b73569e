// A queue of work in shared memory, which one thread sets up before the barrier.
// cmcm: launch k(out), blocks 1, threads 2
// cmcm: exists out[0] != 1 || out[1] != 1 || out[2] != 1
__global__ void k(int *out)
{
    __shared__ int next;
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    while (true) {
        int i = atomicAdd(&next, 1);
        if (i >= 3) break;
        atomicAdd(&out[i], 1);
    }
}
