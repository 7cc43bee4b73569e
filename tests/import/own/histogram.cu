// cmcm: launch histogram(in, bins), blocks 2, threads 2
// cmcm: init in[4] = {0, 1, 1, 1}
// cmcm: exists bins[0] != 1 || bins[1] != 3
__global__ void histogram(const int *in, int *bins)
{
    __shared__ int own[2];
    own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[in[blockIdx.x * blockDim.x + threadIdx.x]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
