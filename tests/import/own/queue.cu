// cmcm: launch take(next, done), blocks 2, threads 1
// cmcm: exists done[0] != 1 || done[1] != 1 || done[2] != 1
__global__ void take(int *next, int *done)
{
    int item;
    while ((item = atomicAdd(next, 1)) < 3)
        atomicAdd(&done[item], 1);
}
