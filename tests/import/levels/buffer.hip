// cmcm: launch pass(data, flag, out), blocks 2, threads 1
// cmcm: init out = -1
// cmcm: exists out == 0
#include "hip.hh"
#ifndef RELEASE
#define RELEASE REL
#endif
extern "C" __global__ void pass(int *data, int *flag, int *out)
{
    auto buffer = __builtin_amdgcn_make_buffer_rsrc(data, 0, 0x7fffffff, 0x27000);
    if (block == 0) {
        __builtin_amdgcn_raw_buffer_store_b32(1u, buffer, 0, 0, 0);
        store(flag, 1, RELEASE, AGENT);
    } else if (load(flag, ACQ, AGENT)) {
        *out = __builtin_amdgcn_raw_buffer_load_b32(buffer, 0, 0, 0);
    }
}
