#include <cuda/semaphore>
// cmcm: launch hand(full, data, out), blocks 2, threads 1
// cmcm: init out = -1
// cmcm: exists out != 5
__global__ void hand(cuda::counting_semaphore<cuda::thread_scope_device> *full, int *data, int *out)
{
    if (blockIdx.x == 0) {
        *data = 5;
        full->release();
    } else {
        full->acquire();
        *out = *data;
    }
}
