// The three calls of CUTLASS's ClusterBarrier (cutlass/arch/barrier.h) that the kernels here make.
#include <stdint.h>
__device__ static void init(uint64_t *b, unsigned count)
{
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(b)),
        "r"(count)
        : "memory");
}
__device__ static void arrive(uint64_t *b)
{
    asm volatile(
        "mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"((unsigned)__cvta_generic_to_shared(b))
        : "memory");
}
__device__ static void wait(uint64_t *b, unsigned phase)
{
    unsigned done;
    do
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; "
                     "selp.b32 %0, 1, 0, p;}"
                     : "=r"(done)
                     : "r"((unsigned)__cvta_generic_to_shared(b)), "r"(phase)
                     : "memory");
    while (!done);
}
