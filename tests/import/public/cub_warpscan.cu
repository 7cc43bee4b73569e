#include <cub/cub.cuh>
// cmcm: launch scan(in, out), threads 4
// cmcm: init in[4] = {1, 2, 3, 4}
// cmcm: exists out[0] != 1 || out[1] != 3 || out[2] != 6 || out[3] != 10
__global__ void scan(const int *in, int *out)
{
    using WarpScan = cub::WarpScan<int, 4>;
    __shared__ typename WarpScan::TempStorage storage;
    int v;
    WarpScan(storage).InclusiveSum(in[threadIdx.x], v);
    out[threadIdx.x] = v;
}
