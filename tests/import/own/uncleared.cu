// cmcm: launch hist(in, out), blocks 1, threads 2
// cmcm: init in[2] = {0,1}
// cmcm: exists out[0] != 1 || out[1] != 1
__global__ void hist(const int *in, int *out)
{
    __shared__ int bins[2];
    if (threadIdx.x < 2)
        bins[threadIdx.x] = 0;
    atomicAdd(&bins[1 - in[threadIdx.x]], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
