/* Memory that is no argument, for gfx942 by clang's builtins: LDS and variables of the module,
 * arguments that share a register, what the runtime passes. clang-19 makes memory.s of it. */
#define KERNEL __attribute__((amdgpu_kernel)) void
#define LDS    static __attribute__((address_space(3), loader_uninitialized))
typedef __attribute__((address_space(1))) int gint;

#define ITEM  __builtin_amdgcn_workitem_id_x()
#define WAVE  (ITEM / 64)
#define BLOCK __builtin_amdgcn_workgroup_id_x()

static void meet(void)
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/* Each wave gives the other its number; with and without a barrier. */
LDS int words[3];
KERNEL exchange(gint *out)
{
    words[1 + WAVE] = 5 + WAVE;
    meet();
    out[WAVE] = words[2 - WAVE];
}

KERNEL unordered(gint *out)
{
    words[1 + WAVE] = 5 + WAVE;
    out[WAVE] = words[2 - WAVE];
}

/* Both words in one instruction. */
KERNEL sum(gint *out)
{
    words[WAVE] = 5 + WAVE;
    meet();
    if (ITEM == 0)
        *out = words[0] * 16 + words[1];
}

/* A flag and data in the module, and variables with initial values. */
int data = 2, flag;
KERNEL module_flag(gint *out)
{
    if (BLOCK == 0) {
        data = 1;
        __scoped_atomic_store_n(&flag, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
    } else if (__scoped_atomic_load_n(&flag, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE)) {
        *out = data;
    }
}

struct mixed {
    char a;
    unsigned short b;
    int c;
} mixed = {1, 65534, 3};
unsigned short shorts[4] = {7, 65528};
KERNEL module_values(gint *out)
{
    out[0] = mixed.a;
    out[1] = mixed.b;
    out[2] = mixed.c;
    out[3] = shorts[0];
    out[4] = shorts[1];
}

/* Two arguments in one register, and the size of the workgroup, which is none. */
KERNEL packed(unsigned short a, unsigned short b, gint *out)
{
    out[0] = a;
    out[1] = b;
    out[2] = (int)__builtin_amdgcn_workgroup_size_x();
}

/* A loop that waits where one lane is active: the others have been left behind. */
KERNEL grid(gint *values, gint *count, gint *out)
{
    values[BLOCK] = 1;
    if (ITEM == 0) {
        __scoped_atomic_fetch_add(count, 1, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE);
        while (__scoped_atomic_load_n(count, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE) < 2)
            __builtin_amdgcn_s_sleep(1);
    }
    meet();
    if (ITEM == 0)
        out[BLOCK] = values[1 - BLOCK];
}
