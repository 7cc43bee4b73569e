// A structure by value is copied with the bytes that fill it up, for functions that take its address.
// cmcm: launch pass({0: data, 8: flag, 16: 41}, out), blocks 2, threads 1
// cmcm: init out = -1
// cmcm: exists out == 0 || out > 42
struct Args {
    int *data, *flag;
    int add;
};
__device__ __noinline__ void publish(const Args &a, int v)
{
    *a.data = v + a.add;
    __threadfence();
    atomicExch(a.flag, 1);
}
__device__ __noinline__ bool ready(const Args &a)
{
    bool is = atomicCAS(a.flag, 1, 2) == 1;
    __threadfence();
    return is;
}
__global__ void pass(Args a, int *out)
{
    if (blockIdx.x == 0)
        publish(a, 1);
    else if (ready(a))
        *out = *a.data;
}
