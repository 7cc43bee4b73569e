// cmcm: launch pass<3>({0: box, 8: 5}, out), blocks 2, threads 1
// cmcm: init out = -1
// cmcm: exists out != -1 && out != 14
#include <cuda/atomic>
__constant__ int table[4] = {1, 3, 5, 7};
struct Box {
    int value, ready;
};
struct Arguments {
    Box *box;
    int seed;
};
template <int N> __global__ void pass(Arguments a, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(a.box->ready);
    if (blockIdx.x == 0) {
        int sum = a.seed;
        for (int i = 0; i < N; i++)
            sum += table[i];
        a.box->value = sum;
        ready.store(1, cuda::memory_order_release);
    } else if (ready.load(cuda::memory_order_acquire)) {
        *out = a.box->value;
    }
}
template __global__ void pass<3>(Arguments, int *);
template __global__ void pass<4>(Arguments, int *);
