// cmcm: launch best(in, out), threads 128, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 64
// cmcm: init in[128] = {5}
// cmcm: init in[64] = 9
// cmcm: init int64_t out = 0
// cmcm: exists out != 38654705728
#include "hip.hh"
typedef unsigned long long u64;
extern "C" __global__ void best(const unsigned *in, u64 *out)
{
    __shared__ u64 most;
    if (thread == 0)
        most = 0;
    syncthreads();
    u64 mine = (u64)in[thread] << 32 | thread, old = most;
#ifdef PLAIN
    if (old < mine)
        most = mine;
#else
    while (old < mine && !__hip_atomic_compare_exchange_strong(&most, &old, mine, RLX, RLX, GROUP))
        ;
#endif
    syncthreads();
    if (thread == 0)
        *out = most;
}
