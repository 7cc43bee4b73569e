// cmcm: launch k(in, out), blocks 1, threads 4
// cmcm: init in[4] = {1, 0, 1, 1}
// cmcm: exists out[0] != 3 || out[1] != 0 || out[2] != 1
__global__ void k(const int *in, int *out)
{
    int c = __syncthreads_count(in[threadIdx.x]), a = __syncthreads_and(in[threadIdx.x]),
        o = __syncthreads_or(in[threadIdx.x]);
    if (threadIdx.x == 3) {
        out[0] = c;
        out[1] = !!a;
        out[2] = !!o;
    }
}
