// FlashAttention 3's dynamic tile scheduler (tile_scheduler.hpp): a producer draws a tile, and hands it to the
// consumers through shared memory, between two named barriers.
// cmcm: launch tiles(next, done), threads 64, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 32
// cmcm: init next = 0
// cmcm: init done[2] = {0}
// cmcm: exists done[0] != 1 || done[1] != 1
__global__ void tiles(int *next, int *done)
{
    __shared__ int tile;
    for (int i = 0; i < 2; i++)
        if (threadIdx.x < 32) {
            int mine = atomicAdd(next, 1);
            if (i > 0)
                asm volatile("bar.sync 2, 64;" ::: "memory");
            tile = mine;
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            int mine = tile;
            if (i == 0)
                asm volatile("bar.arrive 2, 64;" ::: "memory");
            done[mine] += 1;
        }
}
