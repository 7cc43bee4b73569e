// cmcm: launch pass(data, flag, out), blocks 2, threads 1, clock 7
// cmcm: init out = -1
// cmcm: exists out == 0
#include "hip.hh"
extern "C" __global__ void pass(int *data, int *flag, int *out)
{
    if (block == 0) {
        *data = 1;
        store(flag, 1, REL, AGENT);
        return;
    }
    unsigned long long begin = __builtin_readcyclecounter();
    bool late = false;
    while (!late && !load(flag, ACQ, AGENT))
        late = __builtin_readcyclecounter() - begin > 1000000;
    if (!late)
        *out = *data;
}
