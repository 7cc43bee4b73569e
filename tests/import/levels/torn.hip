// cmcm: launch pass(all, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 1 thread 0
// cmcm: init out = -1
// cmcm: exists out == 1
#include "hip.hh"
struct Four {
    int a, b, c, d;
};
extern "C" __global__ void pass(Four *all, int *out)
{
    if (thread)
        return;
    if (block == 0) {
        *all = Four{1, 2, 4, 8};
    } else {
        Four x = *all;
        *out = x.a + x.b + x.c + x.d;
    }
}
