// A wait that gives up after many tries, each of which acquires.
// cmcm: launch k(flag, data, out), blocks 2, threads 1
// cmcm: exists out == 0
#include <cuda/atomic>
#ifndef ACQ
#define ACQ cuda::memory_order_acquire
#endif
__global__ void k(int *flag, int *data, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0) {
        *data = 1;
        f.store(1, cuda::memory_order_release);
    } else {
        int i;
        for (i = 0; i < 500; i++)
            if (f.load(ACQ) == 1) break;
        if (i == 500) { *out = -2; return; }
        *out = *data;
    }
}
