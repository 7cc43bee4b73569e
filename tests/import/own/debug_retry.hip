// clang: -O0
// cmcm: launch copy(seq, data, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: init out = -1
// cmcm: exists out == 1 || out == 10
#include "../public/hip.hh"
extern "C" __global__ void copy(unsigned *seq, int *data, int *out)
{
    if (block == 0) {
        __hip_atomic_store(seq, 1u, __ATOMIC_RELAXED, AGENT);
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
        __hip_atomic_store(data, 1, __ATOMIC_RELAXED, AGENT);
        __hip_atomic_store(data + 1, 1, __ATOMIC_RELAXED, AGENT);
        __hip_atomic_store(seq, 2u, __ATOMIC_RELEASE, AGENT);
    } else {
        unsigned before, after;
        int x, y;
        do {
            before = __hip_atomic_load(seq, __ATOMIC_ACQUIRE, AGENT);
            x = __hip_atomic_load(data, __ATOMIC_RELAXED, AGENT);
            y = __hip_atomic_load(data + 1, __ATOMIC_RELAXED, AGENT);
            __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
            after = __hip_atomic_load(seq, __ATOMIC_RELAXED, AGENT);
        } while (before != after || (before & 1));
        *out = x * 10 + y;
    }
}
