// cmcm: launch mx(x), blocks 2, threads 1
// cmcm: exists x != 2
#include "hip.hh"
extern "C" __global__ void mx(int *x) { int v = block + 1, o = load(x, RLX, AGENT); while (o < v && !__hip_atomic_compare_exchange_weak(x, &o, v, RLX, RLX, AGENT)) ; }
