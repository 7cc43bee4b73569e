// clang: -O0
// cmcm: launch sum(data, flag, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: init out = -1
// cmcm: exists out != -1 && out != 12
#include "../public/hip.hh"
struct fields {
    short a;
    char b;
    int c;
};
static __device__ int add(const fields &f) { return f.a + f.b + f.c; }
extern "C" __global__ void sum(int *data, int *flag, int *out)
{
    fields f;
    if (block == 0) {
        f.a = 3;
        f.b = 4;
        f.c = 5;
        *data = add(f);
        __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, AGENT);
    } else {
        int found;
        if (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, AGENT))
            found = *data;
        else
            found = -1;
        *out = found;
    }
}
