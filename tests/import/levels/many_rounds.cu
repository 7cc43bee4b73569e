// Loops of more rounds than are written one by one.
// cmcm: launch sum(in, flag, out), blocks 1, threads 1
// cmcm: launch count(flag), blocks 1, threads 1
// cmcm: init in[100] = {1, 2}
// cmcm: init in[99] = 4
// cmcm: init flag[101] = 0
// cmcm: exists out != 7 || flag[100] != 99
__global__ void sum(const int *in, volatile int *flag, int *out)
{
    int all = 0;
#pragma unroll 1
    for (int i = 0; i < 100; i++)
        all += *(volatile const int *)&in[i];
    if (*flag == 0)
        *out = all;
}
__global__ void count(int *flag)
{
#pragma unroll 1
    for (int i = 0; i < 100; i++)
        atomicExch(&flag[i + 1], i);
}
