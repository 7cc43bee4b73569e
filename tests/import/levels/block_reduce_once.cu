// llm.c's blockReduce twice, without its last barrier.
// cmcm: launch twice(in, out), threads 64, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 32
// cmcm: init { int in[64]; in[0]=1; in[32]=2; }
// cmcm: exists out[0] != 3 || out[1] != 30
#define LAST
#ifndef LAST
#define LAST __syncthreads();
#endif
__device__ int reduce(int v) {
    __shared__ int part[2];
    int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) part[warp] = v;
    __syncthreads();
    int sum = part[0] + part[1];
    LAST
    return sum;
}
__global__ void twice(const int *in, int *out) {
    int a = reduce(in[threadIdx.x]), b = reduce(10 * in[threadIdx.x]);
    if (threadIdx.x == 0) { out[0] = a; out[1] = b; }
}
