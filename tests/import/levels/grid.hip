// cmcm: launch g(data, bar, out), blocks 2, threads 1
// cmcm: init out[2] = {-1, -1}
// cmcm: exists out[0] == 0 || out[1] == 0
#include "hip.hh"
extern "C" __global__ void g(int *data, unsigned *bar, int *out) {
 data[block] = 1; threadfence(); fetch_add(bar, 1u, RLX, AGENT); while (load(bar, RLX, AGENT) < 2) ; threadfence(); out[block] = data[1 - block]; }
