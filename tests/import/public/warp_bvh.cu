// NVIDIA Warp's bvh_refit_kernel (bvh.cu): the second child that comes to a node joins the bounds of both.
// cmcm: launch refit(count, bound), blocks 2, threads 1
// cmcm: init count = 0
// cmcm: init bound[3] = {0, 0, 3}
// cmcm: exists bound[2] != 3
__global__ void refit(int *count, int *bound)
{
    bound[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    if (atomicAdd(count, 1) == 1)
        bound[2] = bound[0] + bound[1];
}
