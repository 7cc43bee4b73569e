// One warp hands a value to another one by a named barrier, at which it need not wait itself (PTX ISA,
// "bar"); all 64 threads run.
// cmcm: launch k, blocks 1, threads 64
// cmcm: exists out != 5
__device__ int out;

__global__ void k()
{
    __shared__ int handed;
    if (threadIdx.x < 32) {
        if (threadIdx.x == 0)
            handed = 5;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (threadIdx.x == 32)
            out = handed;
    }
}
