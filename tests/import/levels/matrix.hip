// cmcm: launch gemm(in, out, full), threads 128, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 64
// cmcm: init in[128] = {1}
// cmcm: exists full != 2
#include "hip.hh"
#ifndef BARRIER
#define BARRIER syncthreads()
#endif
typedef float four __attribute__((ext_vector_type(4)));
typedef float sixteen __attribute__((ext_vector_type(16)));
typedef _Float16 halves __attribute__((ext_vector_type(4)));
extern "C" __global__ void gemm(const float *in, float *out, int *full)
{
    __shared__ float tile[128];
    __shared__ int loaded;
    tile[thread] = in[thread];
    if (thread == 64)
        loaded = 2;
    BARRIER;
    four sum = {0, 0, 0, 0};
    sixteen block_sum = {0};
    halves half = {1, 2, 3, 4};
    sum = __builtin_amdgcn_mfma_f32_16x16x4f32(tile[thread], tile[thread ^ 64], sum, 0, 0, 0);
    sum = __builtin_amdgcn_mfma_f32_16x16x16f16(half, half, sum, 0, 0, 0);
    block_sum = __builtin_amdgcn_mfma_f32_32x32x8f16(half, half, block_sum, 0, 0, 0);
    out[thread] = sum[0] + sum[3] + block_sum[15];
    if (thread == 0)
        *full = loaded;
}
