// llm.c's layernorm_backward_kernel10 (llmc/layernorm.cuh): partial sums, an atomicInc, the last block adds them.
// cmcm: launch backward(scratch, flag, out), blocks 2, threads 2
// cmcm: init flag = 0
// cmcm: init scratch[4] = {0}
// cmcm: init out[2] = {2, 2}
// cmcm: exists out[0] != 2 || out[1] != 2
__global__ void backward(int *scratch, unsigned *flag, int *out)
{
    __shared__ unsigned ticket;
    scratch[2 * blockIdx.x + threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        ticket = atomicInc(flag, 2);
    __syncthreads();
    if (ticket == 1)
        out[threadIdx.x] = scratch[threadIdx.x] + scratch[2 + threadIdx.x];
}
