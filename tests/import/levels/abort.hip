// RCCL: who waits for a step looks at the abort flag after very many tries.
// cmcm: launch send(data, step), blocks 1, threads 1
// cmcm: launch receive(data, step, aborts, out), blocks 1, threads 1
// cmcm: init out = -1
// cmcm: exists out == 0
#include "hip.hh"
#ifndef ACQUIRE
#define ACQUIRE ACQ
#endif
struct prims { unsigned *aborts; int abort; };
__device__ static inline bool is_aborted(prims *p, int &spins)
{
    if (++spins == 1000000 && !p->abort) {
        p->abort = load(p->aborts, __ATOMIC_SEQ_CST, SYSTEM);
        spins = 0;
    }
    return p->abort;
}
extern "C" __global__ void send(int *data, unsigned long long *step)
{
    *data = 7;
    store(step, 1ull, REL, SYSTEM);
}
extern "C" __global__ void receive(int *data, unsigned long long *step, unsigned *aborts, int *out)
{
    prims p = {aborts, 0};
    int spins = 0;
    while (load(step, ACQUIRE, SYSTEM) < 1) {
        __builtin_amdgcn_s_sleep(1);
        if (is_aborted(&p, spins))
            break;
    }
    if (!p.abort)
        *out = *data;
}
