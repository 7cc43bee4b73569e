// cmcm: launch pass(flag, out), blocks 2, threads 1, clock 0
// cmcm: exists out == 1
#include "hip.hh"
static __device__ void delay()
{
    unsigned long long begin = __builtin_amdgcn_s_memrealtime();
    while (__builtin_amdgcn_s_memrealtime() - begin < 1000)
        __builtin_amdgcn_s_sleep(1);
}
extern "C" __global__ void pass(int *flag, int *out)
{
    delay();
    if (block == 0)
        store(flag, 1, RLX, AGENT);
    while (!load(flag, RLX, AGENT))
        delay();
    if (block == 1)
        *out = 1;
}
