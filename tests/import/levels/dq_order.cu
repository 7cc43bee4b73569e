// FlashAttention's deterministic backward pass: a semaphore orders what the blocks add.
// cmcm: launch add(turn, sum), blocks 3, threads 1
// cmcm: exists sum != 11
__global__ void add(int *turn, int *sum) {
    int mine = blockIdx.x, now;
    do asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(now) : "l"(turn) : "memory"); while (now != mine);
    *sum = 2 * *sum + mine + 1;
    asm volatile("fence.acq_rel.gpu; red.relaxed.gpu.global.add.s32 [%0], 1;" :: "l"(turn) : "memory");
}
