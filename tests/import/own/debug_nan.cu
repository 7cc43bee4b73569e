// nvcc: -Xcicc -O0
// cmcm: launch twice(x, out), blocks 2, threads 1
// cmcm: init x = 0x7fc00000
// cmcm: exists out != 0x40400000
__global__ void twice(volatile float *x, float *out)
{
    if (blockIdx.x == 0) {
        *x = 1.5f;
    } else {
        float found;
        while (isnan(found = *x))
            ;
        *out = found * 2;
    }
}
