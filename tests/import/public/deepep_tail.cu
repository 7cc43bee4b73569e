// DeepEP's intranode dispatch: the sending warps meet at a named barrier, one lane releases the queue's tail; the
// receiver's lane acquires it, shares it, and meets its other warp.
// cmcm: launch send(tail, slots), gpu 0, threads 64, others absent
// cmcm: P0 = thread 0
// cmcm: P1 = thread 32
// cmcm: launch receive(tail, slots, out), gpu 1, threads 64, others absent
// cmcm: P2 = thread 0
// cmcm: P3 = thread 32
// cmcm: init tail = 0
// cmcm: init slots[2] = {0}
// cmcm: init out[2] = {0}
// cmcm: exists out[0] != 1 || out[1] != 2
__global__ void send(int *tail, int *slots)
{
    slots[threadIdx.x / 32] = threadIdx.x / 32 + 1;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 0)
        asm volatile("st.release.sys.global.s32 [%0], 2;" ::"l"(tail) : "memory");
}
__global__ void receive(int *tail, int *slots, int *out)
{
    __shared__ volatile int shared_tail;
    int got = 0;
    if (threadIdx.x == 0) {
        while (got == 0)
            asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(got) : "l"(tail) : "memory");
        shared_tail = got;
    }
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (shared_tail == 2)
        out[threadIdx.x / 32] = slots[threadIdx.x / 32];
}
