// RCCL's LL protocol (prims_ll.h: storeLL, readLL): two words of 8 bytes, in each a datum and its flag. Two GPUs.
// cmcm: launch send(line), gpu 0, threads 64, others absent
// cmcm: P0 = thread 0
// cmcm: launch receive(line, out), gpu 1, threads 64, others absent
// cmcm: P1 = thread 0
// cmcm: init uint64_t line[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 7 || out[1] != 8
#include "hip.hh"
typedef unsigned long word;
extern "C" __global__ void send(word *line)
{
    __hip_atomic_store(line, 1ul << 32 | 7, __ATOMIC_RELAXED, SYSTEM);
    __hip_atomic_store(line + 1, 1ul << 32 | 8, __ATOMIC_RELAXED, SYSTEM);
}
extern "C" __global__ void receive(word *line, unsigned *out)
{
    word a, b;
    do {
        a = __hip_atomic_load(line, __ATOMIC_RELAXED, SYSTEM);
        b = __hip_atomic_load(line + 1, __ATOMIC_RELAXED, SYSTEM);
    } while (a >> 32 != 1 || b >> 32 != 1);
    out[0] = a;
    out[1] = b;
}
