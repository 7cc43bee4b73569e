// "CUDA by Example" (appendix A, lock.h): a lock without fences, around the sum of a dot product.
// cmcm: launch dot(mutex, sum), blocks 2, threads 1
// cmcm: init mutex = 0
// cmcm: init sum = 0
// cmcm: exists sum != 2
__global__ void dot(int *mutex, int *sum)
{
    while (atomicCAS(mutex, 0, 1) != 0)
        ;
    *sum += 1;
    atomicExch(mutex, 0);
}
