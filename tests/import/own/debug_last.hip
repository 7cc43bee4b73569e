// clang: -O0
// cmcm: launch last(in, part, done, out), blocks 2, threads 128, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 0, thread 64
// cmcm: P2 = block 1, thread 0
// cmcm: P3 = block 1, thread 64
// cmcm: init { int in[256]; in[0]=1; in[64]=1; in[128]=1; in[192]=1; }
// cmcm: init out = -1
// cmcm: exists out != 4 && out != -1
#include "../public/hip.hh"
extern "C" __global__ void last(int *in, int *part, unsigned *done, int *out)
{
    __shared__ int warps[2];
    __shared__ bool is_last;
    if (thread % 64 == 0)
        warps[thread / 64] = in[block * __builtin_amdgcn_workgroup_size_x() + thread];
    syncthreads();
    if (thread == 0) {
        part[block] = warps[0] + warps[1];
        threadfence();
        is_last = __hip_atomic_fetch_add(done, 1u, __ATOMIC_RELAXED, AGENT) == 1;
        threadfence();
    }
    syncthreads();
    if (thread == 64 && is_last)
        *out = part[0] + part[1];
}
