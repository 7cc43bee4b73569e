// cmcm: launch scan(in, out), blocks 1, threads 3
// cmcm: init in[3] = {1,2,3}
// cmcm: exists out[0] != 1 || out[1] != 3 || out[2] != 6
__global__ void scan(const int *in, int *out)
{
    __shared__ int buf[4];
    int t = threadIdx.x;
    buf[t] = in[t];
    __syncthreads();
    for (int o = 1; o < 4; o *= 2) {
        if (t >= o)
            buf[t] += buf[t - o];
        __syncthreads();
    }
    out[t] = buf[t];
}
