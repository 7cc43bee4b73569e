// cmcm: launch sum(in, out), threads 128, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 69
// cmcm: init in[0] = 3
// cmcm: init in[69] = 4
// cmcm: init out = -1
// cmcm: exists out != 32
#include "hip.hh"
extern "C" __global__ void sum(const int *in, int *out)
{
    __shared__ int part[2];
    int lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
    int value = in[thread], all = value;
    all += __builtin_amdgcn_ds_swizzle(value, 0x041f);  // the neighbour's
    all += __builtin_amdgcn_ds_swizzle(value, 0x7c1f);  // of 32, turned round
    all += __builtin_amdgcn_ds_swizzle(value, 0x80e4);  // of 4, each its own: once more
    all += __builtin_amdgcn_ds_swizzle(value, 0x8055);  // of 4, the second one's: that of lane 5
    all += __builtin_amdgcn_ds_swizzle(value, 0x00a0);  // of 32, lane 5's
    all += __builtin_amdgcn_ds_swizzle(value, 0x0c07);  // of 8, bits 0 and 1 turned, of 0 and 5: none
    all += __builtin_amdgcn_ds_swizzle(value, 0x0018);  // of 8, the first one's: that of lane 0
    all += __builtin_amdgcn_ds_permute(lane << 2, value);       // to itself
    all += __builtin_amdgcn_ds_permute((lane ^ 1) << 2, value); // to another one
    if (lane == 0 || lane == 5)
        part[thread / 64] = all;
    syncthreads();
    if (thread == 0)
        *out = part[0] + part[1];
}
