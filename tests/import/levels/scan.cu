// A scan of ones in shared memory, with barriers between all that its threads exchange.
// cmcm: launch scan(out), blocks 1, threads 16
// cmcm: exists out != 16
__global__ void scan(int *out)
{
    __shared__ int s[16];
    int t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    for (int o = 1; o < 16; o <<= 1) {
        int v = t >= o ? s[t - o] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 15)
        *out = s[t];
}
