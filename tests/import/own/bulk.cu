#include <cuda/barrier>
#include <cuda/ptx>
// cmcm: launch k(in, out), blocks 1, threads 2
// cmcm: init in[4] = {5,6,7,8}
// cmcm: exists out[0] != 5 || out[1] != 6
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(const int *in, int *out)
{
    __shared__ alignas(16) int s[4];
    __shared__ barrier bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(16), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, 16);
    } else
        token = bar.arrive();
    bar.wait(std::move(token));
    out[threadIdx.x] = s[threadIdx.x];
}
