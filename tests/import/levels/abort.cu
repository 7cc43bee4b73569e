// NCCL: who waits looks at the abort flag after some tries that failed, or very many.
// cmcm: launch send(data, tail), blocks 1, threads 1
// cmcm: launch receive(data, tail, aborted, out), blocks 1, threads 1
// cmcm: init out = -1
// cmcm: exists out == 0
#ifndef TRIES
#define TRIES 10
#endif
__device__ static int is_aborted(volatile unsigned *aborted, int &spins)
{
    if (++spins < TRIES)
        return 0;
    spins = 0;
    return *aborted;
}
__global__ void send(int *data, volatile unsigned long long *tail)
{
    *data = 7;
    __threadfence_system();
    *tail = 1;
}
__global__ void receive(int *data, volatile unsigned long long *tail, unsigned *aborted, int *out)
{
    int spins = 0;
    while (*tail < 1)
        if (is_aborted(aborted, spins))
            return;
#ifndef UNFENCED
    __threadfence_system();
#endif
    *out = *data;
}
