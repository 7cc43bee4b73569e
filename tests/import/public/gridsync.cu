#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// cmcm: launch all(data, out), blocks 2, threads 1, workspace ws
// cmcm: exists out[0] != 1 || out[1] != 1
__global__ void all(int *data, int *out)
{
    data[blockIdx.x] = 1;
    cg::this_grid().sync();
    out[blockIdx.x] = data[1 - blockIdx.x];
}
