// cmcm: launch pass({0: box, 8: 5}, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: init out = -1
// cmcm: exists out != 5 && out != -1
#define __global__ __attribute__((global, amdgpu_flat_work_group_size(1, 256)))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define thread __builtin_amdgcn_workitem_id_x()
#define block __builtin_amdgcn_workgroup_id_x()
#define AGENT __HIP_MEMORY_SCOPE_AGENT
struct Box {
    int value, ready;
};
struct Arguments {
    Box *box;
    int seed;
};
extern "C" __global__ void pass(Arguments a, int *out)
{
    if (thread)
        return;
    if (block == 0) {
        a.box->value = a.seed;
        __hip_atomic_store(&a.box->ready, 1, __ATOMIC_RELEASE, AGENT);
    } else if (__hip_atomic_load(&a.box->ready, __ATOMIC_ACQUIRE, AGENT)) {
        *out = a.box->value;
    }
}
