// RAFT's fused nearest neighbour (fused_l2_nn: updateResults): a mutex of compare-and-swap between two fences.
// cmcm: launch least(mutex, key, value), blocks 2, threads 1
// cmcm: init mutex = 0
// cmcm: init key = 9
// cmcm: init value = 9
// cmcm: exists key != 1 || value != 11
__global__ void least(int *mutex, int *key, int *value)
{
    int k = blockIdx.x + 1;
    while (atomicCAS(mutex, 0, 1) == 1)
        ;
    __threadfence();
    if (k < *key) {
        *key = k;
        *value = 10 + k;
    }
    __threadfence();
    atomicCAS(mutex, 1, 0);
}
