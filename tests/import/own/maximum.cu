// cmcm: launch largest(most, in), blocks 2, threads 1
// cmcm: init float in[2] = {1.0, 2.0}
// cmcm: exists most != 0x40000000
__global__ void largest(int *most, const float *in)
{
    int old = *(volatile int *)most, seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= in[blockIdx.x])
            return;
        old = atomicCAS(most, seen, __float_as_int(in[blockIdx.x]));
    } while (old != seen);
}
