// Two tiles come by bulk copies, get 1 added, and go back by bulk copies behind a proxy fence. Nothing but copies accesses
// the arrays, and nothing declares how wide their elements are.
// cmcm: launch tiles(in, out), threads 1
// cmcm: init in[8] = {1, 2, 3, 4, 5, 6, 7, 8}
// cmcm: init out[8] = {0}
// cmcm: exists out[0] != 2 || out[7] != 9
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void tiles(const int *in, int *out)
{
    __shared__ alignas(16) int tile[2][4];
    __shared__ alignas(8) uint64_t full[2];
    for (int i = 0; i < 2; i++)
        ptx::mbarrier_init(&full[i], 1);
    ptx::fence_proxy_async(ptx::space_shared);
    for (int i = 0; i < 2; i++) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[i], 16);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[i], in + 4 * i, 16, &full[i]);
    }
    for (int i = 0; i < 2; i++) {
        while (!ptx::mbarrier_try_wait_parity(&full[i], 0))
            ;
        for (int j = 0; j < 4; j++)
            tile[i][j] += 1;
        ptx::fence_proxy_async(ptx::space_shared);
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 4 * i, tile[i], 16);
        ptx::cp_async_bulk_commit_group();
    }
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}
