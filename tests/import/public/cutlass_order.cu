// CUTLASS's OrderedSequenceBarrier (sm90_pipeline.hpp): two groups of warps take turns by one barrier object each.
#include "mbarrier.cuh"
// cmcm: launch order(out), threads 64, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 32
// cmcm: exists out != 21
__global__ void order(int *out)
{
    __shared__ uint64_t turn[2];
    __shared__ int n;
    int group = threadIdx.x / 32;
    if (group == 0) {
        init(turn, 1);
        init(turn + 1, 1);
        n = 0;
    }
    __syncthreads();
    wait(turn + group, group ^ 1);
    n = 10 * n + 2 - group;
    arrive(turn + (group ^ 1));
    if (group == 1)
        *out = n;
}
