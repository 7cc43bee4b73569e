// cmcm: launch count(mutex, counter), blocks 2, threads 1
// cmcm: exists counter != 2
__global__ void count(int *mutex, int *counter)
{
    unsigned pause = 8;
    while (atomicCAS(mutex, 0, 1) != 0) {
        long long from = clock64();
        while (clock64() - from < pause)
            ;
        if (pause < 256)
            pause *= 2;
    }
    __threadfence();
    ++*counter;
    __threadfence();
    atomicExch(mutex, 0);
}
