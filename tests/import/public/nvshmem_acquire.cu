// The same with a wait that acquires at system scope, as nvshmem_signal_wait_until needs it.
#include <cuda/atomic>
// cmcm: launch put(data, signal, out), blocks 2, threads 1
// cmcm: exists out != 9
__global__ void put(int *data, unsigned long long *signal, int *out)
{
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_system> s(*signal);
    if (blockIdx.x == 0) {
        *data = 9;
        s.store(1, cuda::memory_order_release);
    } else {
        while (s.load(cuda::memory_order_acquire) != 1)
            ;
        *out = *data;
    }
}
