// cmcm: launch add(x), blocks 2, threads 1
// cmcm: init char x[4] = {0}
// cmcm: exists x[1] != 2
#include "hip.hh"
extern "C" __global__ void add(char *x) { fetch_add(&x[1], (char)1, RLX, AGENT); }
