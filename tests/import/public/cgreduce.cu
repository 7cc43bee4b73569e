#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
// cmcm: launch sum(in, out), threads 2
// cmcm: init in[2] = {1, 2}
// cmcm: exists out != 3
__global__ void sum(const int *in, int *out)
{
    auto tile = cg::tiled_partition<2>(cg::this_thread_block());
    int v = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
    if (threadIdx.x == 0)
        *out = v;
}
