// cmcm: launch sum(in, out), blocks 1, threads 8
// cmcm: init in[8] = {1,2,3,4,5,6,7,8}
// cmcm: exists out != 36
__global__ void sum(const int *in, int *out)
{
    int v = in[threadIdx.x];
    for (int o = 4; o > 0; o >>= 1)
        v += __shfl_down_sync(0xff, v, o);
    if (threadIdx.x == 0)
        *out = v;
}
