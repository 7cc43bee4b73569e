// FlashInfer's and TensorRT-LLM's Lamport all-reduce (trtllm_allreduce_fusion.cuh): each word that is not minus zero
// has come. Two GPUs, four words in a vector.
#include <stdint.h>
// cmcm: launch send(buffer), gpu 0
// cmcm: launch receive(buffer, out), gpu 1
// cmcm: init buffer[4] = {0x80000000, 0x80000000, 0x80000000, 0x80000000}
// cmcm: init out[4] = {0}
// cmcm: exists out[0] != 1 || out[1] != 2 || out[2] != 3 || out[3] != 4
__global__ void send(uint32_t *buffer)
{
    asm volatile("st.volatile.global.v4.u32 [%0], {1, 2, 3, 4};" ::"l"(buffer) : "memory");
}
__global__ void receive(uint32_t *buffer, uint32_t *out)
{
    uint32_t v[4];
    bool here;
    do {
        asm volatile("ld.volatile.global.v4.u32 {%0,%1,%2,%3}, [%4];"
                     : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "l"(buffer) : "memory");
        here = true;
        for (int i = 0; i < 4; i++)
            here &= v[i] != 0x80000000;
    } while (!here);
    for (int i = 0; i < 4; i++)
        out[i] = v[i];
}
