// PyTorch's symmetric memory (CUDASymmetricMemory: put_signal, wait_signal): compare-and-swap of a signal pad, from
// 0 to 1 with release and back with acquire. Two messages between two GPUs.
// cmcm: launch put(pad, x), gpu 0
// cmcm: launch wait(pad, x, out), gpu 1
// cmcm: init pad = 0
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 1 || out[1] != 2
__global__ void put(unsigned *pad, int *x)
{
    unsigned old;
    for (int i = 0; i < 2; i++) {
        x[i] = i + 1;
        do
            asm volatile("atom.global.release.sys.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(pad) : "memory");
        while (old != 0);
    }
}
__global__ void wait(unsigned *pad, int *x, int *out)
{
    unsigned old;
    for (int i = 0; i < 2; i++) {
        do
            asm volatile("atom.global.acquire.sys.cas.b32 %0, [%1], 1, 0;" : "=r"(old) : "l"(pad) : "memory");
        while (old != 1);
        out[i] = x[i];
    }
}
