#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
// cmcm: launch copy(in, out), threads 2
// cmcm: init in[2] = {1, 2}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 2 || out[1] != 1
__global__ void copy(const int *in, int *out)
{
    __shared__ int buffer[2];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, buffer, in, sizeof(int) * 2);
    cg::wait(block);
    out[threadIdx.x] = buffer[1 - threadIdx.x];
}
