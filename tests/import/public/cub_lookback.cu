// CUB's decoupled look-back: status and value in one word of 64 bits (single_pass_scan_operators.cuh).
#include <cub/cub.cuh>
// cmcm: launch scan(tiles, in, out), blocks 3, threads 1
// cmcm: init tiles[3] = {0}
// cmcm: init in[3] = {1, 2, 4}
// cmcm: exists out[0] != 1 || out[1] != 3 || out[2] != 7
__global__ void scan(unsigned long long *tiles, const int *in, int *out)
{
    int tile = blockIdx.x, own = in[tile], before = 0;
    auto state = [&](int t) -> volatile unsigned long long * { return tiles + t; };
    *state(tile) = (1ull << 32) | (unsigned)own;
    for (int t = tile - 1; t >= 0; t--) {
        unsigned long long word;
        do
            word = *state(t);
        while (word >> 32 == 0);
        before += (unsigned)word;
        if (word >> 32 == 2)
            break;
    }
    *state(tile) = (2ull << 32) | (unsigned)(before + own);
    out[tile] = before + own;
}
