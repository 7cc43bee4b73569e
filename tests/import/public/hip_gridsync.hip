// HIP's grid.sync() (ROCm device libraries, cg.cl: __ockl_grid_sync): an arrival that releases and acquires at agent
// scope; who comes last flips a bit that the others wait for.
// cmcm: launch meet(bar, x, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0
// cmcm: P1 = block 1
// cmcm: init bar = 0
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 2 || out[1] != 2
#include "hip.hh"
extern "C" __global__ void meet(unsigned *bar, int *x, int *out)
{
    x[block] = 1;
    syncthreads();
    if (thread == 0) {
        unsigned add = block == 0 ? 0x80000000u - 1 : 1;
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
        unsigned old = __hip_atomic_fetch_add(bar, add, __ATOMIC_RELAXED, AGENT);
        while (((__hip_atomic_load(bar, __ATOMIC_RELAXED, AGENT) ^ old) & 0x80000000u) == 0)
            ;
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    }
    syncthreads();
    out[block] = x[0] + x[1];
}
