// nvcc: -Xcicc -O0
// cmcm: launch pass(data, flag, out), blocks 2, threads 1
// cmcm: init out = -1
// cmcm: exists out == 0
__device__ void put(int *at)
{
    *at = 1;
}

__device__ void __noinline__ release(void (*act)(int *), int *data, int *flag)
{
    act(data);
    __threadfence();
    *(volatile int *)flag = 1;
}

__global__ void pass(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        release(put, data, flag);
    } else if (*(volatile int *)flag) {
        __threadfence();
        *out = *data;
    }
}
