// cmcm: launch count(part, done, out), blocks 3, threads 1
// cmcm: exists out != 0 && out != 7
#include "hip.hh"
extern "C" __global__ void count(int *part, unsigned *done, int *out) {
 unsigned blocks = __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x();
 part[block] = 1 << block;
 threadfence();
 if (fetch_add(done, 1u, RLX, AGENT) != blocks - 1) return;
 threadfence();
 int sum = 0;
 for (unsigned i = 0; i < blocks; i++) sum += part[i];
 *out = sum; }
