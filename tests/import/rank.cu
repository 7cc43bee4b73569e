// A rank that memory decides, of a CTA whose other variables are used elsewhere only.
extern "C" __global__ void __cluster_dims__(2) by_rank(int *which, int *out)
{
    __shared__ volatile int a, b;
    unsigned rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (rank == 0) {
        a = 1;
        b = 2;
    } else {
        b = 4;
    }
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    if (rank == 0) {
        volatile int *there;
        asm volatile("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(&b), "r"(*which));
        *out = *there;
    }
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}
