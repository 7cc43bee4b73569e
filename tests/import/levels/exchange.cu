// CUB's BlockExchange: scatter to shared memory, a barrier, and the memory used again.
// cmcm: launch exchange(in, out), threads 64
// cmcm: P0 = thread 0
// cmcm: P1 = thread 32
// cmcm: init int in[64] = {4}
// cmcm: exists out[32] != 0 || out[0] != 4
__global__ void exchange(const int *in, int *out) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    int v = tile[t ^ 32];
    __syncthreads();
    tile[t] = v;
    __syncthreads();
    out[t] = tile[t ^ 32];
}
