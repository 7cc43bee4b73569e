// CUB's GridQueue (grid_queue.cuh: Drain): blocks draw tiles by atomicAdd until none is left.
// cmcm: launch work(drain, tile), blocks 2, threads 1
// cmcm: init drain = 0
// cmcm: init tile[2] = {0}
// cmcm: exists tile[0] != 1 || tile[1] != 1
__global__ void work(int *drain, int *tile)
{
    for (int i; (i = atomicAdd(drain, 1)) < 2;)
        tile[i] += 1;
}
