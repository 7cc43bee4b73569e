// cmcm: launch count(ticket, n), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: exists n != 2
#define __global__ __attribute__((global, amdgpu_flat_work_group_size(1, 256)))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define thread __builtin_amdgcn_workitem_id_x()
#define block __builtin_amdgcn_workgroup_id_x()
#define AGENT __HIP_MEMORY_SCOPE_AGENT
struct Ticket {
    unsigned next, serving;
};
extern "C" __global__ void count(Ticket *t, int *n)
{
    if (thread == 0) {
        unsigned own = __hip_atomic_fetch_add(&t->next, 1u, __ATOMIC_RELAXED, AGENT);
        while (__hip_atomic_load(&t->serving, __ATOMIC_ACQUIRE, AGENT) != own)
            ;
        *n = *n + 1;
        __hip_atomic_store(&t->serving, own + 1, __ATOMIC_RELEASE, AGENT);
    }
}
