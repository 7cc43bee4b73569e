// cmcm: launch sum(in, out), threads 128, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 0 thread 64
// cmcm: exists out != 0
#include "hip.hh"
extern "C" __global__ void sum(int *in, int *out) {
 __shared__ int s[2];
 if (thread % 64 == 0) s[thread / 64] = in[thread];
 syncthreads();
 if (thread == 0) *out = s[0] + s[1]; }
