// cmcm: launch pass(data, flag, out), blocks 2, threads 1, clock 0
// cmcm: init out = -1
// cmcm: exists out == 0
#include "hip.hh"
#ifndef FENCE
#define FENCE threadfence()
#endif
extern "C" __global__ void pass(int *data, int *flag, int *out)
{
    if (block == 0) {
        *data = 1;
        FENCE;
        store(flag, 1, RLX, AGENT);
        return;
    }
    unsigned long long pause = 64;
    while (load(flag, RLX, AGENT) == 0) {
        unsigned long long begin = __builtin_readcyclecounter();
        while (__builtin_readcyclecounter() - begin < pause)
            __builtin_amdgcn_s_sleep(1);
        pause = pause < 1024 ? pause * 2 : pause;
    }
    FENCE;
    *out = load(data, RLX, AGENT);
}
