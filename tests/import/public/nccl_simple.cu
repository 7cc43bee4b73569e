// NCCL's Simple protocol: waitPeer spins on a step with ld.volatile, postPeer stores it behind
// fence_acq_rel_sys (prims_simple.h).
#include <stdint.h>
__device__ uint64_t ld_volatile(uint64_t *p)
{
    uint64_t v;
    asm volatile("ld.volatile.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
    return v;
}
__device__ void st_relaxed(uint64_t *p, uint64_t v)
{
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}
__device__ void fence() { asm volatile("fence.acq_rel.sys;" ::: "memory"); }
// cmcm: launch step(tail, head, buffer, out), blocks 2, threads 2
// cmcm: init out[4] = {0}
// cmcm: init tail = 0
// cmcm: init head = 0
// cmcm: init buffer[2] = {0}
// cmcm: exists out[0] != 1 || out[1] != 2 || out[2] != 3 || out[3] != 4
__global__ void step(uint64_t *tail, uint64_t *head, int *buffer, int *out)
{
    for (int s = 0; s < 2; s++) {
        if (blockIdx.x == 0) {
            if (threadIdx.x == 0)
                while (ld_volatile(head) + 1 < s + 1)
                    ;
            __syncthreads();
            buffer[threadIdx.x] = 2 * s + threadIdx.x + 1;
            __syncthreads();
            if (threadIdx.x == 0) {
                fence();
                st_relaxed(tail, s + 1);
            }
        } else {
            if (threadIdx.x == 0)
                while (ld_volatile(tail) < s + 1)
                    ;
            __syncthreads();
            out[2 * s + threadIdx.x] = buffer[threadIdx.x];
            __syncthreads();
            if (threadIdx.x == 0) {
                fence();
                st_relaxed(head, s + 1);
            }
        }
    }
}
