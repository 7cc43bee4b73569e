// NVSHMEM's dissemination barrier of four: in each round a PE tells one and waits for another.
// cmcm: launch barrier(data, flag, out), blocks 4, threads 1
// cmcm: exists out[0] != 10 || out[3] != 10
__global__ void barrier(int *data, int *flag, int *out) {
    int me = blockIdx.x;
    data[me] = me + 1;
    for (int round = 0; round < 2; round++) {
        int to = (me + (1 << round)) & 3, seen;
        asm volatile("st.release.sys.s32 [%0], 1;" :: "l"(flag + 4 * round + to) : "memory");
        do asm volatile("ld.acquire.sys.s32 %0, [%1];" : "=r"(seen) : "l"(flag + 4 * round + me) : "memory"); while (!seen);
    }
    out[me] = data[0] + data[1] + data[2] + data[3];
}
