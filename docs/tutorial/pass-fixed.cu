// cmcm: launch pass(data, flag, out), blocks 2, threads 1
// cmcm: init out = -1
__global__ void pass(int *data, volatile int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence();
        *flag = 1;
    } else if (*flag == 1) {
        __threadfence();
        *out = *data;
    }
}
