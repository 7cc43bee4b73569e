// Split-K without an acquire at its wait: the reducer sees the flag by volatile loads only.
// cmcm: launch part(sum, flag, out), blocks 2, threads 1
// cmcm: exists out == 4
__global__ void part(int *sum, int *flag, int *out) {
    if (blockIdx.x == 1) { *sum = 8; __threadfence(); *(volatile int *)flag = 1; }
    else { while (*(volatile int *)flag == 0) ; *out = *sum + 4; }
}
