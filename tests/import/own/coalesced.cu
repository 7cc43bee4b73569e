#include <cooperative_groups.h>
// cmcm: launch k(in, out), blocks 1, threads 4
// cmcm: init in[4] = {1, 0, 1, 1}
// cmcm: exists out != 3
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out)
{
    if (in[threadIdx.x]) {
        auto g = cg::coalesced_threads();
        if (g.thread_rank() == 0)
            atomicAdd(out, (int)g.size());
    }
}
