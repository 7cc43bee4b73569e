#include <cuda/std/atomic>
// cmcm: launch k(init, data, out), blocks 2, threads 1
// cmcm: exists out[0] != 5 || out[1] != 5
__global__ void k(int *init, int *data, int *out)
{
    int s = atomicCAS(init, 0, 1);
    if (s == 0) {
        *data = 5;
        __threadfence();
        atomicExch(init, 2);
    } else if (s == 1) {
        while (atomicAdd(init, 0) != 2)
            ;
    }
    __threadfence();
    out[blockIdx.x] = *data;
}
