// cmcm: launch lock(flag, turn, count), blocks 2, threads 1
// cmcm: init int flag[2] = {0}
// cmcm: exists count[0] != 2
#include "hip.hh"
#ifndef FENCE
#define FENCE threadfence()
#endif
// Its loop waits for two loads, and leaves behind either.
extern "C" __global__ void lock(int *flag, int *turn, int *count) {
 int me = block, other = 1 - me;
 store(&flag[me], 1, RLX, AGENT); threadfence(); store(turn, other, RLX, AGENT); FENCE;
 while (load(&flag[other], RLX, AGENT) && load(turn, RLX, AGENT) == other) ;
 threadfence(); *count = *count + 1; threadfence(); store(&flag[me], 0, RLX, AGENT); }
