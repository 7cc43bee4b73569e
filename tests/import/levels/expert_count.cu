// Mixture of experts: tokens take places in an expert's list by atomicAdd; the last block reads all.
// cmcm: launch route(token, count, list, done, out), blocks 2, threads 1
// cmcm: init int token[2] = {7, 9}
// cmcm: exists out != 0 && out != 16
__global__ void route(const int *token, int *count, int *list, int *done, int *out) {
    list[atomicAdd(count, 1)] = token[blockIdx.x];
    __threadfence();
    if (atomicAdd(done, 1) == 1) { __threadfence(); *out = list[0] + list[1]; }
}
