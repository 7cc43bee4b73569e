// A reduction through distributed shared memory: block 0 of a cluster reads what the others
// have in theirs.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <bool BARRIER>
__device__ void sum(const int *in, int *out)
{
    __shared__ int part;
    cg::cluster_group cluster = cg::this_cluster();
    *(volatile int *)&part = in[blockIdx.x];
    if (BARRIER)
        cluster.sync();
    if (cluster.block_rank() == 0) {
        int s = 0;
        for (unsigned i = 0; i < cluster.num_blocks(); i++)
            s += *(volatile int *)cluster.map_shared_rank(&part, i);
        *out = s;
    }
    cluster.sync(); // nobody leaves while its shared memory is read
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) with_barrier(const int *in, int *out)
{
    sum<true>(in, out);
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) without_barrier(const int *in, int *out)
{
    sum<false>(in, out);
}
