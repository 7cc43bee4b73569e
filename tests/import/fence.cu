// Message passing with fences: the flag is volatile, as code before cuda::atomic has it, or a
// relaxed atomic. Kernels: FENCE_WRITER_READER, where a 0 stands for no fence on that side.
#include <cuda/atomic>

#define WRITES ((blockIdx.x | threadIdx.x) == 0)
#define NOTHING ((void)0)

#define MP(name, writer, reader)                                                                   \
    extern "C" __global__ void name(int *data, volatile int *flag, int *out)                       \
    {                                                                                              \
        if (WRITES) {                                                                              \
            *data = 1;                                                                             \
            writer;                                                                                \
            *flag = 1;                                                                             \
        } else if (*flag == 1) {                                                                   \
            reader;                                                                                \
            *out = *data;                                                                          \
        }                                                                                          \
    }

#define THREE(name, fence)                                                                         \
    MP(name##_1_1, fence, fence)                                                                   \
    MP(name##_1_0, fence, NOTHING)                                                                 \
    MP(name##_0_1, NOTHING, fence)

THREE(block, __threadfence_block())
THREE(device, __threadfence())
THREE(system, __threadfence_system())

#define ATOMIC(name, scope)                                                                        \
    extern "C" __global__ void atomic_##name(int *data, int *flag, int *out)                       \
    {                                                                                              \
        cuda::atomic_ref<int, scope> f(*flag);                                                     \
        if (WRITES) {                                                                              \
            *data = 1;                                                                             \
            cuda::atomic_thread_fence(cuda::memory_order_release, scope);                          \
            f.store(1, cuda::memory_order_relaxed);                                                \
        } else if (f.load(cuda::memory_order_relaxed) == 1) {                                      \
            cuda::atomic_thread_fence(cuda::memory_order_acquire, scope);                          \
            *out = *data;                                                                          \
        }                                                                                          \
    }

ATOMIC(block, cuda::thread_scope_block)
ATOMIC(device, cuda::thread_scope_device)
