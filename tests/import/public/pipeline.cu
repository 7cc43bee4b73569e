#include <cuda/pipeline>
// cmcm: launch copy(in, out), threads 2
// cmcm: init in[4] = {1, 2, 3, 4}
// cmcm: exists out[0] != 1 || out[1] != 2 || out[2] != 3 || out[3] != 4
__global__ void copy(const int *in, int *out)
{
    __shared__ int buffer[2][2];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    for (int s = 0; s < 2; s++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&buffer[s][threadIdx.x], in + 2 * s + threadIdx.x, sizeof(int), pipe);
        pipe.producer_commit();
    }
    for (int s = 0; s < 2; s++) {
        pipe.consumer_wait();
        out[2 * s + threadIdx.x] = buffer[s][threadIdx.x];
        pipe.consumer_release();
    }
}
