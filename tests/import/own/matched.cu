// cmcm: launch k(key, out), blocks 1, threads 4
// cmcm: init key[4] = {1,2,1,1}
// cmcm: exists out[1] != 3 || out[2] != 1
__global__ void k(const int *key, int *out)
{
    int v = key[threadIdx.x], lane = threadIdx.x;
    unsigned m = __match_any_sync(0xf, v);
    if (lane == __ffs(m) - 1)
        atomicAdd(&out[v], __popc(m));
}
