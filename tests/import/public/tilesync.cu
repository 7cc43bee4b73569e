#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// cmcm: launch pair(in, out), threads 2
// cmcm: init in[2] = {1, 2}
// cmcm: exists out[0] != 2 || out[1] != 1
__global__ void pair(const int *in, int *out)
{
    __shared__ int s[2];
    auto tile = cg::tiled_partition<2>(cg::this_thread_block());
    s[threadIdx.x] = in[threadIdx.x];
    tile.sync();
    out[threadIdx.x] = s[1 - threadIdx.x];
}
