// cmcm: launch dot(in, out), threads 128, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 64
// cmcm: init in[128] = {0x3c003c00}
// cmcm: init in[64] = 0x40004000
// cmcm: exists out != 0x46004200
#include "hip.hh"
typedef _Float16 pair __attribute__((ext_vector_type(2)));
extern "C" __global__ void dot(const pair *in, pair *out)
{
    __shared__ pair part[2];
    pair ones = {1, 1}, upper = {0, 1};
    if (thread % 64 == 0)
        part[thread / 64] = in[thread];
    syncthreads();
    if (thread == 0)
        *out = __builtin_elementwise_fma(part[0] + part[1], ones, part[0] * upper * ones + part[1] * upper);
}
