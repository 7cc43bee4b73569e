// Asynchronous stores as cuda::ptx writes them.
#include <cuda/ptx>
namespace ptx = cuda::ptx;
extern "C" __global__ void tma_store(int *out)
{
    __shared__ alignas(128) int stage[4];
    if (threadIdx.x == 0)
        stage[0] = 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 32) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, stage, 16);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}
extern "C" __global__ void __cluster_dims__(2) st_remote(int *out)
{
    __shared__ alignas(16) int x;
    __shared__ uint64_t bar;
    unsigned rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar,
                                       4);
    }
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
    if (threadIdx.x == 0 && rank == 0) {
        int *rx;
        uint64_t *rb;
        asm("mapa.u64 %0, %1, 1;" : "=l"(rx) : "l"(&x));
        asm("mapa.u64 %0, %1, 1;" : "=l"(rb) : "l"(&bar));
        ptx::st_async(rx, 1, rb);
    }
    if (rank == 1) {
        while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0)) {
        }
        *out = x;
    }
}
