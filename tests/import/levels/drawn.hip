// Items are drawn in LDS, which one wave sets up before the barrier.
// cmcm: launch k(out), blocks 1, threads 128, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 0 thread 64
// cmcm: exists out[0] != 1 || out[1] != 1 || out[2] != 1
#include "hip.hh"
extern "C" __global__ void k(int *out)
{
    __shared__ int next;
    if (thread == 0) next = 0;
    syncthreads();
    while (true) {
#ifdef TORN
        int i = load(&next, RLX, GROUP);
        store(&next, i + 1, RLX, GROUP);
#else
        int i = fetch_add(&next, 1, RLX, GROUP);
#endif
        if (i >= 3) break;
        fetch_add(&out[i], 1, RLX, AGENT);
    }
}
