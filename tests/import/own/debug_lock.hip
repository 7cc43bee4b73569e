// clang: -O0
// cmcm: launch count(lock, n), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: exists n != 2
#include "../public/hip.hh"
static __device__ bool take(int *lock, int &seen)
{
    seen = 0;
    return __hip_atomic_compare_exchange_strong(lock, &seen, 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED,
                                                AGENT);
}
extern "C" __global__ void count(int *lock, int *n)
{
    int seen;
    while (!take(lock, seen))
        __builtin_amdgcn_s_sleep(1);
    *n = *n + 1;
    __hip_atomic_store(lock, 0, __ATOMIC_RELEASE, AGENT);
}
