// libcu++'s binary_semaphore as a lock between two blocks.
#include <cuda/semaphore>
// cmcm: launch lock(sem, counter), blocks 2, threads 1
// cmcm: init sem = 1
// cmcm: exists counter != 2
__global__ void lock(cuda::binary_semaphore<cuda::thread_scope_device> *sem, int *counter)
{
    sem->acquire();
    *counter = *counter + 1;
    sem->release();
}
