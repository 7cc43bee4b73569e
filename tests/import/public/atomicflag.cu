#include <cuda/atomic>
// cmcm: launch w(f, data, out), blocks 2, threads 1
// cmcm: init out = -1
// cmcm: exists out != 1
__global__ void w(cuda::atomic<int, cuda::thread_scope_device> *f, int *data, int *out)
{
    if (blockIdx.x == 0) {
        *data = 1;
        f->store(1, cuda::memory_order_release);
        f->notify_all();
    } else {
        f->wait(0, cuda::memory_order_acquire);
        *out = *data;
    }
}
