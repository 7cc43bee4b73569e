// Marlin's locks as they were ported to HIP (barrier_acquire, barrier_release): blocks add to an output in turn.
// cmcm: launch reduce(lock, c), blocks 2, threads 64, others absent
// cmcm: P0 = block 0
// cmcm: P1 = block 1
// cmcm: init lock = 0
// cmcm: init c = 0
// cmcm: exists c != 3 || lock != 0
#include "hip.hh"
extern "C" __global__ void reduce(int *lock, int *c)
{
    if (thread == 0)
        while (__hip_atomic_load(lock, __ATOMIC_ACQUIRE, AGENT) != block)
            ;
    syncthreads();
    *c += block + 1;
    syncthreads();
    if (thread == 0) {
        if (block == 1)
            __hip_atomic_store(lock, 0, __ATOMIC_RELEASE, AGENT);
        else
            __hip_atomic_fetch_add(lock, 1, __ATOMIC_RELEASE, AGENT);
    }
}
