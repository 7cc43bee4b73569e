// Two launches, of which the second one comes after all of the first: halves are added one by one.
// cmcm: launch k(sum, out), blocks 2, threads 1
// cmcm: launch r(sum, out), blocks 1, threads 1, after P0
// cmcm: exists out[0] != 3 || out[1] != 6
#include <cuda_fp16.h>
__global__ void k(__half2 *sum, int *out)
{
    __half2 v = __floats2half2_rn(1.f + blockIdx.x, 2.f + 2 * blockIdx.x);
#ifndef PLAIN
    atomicAdd(sum, v);
#else
    *sum = __hadd2(*sum, v);
#endif
}
__global__ void r(__half2 *sum, int *out)
{
    out[0] = (int)__low2float(*sum);
    out[1] = (int)__high2float(*sum);
}
