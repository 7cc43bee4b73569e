// CUTLASS's PipelineState: stage and phase turn together; one stage, three fills, two warps.
// cmcm: launch pipe(out), threads 64
// cmcm: P0 = thread 0
// cmcm: P1 = thread 32
// cmcm: exists out[0] != 1 || out[1] != 2 || out[2] != 3
#ifndef FIRST
#define FIRST 1
#endif
__device__ void wait(unsigned bar, int phase) {
    asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra L; }" :: "r"(bar), "r"(phase) : "memory");
}
__device__ void arrive(unsigned bar) { asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(bar) : "memory"); }
__global__ void pipe(int *out) {
    __shared__ unsigned long long full, empty;
    __shared__ int slot;
    unsigned f = __cvta_generic_to_shared(&full), e = __cvta_generic_to_shared(&empty);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(f));
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(e));
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0, phase = FIRST; i < 3; i++, phase ^= 1) { wait(e, phase); slot = i + 1; arrive(f); }
    else if (threadIdx.x == 32)
        for (int i = 0, phase = 0; i < 3; i++, phase ^= 1) { wait(f, phase); out[i] = slot; arrive(e); }
}
