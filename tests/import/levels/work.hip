// cmcm: launch work(next, done), blocks 2, threads 1
// cmcm: exists done[0] != 1 || done[1] != 1
#include "hip.hh"
extern "C" __global__ void work(int *next, int *done) {
 int i;
 while ((i = fetch_add(next, 1, RLX, AGENT)) < 2) done[i] += 1; }
