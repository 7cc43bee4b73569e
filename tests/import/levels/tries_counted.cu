// A wait that gives up after more tries than are followed one by one.
// cmcm: launch k(flag, data, out), blocks 2, threads 1
// cmcm: exists out == 0
#ifndef N
#define N 100000
#endif
__global__ void k(volatile int *flag, int *data, int *out)
{
    if (blockIdx.x == 0) {
        *data = 1;
        __threadfence();
        *flag = 1;
    } else {
        int tries = 0;
        while (*flag != 1) {
            if (++tries >= N) { *out = -1; return; }
            __nanosleep(10);
        }
#ifndef UNFENCED
        __threadfence();
#endif
        *out = *data;
    }
}
