// CUTLASS's PipelineAsync (sm90_pipeline.hpp): one stage, full and empty barriers, a producer and a consumer.
#include "mbarrier.cuh"
// cmcm: launch pipe(out), threads 64, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 32
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 1 || out[1] != 2
__global__ void pipe(int *out)
{
    __shared__ uint64_t full, empty;
    __shared__ int stage;
    if (threadIdx.x == 0) {
        init(&full, 1);
        init(&empty, 1);
    }
    __syncthreads();
    for (int i = 0; i < 2; i++)
        if (threadIdx.x == 0) {
            wait(&empty, (i & 1) ^ 1);
            stage = i + 1;
            arrive(&full);
        } else {
            wait(&full, i & 1);
            out[i] = stage;
            arrive(&empty);
        }
}
