// cmcm: launch add(out), threads 128, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 64
// cmcm: exists out != 2
#include "hip.hh"
extern "C" __global__ void add(int *out)
{
    __shared__ int lock, count;
    if (thread == 0)
        lock = count = 0;
    syncthreads();
    if (thread % 64 == 0) {
#ifndef UNLOCKED
        for (;;) {
            while (load(&lock, RLX, GROUP))
                ;
            if (!__hip_atomic_exchange(&lock, 1, ACQ, GROUP))
                break;
        }
#endif
        count = count + 1;
#ifndef UNLOCKED
        store(&lock, 0, REL, GROUP);
#endif
    }
    syncthreads();
    if (thread == 0)
        *out = count;
}
