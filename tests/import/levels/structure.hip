// cmcm: launch put({0: data, 8: flag, 16: 5}), blocks 2, threads 1
// cmcm: exists data[1] == 2
#include "hip.hh"
struct P { int *data, *flag; int v; };
extern "C" __global__ void put(P p) { if (block == 0) { p.data[0] = p.v; store(p.flag, 1, REL, AGENT); } else if (load(p.flag, ACQ, AGENT)) p.data[1] = p.data[0] == 5 ? 1 : 2; }
