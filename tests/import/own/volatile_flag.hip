// A flag through `volatile`, fences on both sides. Clang 19 loads the data through the scalar cache, which no fence of a scope
// invalidates (LLVM's pull request 219991).
// cmcm: launch pass(data, flag, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0
// cmcm: P1 = block 1
// cmcm: init out = -1
// cmcm: exists out == 0
#include "../public/hip.hh"
extern "C" __global__ void pass(int *data, int *flag, int *out)
{
    if (block == 0) {
        *data = 1;
        threadfence();
        *(volatile int *)flag = 1;
    } else {
        while (*(volatile int *)flag == 0)
            ;
        threadfence();
        *out = *data;
    }
}
