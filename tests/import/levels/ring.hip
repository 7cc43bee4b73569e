// cmcm: launch produce(q), blocks 1, threads 1
// cmcm: launch consume(q, out), blocks 1, threads 1
// cmcm: init int q[4] = {0}
// cmcm: exists out[0] != 3
#include "hip.hh"
struct Q { unsigned head, tail; int slots[2]; };
__device__ bool push(Q *q, int v) {
 unsigned h = load(&q->head, RLX, AGENT);
 if (h - load(&q->tail, ACQ, AGENT) == 2) return false;
 q->slots[h % 2] = v; store(&q->head, h + 1, REL, AGENT); return true; }
__device__ bool pop(Q *q, int *v) {
 unsigned t = load(&q->tail, RLX, AGENT);
 if (load(&q->head, ACQ, AGENT) == t) return false;
 *v = q->slots[t % 2]; store(&q->tail, t + 1, REL, AGENT); return true; }
extern "C" __global__ void produce(Q *q) { for (int i = 1; i <= 2; i++) while (!push(q, i)) ; }
extern "C" __global__ void consume(Q *q, int *out) {
 int sum = 0, v; for (int i = 1; i <= 2; i++) { while (!pop(q, &v)) ; sum += v; } *out = sum; }
