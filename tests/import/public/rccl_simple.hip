// RCCL's Simple protocol (prims_simple.h: postPeer, waitPeer) of two GPUs: a step, stored with release and loaded with acquire
// of system scope.
// cmcm: launch send(tail, head, buffer), gpu 0, threads 64, others absent
// cmcm: P0 = thread 0
// cmcm: launch receive(tail, head, buffer, out), gpu 1, threads 64, others absent
// cmcm: P1 = thread 0
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 1 || out[1] != 2
#include "hip.hh"
extern "C" __global__ void send(int *tail, int *head, int *buffer)
{
    for (int s = 0; s < 2; s++) {
        while (__hip_atomic_load(head, __ATOMIC_ACQUIRE, SYSTEM) < s)
            ;
        *buffer = s + 1;
        __hip_atomic_store(tail, s + 1, __ATOMIC_RELEASE, SYSTEM);
    }
}
extern "C" __global__ void receive(int *tail, int *head, int *buffer, int *out)
{
    for (int s = 0; s < 2; s++) {
        while (__hip_atomic_load(tail, __ATOMIC_ACQUIRE, SYSTEM) < s + 1)
            ;
        out[s] = *buffer;
        __hip_atomic_store(head, s + 1, __ATOMIC_RELEASE, SYSTEM);
    }
}
