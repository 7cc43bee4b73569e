/* Kernels for gfx942 by clang's builtins: what clang-19 makes of them is scoped.s beside it,
 * as tests/program/import-amd.sh makes it where clang-19 is installed. */
#define KERNEL __attribute__((amdgpu_kernel)) void
typedef __attribute__((address_space(1))) int gint; /* global memory */
typedef __attribute__((address_space(3))) int lint; /* LDS */

#define WAVE  (__builtin_amdgcn_workitem_id_x() / 64)
#define BLOCK __builtin_amdgcn_workgroup_id_x()

/* ---- a flag at each scope */
#define FLAG(NAME, SCOPE)                                                                          \
    KERNEL NAME##_store(gint *data, gint *flag)                                                    \
    {                                                                                              \
        *data = 1;                                                                                 \
        __scoped_atomic_store_n(flag, 1, __ATOMIC_RELEASE, SCOPE);                                 \
    }                                                                                              \
    KERNEL NAME##_load(gint *data, gint *flag, gint *out)                                          \
    {                                                                                              \
        if (__scoped_atomic_load_n(flag, __ATOMIC_ACQUIRE, SCOPE) == 1)                            \
            *out = *data;                                                                          \
    }

FLAG(agent, __MEMORY_SCOPE_DEVICE)
FLAG(system, __MEMORY_SCOPE_SYSTEM)

/* ---- fences */
KERNEL fence_store(gint *data, gint *flag)
{
    *data = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    __scoped_atomic_store_n(flag, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

KERNEL fence_load(gint *data, gint *flag, gint *out)
{
    int seen = __scoped_atomic_load_n(flag, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    if (seen == 1)
        *out = *data;
}

/* ---- relaxed: nothing is ordered */
KERNEL relaxed_store(gint *data, gint *flag)
{
    *data = 1;
    __scoped_atomic_store_n(flag, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

KERNEL relaxed_load(gint *data, gint *flag, gint *out)
{
    if (__scoped_atomic_load_n(flag, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE) == 1)
        *out = *data;
}

/* ---- exchange and compare-and-swap as flags */
KERNEL exchange_store(gint *data, gint *flag)
{
    *data = 1;
    __scoped_atomic_exchange_n(flag, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_SYSTEM);
}

KERNEL exchange_load(gint *data, gint *flag, gint *out)
{
    int expected = 1;
    if (__scoped_atomic_compare_exchange_n(flag, &expected, 2, 0, __ATOMIC_ACQUIRE,
                                           __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM))
        *out = *data;
}

/* ---- store buffering, sequentially consistent */
KERNEL sc_agent(gint *mine, gint *other, gint *out)
{
    __scoped_atomic_store_n(mine, 1, __ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE);
    *out = __scoped_atomic_load_n(other, __ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE);
}

/* ---- the waves of one workgroup */
KERNEL workgroup_flag(gint *data, gint *flag, gint *out)
{
    if (WAVE == 0) {
        *data = 1;
        __scoped_atomic_store_n(flag, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
    } else if (__scoped_atomic_load_n(flag, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP) == 1) {
        *out = *data;
    }
}

/* ---- what a wave acquires at workgroup scope it releases at agent scope: LLVM 19 leaves out
 * the wait after the write-back where the wave has no vector memory operations of its own
 * under way (llvm pull request 178316) */
KERNEL pass_on(gint *data, gint *first, gint *second, gint *out)
{
    if (BLOCK == 0 && WAVE == 0) {
        *data = 1;
        __scoped_atomic_store_n(first, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
    } else if (BLOCK == 0) {
        if (__scoped_atomic_load_n(first, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP) == 1)
            __scoped_atomic_store_n(second, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
    } else if (__scoped_atomic_load_n(second, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE) == 1) {
        *out = *data;
    }
}

/* The same by a barrier of the workgroup. */
KERNEL pass_on_barrier(gint *data, gint *flag, gint *out)
{
    if (BLOCK == 0) {
        if (WAVE == 0)
            *data = 1;
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
        __builtin_amdgcn_s_barrier();
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
        if (WAVE == 1)
            __scoped_atomic_store_n(flag, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
    } else if (__scoped_atomic_load_n(flag, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE) == 1) {
        *out = *data;
    }
}

/* ---- a release of LDS: LLVM 19 takes the scoped atomic for one of its own address space and
 * does not wait for LDS (llvm pull request 120095); its fence waits */
KERNEL lds_flag(lint *data, gint *flag, gint *out)
{
    if (WAVE == 0) {
        *data = 1;
        __scoped_atomic_store_n(flag, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
    } else if (__scoped_atomic_load_n(flag, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE) == 1) {
        *out = *data;
    }
}

KERNEL lds_fence(lint *data, gint *flag, gint *out)
{
    if (WAVE == 0) {
        *data = 1;
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
        __scoped_atomic_store_n(flag, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    } else if (__scoped_atomic_load_n(flag, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE) == 1) {
        *out = *data;
    }
}
