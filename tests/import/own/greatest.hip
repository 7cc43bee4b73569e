// Two waves leave the greater number by a loop that reads, compares and swaps.
// cmcm: launch greatest(x, in), blocks 2, threads 64, others absent
// cmcm: P0 = block 0
// cmcm: P1 = block 1
// cmcm: init in[2] = {5, 9}
// cmcm: exists x != 9
#include "../public/hip.hh"
extern "C" __global__ void greatest(int *x, const int *in)
{
    int v = in[block], old = __hip_atomic_load(x, __ATOMIC_RELAXED, AGENT);
    while (old < v)
        if (__hip_atomic_compare_exchange_strong(x, &old, v, __ATOMIC_RELAXED, __ATOMIC_RELAXED, AGENT))
            break;
}
