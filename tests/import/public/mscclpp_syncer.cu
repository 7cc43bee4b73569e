// MSCCL++'s DeviceSyncer (concurrency_device.hpp): a counter for this round, the one for the next is reset.
// cmcm: launch meet(count, round, x, out), blocks 2, threads 1
// cmcm: init count[3] = {0}
// cmcm: init round = 0
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 2 || out[1] != 2
#include <cuda/atomic>
__global__ void meet(unsigned *count, unsigned *round, int *x, int *out)
{
    x[blockIdx.x] = 1;
    unsigned now = (*round + 1) % 3;
    count[(now + 1) % 3] = 0;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> c(count[now]);
    c.fetch_add(1, cuda::memory_order_release);
    while (c.load(cuda::memory_order_acquire) != 2)
        ;
    *round = now;
    out[blockIdx.x] = x[0] + x[1];
}
