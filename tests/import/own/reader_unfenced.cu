// cmcm: launch share(state, a, b, out), blocks 2, threads 1
// cmcm: exists out != 0
__global__ void share(int *state, int *a, int *b, int *out)
{
    if (blockIdx.x == 0) { // the writer holds it at -1
        while (atomicCAS(state, 0, -1) != 0)
            ;
        __threadfence();
        *a = 1;
        *b = 1;
        __threadfence();
        atomicExch(state, 0);
        return;
    }
    int readers = *(volatile int *)state;
    for (;;) {
        if (readers < 0) {
            readers = *(volatile int *)state;
            continue;
        }
        int seen = atomicCAS(state, readers, readers + 1);
        if (seen == readers)
            break;
        readers = seen;
    }
    int x = *a, y = *b;
    __threadfence();
    atomicSub(state, 1);
    *out = x ^ y;
}
