// NCCL's barrier of GPUs that reach each other's memory (ncclLsaBarrierSession: arrive, wait): each stores the
// epoch into the others' inbox with release, and waits for its own with acquire.
// cmcm: launch meet(inbox, inbox+4, x, x+4, out), gpu 0
// cmcm: launch meet(inbox+4, inbox, x+4, x, out+4), gpu 1
// cmcm: init inbox[2] = {0}
// cmcm: init x[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 1 || out[1] != 1
__global__ void meet(unsigned *mine, unsigned *theirs, int *own, int *other, int *out)
{
    unsigned got;
    *own = 1;
    asm volatile("st.release.sys.global.u32 [%0], 1;" ::"l"(theirs) : "memory");
    do
        asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(got) : "l"(mine) : "memory");
    while (got < 1);
    *out = *other;
}
