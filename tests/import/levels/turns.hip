// A ticket lock: who waits sleeps as long as others stand before it.
// cmcm: launch add(next, serving, count), blocks 2, threads 1
// cmcm: init unsigned next = 0
// cmcm: init unsigned serving = 0
// cmcm: exists count != 2
#include "hip.hh"
#ifndef ACQUIRE
#define ACQUIRE ACQ
#endif
extern "C" __global__ void add(unsigned *next, unsigned *serving, int *count)
{
    unsigned mine = fetch_add(next, 1u, RLX, AGENT), now;
    while ((now = load(serving, ACQUIRE, AGENT)) != mine)
        for (unsigned i = 0; i < mine - now; i++)
            __builtin_amdgcn_s_sleep(1);
    *count += 1;
    store(serving, mine + 1, REL, AGENT);
}
