// What the kernels in HIP here take from its headers.
#define __global__ __attribute__((global, amdgpu_flat_work_group_size(1, 256)))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define thread     __builtin_amdgcn_workitem_id_x()
#define block      __builtin_amdgcn_workgroup_id_x()
#define AGENT      __HIP_MEMORY_SCOPE_AGENT
#define SYSTEM     __HIP_MEMORY_SCOPE_SYSTEM
__device__ static inline void threadfence()
{
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
}
__device__ static inline void threadfence_system()
{
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
}
__device__ static inline void syncthreads()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
