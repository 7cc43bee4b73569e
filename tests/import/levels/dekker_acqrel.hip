// cmcm: launch f(x, y, a)
// cmcm: launch f(y, x, b)
// cmcm: init a = -1
// cmcm: init b = -1
// cmcm: exists a == 0 && b == 0
#include "hip.hh"
extern "C" __global__ void f(int *mine, int *other, int *out) { store(mine, 1, REL, AGENT); *out = load(other, ACQ, AGENT); }
