// A slot of shared memory that one warp fills and another one empties, by two named barriers at which
// each waits for the other (PTX ISA, "bar"); all 64 threads run.
// cmcm: launch k(out), blocks 1, threads 64
// cmcm: exists out[0] != 1 || out[1] != 2
enum { FULL = 1, EMPTY = 2 };
__device__ void wait_at(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

__global__ void k(int *out)
{
    __shared__ int slot[32];
    int lane = threadIdx.x & 31;
    for (int i = 0; i < 2; i++)
        if (threadIdx.x < 32) {
#ifndef UNEMPTIED
            if (i > 0)
                wait_at(EMPTY);
#endif
            slot[lane] = i + 1;
            arrive(FULL);
        } else {
            wait_at(FULL);
            if (lane == 0)
                out[i] = slot[0];
#ifndef UNEMPTIED
            if (i < 1)
                arrive(EMPTY);
#endif
        }
}
