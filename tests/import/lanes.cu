// Lanes of one warp: what they do together, and where they are.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Each takes what its neighbour has left.
extern "C" __global__ void syncwarp(int *out)
{
    __shared__ int s[4];
    s[threadIdx.x] = (int)threadIdx.x + 1;
    __syncwarp();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// The same without a barrier.
extern "C" __global__ void no_syncwarp(int *out)
{
    __shared__ volatile int s[4];
    s[threadIdx.x] = (int)threadIdx.x + 1;
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}

extern "C" __global__ void shuffle(int *out)
{
    out[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x + 1, 1);
}

extern "C" __global__ void ballot(int *out)
{
    out[threadIdx.x] = (int)__ballot_sync(0xffffffff, (threadIdx.x & 1) == 0);
}

extern "C" __global__ void match(int *out)
{
    out[threadIdx.x] = (int)__match_any_sync(0xffffffff, threadIdx.x & 1);
}

extern "C" __global__ void redux(int *out)
{
    out[threadIdx.x] = __reduce_add_sync(0xffffffff, (int)threadIdx.x + 1);
}

// A tile of two lanes.
extern "C" __global__ void tile(int *out)
{
    auto t = cg::tiled_partition<2>(cg::this_thread_block());
    int mine = (int)threadIdx.x + 1;
    out[threadIdx.x] = mine + t.shfl_xor(mine, 1);
}

// Rows of two threads: lane 2 is thread (0, 1).
extern "C" __global__ void rows(int *out)
{
    int number = (int)(threadIdx.x + 2 * threadIdx.y);
    out[number] = __shfl_xor_sync(0xffffffff, number + 1, 2);
}

// One lane of the block asks for work, the others get what it got.
extern "C" __global__ void elected(int *count, int *out)
{
    int base = 0;
    if (threadIdx.x == 0)
        base = atomicAdd(count, 4);
    base = __shfl_sync(0xffffffff, base, 0);
    out[threadIdx.x] = base + (int)threadIdx.x;
}
