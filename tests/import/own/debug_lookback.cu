// nvcc: -Xcicc -O0
// cmcm: launch sums(state, part, total, out), blocks 3, threads 1
// cmcm: exists !(out[0] == 5 && out[1] == 7 && out[2] == 8)
__global__ void sums(volatile int *state, volatile int *part, volatile int *total, int *out)
{
    int block = blockIdx.x, own = block == 0 ? 5 : 3 - block, sum = 0;
    if (block > 0) {
        part[block] = own;
        __threadfence();
        state[block] = 1;
    }
    for (int at = block - 1; at >= 0;) {
        int found = state[at];
        __threadfence();
        if (found == 2) {
            sum += total[at];
            break;
        }
        if (found == 1)
            sum += part[at--];
    }
    total[block] = sum + own;
    __threadfence();
    state[block] = 2;
    out[block] = sum + own;
}
