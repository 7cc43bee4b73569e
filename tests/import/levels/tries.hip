// A wait that gives up after many tries.
// cmcm: launch pass(data, flag, out), blocks 2, threads 1
// cmcm: init out = -1
// cmcm: exists out == 0
#include "hip.hh"
#ifndef ACQUIRE
#define ACQUIRE ACQ
#endif
extern "C" __global__ void pass(int *data, int *flag, int *out)
{
    if (block == 0) {
        *data = 1;
        store(flag, 1, REL, AGENT);
        return;
    }
    int left = 100000;
#ifdef SEEN
    bool seen = false;
    while (!seen && left-- > 0)
        seen = load(flag, ACQUIRE, AGENT);
    if (seen)
        *out = *data;
#else
    while (!load(flag, ACQUIRE, AGENT) && --left > 0)
        ;
#ifdef MIDDLE
    if (left > 500 && left < 600)
        *out = 0;
#elif defined FORGETS
    *out = *data;
#else
    if (left > 0)
        *out = *data;
#endif
#endif
}
