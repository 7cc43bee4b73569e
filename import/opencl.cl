/* What a source in OpenCL C finds before it, since clang has no bodies of the language's functions:
 * of work-items, fences (OpenCL C 3.0, 6.15.12.4: of a work-group where no scope is said), atomics
 * (6.15.12; those of 1.x are relaxed, at the device's scope). */
#define CMCM_OF(what, d) ((d) == 0 ? what##_x() : (d) == 1 ? what##_y() : what##_z())
#ifdef __NVPTX__
#define get_local_id(d) ((size_t)CMCM_OF(__nvvm_read_ptx_sreg_tid, d))
#define get_group_id(d) ((size_t)CMCM_OF(__nvvm_read_ptx_sreg_ctaid, d))
#define get_local_size(d) ((size_t)CMCM_OF(__nvvm_read_ptx_sreg_ntid, d))
#define get_num_groups(d) ((size_t)CMCM_OF(__nvvm_read_ptx_sreg_nctaid, d))
#define get_global_size(d) (get_num_groups(d) * get_local_size(d))
#define barrier(flags) __syncthreads()
#define CMCM_ASM(text) ({ __asm__ volatile(text ";" ::: "memory"); })
#define CMCM_FENCE(o, s) ((o) == memory_order_seq_cst ? CMCM_ASM("fence.sc." s) : CMCM_ASM("fence.acq_rel." s))
#define CMCM_GROUP "cta"
#define CMCM_DEVICE "gpu"
#define CMCM_SYSTEM "sys"
#else
#define get_local_id(d) ((size_t)CMCM_OF(__builtin_amdgcn_workitem_id, d))
#define get_group_id(d) ((size_t)CMCM_OF(__builtin_amdgcn_workgroup_id, d))
#define get_local_size(d) ((size_t)CMCM_OF(__builtin_amdgcn_workgroup_size, d))
#define get_global_size(d) ((size_t)CMCM_OF(__builtin_amdgcn_grid_size, d))
#define get_num_groups(d) ((size_t)((__constant uint *)__builtin_amdgcn_implicitarg_ptr())[d])
#define CMCM_FENCE(o, s) __builtin_amdgcn_fence(o, s)
#define CMCM_GROUP "workgroup"
#define CMCM_DEVICE "agent"
#define CMCM_SYSTEM ""
#define barrier(flags) (CMCM_FENCE(__ATOMIC_RELEASE, CMCM_GROUP), __builtin_amdgcn_s_barrier(), CMCM_FENCE(__ATOMIC_ACQUIRE, CMCM_GROUP))
#endif
#define get_global_offset(d) ((size_t)0)
#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))
#define work_group_barrier(...) barrier(0)
#define atomic_work_item_fence(flags, o, s) ((s) == memory_scope_work_group ? CMCM_FENCE(o, CMCM_GROUP) : (s) == memory_scope_device ? CMCM_FENCE(o, CMCM_DEVICE) : CMCM_FENCE(o, CMCM_SYSTEM))
#define mem_fence(flags) CMCM_FENCE(memory_order_acq_rel, CMCM_GROUP)
#define read_mem_fence mem_fence
#define write_mem_fence mem_fence
#define CMCM_TWO(a, b, ...) a, b
#define CMCM_THREE(a, b, c, ...) a, b, c
#define CMCM_ORDER(...) CMCM_TWO(__VA_ARGS__, memory_scope_device, 0)
#define CMCM_ORDERS(...) CMCM_THREE(__VA_ARGS__, memory_scope_device, 0)
#define CMCM_SC memory_order_seq_cst, memory_scope_device
#define atomic_load_explicit(p, ...) __opencl_atomic_load(p, CMCM_ORDER(__VA_ARGS__))
#define atomic_load(p) __opencl_atomic_load(p, CMCM_SC)
#define atomic_store_explicit(p, v, ...) __opencl_atomic_store(p, v, CMCM_ORDER(__VA_ARGS__))
#define atomic_store(p, v) __opencl_atomic_store(p, v, CMCM_SC)
#define atomic_exchange_explicit(p, v, ...) __opencl_atomic_exchange(p, v, CMCM_ORDER(__VA_ARGS__))
#define atomic_exchange(p, v) __opencl_atomic_exchange(p, v, CMCM_SC)
#define atomic_fetch_add_explicit(p, v, ...) __opencl_atomic_fetch_add(p, v, CMCM_ORDER(__VA_ARGS__))
#define atomic_fetch_add(p, v) __opencl_atomic_fetch_add(p, v, CMCM_SC)
#define atomic_fetch_sub_explicit(p, v, ...) __opencl_atomic_fetch_sub(p, v, CMCM_ORDER(__VA_ARGS__))
#define atomic_fetch_sub(p, v) __opencl_atomic_fetch_sub(p, v, CMCM_SC)
#define atomic_fetch_or_explicit(p, v, ...) __opencl_atomic_fetch_or(p, v, CMCM_ORDER(__VA_ARGS__))
#define atomic_fetch_or(p, v) __opencl_atomic_fetch_or(p, v, CMCM_SC)
#define atomic_fetch_xor_explicit(p, v, ...) __opencl_atomic_fetch_xor(p, v, CMCM_ORDER(__VA_ARGS__))
#define atomic_fetch_xor(p, v) __opencl_atomic_fetch_xor(p, v, CMCM_SC)
#define atomic_fetch_and_explicit(p, v, ...) __opencl_atomic_fetch_and(p, v, CMCM_ORDER(__VA_ARGS__))
#define atomic_fetch_and(p, v) __opencl_atomic_fetch_and(p, v, CMCM_SC)
#define atomic_fetch_min_explicit(p, v, ...) __opencl_atomic_fetch_min(p, v, CMCM_ORDER(__VA_ARGS__))
#define atomic_fetch_min(p, v) __opencl_atomic_fetch_min(p, v, CMCM_SC)
#define atomic_fetch_max_explicit(p, v, ...) __opencl_atomic_fetch_max(p, v, CMCM_ORDER(__VA_ARGS__))
#define atomic_fetch_max(p, v) __opencl_atomic_fetch_max(p, v, CMCM_SC)
#define atomic_compare_exchange_strong_explicit(p, e, v, ...) __opencl_atomic_compare_exchange_strong(p, e, v, CMCM_ORDERS(__VA_ARGS__))
#define atomic_compare_exchange_strong(p, e, v) __opencl_atomic_compare_exchange_strong(p, e, v, memory_order_seq_cst, CMCM_SC)
#define atomic_compare_exchange_weak_explicit(p, e, v, ...) __opencl_atomic_compare_exchange_weak(p, e, v, CMCM_ORDERS(__VA_ARGS__))
#define atomic_compare_exchange_weak(p, e, v) __opencl_atomic_compare_exchange_weak(p, e, v, memory_order_seq_cst, CMCM_SC)
#define atomic_add(p, v) __scoped_atomic_fetch_add(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_sub(p, v) __scoped_atomic_fetch_sub(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_or(p, v) __scoped_atomic_fetch_or(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_xor(p, v) __scoped_atomic_fetch_xor(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_and(p, v) __scoped_atomic_fetch_and(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_min(p, v) __scoped_atomic_fetch_min(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_max(p, v) __scoped_atomic_fetch_max(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_xchg(p, v) __scoped_atomic_exchange_n(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_inc(p) atomic_add(p, 1)
#define atomic_dec(p) atomic_sub(p, 1)
#define atomic_cmpxchg(p, e, v) ({ __typeof__(*(p) + 0) cmcm_was = e; __scoped_atomic_compare_exchange_n(p, &cmcm_was, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); cmcm_was; })
