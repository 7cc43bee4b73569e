// The last block adds up what all have left, as in the programming guide ("Memory Fence
// Functions") and the sample threadFenceReduction.
__device__ unsigned count = 0;

template <bool SECOND_FENCE>
__device__ void sum(const int *in, volatile int *partial, int *total)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
        if (SECOND_FENCE)
            __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int s = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            s += partial[i];
        *total = s;
        count = 0;
    }
}

extern "C" __global__ void as_in_the_guide(const int *in, volatile int *partial, int *total)
{
    sum<false>(in, partial, total);
}

extern "C" __global__ void with_second_fence(const int *in, volatile int *partial, int *total)
{
    sum<true>(in, partial, total);
}
