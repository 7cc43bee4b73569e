#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
// cmcm: launch k(in, out), blocks 1, threads 2
// cmcm: init in[2] = {5,6}
// cmcm: exists out[0] != 6 || out[1] != 5
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out)
{
    __shared__ int s[2];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, s, in, sizeof(int) * 2);
    b.sync();
    out[threadIdx.x] = s[1 - threadIdx.x];
}
