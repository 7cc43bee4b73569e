// CUTLASS's ClusterBarrier::arrive(cta_id) (arch/barrier.h): a block says to another one of its cluster that it is ready.
#include "mbarrier.cuh"
#include <cooperative_groups.h>
// cmcm: launch ready(x, out), blocks 2, threads 1
// cmcm: exists out != 1
__global__ __cluster_dims__(2) void ready(int *x, int *out)
{
    __shared__ uint64_t b;
    unsigned rank = cooperative_groups::this_cluster().block_rank(), remote;
    init(&b, 1);
    cooperative_groups::this_cluster().sync();
    if (rank == 1) {
        *x = 1;
        asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(remote) : "r"((unsigned)__cvta_generic_to_shared(&b)));
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(remote) : "memory");
    } else {
        unsigned done;
        do
            asm volatile("{.reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0; selp.b32 %0, 1, 0, p;}"
                         : "=r"(done) : "r"((unsigned)__cvta_generic_to_shared(&b)) : "memory");
        while (!done);
        *out = *x;
    }
}
