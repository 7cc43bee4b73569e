/* PTX instructions as CUDA C++ writes them, and CDNA's as HIP does: see text.h. docs/cuda.md has
 * the first table, compiled. */
#include "explain/text.h"

#include <string.h>

/* Without `cluster`, which only cuda::ptx has. */
static const struct scope {
    const char *word, *fence, *cuda;
} scopes[] = {{"cta", "__threadfence_block()", "block"},
              {"gpu", "__threadfence()", "device"},
              {"sys", "__threadfence_system()", "system"}};

static const struct {
    const char *opcode, *cuda;
} calls[] = {{"bar.sync", "__syncthreads()"},
             {"barrier.sync", "__syncthreads()"},
             {"bar.warp.sync", "__syncwarp()"},
             {"cp.async.commit_group", "__pipeline_commit()"},
             {"cp.async.wait_all", "__pipeline_commit(), __pipeline_wait_prior(0)"},
             {"griddepcontrol.wait", "cudaGridDependencySynchronize()"},
             {"griddepcontrol.launch_dependents", "cudaTriggerProgrammaticLaunchCompletion()"}};

/* Functions of cuda::ptx (CUDA 13.0). takes: which qualifiers are arguments, by their kinds: o,
 * orders; s, scopes; m, memory; n, the number that is waited for. What begins another stands after
 * it. */
static const struct {
    const char *opcode, *name, *takes;
} functions[] = {
    {"fence.proxy.tensormap::generic", "fence_proxy_tensormap_generic", "os"},
    {"fence.proxy.async", "fence_proxy_async", "m"},
    {"fence.proxy.alias", "fence_proxy_alias", ""},
    {"fence.mbarrier_init", "fence_mbarrier_init", "os"},
    {"mbarrier.init", "mbarrier_init", ""},
    {"mbarrier.expect_tx", "mbarrier_expect_tx", "os"},
    {"mbarrier.arrive.expect_tx", "mbarrier_arrive_expect_tx", "os"},
    {"mbarrier.arrive", "mbarrier_arrive", "os"},
    {"mbarrier.try_wait.parity", "mbarrier_try_wait_parity", "os"},
    {"mbarrier.try_wait", "mbarrier_try_wait", "os"},
    {"mbarrier.test_wait.parity", "mbarrier_test_wait_parity", "os"},
    {"mbarrier.test_wait", "mbarrier_test_wait", "os"},
    {"barrier.cluster.arrive", "barrier_cluster_arrive", "o"},
    {"barrier.cluster.wait", "barrier_cluster_wait", "o"},
    {"st.async", "st_async", ""},
    {"red.async", "red_async", ""},
    {"cp.async.bulk.commit_group", "cp_async_bulk_commit_group", ""},
    {"cp.async.bulk.wait_group.read", "cp_async_bulk_wait_group_read", "n"},
    {"cp.async.bulk.wait_group", "cp_async_bulk_wait_group", "n"},
};

static const struct {
    char kind;
    const char *word, *cuda;
} arguments[] = {{'o', "acquire", "sem_acquire"},
                 {'o', "release", "sem_release"},
                 {'o', "acq_rel", "sem_acq_rel"},
                 {'o', "relaxed", "sem_relaxed"},
                 {'o', "sc", "sem_sc"},
                 {'s', "cta", "scope_cta"},
                 {'s', "cluster", "scope_cluster"},
                 {'s', "gpu", "scope_gpu"},
                 {'s', "sys", "scope_sys"},
                 {'m', "global", "space_global"},
                 {'m', "shared::cta", "space_shared"},
                 {'m', "shared::cluster", "space_cluster"}};

static bool begins(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && strchr(". ", text[length]);
}

/* The qualifier `.word` of the opcode. */
static bool has(const char *opcode, const char *word)
{
    for (size_t at = 0, end = strcspn(opcode, " "); at < end; at++)
        if (opcode[at] == '.' && begins(opcode + at + 1, word))
            return true;
    return false;
}

static const struct scope *scope_of(const char *opcode)
{
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
        if (has(opcode, scopes[i].word))
            return &scopes[i];
    return NULL;
}

static const char *with_arguments(cm_arena *arena, const char *name, const char *takes,
                                  const char *opcode)
{
    const char *words = cm_arena_printf(arena, "`cuda::ptx::%s`", name), *with = "with";
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        if (!has(opcode, arguments[i].word) || !strchr(takes, arguments[i].kind))
            continue;
        words = cm_arena_printf(arena, "%s %s `cuda::ptx::%s`", words, with, arguments[i].cuda);
        with = "and";
    }
    const char *number = strchr(opcode, ' '); /* a form that is offered may have none */
    if (strchr(takes, 'n'))
        words = cm_arena_printf(arena, "%s with `cuda::ptx::n32_t<%s>()`", words,
                                number ? number + 1 : "N");
    return words;
}

/* NULL: cuda::ptx has no such function, or has it without the order that is asked for. */
static const char *in_ptx(cm_arena *arena, const char *opcode)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (begins(opcode, functions[i].opcode))
            return has(opcode, "release") && !strchr(functions[i].takes, 'o')
                       ? NULL
                       : with_arguments(arena, functions[i].name, functions[i].takes, opcode);
    return NULL;
}

/* ---- HIP ------------------------------------------------------------------------- */

/* How far an access, a write-back or an invalidation reaches, by its bits (LLVM, "User Guide for
 * AMDGPU Backend", "Memory Model GFX942"). */
static const struct reach {
    const char *bits, *fence, *scope;
} reaches[] = {{" sc0 sc1", "__threadfence_system()", "__HIP_MEMORY_SCOPE_SYSTEM"},
               {" sc1", "__threadfence()", "__HIP_MEMORY_SCOPE_AGENT"},
               {" sc0", "__threadfence_block()", "__HIP_MEMORY_SCOPE_WORKGROUP"},
               {"buffer_wbl2", "__threadfence_system()", ""}, /* CDNA 2, to the end */
               {"buffer_invl2", "__threadfence_system()", ""},
               {"buffer_wbinvl1", "__threadfence()", ""},
               {" glc", "", "__HIP_MEMORY_SCOPE_AGENT"}};

static const char *const hip[] = {"s_waitcnt", "buffer_wb", "buffer_inv", "global_", "flat_"};

static bool is_of_hip(const char *instruction)
{
    for (size_t i = 0; i < sizeof hip / sizeof *hip; i++)
        if (strncmp(instruction, hip[i], strlen(hip[i])) == 0)
            return true;
    return false;
}

/* A wait, a write-back and an invalidation are parts of a fence, which is at least as strong; a
 * load or store with bits is an atomic one. */
static const char *in_hip(cm_arena *arena, const char *instruction)
{
    if (strncmp(instruction, "s_waitcnt", 9) == 0)
        return "`__threadfence()`";
    const char *access = strstr(instruction, "_load_")    ? "load"
                         : strstr(instruction, "_store_") ? "store"
                                                          : NULL;
    bool fence = strncmp(instruction, "buffer_", 7) == 0 && !access;
    size_t i = 0;
    while (i < sizeof reaches / sizeof *reaches && !strstr(instruction, reaches[i].bits))
        i++;
    if (i == sizeof reaches / sizeof *reaches || strstr(instruction, " nt"))
        return NULL;
    return fence    ? cm_arena_printf(arena, "`%s`", reaches[i].fence)
           : access ? cm_arena_printf(arena, "`__hip_atomic_%s` with `__ATOMIC_RELAXED` and `%s`",
                                      access, reaches[i].scope)
                    : NULL;
}

/* ---- C ----------------------------------------------------------------------------- */

static const struct {
    const char *opcode, *word;
} of_c[] = {{"load", "load"},
            {"store", "store"},
            {"atomicrmw", "operation"},
            {"cmpxchg", "compare-exchange"},
            {"fence", NULL}};

/* What clang writes, and what it writes it for. */
static const char *const orders_of_c[][2] = {{"monotonic", "relaxed"},
                                             {"acquire", "acquire"},
                                             {"release", "release"},
                                             {"acq_rel", "acq_rel"},
                                             {"seq_cst", "seq_cst"}};

/* The row of of_c; -1: it is no instruction of clang's. Fences of others have a scope. */
static int row_of_c(const char *opcode)
{
    int rows = (int)(sizeof of_c / sizeof *of_c), i = 0;
    while (i < rows && !begins(opcode, of_c[i].opcode))
        i++;
    if (i == rows || (!of_c[i].word && (scope_of(opcode) || has(opcode, "cluster") ||
                                        has(opcode, "proxy") || has(opcode, "mbarrier_init"))))
        return -1;
    return i;
}

static const char *in_c(cm_arena *arena, const char *opcode)
{
    const char *word = of_c[row_of_c(opcode)].word;
    for (size_t i = 0; i < sizeof orders_of_c / sizeof *orders_of_c; i++)
        if (has(opcode, orders_of_c[i][0]))
            return word ? cm_arena_printf(arena, "an atomic %s with `memory_order_%s`", word,
                                          orders_of_c[i][1])
                        : cm_arena_printf(arena, "`atomic_thread_fence(memory_order_%s)`",
                                          orders_of_c[i][1]);
    return NULL;
}

/* ---- the whole --------------------------------------------------------------------- */

const char *cm_explain_language(const char *instruction)
{
    return is_of_hip(instruction) ? "HIP" : row_of_c(instruction) >= 0 ? "C" : "CUDA C++";
}

const char *cm_explain_in_source(cm_arena *arena, const char *instruction)
{
    if (is_of_hip(instruction))
        return in_hip(arena, instruction);
    if (row_of_c(instruction) >= 0)
        return in_c(arena, instruction);
    static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel"};
    const char *opcode = instruction;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (begins(opcode, calls[i].opcode))
            return cm_arena_printf(arena, "`%s`", calls[i].cuda);
    const char *function = in_ptx(arena, opcode);
    if (function || begins(opcode, "fence.proxy"))
        return function;
    /* Each is a fence.sc, which is at least what is asked for; of cuda::ptx, too, no fence is for
     * acquire or release alone. */
    const struct scope *scope = scope_of(opcode);
    if (begins(opcode, "fence"))
        return scope ? cm_arena_printf(arena, "`%s`", scope->fence)
                     : with_arguments(arena, "fence", "os",
                                      has(opcode, "sc") ? opcode : "fence.acq_rel.cluster");
    const char *what = begins(opcode, "ld")                              ? "load"
                       : begins(opcode, "st")                            ? "store"
                       : begins(opcode, "atom") || begins(opcode, "red") ? "operation"
                                                                         : NULL;
    for (size_t i = 0; what && scope && !has(opcode, "async") && i < sizeof orders / sizeof *orders;
         i++)
        if (has(opcode, orders[i]))
            return cm_arena_printf(arena,
                                   "a `cuda::atomic_ref` %s with `cuda::memory_order_%s` and "
                                   "`cuda::thread_scope_%s`",
                                   what, orders[i], scope->cuda);
    return NULL;
}
