// cmcm: launch last(part, count, out), blocks 2, threads 128, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 0 thread 64
// cmcm: P2 = block 1 thread 0
// cmcm: P3 = block 1 thread 64
// cmcm: exists out == 1
#include "hip.hh"
extern "C" __global__ void last(int *part, unsigned *count, int *out) {
 if (thread == 64) part[block] = 1;
 syncthreads();
 if (thread == 0) { threadfence(); if (fetch_add(count, 1u, RLX, AGENT) == 1) { threadfence(); *out = part[0] + part[1]; } } }
