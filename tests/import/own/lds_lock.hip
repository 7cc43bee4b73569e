// A lock in LDS, of two waves.
// cmcm: launch add(out), threads 128, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 64
// cmcm: exists out != 2
#include "../public/hip.hh"
extern "C" __global__ void add(int *out)
{
    __shared__ int lock, count;
    if (thread == 0)
        lock = 0;
    syncthreads();
    while (__hip_atomic_exchange(&lock, 1, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP))
        ;
    count = count + 1;
    __hip_atomic_store(&lock, 0, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
    syncthreads();
    if (thread == 0)
        *out = count;
}
