// MSCCL++'s MemoryDevice2DeviceSemaphore (semaphore_device.hpp: signal, wait), both ways between two GPUs.
#include <cuda/atomic>
#include <stdint.h>
// cmcm: launch exchange(inbox, inbox+8, x, x+4, out), gpu 0
// cmcm: launch exchange(inbox+8, inbox, x+4, x, out+4), gpu 1
// cmcm: init inbox[2] = {0}
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 1 || out[1] != 1
__global__ void exchange(uint64_t *own, uint64_t *remote, int *x, int *y, int *out)
{
    *x = 1;
    cuda::atomic_ref<uint64_t, cuda::thread_scope_system>(*remote).fetch_add(1, cuda::memory_order_release);
    while (cuda::atomic_ref<uint64_t, cuda::thread_scope_system>(*own).load(cuda::memory_order_acquire) < 1)
        ;
    *out = *y;
}
