/* Kernels for sm_90 by clang's own builtins, without CUDA: what clang-19 makes of them is
 * clang19.ptx beside it, as tests/program/import.sh makes it anew where clang-19 is installed. */
#define KERNEL __attribute__((nvptx_kernel))
#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((address_space(3)))

static int first(void)
{
    return (__nvvm_read_ptx_sreg_ctaid_x() | __nvvm_read_ptx_sreg_tid_x()) == 0;
}

/* A flag: volatile accesses and fences of the device. */
KERNEL void volatile_fences(GLOBAL int *data, GLOBAL volatile int *flag, GLOBAL int *out)
{
    if (first()) {
        *data = 1;
        __nvvm_membar_gl();
        *flag = 1;
    } else if (*flag == 1) {
        __nvvm_membar_gl();
        *out = *data;
    }
}

/* The same, without the reader's. */
KERNEL void volatile_one_fence(GLOBAL int *data, GLOBAL volatile int *flag, GLOBAL int *out)
{
    if (first()) {
        *data = 1;
        __nvvm_membar_gl();
        *flag = 1;
    } else if (*flag == 1) {
        *out = *data;
    }
}

/* Threads of a block by way of its barrier. */
KERNEL void block_barrier(GLOBAL int *data, GLOBAL int *flag, GLOBAL int *out)
{
    (void)flag;
    if (first())
        *data = 1;
    __nvvm_bar_sync(0);
    if (!first())
        *out = *data;
}

/* Who takes the ticket last adds up: fences on both sides. */
KERNEL void ticket(GLOBAL int *data, GLOBAL int *count, GLOBAL int *out)
{
    data[__nvvm_read_ptx_sreg_ctaid_x()] = 1;
    __nvvm_membar_gl();
    int before = __nvvm_atom_add_gen_i((int *)count, 1);
    if (before == 1) {
        __nvvm_membar_gl();
        *out = data[0] + data[1];
    }
}

/* Inline assembly, with a comment and a register of its own. */
KERNEL void assembly(GLOBAL int *data, GLOBAL int *flag, GLOBAL int *out)
{
    int seen;
    if (first()) {
        *data = 1;
        __asm__ volatile("{ /* release */ .reg .b32 t; mov.u32 t, 1; // one\n"
                         "st.release.gpu.global.u32 [%0], t; }" ::"l"(flag)
                         : "memory");
    } else {
        __asm__ volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        if (seen == 1)
            *out = *data;
    }
}
