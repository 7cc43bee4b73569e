// cmcm: launch insert(keys, counts, in), blocks 2, threads 1
// cmcm: init int in[2] = {5, 9}
// cmcm: init keys[4] = {0}
// cmcm: init counts[4] = {0}
// cmcm: exists keys[1] == 0 || keys[2] == 0 || counts[1] != 1 || counts[2] != 1
#include "hip.hh"
extern "C" __global__ void insert(int *keys, int *counts, const int *in) {
 int key = in[block];
 for (int h = key & 3; ; h = (h + 1) & 3) {
  int seen = 0;
  __hip_atomic_compare_exchange_strong(&keys[h], &seen, key, RLX, RLX, AGENT);
  if (seen == 0 || seen == key) { fetch_add(&counts[h], 1, RLX, AGENT); return; } } }
