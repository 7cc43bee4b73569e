// Who comes last sums what all have stored, by shuffles behind a branch that memory decides.
// cmcm: launch k(in, part, count, out), blocks 2, threads 4
// cmcm: init in[2] = {3, 4}
// cmcm: exists out != 7
__global__ void k(const int *in, int *part, unsigned *count, int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
#ifndef UNFENCED
        __threadfence();
#endif
    }
    __syncthreads();
    if (!last)
        return;
    int sum = threadIdx.x < gridDim.x ? *(volatile int *)&part[threadIdx.x] : 0;
    for (int d = 2; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xf, sum, d);
    if (threadIdx.x == 0)
        *out = sum;
}
