// cmcm: launch pass(data, flag, out), blocks 2, threads 1
// cmcm: init data[2] = {0, 0}
// cmcm: init out = -1
// cmcm: exists out == 0 || out == 1
#include "hip.hh"
__global__ void pass(int *data, int *flag, int *out)
{
    if (block == 0) {
        data[0] = data[1] = 1;
        store(flag, 1, REL, AGENT);
    } else if (load(flag, ACQ, AGENT)) {
        *out = data[0] + data[1];
    }
}
