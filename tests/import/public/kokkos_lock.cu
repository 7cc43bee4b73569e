// Kokkos' lock-based atomics (desul: lock_array, device_atomic_fetch_oper): try by exchange, fences inside.
// cmcm: launch add(lock, x), blocks 2, threads 1
// cmcm: init lock = 0
// cmcm: init x[2] = {0}
// cmcm: exists x[0] != 2 || x[1] != 2
__global__ void add(int *lock, int *x)
{
    for (bool done = false; !done;)
        if (atomicExch(lock, 1) == 0) {
            __threadfence();
            x[0] += 1;
            x[1] += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
}
