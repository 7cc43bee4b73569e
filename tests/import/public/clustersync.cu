#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// cmcm: launch pair(out), blocks 2, threads 1
// cmcm: exists out[0] != 2 || out[1] != 1
__global__ void __cluster_dims__(2) pair(int *out)
{
    __shared__ int s;
    auto cluster = cg::this_cluster();
    s = blockIdx.x + 1;
    cluster.sync();
    out[blockIdx.x] = *cluster.map_shared_rank(&s, 1 - cluster.block_rank());
    cluster.sync();
}
