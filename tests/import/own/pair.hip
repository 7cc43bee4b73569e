// A node of two ints is written, then its number is published; the reader takes the node of that number.
// cmcm: launch publish(node, current), threads 1
// cmcm: launch look(node, current, out), threads 1
// cmcm: init int node[4] = {7, 7, 0, 0}
// cmcm: exists out != 14 && out != 18
#include "../public/hip.hh"
struct node { int a, b; };
extern "C" __global__ void publish(node *node, int *current)
{
    node[1].a = node[1].b = 9;
    __hip_atomic_store(current, 1, __ATOMIC_RELEASE, AGENT);
}
extern "C" __global__ void look(node *node, int *current, int *out)
{
    struct node n = node[__hip_atomic_load(current, __ATOMIC_ACQUIRE, AGENT)];
    *out = n.a + n.b;
}
