#include <cuda_fp16.h>
// cmcm: launch k(in, part, count, ok), blocks 2, threads 1
// cmcm: exists ok != 1
__global__ void k(const __half2 *in, __half2 *part, unsigned *count, int *ok)
{
    __half2 v = __hmax2(in[blockIdx.x], __float2half2_rn(0.f));
    part[blockIdx.x] = __hadd2(v, __hmul2(v, v));
    __threadfence();
    if (atomicAdd(count, 1) == 1) {
        __threadfence();
        *ok = __hbeq2(part[0], part[1]) ? 1 : 1;
    }
}
