// A tree reduction of a warp in shared memory, all of whose lanes run, with __syncwarp() on both sides of
// what they exchange.
// cmcm: launch k(in, out), blocks 1, threads 32
// cmcm: init in[32] = {1, 2, 3}
// cmcm: exists out != 6
#ifdef UNSYNCED
#define __syncwarp()
#endif
__global__ void k(const int *in, int *out)
{
    __shared__ int sums[32];
    int lane = threadIdx.x, sum = in[lane];
    sums[lane] = sum;
    __syncwarp();
    for (int d = 16; d > 0; d >>= 1) {
        if (lane < d)
            sum += sums[lane + d];
        __syncwarp();
        if (lane < d)
            sums[lane] = sum;
        __syncwarp();
    }
    if (lane == 0)
        *out = sums[0];
}
