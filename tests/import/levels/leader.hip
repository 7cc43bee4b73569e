// cmcm: launch append(in, n, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 1 thread 0
// cmcm: init in[0] = 1
// cmcm: init in[64] = 1
// cmcm: exists n != 2 || out[0] != 1 || out[1] != 1
#include "hip.hh"
extern "C" __global__ void append(const int *in, int *n, int *out)
{
    bool is = in[block * 64 + thread] > 0;
    unsigned long long wanted = __builtin_amdgcn_ballot_w64(is);
    if (is) {
        int lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
        int first = __builtin_ctzll(wanted), at = 0;
        if (lane == first)
            at = __hip_atomic_fetch_add(n, __builtin_popcountll(wanted), __ATOMIC_RELAXED, AGENT);
        at = __builtin_amdgcn_readlane(at, first);
        out[at + __builtin_popcountll(wanted & ((1ull << lane) - 1))] = 1;
    }
}
