// cmcm: launch sum(part, done, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: init out = -1
// cmcm: exists out != 2 && out != -1
#define __global__ __attribute__((global, amdgpu_flat_work_group_size(1, 256)))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define thread __builtin_amdgcn_workitem_id_x()
#define block __builtin_amdgcn_workgroup_id_x()
#define AGENT __HIP_MEMORY_SCOPE_AGENT
__device__ static void threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
#define blocks (((const __attribute__((address_space(4))) unsigned *)__builtin_amdgcn_implicitarg_ptr())[0])
__device__ static void syncthreads()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
extern "C" __global__ void sum(int *part, unsigned *done, int *out)
{
    __shared__ bool last;
    if (thread == 0) {
        part[block] = 1;
        threadfence();
        last = __hip_atomic_fetch_add(done, 1u, __ATOMIC_RELAXED, AGENT) == blocks - 1;
        threadfence();
    }
    syncthreads();
    if (last && thread == 0) {
        int all = 0;
        for (unsigned i = 0; i < blocks; i++)
            all += part[i];
        *out = all;
    }
}
