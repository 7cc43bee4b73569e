// __syncthreads(): thread 1 hands a value to thread 0 through shared memory.
extern "C" __global__ void with_barrier(const int *in, int *out)
{
    __shared__ int box[2];
    box[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        *out = box[0] + box[1];
}

extern "C" __global__ void without_barrier(const int *in, int *out)
{
    __shared__ int box[2];
    volatile int *b = box;
    b[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x == 0)
        *out = b[0] + b[1];
}
