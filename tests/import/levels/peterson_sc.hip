// cmcm: launch lock(flag, turn, count), blocks 2, threads 1
// cmcm: init int flag[2] = {0}
// cmcm: exists count[0] != 2
#include "hip.hh"
#define SC __ATOMIC_SEQ_CST
extern "C" __global__ void lock(int *flag, int *turn, int *count) {
 int me = block, other = 1 - me;
 store(&flag[me], 1, SC, AGENT); store(turn, other, SC, AGENT);
 while (load(&flag[other], SC, AGENT) && load(turn, SC, AGENT) == other) ;
 *count += 1; store(&flag[me], 0, REL, AGENT); }
