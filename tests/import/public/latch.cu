#include <cuda/latch>
// cmcm: launch all(l, data, out), blocks 2, threads 1
// cmcm: init l = 2
// cmcm: exists out[0] != 1 || out[1] != 1
__global__ void all(cuda::latch<cuda::thread_scope_device> *l, int *data, int *out)
{
    data[blockIdx.x] = 1;
    l->arrive_and_wait();
    out[blockIdx.x] = data[1 - blockIdx.x];
}
