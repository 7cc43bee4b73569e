// cmcm: launch put(out), blocks 2, threads 1
// cmcm: exists out == 2
#include "hip.hh"
__device__ int data; __device__ int flag;
extern "C" __global__ void put(int *out) { if (block == 0) { data = 1; store(&flag, 1, REL, AGENT); } else if (load(&flag, ACQ, AGENT)) *out = data == 1 ? 1 : 2; }
