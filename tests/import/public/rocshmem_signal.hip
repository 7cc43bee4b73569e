// rocSHMEM's put with signal and wait (context_ipc_device: putmem_signal, wait_until): data, a fence of system scope, the
// signal; the wait acquires. Two GPUs.
// cmcm: launch put(data, signal), gpu 0, threads 64, others absent
// cmcm: P0 = thread 0
// cmcm: launch wait(data, signal, out), gpu 1, threads 64, others absent
// cmcm: P1 = thread 0
// cmcm: init out = 9
// cmcm: exists out != 9
#include "hip.hh"
extern "C" __global__ void put(int *data, int *signal)
{
    *data = 9;
    threadfence_system();
    __hip_atomic_store(signal, 1, __ATOMIC_RELAXED, SYSTEM);
}
extern "C" __global__ void wait(int *data, int *signal, int *out)
{
    while (__hip_atomic_load(signal, __ATOMIC_ACQUIRE, SYSTEM) != 1)
        ;
    *out = *data;
}
