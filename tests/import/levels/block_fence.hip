// cmcm: launch pass(data, flag, out), blocks 2, threads 1
// cmcm: exists out == 0
#include "hip.hh"
extern "C" __global__ void pass(int *data, int *flag, int *out) {
 if (block == 0) { *data = 1; threadfence_block(); store(flag, 1, RLX, AGENT); }
 else if (load(flag, RLX, AGENT)) { threadfence_block(); *out = *data; } else *out = -1; }
