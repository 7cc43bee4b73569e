// cmcm: launch k({0: data, 8: flag, 16: 5}, out), blocks 2, threads 1
// cmcm: exists out != 0 && out != 5
struct P {
    int *data, *flag;
    int v;
};
__constant__ int offset = 0;
__global__ void k(P p, int *out)
{
    if (blockIdx.x == 0) {
        p.data[offset] = p.v;
        __threadfence();
        atomicExch(p.flag, 1);
    } else if (atomicAdd(p.flag, 0)) {
        __threadfence();
        *out = *p.data;
    }
}
