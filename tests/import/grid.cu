// The grid barrier of cooperative groups.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void exchange(int *data, int *out)
{
    cg::grid_group grid = cg::this_grid();
    data[blockIdx.x] = 1;
    grid.sync();
    out[blockIdx.x] = data[1 - blockIdx.x];
}

extern "C" __global__ void exchange_without(int *data, int *out)
{
    volatile int *d = data;
    d[blockIdx.x] = 1;
    out[blockIdx.x] = d[1 - blockIdx.x];
}
