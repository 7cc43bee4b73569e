// The barrier of Xiao and Feng (IPDPS 2010, __gpu_sync with two arrays), as many programs have it: volatile, no fence.
// cmcm: launch meet(in, back, x, out), blocks 2, threads 2
// cmcm: init in[2] = {0}
// cmcm: init back[2] = {0}
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 2 || out[1] != 2
__global__ void meet(volatile int *in, volatile int *back, int *x, int *out)
{
    if (threadIdx.x == 0) {
        x[blockIdx.x] = 1;
        in[blockIdx.x] = 1;
    }
    if (blockIdx.x == 1) {
        while (in[threadIdx.x] != 1)
            ;
        __syncthreads();
        back[threadIdx.x] = 1;
    }
    if (threadIdx.x == 0)
        while (back[blockIdx.x] != 1)
            ;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = x[0] + x[1];
}
