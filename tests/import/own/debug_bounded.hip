// clang: -O0
// cmcm: launch pass(data, flag, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: exists out == 1
#include "../public/hip.hh"
static __device__ bool await(int *flag, int tries)
{
    while (tries-- > 0)
        if (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, SYSTEM))
            return true;
    return false;
}
extern "C" __global__ void pass(int *data, int *flag, int *out)
{
    if (block == 0) {
        *data = 5;
        __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, SYSTEM);
    } else if (await(flag, 3)) {
        *out = *data == 5 ? 2 : 1;
    }
}
