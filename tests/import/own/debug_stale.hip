// clang: -O0
// cmcm: launch sum(flag, data, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: exists out != 0 && out != 6
#include "../public/hip.hh"
extern "C" __global__ void sum(int *flag, int *data, int *out)
{
    if (block == 0) {
        for (int i = 0; i < 3; i++)
            data[i] = i + 1;
        threadfence();
        __hip_atomic_store(flag, 1, __ATOMIC_RELAXED, AGENT);
    } else if (__hip_atomic_load(flag, __ATOMIC_RELAXED, AGENT)) {
        int all = 0;
        for (int i = 0; i < 3; i++)
            all += data[i];
        *out = all;
    }
}
