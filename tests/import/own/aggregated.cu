// cmcm: launch k(count, slot), blocks 1, threads 4
// cmcm: exists count != 4 || slot[0] != 1 || slot[1] != 1 || slot[2] != 1 || slot[3] != 1
__device__ int inc(int *p)
{
    unsigned m = __activemask();
    int lane = threadIdx.x & 31, leader = __ffs(m) - 1, base;
    if (lane == leader)
        base = atomicAdd(p, __popc(m));
    base = __shfl_sync(m, base, leader);
    return base + __popc(m & ((1u << lane) - 1));
}
__global__ void k(int *count, int *slot)
{
    atomicAdd(&slot[inc(count)], 1);
}
