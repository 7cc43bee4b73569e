// cmcm: launch f(out), threads 128, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 0 thread 64
// cmcm: exists out == 2
#include "hip.hh"
extern "C" __global__ void f(int *out) { __shared__ int s; if (thread == 0) s = 1; syncthreads(); int v = s; if (thread == 0) s = 2; if (thread == 64) *out = v; }
