// Two pushes onto a stack: who fails goes on with what the compare-and-swap found, and fills in its own node again.
// cmcm: launch push(head, next), blocks 2, threads 64, others absent
// cmcm: P0 = block 0
// cmcm: P1 = block 1
// cmcm: init head = -1
// cmcm: init next[2] = {-9, -9}
// cmcm: exists !((head == 0 && next[0] == 1 && next[1] == -1) || (head == 1 && next[1] == 0 && next[0] == -1))
#include "../public/hip.hh"
extern "C" __global__ void push(int *head, int *next)
{
    int old = __hip_atomic_load(head, __ATOMIC_RELAXED, AGENT);
    do
        next[block] = old;
    while (!__hip_atomic_compare_exchange_weak(head, &old, (int)block, __ATOMIC_RELEASE, __ATOMIC_RELAXED, AGENT));
}
