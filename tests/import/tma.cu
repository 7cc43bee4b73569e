// Copies by the tensor memory accelerator (cp.async.bulk): a double buffer that mbarriers
// guard, and a store from shared memory.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

extern "C" __global__ void double_buffer(const int *in, int *out)
{
    __shared__ alignas(16) int buffer[2][4];
    __shared__ uint64_t full[2];
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full[0], 1);
        ptx::mbarrier_init(&full[1], 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int s = 0; s < 2; s++) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &full[s], 16);
            ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, buffer[s], in + 4 * s, 16,
                               &full[s]);
        }
        return;
    }
    int sum = 0;
    for (int s = 0; s < 2; s++) {
        while (!ptx::mbarrier_try_wait_parity(&full[s], 0))
            ;
        sum += buffer[s][threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

// The same buffer twice: the consumer reads what the first copy has brought, says so at a
// barrier, and the second copy writes over it.
template <bool FENCE>
__device__ void refill(const int *in, int *out)
{
    __shared__ alignas(16) int buffer[4];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       16);
        ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, buffer, in, 16, &full);
        while (!ptx::mbarrier_try_wait_parity(&full, 0))
            ;
    }
    __syncthreads();
    if (threadIdx.x == 1) {
        out[0] = *(volatile int *)buffer;
        if (FENCE)
            ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       16);
        ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, buffer, in + 4, 16, &full);
    }
}

extern "C" __global__ void refill_with_fence(const int *in, int *out)
{
    refill<true>(in, out);
}

extern "C" __global__ void refill_without_fence(const int *in, int *out)
{
    refill<false>(in, out);
}

template <bool FENCE>
__device__ void store(int *out)
{
    __shared__ alignas(16) int buffer[4];
    if (threadIdx.x == 1) {
        *(volatile int *)buffer = 7;
        if (FENCE)
            ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, buffer, 16);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

extern "C" __global__ void store_with_fence(int *out)
{
    store<true>(out);
}

extern "C" __global__ void store_without_fence(int *out)
{
    store<false>(out);
}
