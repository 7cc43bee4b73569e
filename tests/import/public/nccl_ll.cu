// NCCL's LL protocol: data and flag in one store of 16 bytes (prims_ll.h, storeLL, readLL).
#include <stdint.h>
// cmcm: launch ll(line, out), blocks 2, threads 1
// cmcm: init line[4] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 7 || out[1] != 8
__global__ void ll(uint32_t *line, uint32_t *out)
{
    if (blockIdx.x == 0) {
        asm volatile("st.volatile.global.v4.u32 [%0], {%1,%2,%3,%4};" ::"l"(line), "r"(7), "r"(1), "r"(8), "r"(1));
    } else {
        uint32_t d1, f1, d2, f2;
        do {
            asm volatile("ld.volatile.global.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(d1), "=r"(f1), "=r"(d2), "=r"(f2) : "l"(line));
        } while (f1 != 1 || f2 != 1);
        out[0] = d1;
        out[1] = d2;
    }
}
