// AITER's top-k over several blocks (before its pull request 4841): the last block of a counter reads what the others
// have written, behind relaxed atomics and no fence that acquires.
// cmcm: launch last(part, count, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0
// cmcm: P1 = block 1
// cmcm: init count = 0
// cmcm: init part[2] = {0}
// cmcm: init out = 2
// cmcm: exists out != 2
#include "hip.hh"
extern "C" __global__ void last(int *part, unsigned *count, int *out)
{
    part[block] = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    if (__hip_atomic_fetch_add(count, 1u, __ATOMIC_RELAXED, AGENT) == 1)
        *out = part[0] + part[1];
}
