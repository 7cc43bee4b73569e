// Ginkgo's triangular solver (common/cuda_hip: sptrsv_naive_caching_kernel): a row waits until its predecessor is no NaN.
// cmcm: launch solve(x, b), blocks 2, threads 1
// cmcm: init double x[2] = {nan, nan}
// cmcm: init double b[2] = {2.0, 5.0}
// cmcm: exists x[1] != 3.0
__global__ void solve(volatile double *x, const double *b)
{
    double sum = b[blockIdx.x], before;
    if (blockIdx.x == 1) {
        while ((before = x[0]) != before)
            ;
        sum -= before;
    }
    x[blockIdx.x] = sum;
}
