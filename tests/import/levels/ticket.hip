// cmcm: launch add(l, n), blocks 2, threads 1
// cmcm: exists n != 2
#include "hip.hh"
struct T { unsigned next, serving; };
extern "C" __global__ void add(T *l, int *n) {
 unsigned t = fetch_add(&l->next, 1u, RLX, AGENT); while (load(&l->serving, ACQ, AGENT) != t) __builtin_amdgcn_s_sleep(1);
 *n += 1; fetch_add(&l->serving, 1u, REL, AGENT); }
