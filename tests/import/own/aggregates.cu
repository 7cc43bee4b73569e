#include <cuda/atomic>
// cmcm: launch k(in, state, out), blocks 3, threads 1
// cmcm: init in[3] = {1, 2, 3}
// cmcm: exists out[0] != 1 || out[1] != 3 || out[2] != 6
__global__ void k(const int *in, unsigned long long *state, int *out)
{
    int b = blockIdx.x, v = in[b], sum = v;
    auto at = [&](int i) {
        return cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(state[i]);
    };
    at(b).store((b == 0 ? 2ull : 1ull) << 32 | v, cuda::memory_order_relaxed);
    for (int i = b - 1; i >= 0;) {
        unsigned long long s = at(i).load(cuda::memory_order_relaxed);
        if (s >> 32 == 0)
            continue;
        sum += (int)s;
        if (s >> 32 == 2)
            break;
        i--;
    }
    if (b > 0)
        at(b).store(2ull << 32 | sum, cuda::memory_order_relaxed);
    out[b] = sum;
}
