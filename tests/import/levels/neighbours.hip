// cmcm: launch pass(all, flag, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 1 thread 0
// cmcm: init out = -1
// cmcm: exists out != 15 && out != -1
#include "hip.hh"
#ifndef RELEASE
#define RELEASE __ATOMIC_RELEASE
#endif
struct Three {
    int a, b, c;
};
extern "C" __global__ void pass(Three *all, int *flag, int *out)
{
    if (thread)
        return;
    if (block == 0) {
        all[1] = Three{1, 2, 4};
        all[3].b = 3; // two neighbours, at a multiple of 4
        all[3].c = 5;
        __hip_atomic_store(flag, 1, RELEASE, AGENT);
    } else if (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, AGENT)) {
        Three x = all[1];
        *out = x.a + x.b + x.c + all[3].b + all[3].c;
    }
}
