// clang: -O0
// cmcm: launch exchange(here, a, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: exists out[0] != 2 || out[1] != 1
#include "../public/hip.hh"
struct barrier {
    unsigned count, generation;
};
static __device__ void meet(barrier *b)
{
    syncthreads();
    if (thread == 0) {
        unsigned seen = __hip_atomic_load(&b->generation, __ATOMIC_RELAXED, AGENT);
        if (__hip_atomic_fetch_add(&b->count, 1u, __ATOMIC_ACQ_REL, AGENT) == 1) {
            __hip_atomic_store(&b->count, 0u, __ATOMIC_RELAXED, AGENT);
            __hip_atomic_store(&b->generation, seen + 1, __ATOMIC_RELEASE, AGENT);
        } else {
            while (__hip_atomic_load(&b->generation, __ATOMIC_ACQUIRE, AGENT) == seen)
                __builtin_amdgcn_s_sleep(2);
        }
    }
    syncthreads();
}
extern "C" __global__ void exchange(barrier *here, int *a, int *out)
{
    a[block] = block + 1;
    meet(here);
    out[block] = a[1 - block];
}
