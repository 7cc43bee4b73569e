// cmcm: launch add(free, n), blocks 2, threads 64, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 1 thread 0
// cmcm: init free = 1
// cmcm: exists n != 2
#include "hip.hh"
extern "C" __global__ void add(int *free, int *n)
{
    if (thread)
        return;
    for (;;) {
        int seen = __hip_atomic_load(free, __ATOMIC_RELAXED, AGENT);
        if (seen > 0 && __hip_atomic_compare_exchange_strong(free, &seen, seen - 1, __ATOMIC_ACQUIRE,
                                                             __ATOMIC_RELAXED, AGENT))
            break;
        __builtin_amdgcn_s_sleep(1);
    }
    *n = *n + 1;
    __hip_atomic_fetch_add(free, 1, __ATOMIC_RELEASE, AGENT);
}
