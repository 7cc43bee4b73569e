// cmcm: launch scan(agg, prefix, state, out), blocks 2, threads 1
// cmcm: exists out[1] != 2
#include "hip.hh"
extern "C" __global__ void scan(int *agg, int *prefix, int *state, int *out) {
 int sum = 1;
 if (block == 0) { prefix[0] = 1; threadfence(); store(&state[0], 2, RLX, AGENT); }
 else { agg[1] = 1; threadfence(); store(&state[1], 1, RLX, AGENT); int s; while ((s = load(&state[0], RLX, AGENT)) == 0) ; threadfence(); sum += s == 2 ? prefix[0] : agg[0]; }
 out[block] = sum; }
