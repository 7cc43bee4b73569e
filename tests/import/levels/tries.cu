// A wait that gives up after many tries.
// cmcm: launch k(flag, data, out), blocks 2, threads 1
// cmcm: exists out == 0
__global__ void k(volatile int *flag, int *data, int *out)
{
    if (blockIdx.x == 0) {
        *data = 1;
        __threadfence();
        *flag = 1;
    } else {
        int tries = 0;
        while (*flag == 0 && ++tries < 1000);
#ifndef UNFENCED
        __threadfence();
#endif
        *out = tries < 1000 ? *data : -1;
    }
}
