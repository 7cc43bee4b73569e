// cuCollections' insert_and_find (open_addressing_ref_impl.cuh: cas_dependent_write, wait_for_payload): a key by a relaxed
// compare-and-swap, then its value; who finds the key waits for the value itself.
#include <cuda/atomic>
// cmcm: launch insert(key, value, out), blocks 2, threads 1
// cmcm: init key = -1
// cmcm: init value = -1
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != out[1]
__global__ void insert(int *key, int *value, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> k(*key), v(*value);
    int expected = -1, got = 10 + blockIdx.x;
    if (k.compare_exchange_strong(expected, 5, cuda::memory_order_relaxed))
        v.store(got, cuda::memory_order_relaxed);
    else
        do
            got = v.load(cuda::memory_order_relaxed);
        while (got == -1);
    out[blockIdx.x] = got;
}
