// Two keys of one bucket in a table with open addressing: who finds its slot taken goes on to the next.
// cmcm: launch insert(keys, slots), blocks 2, threads 1
// cmcm: init keys[2] = {5, 9}
// cmcm: exists slots[2] == slots[4]
__global__ void insert(const unsigned *keys, unsigned *slots)
{
    unsigned key = keys[blockIdx.x], at = key & 3;
    for (int i = 0; i < 4; i++, at = (at + 1) & 3) {
        unsigned before = atomicCAS(&slots[2 * at], 0u, key);
        if (before == 0 || before == key) {
            slots[2 * at + 1] = 10 * key;
            return;
        }
    }
}
