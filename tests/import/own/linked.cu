// Producers take the end of a list by an exchange, then link their node; the consumer follows the links.
// cmcm: launch push(last, next, value), blocks 2, threads 1
// cmcm: launch pop(next, value, out), threads 1
// cmcm: exists out != 7
extern "C" __global__ void push(int *last, int *next, int *value)
{
    int me = blockIdx.x + 1;
    value[me] = me + 2;
    __threadfence();
    int before = atomicExch(last, me);
    *(volatile int *)&next[before] = me;
}
extern "C" __global__ void pop(int *next, int *value, int *out)
{
    int node = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        int following;
        while ((following = *(volatile int *)&next[node]) == 0)
            ;
        __threadfence();
        node = following;
        sum += value[node];
    }
    *out = sum;
}
