// A persistent kernel: each block draws items until there are none, and tells its threads at barriers.
// cmcm: launch work(next, out, 2), blocks 2, threads 2
// cmcm: exists out[0] != 1 || out[1] != 1
__global__ void work(int *next, int *out, int n)
{
    __shared__ int s;
    while (true) {
        if (threadIdx.x == 0)
            s = atomicAdd(next, 1);
        __syncthreads();
        if (s >= n)
            break;
        if (threadIdx.x == 1)
            atomicAdd(&out[s], 1);
        __syncthreads();
    }
}
