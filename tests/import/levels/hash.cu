// A hash table with open addressing: one launch inserts, of two keys that have one place, the next one looks up.
// cmcm: launch insert(table), blocks 2, threads 1
// cmcm: launch look_up(table, out), blocks 1, threads 1, after P0
// cmcm: exists out != 40
struct Slot { unsigned key, value; };
__device__ unsigned place(unsigned key) { return (key * 7) & 3; }
__global__ void insert(Slot *table)
{
    unsigned key = blockIdx.x * 4 + 1;
    for (unsigned at = place(key);; at = (at + 1) & 3) {
        unsigned found = atomicCAS(&table[at].key, 0u, key);
        if (found == 0 || found == key) {
            table[at].value = key * 8;
            return;
        }
    }
}
__global__ void look_up(Slot *table, unsigned *out)
{
    for (unsigned at = place(5); table[at].key != 0; at = (at + 1) & 3)
        if (table[at].key == 5) {
            *out = table[at].value;
            return;
        }
}
