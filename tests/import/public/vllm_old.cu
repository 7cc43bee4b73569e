// vLLM's custom all-reduce as it began (custom_all_reduce.cuh of 2024: end_sync between two stages): the flags
// are volatile, and there is no fence. Two GPUs, a block each.
// cmcm: launch reduce(flag, flag+4, x, x+4, out), gpu 0
// cmcm: launch reduce(flag+4, flag, x+4, x, out+4), gpu 1
// cmcm: init flag[2] = {0}
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 2 || out[1] != 2
__global__ void reduce(volatile int *own, volatile int *peer, int *x, int *y, int *out)
{
    *x = 1;
    __syncthreads();
    *peer = 1;
    while (*own != 1)
        ;
    __syncthreads();
    *out = *x + *y;
}
