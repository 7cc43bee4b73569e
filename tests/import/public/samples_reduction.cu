// NVIDIA's cuda-samples, threadFenceReduction (reduceSinglePass): __threadfence(), a ticket, the last block sums.
// cmcm: launch reduce(part, count, out), blocks 2, threads 2
// cmcm: init count = 0
// cmcm: init part[2] = {0}
// cmcm: init out = 2
// cmcm: exists out != 2
__global__ void reduce(int *part, unsigned *count, int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0)
        part[blockIdx.x] = 1;
    __threadfence();
    if (threadIdx.x == 0)
        last = atomicInc(count, 2) == 1;
    __syncthreads();
    if (last && threadIdx.x == 1)
        *out = part[0] + part[1];
}
