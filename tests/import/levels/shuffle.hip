// cmcm: launch sum(in, out), threads 128, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 69
// cmcm: init in[0] = 3
// cmcm: init in[69] = 4
// cmcm: init out = -1
// cmcm: exists out != 11
#include "hip.hh"
static __device__ int from(int value, int lane)
{
    return __builtin_amdgcn_ds_bpermute(lane << 2, value);
}
extern "C" __global__ void sum(const int *in, int *out)
{
    __shared__ int part[2];
    int lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
    int value = in[thread];
    for (int distance = 32; distance > 0; distance /= 2)
        value += from(value, lane ^ distance);
    value = from(value, lane); // by DPP, of lane 5: itself; lane 4, which is not there: 0, or 2
    if (lane == 5)
        value += __builtin_amdgcn_update_dpp(100, 0, 0x55, 0xf, 0xf, false) +
                 __builtin_amdgcn_update_dpp(100, value, 0x111, 0xf, 0xf, true) +
                 __builtin_amdgcn_update_dpp(2, value, 0x111, 0xf, 0xf, false) +
                 __builtin_amdgcn_update_dpp(2, value, 0x55, 0xe, 0xf, false);
    if (lane == 0 || lane == 5)
        part[thread / 64] = value;
    syncthreads();
    if (thread == 0)
        *out = part[0] + part[1];
}
