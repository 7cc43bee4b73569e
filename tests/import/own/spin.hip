// cmcm: launch count(lock, n), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: exists n != 2
#define __global__ __attribute__((global, amdgpu_flat_work_group_size(1, 256)))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define thread __builtin_amdgcn_workitem_id_x()
#define block __builtin_amdgcn_workgroup_id_x()
#define AGENT __HIP_MEMORY_SCOPE_AGENT
__device__ static void threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
extern "C" __global__ void count(int *lock, int *n)
{
    if (thread == 0) {
        int free = 0;
        while (!__hip_atomic_compare_exchange_strong(lock, &free, 1, __ATOMIC_RELAXED,
                                                     __ATOMIC_RELAXED, AGENT)) {
            free = 0;
            __builtin_amdgcn_s_sleep(1);
        }
        threadfence();
        *n = *n + 1;
        threadfence();
        __hip_atomic_exchange(lock, 0, __ATOMIC_RELAXED, AGENT);
    }
}
