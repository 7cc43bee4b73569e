// cp.async by the pipeline primitives: a thread reads what another one has copied.
#include <cuda_pipeline.h>

template <bool WAIT>
__device__ void copy(const int *in, int *out)
{
    __shared__ int buffer[2];
    __pipeline_memcpy_async(&buffer[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    if (WAIT)
        __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = buffer[1 - threadIdx.x];
}

extern "C" __global__ void with_wait(const int *in, int *out)
{
    copy<true>(in, out);
}

extern "C" __global__ void without_wait(const int *in, int *out)
{
    copy<false>(in, out);
}
