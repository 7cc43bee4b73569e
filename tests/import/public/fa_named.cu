// FlashAttention 3's order of two warps by named barriers (bar.sync and bar.arrive with ids).
// cmcm: launch pingpong(s, out), threads 64
// cmcm: P0 = thread 0
// cmcm: P1 = thread 32
// cmcm: exists out != 1
__global__ void pingpong(int *s, int *out)
{
    if (threadIdx.x < 32) {
        if (threadIdx.x == 0) *s = 1;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (threadIdx.x == 32) *out = *s;
    }
}
