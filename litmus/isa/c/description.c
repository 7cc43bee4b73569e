/* C: the description. Tags have herd's names. */
#include "litmus/isa/c/c.h"

#include <string.h>

/* clang-format off */
static const cm_isa_tag tags[] = {
    {"A", "atomic accesses", NULL},
    {"NA", "accesses that are not atomic", NULL},
    {"RLX", "memory_order_relaxed", NULL},
    {"CON", "memory_order_consume", NULL},
    {"ACQ", "memory_order_acquire", NULL},
    {"REL", "memory_order_release", NULL},
    {"ACQ_REL", "memory_order_acq_rel", NULL},
    {"SC", "memory_order_seq_cst", NULL},
    /* scopes of tests whose threads have places */
    {"WI", "scope of a work-item: the thread itself", NULL},
    {"SG", "scope of a sub-group, a warp", NULL},
    {"WG", "scope of a work-group, a block", NULL},
    {"CL", "scope of a cluster of blocks", NULL},
    {"DV", "scope of a device", NULL},
    {"ALL", "scope of the system", NULL},
    {"GLOBAL", "fences of global memory; initial writes of locations in it", NULL},
    {"LOCAL", "the same of memory of a work-group", NULL},
    {"UNINITIALISED", "where the value of a variable is used that has none", NULL},
    {"UNSEQUENCED", "where an operand changes an object that another one uses", NULL},
    {"EXCEPTIONAL", "where an operator has no value of its type, or an index is out of bounds", NULL},
    {"RMW.FAILED", "reads of operations that may leave their write out", NULL},
    {"TRAP", "an assertion of a program that fails", NULL},
    {"MALLOC", "malloc: the object begins, and no part of it is set", NULL},
    {"CALLOC", "calloc: the object begins as 0", NULL},
    {"AUTO", "a local variable begins, and is not set", NULL},
    {"FREE", "free: the object ends", NULL},
    {"END", "a local variable ends", NULL},
    {"OUTSIDE", "where an access would be outside of every object", NULL},
    /* the Linux kernel's */
    {"ONCE", "READ_ONCE, WRITE_ONCE and what is relaxed", NULL},
    {"ACQUIRE", "smp_load_acquire, ..._acquire", NULL},
    {"RELEASE", "smp_store_release, ..._release", NULL},
    {"NORETURN", "atomic operations that give no value", NULL},
    {"MB", "smp_mb; atomic operations that give a value", NULL},
    {"Once", "{once}", NULL},
    {"Acquire", "{acquire}", NULL},
    {"Release", "{release}", NULL},
    {"Noreturn", "{noreturn}", NULL},
    {"Mb", "{mb}", NULL},
    {"Wmb", "smp_wmb", NULL},
    {"Rmb", "smp_rmb", NULL},
    {"Barrier", "barrier()", NULL},
    {"Rcu-lock", "rcu_read_lock", NULL},
    {"Rcu-unlock", "rcu_read_unlock", NULL},
    {"Sync-rcu", "synchronize_rcu", NULL},
    {"Before-atomic", "smp_mb__before_atomic", NULL},
    {"After-atomic", "smp_mb__after_atomic", NULL},
    {"After-spinlock", "smp_mb__after_spinlock", NULL},
    {"After-unlock-lock", "smp_mb__after_unlock_lock", NULL},
    {"After-srcu-read-unlock", "smp_mb__after_srcu_read_unlock", NULL},
    {"Srcu-lock", "srcu_read_lock", NULL},
    {"Srcu-unlock", "srcu_read_unlock", NULL},
    {"Sync-srcu", "synchronize_srcu, which is a read there", NULL},
    {"LKR", "reads of spin_lock", NULL},
    {"LKW", "writes of spin_lock", NULL},
    {"UL", "writes of spin_unlock", NULL},
    {"LF", "reads of a spin_trylock that fails", NULL},
    {"RL", "reads of spin_is_locked that find a lock taken", NULL},
    {"RU", "reads of spin_is_locked that find a lock free", NULL},
    {NULL, NULL, NULL}};
static const cm_tag_weakening weakenings[] = {
    {"ACQ", "RLX", false, "memory_order_acquire", {NULL}, NULL},
    {"REL", "RLX", false, "memory_order_release", {NULL}, NULL},
    {"ACQ_REL", "RLX", false, "memory_order_acq_rel", {NULL}, NULL},
    {"SC", "RLX", false, "memory_order_seq_cst", {NULL}, NULL},
    {"ALL", "WI", true, "scope system", {"A"}, NULL},
    {"DV", "WI", true, "scope device", {"A"}, NULL},
    {"CL", "WI", true, "scope cluster", {"A"}, NULL},
    {"WG", "WI", true, "scope work-group", {"A"}, NULL},
    {"SG", "WI", true, "scope sub-group", {"A"}, NULL},
    {"ACQUIRE", "ONCE", false, "acquire", {NULL}, NULL},
    {"RELEASE", "ONCE", false, "release", {NULL}, NULL},
    {"MB", "ONCE", false, "full barrier", {NULL}, NULL},
    {NULL, NULL, false, NULL, {NULL}, NULL}};
static const cm_tag_choice choices[] = {
    {"RLX", "RW", "order", 1, "relaxed", false, {"A"}},
    {"ACQ", "R", "order", 2, "acquire", false, {"A"}},
    {"REL", "W", "order", 2, "release", false, {"A"}},
    {"SC", "RW", "order", 3, "seq_cst", false, {"A"}},
    {"SG", "RW", "scope", 0, "scope wave", false, {"A"}},
    {"WG", "RW", "scope", 1, "scope block", false, {"A"}},
    {"CL", "RW", "scope", 2, "scope cluster", false, {"A"}},
    {"DV", "RW", "scope", 3, "scope device", false, {"A"}},
    {"ALL", "RW", "scope", 4, "scope system", false, {"A"}},
    {"SG", "F", "scope", 0, "scope wave", false, {NULL}},
    {"WG", "F", "scope", 1, "scope block", false, {NULL}},
    {"CL", "F", "scope", 2, "scope cluster", false, {NULL}},
    {"DV", "F", "scope", 3, "scope device", false, {NULL}},
    {"ALL", "F", "scope", 4, "scope system", false, {NULL}},
    {"ACQ", "F", "fence", 0, "acquire fence", false, {NULL}},
    {"REL", "F", "fence", 0, "release fence", false, {NULL}},
    {"ACQ_REL", "F", "fence", 1, "acq_rel fence", false, {NULL}},
    {"SC", "F", "fence", 2, "seq_cst fence", false, {NULL}},
    {NULL, NULL, NULL, 0, NULL, false, {NULL}}};
/* clang-format on */

const cm_isa_family cm_c_family = {.name = "C",
                                   .set = "C",
                                   .model = "rc11",
                                   .tags = tags,
                                   .weakenings = weakenings,
                                   .choices = choices};

/* Is it the Linux kernel's? No tag of C11 is written before these. */
static bool is_of_kernel(const char *tag)
{
    const cm_isa_tag *row = tags;
    while (strcmp(row->name, "OUTSIDE") != 0)
        row++;
    for (row++; row->name; row++)
        if (strcmp(row->name, tag) == 0)
            return true;
    return false;
}

/* OpenCL is the one whose pointers may point to any memory. */
static const cm_source_head heads[] = {{.head = "OPENCL", .scope = "DV", .is_opencl = true},
                                       {.head = "C++", .scope = "ALL"},
                                       {.head = "CUDA", .scope = "ALL"},
                                       {.head = "HIP", .scope = "ALL"},
                                       {.head = "CMCM", .scope = "ALL"},
                                       {.head = NULL}};
static const char *const memories[][3] = {{NULL}, {"GLOBAL"}, {"LOCAL"}, {"GLOBAL", "LOCAL"}};

static const char *model_of(const cm_test *test)
{
    if (test->head)
        return test->head->is_opencl ? "opencl" : "scoped";
    for (int t = 0; t < test->thread_count; t++)
        for (int s = 0; s < test->threads[t].step_count; s++)
            for (const char *const *tag = test->threads[t].steps[s].tags; *tag; tag++)
                if (is_of_kernel(*tag))
                    return "lkmm";
    return cm_c_family.model;
}

const cm_isa cm_isa_c = {
    .arch = CM_C,
    .name = "C",
    .word = "c_source",
    .others = "c11 cpp lkmm",
    .heads = heads,
    .memories = memories,
    .family = &cm_c_family,
    .model = model_of,
    .alone = true,
    .slash_comments = true,
    .function = cm_c_function,
    .operations = cm_c_operations,
    .writer = &cm_c_writer,
    .register_name = cm_c_register_name,
    .each_mnemonic = cm_c_each_operation,
    .whole_registers = true,
    .forms = cm_c_forms,
    .fences = cm_c_new_fences,
    .host = CM_CMCM, /* of no CPU */
    .native = cm_c_native,
};
