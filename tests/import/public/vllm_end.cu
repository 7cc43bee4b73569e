// vLLM's custom all-reduce (custom_all_reduce.cuh: barrier_at_end) of two GPUs: a flag for the other, with release
// and acquire of system scope, between the two stages.
// cmcm: launch reduce(flag, flag+4, x, x+4, out), gpu 0
// cmcm: launch reduce(flag+4, flag, x+4, x, out+4), gpu 1
// cmcm: init flag[2] = {0}
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 2 || out[1] != 2
__global__ void reduce(unsigned *own, unsigned *peer, int *x, int *y, int *out)
{
    unsigned got;
    *x = 1;
    __syncthreads();
    asm volatile("st.release.sys.global.u32 [%1], %0;" ::"r"(1), "l"(peer));
    do
        asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(got) : "l"(own));
    while (got != 1);
    __syncthreads();
    *out = *x + *y;
}
