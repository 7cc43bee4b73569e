// cmcm: launch divide(x, d, out, 7), threads 64, others absent
// cmcm: P0 = thread 0
// cmcm: init int64_t x = 1000000000007
// cmcm: init int64_t d = -10
// cmcm: init int64_t out[4] = {0, 0, 0, 0}
// cmcm: exists out[0] != -100000000000 || out[1] != 7 || out[2] != 509655333 || out[3] != 295
#include "hip.hh"
extern "C" __global__ void divide(const long long *x, const long long *d, long long *out, int by)
{
    if (thread)
        return;
    out[0] = *x / *d;
    out[1] = *x % *d;
    out[2] = (unsigned)*x / (unsigned)by;
    out[3] = (unsigned)*x % 720;
}
