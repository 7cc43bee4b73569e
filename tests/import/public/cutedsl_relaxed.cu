// CUTLASS's CuTe DSL (distributed_helpers.py: spin_lock_atom_cas_relaxed_wait; issue 3117): the wait is relaxed, then
// the warp meets. Two GPUs.
// cmcm: launch put(flag, x), gpu 0
// cmcm: launch wait(flag, x, out), gpu 1, threads 2
// cmcm: init flag = 0
// cmcm: init x = 0
// cmcm: init out = 1
// cmcm: exists out != 1
__global__ void put(int *flag, int *x)
{
    *x = 1;
    asm volatile("red.release.sys.global.add.s32 [%0], 1;" ::"l"(flag) : "memory");
}
__global__ void wait(int *flag, int *x, int *out)
{
    int old;
    if (threadIdx.x == 0)
        do
            asm volatile("atom.relaxed.sys.global.cas.b32 %0, [%1], 1, 0;" : "=r"(old) : "l"(flag) : "memory");
        while (old != 1);
    __syncwarp(3);
    if (threadIdx.x == 1)
        *out = *x;
}
