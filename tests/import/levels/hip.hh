#define __global__ __attribute__((global, amdgpu_flat_work_group_size(1, 256)))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define thread     __builtin_amdgcn_workitem_id_x()
#define block      __builtin_amdgcn_workgroup_id_x()
#define WAVE       __HIP_MEMORY_SCOPE_WAVEFRONT
#define GROUP      __HIP_MEMORY_SCOPE_WORKGROUP
#define AGENT      __HIP_MEMORY_SCOPE_AGENT
#define SYSTEM     __HIP_MEMORY_SCOPE_SYSTEM
#define RLX __ATOMIC_RELAXED
#define ACQ __ATOMIC_ACQUIRE
#define REL __ATOMIC_RELEASE
#define load(p, o, s) __hip_atomic_load(p, o, s)
#define store(p, v, o, s) __hip_atomic_store(p, v, o, s)
#define fetch_add(p, v, o, s) __hip_atomic_fetch_add(p, v, o, s)
__device__ static inline void threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
__device__ static inline void threadfence_block() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
__device__ static inline void threadfence_system() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }
__device__ static inline void syncthreads() { __builtin_amdgcn_fence(REL, "workgroup"); __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(ACQ, "workgroup"); }
