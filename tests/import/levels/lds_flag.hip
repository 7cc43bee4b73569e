// cmcm: launch f(data, out), threads 128, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 0 thread 64
// cmcm: exists out == 2
#include "hip.hh"
extern "C" __global__ void f(int *data, int *out) { __shared__ int f; if (thread == 0) f = 0; syncthreads(); if (thread == 0) { *data = 1; store(&f, 1, REL, GROUP); } else if (load(&f, ACQ, GROUP)) *out = *data == 1 ? 1 : 2; }
