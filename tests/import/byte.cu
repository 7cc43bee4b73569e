// A flag of one byte: libcu++ 3.0 stores it by compare-and-swap on the word around it and
// loads 16 bits (docs/import.md), so the two accesses do not overlap completely.
#include <cuda/atomic>

extern "C" __global__ void mp_byte(int *data, unsigned char *flag, int *out)
{
    cuda::atomic_ref<unsigned char, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0) {
        *data = 1;
        f.store(1, cuda::memory_order_release);
    } else if (f.load(cuda::memory_order_acquire) == 1) {
        *out = *data;
    }
}
