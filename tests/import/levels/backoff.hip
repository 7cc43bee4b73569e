// cmcm: launch add(lock, count), blocks 2, threads 1
// cmcm: exists count != 2
#include "hip.hh"
#ifndef ACQUIRE
#define ACQUIRE ACQ
#endif
extern "C" __global__ void add(int *lock, int *count)
{
    int wait = 1;
    while (__hip_atomic_exchange(lock, 1, ACQUIRE, AGENT)) {
        for (int i = 0; i < wait; i++)
            __builtin_amdgcn_s_sleep(1);
        if (wait < 64)
            wait *= 2;
    }
    *count += 1;
    store(lock, 0, REL, AGENT);
}
