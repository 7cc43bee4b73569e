// cmcm: launch wait(flag), blocks 2, threads 1
#include "hip.hh"
extern "C" __global__ void wait(int *flag)
{
    if (block == 0)
        store(flag, 1, REL, AGENT);
    else {
        int seen = *flag, rounds = 0;
        while (!seen) {
            __builtin_amdgcn_s_sleep(1);
            rounds = rounds > 5 ? 0 : rounds + 1;
        }
    }
}
