// NVSHMEM's put with signal: data, a fence of system scope, the signal; the peer waits on it.
#include <stdint.h>
// cmcm: launch put(data, signal, out), blocks 2, threads 1
// cmcm: init signal = 0
// cmcm: exists out != 9
__global__ void put(int *data, volatile uint64_t *signal, int *out)
{
    if (blockIdx.x == 0) {
        *data = 9;
        __threadfence_system();
        *signal = 1;
    } else {
        while (*signal != 1)
            ;
        *out = *data;
    }
}
