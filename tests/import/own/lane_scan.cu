// cmcm: launch scan(in, out), blocks 1, threads 4
// cmcm: init in[4] = {1,2,3,4}
// cmcm: exists out[0] != 1 || out[1] != 3 || out[2] != 6 || out[3] != 10
__global__ void scan(const int *in, int *out)
{
    int lane = threadIdx.x & 31, v = in[threadIdx.x];
    for (int o = 1; o < 4; o <<= 1) {
        int n = __shfl_up_sync(0xf, v, o, 4);
        if (lane >= o)
            v += n;
    }
    out[threadIdx.x] = v;
}
