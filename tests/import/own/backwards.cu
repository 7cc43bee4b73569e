// cmcm: launch sum(state, part, out), blocks 3, threads 1
// cmcm: exists out != 7
__global__ void sum(volatile int *state, volatile int *part, volatile int *out)
{
    int block = blockIdx.x, all = 0;
    if (block < 2) {
        part[block] = block + 3;
        __threadfence();
        state[block] = 1;
        return;
    }
    for (volatile int *at = state + 1; at >= state; at--) {
        while (*at == 0)
            ;
        __threadfence();
        all += part[at - state];
    }
    *out = all;
}
