// A thread that has read the item leaves, and does not come to the barrier.
// cmcm: launch k(out), blocks 1, threads 2
// cmcm: init out = 5
// cmcm: exists out == 7
__global__ void k(volatile int *out)
{
    __shared__ volatile int item;
    if (threadIdx.x == 1) {
        int seen = item;
        *out = seen;
        if (seen == 0 || seen == 7)
            return;
    }
    __syncthreads();
    item = 7;
}
