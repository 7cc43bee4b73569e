#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
// cmcm: launch copy(in, out), threads 2
// cmcm: init in[2] = {1, 2}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 2 || out[1] != 1
__global__ void copy(const int *in, int *out)
{
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ int buffer[2];
    __shared__ barrier bar;
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, buffer, in, sizeof(int) * 2, bar);
    bar.arrive_and_wait();
    out[threadIdx.x] = buffer[1 - threadIdx.x];
}
