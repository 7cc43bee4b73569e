// Message passing through a flag: block or thread 0 writes, the other one reads. A kernel for
// each pair of orders and each scope of cuda::atomic_ref, named mp_STORE_LOAD_SCOPE.
#include <cuda/atomic>

#define WRITES ((blockIdx.x | threadIdx.x) == 0)

#define MP(store_order, load_order, scope)                                                         \
    extern "C" __global__ void mp_##store_order##_##load_order##_##scope(int *data, int *flag,      \
                                                                          int *out)                \
    {                                                                                              \
        cuda::atomic_ref<int, cuda::thread_scope_##scope> f(*flag);                                \
        if (WRITES) {                                                                              \
            *data = 1;                                                                             \
            f.store(1, cuda::memory_order_##store_order);                                          \
        } else if (f.load(cuda::memory_order_##load_order) == 1) {                                 \
            *out = *data;                                                                          \
        }                                                                                          \
    }

#define ORDERS(scope)                                                                              \
    MP(relaxed, relaxed, scope)                                                                    \
    MP(release, relaxed, scope)                                                                    \
    MP(relaxed, acquire, scope)                                                                    \
    MP(release, acquire, scope)                                                                    \
    MP(seq_cst, seq_cst, scope)

ORDERS(thread)
ORDERS(block)
ORDERS(device)
ORDERS(system)

// The reader waits: a loop that memory ends.
extern "C" __global__ void mp_wait(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (WRITES) {
        *data = 1;
        f.store(1, cuda::memory_order_release);
    } else {
        while (f.load(cuda::memory_order_acquire) != 1)
            ;
        *out = *data;
    }
}

// Two kernels, one thread of each.
extern "C" __global__ void producer(int *data, int *flag)
{
    *data = 1;
    cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
}

extern "C" __global__ void producer_device(int *data, int *flag)
{
    *data = 1;
    cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(1, cuda::memory_order_release);
}

extern "C" __global__ void consumer(int *data, int *flag, int *out)
{
    if (cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).load(cuda::memory_order_acquire))
        *out = *data;
}
