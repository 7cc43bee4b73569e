// Lanes 2 and 3 of two waves add as often as their number says.
// cmcm: launch add(x), blocks 2, threads 64, others absent
// cmcm: P0 = block 0 thread 2
// cmcm: P1 = block 1 thread 3
// cmcm: exists x != 5
#include "../public/hip.hh"
extern "C" __global__ void add(int *x)
{
    for (int i = 0; i < (thread & 3); i++)
        __hip_atomic_fetch_add(x, 1, __ATOMIC_RELAXED, AGENT);
}
