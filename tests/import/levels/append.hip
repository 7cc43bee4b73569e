// cmcm: launch append(in, n, out, total), blocks 2, threads 64, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 1 thread 3
// cmcm: init in[128] = {1}
// cmcm: init in[67] = 1
// cmcm: exists n != 2 || out[0] != 1 || out[1] != 1 || total != 3
#include "hip.hh"
extern "C" __global__ void append(const int *in, int *n, int *out, int *total)
{
    int i = block * 64 + thread;
    unsigned long long wanted = __builtin_amdgcn_ballot_w64(in[i] > 0);
    if (in[i] > 0) {
        int lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
        int at = __hip_atomic_fetch_add(n, __builtin_popcountll(wanted), __ATOMIC_RELAXED, AGENT);
        out[__builtin_amdgcn_readfirstlane(at)] = 1;
        __hip_atomic_fetch_add(total, lane, __ATOMIC_RELAXED, AGENT);
    }
}
