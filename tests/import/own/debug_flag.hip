// clang: -O0
// cmcm: launch pass(data, flag, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: init out = -1
// cmcm: exists out != 7 && out != -1
#include "../public/hip.hh"
static __device__ bool is_set(int *flag)
{
    return __hip_atomic_load(flag, __ATOMIC_ACQUIRE, AGENT) != 0;
}
extern "C" __global__ void pass(int *data, int *flag, int *out)
{
    if (thread != 0)
        return;
    if (block == 0) {
        *data = 7;
        __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, AGENT);
    } else {
        while (!is_set(flag))
            __builtin_amdgcn_s_sleep(1);
        *out = *data;
    }
}
