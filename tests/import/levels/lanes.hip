// cmcm: launch swap(in, out, sum), threads 64, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 1
// cmcm: init in[2] = {3, 4}
// cmcm: exists out[0] != 4 || out[1] != 3 || sum != 7
#include "hip.hh"
#ifndef BARRIER
#define BARRIER syncthreads()
#endif
extern "C" __global__ void swap(const int *in, int *out, int *sum)
{
    __shared__ int part[64];
    part[thread] = in[thread];
    BARRIER;
    out[thread] = part[thread ^ 1];
    __hip_atomic_fetch_add(sum, in[thread], __ATOMIC_RELAXED, AGENT);
}
