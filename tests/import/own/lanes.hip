// Lane 2 reads itself by number, knows its number, and counts those who vote.
// cmcm: launch vote(in, out), threads 64, others absent
// cmcm: P0 = thread 2
// cmcm: init in[3] = {0, 0, 5}
// cmcm: init out[3] = {-1, -1, -1}
// cmcm: exists out[0] != 10 || out[1] != 2 || out[2] != 1
#include "../public/hip.hh"
extern "C" __global__ void vote(int *in, int *out)
{
    int v = in[thread];
    out[0] = __builtin_amdgcn_readfirstlane(v) + __builtin_amdgcn_readlane(v, 2);
    out[1] = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
    out[2] = __builtin_popcountll(__builtin_amdgcn_ballot_w64(v == 5));
}
