// rocPRIM's look-back (lookback_scan_state.hpp): prefix and flag in one word of 8 bytes, stored and loaded relaxed.
// cmcm: launch scan(state, out), blocks 3, threads 64, others absent
// cmcm: P0 = block 0
// cmcm: P1 = block 1
// cmcm: P2 = block 2
// cmcm: init uint64_t state[3] = {0}
// cmcm: init out[3] = {0}
// cmcm: exists out[0] != 1 || out[1] != 3 || out[2] != 6
#include "hip.hh"
typedef unsigned long word;
extern "C" __global__ void scan(word *state, unsigned *out)
{
    unsigned own = block + 1, before = 0;
    if (block > 0) {
        __hip_atomic_store(state + block, 1ul << 32 | own, __ATOMIC_RELAXED, AGENT);
        for (int t = block - 1; t >= 0; t--) {
            word w;
            do
                w = __hip_atomic_load(state + t, __ATOMIC_RELAXED, AGENT);
            while (w >> 32 == 0);
            before += (unsigned)w;
            if (w >> 32 == 2)
                break;
        }
    }
    __hip_atomic_store(state + block, 2ul << 32 | (before + own), __ATOMIC_RELAXED, AGENT);
    out[block] = before + own;
}
