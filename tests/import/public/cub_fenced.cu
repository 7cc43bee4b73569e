// CUB's look-back for values wider than a word (single_pass_scan_operators.cuh: ScanTileState<T, false>): the status
// is released behind the value, and read relaxed with a fence before the value.
// cmcm: launch scan(status, value, out), blocks 2, threads 1
// cmcm: init status = 99
// cmcm: exists out != 3
__global__ void scan(unsigned *status, int *value, int *out)
{
    unsigned s;
    if (blockIdx.x == 0) {
        asm volatile("st.global.cg.s32 [%0], 3;" ::"l"(value) : "memory");
        asm volatile("st.release.gpu.global.u32 [%0], 2;" ::"l"(status) : "memory");
    } else {
        do
            asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(s) : "l"(status) : "memory");
        while (s == 99);
        __threadfence();
        asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(*out) : "l"(value) : "memory");
    }
}
