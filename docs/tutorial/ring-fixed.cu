// cmcm: launch ring(slots, head, tail, out), blocks 2, threads 1
__global__ void ring(int *slots, int *head, int *tail, int *out)
{
    if (blockIdx.x == 0) {
        for (int i = 0; i < 2; i++) {
            slots[i] = 10 + i;
            __threadfence();
            atomicAdd(head, 1);
        }
    } else {
        for (int i = 0; i < 2; i++) {
            while (atomicAdd(head, 0) <= i)
                ;
            __threadfence();
            out[i] = slots[i];
            atomicAdd(tail, 1);
        }
    }
}
