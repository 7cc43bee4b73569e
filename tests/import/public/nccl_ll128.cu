// NCCL's LL128 protocol (prims_ll128.h, recvReduceSendCopy), with two lanes instead of eight: each lane
// stores 16 bytes, the last one a flag in its second half; lanes read until that lane has the flag, then again.
#include <stdint.h>
// cmcm: launch line(wire, out), blocks 2, threads 2
// cmcm: init out[3] = {0}
// cmcm: exists out[0] != 1 || out[1] != 2 || out[2] != 3
__device__ void load128(const uint64_t *p, uint64_t &a, uint64_t &b)
{
    asm volatile("ld.volatile.global.v2.u64 {%0,%1}, [%2];" : "=l"(a), "=l"(b) : "l"(p) : "memory");
}
__global__ void line(uint64_t *wire, uint64_t *out)
{
    bool flagThread = threadIdx.x == 1;
    uint64_t *p = wire + 2 * threadIdx.x, a, b;
    if (blockIdx.x == 0) {
        a = flagThread ? 3 : 1, b = flagThread ? 9 : 2;
        asm volatile("st.volatile.global.v2.u64 [%0], {%1,%2};" ::"l"(p), "l"(a), "l"(b) : "memory");
    } else {
        do
            load128(p, a, b);
        while (__any_sync(3, flagThread && b != 9));
        load128(p, a, b);
        out[2 * threadIdx.x] = a;
        if (!flagThread)
            out[1] = b;
    }
}
