// A sum of eight lanes, down to the first one and across all.
// cmcm: launch sum(in, out), threads 8
// cmcm: init in[8] = {1, 2, 3, 4, 5, 6, 7, 8}
// cmcm: exists out[0] != 36 || out[1] != 36
extern "C" __global__ void sum(const int *in, int *out)
{
    int down = in[threadIdx.x], across = down;
    for (int k = 4; k > 0; k /= 2) {
        down += __shfl_down_sync(0xff, down, k, 8);
        across += __shfl_xor_sync(0xff, across, k);
    }
    if (threadIdx.x == 0)
        out[0] = down;
    if (threadIdx.x == 5)
        out[1] = across;
}
