// NCCL's FIFO of one slot: the receiver gives the slot back before the sender fills it again.
// cmcm: launch send(slot, tail, head)
// cmcm: launch receive(slot, tail, head, out)
// cmcm: exists out[0] != 5 || out[1] != 6
__global__ void send(int *slot, volatile int *tail, volatile int *head) {
    for (int step = 0; step < 2; step++) {
        while (*head < step) ;
        __threadfence_system();
        *slot = 5 + step;
        __threadfence_system();
        *tail = step + 1;
    }
}
__global__ void receive(int *slot, volatile int *tail, volatile int *head, int *out) {
    for (int step = 0; step < 2; step++) {
        while (*tail <= step) ;
        __threadfence_system();
        out[step] = *slot;
#ifndef UNFENCED
        __threadfence_system();
#endif
        *head = step + 1;
    }
}
