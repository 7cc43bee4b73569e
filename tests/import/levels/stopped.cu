// A worker that takes what is there, and counts it, until it is told to stop.
// cmcm: launch hand_over(item, ready, stop), blocks 1, threads 1
// cmcm: launch work(item, ready, stop, out), blocks 1, threads 1
// cmcm: init out = -1
// cmcm: exists out == 0
#ifndef FENCE
#define FENCE __threadfence()
#endif
__global__ void hand_over(int *item, volatile int *ready, volatile int *stop)
{
    *item = 5;
    __threadfence();
    *ready = 1;
    __threadfence();
    *stop = 1;
}
__global__ void work(int *item, volatile int *ready, volatile int *stop, int *out)
{
    for (int next = 1; *stop == 0;)
        if (*ready == next) {
            FENCE;
            *out = *item;
            next++;
        }
}
