// PyTorch's reduction over several blocks (Reduce.cuh: global_reduce, mark_block_finished), with the fence of
// its pull request 128455 behind the ticket.
// cmcm: launch reduce(part, count, out), blocks 2, threads 2
// cmcm: init count = 0
// cmcm: init part[4] = {0}
// cmcm: init out[2] = {2, 2}
// cmcm: exists out[0] != 2 || out[1] != 2
__global__ void reduce(int *part, int *count, int *out)
{
    __shared__ bool last;
    part[2 * blockIdx.x + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(count, 1) == 1;
    __syncthreads();
    if (last) {
        __threadfence();
        out[threadIdx.x] = part[threadIdx.x] + part[2 + threadIdx.x];
    }
}
