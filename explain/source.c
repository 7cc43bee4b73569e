/* PTX instructions as CUDA C++ writes them, and CDNA's as HIP does: see text.h. docs/cuda.md has
 * the first table, compiled. */
#include "explain/text.h"

#include <string.h>

/* Without `cluster`, which CUDA C++ has no scope for. */
static const struct scope {
    const char *word, *fence, *cuda;
} scopes[] = {{"cta", "__threadfence_block()", "block"},
              {"gpu", "__threadfence()", "device"},
              {"sys", "__threadfence_system()", "system"}};

static const struct {
    const char *opcode, *cuda;
} barriers[] = {{"bar.sync", "__syncthreads()"},
                {"barrier.sync", "__syncthreads()"},
                {"bar.warp.sync", "__syncwarp()"}};

/* The qualifier `.word` of the opcode. */
static bool has(const char *opcode, const char *word)
{
    size_t length = strlen(word), end = strcspn(opcode, " ");
    for (size_t at = 0; at < end; at++)
        if (opcode[at] == '.' && strncmp(opcode + at + 1, word, length) == 0 &&
            strchr(". ", opcode[at + 1 + length]))
            return true;
    return false;
}

static bool begins(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && strchr(". ", text[length]);
}

static const struct scope *scope_of(const char *opcode)
{
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
        if (has(opcode, scopes[i].word))
            return &scopes[i];
    return NULL;
}

/* ---- HIP ------------------------------------------------------------------------- */

/* How far an access, a write-back or an invalidation reaches, by its bits (LLVM, "User Guide for
 * AMDGPU Backend", "Memory Model GFX942"). */
static const struct reach {
    const char *bits, *fence, *scope;
} reaches[] = {{" sc0 sc1", "__threadfence_system()", "__HIP_MEMORY_SCOPE_SYSTEM"},
               {" sc1", "__threadfence()", "__HIP_MEMORY_SCOPE_AGENT"},
               {" sc0", "__threadfence_block()", "__HIP_MEMORY_SCOPE_WORKGROUP"}};

static const char *const hip[] = {"s_waitcnt", "buffer_wbl2", "buffer_inv", "global_", "flat_"};

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
    for (size_t i = 0; i < sizeof reaches / sizeof *reaches && !strstr(instruction, " nt"); i++) {
        if (!strstr(instruction, reaches[i].bits))
            continue;
        if (fence)
            return cm_arena_printf(arena, "`%s`", reaches[i].fence);
        if (access)
            return cm_arena_printf(arena, "`__hip_atomic_%s` with `__ATOMIC_RELAXED` and `%s`",
                                   access, reaches[i].scope);
        return NULL;
    }
    return NULL;
}

/* ---- the whole --------------------------------------------------------------------- */

const char *cm_explain_language(const char *instruction)
{
    return is_of_hip(instruction) ? "HIP" : "CUDA C++";
}

const char *cm_explain_in_source(cm_arena *arena, const char *instruction)
{
    if (is_of_hip(instruction))
        return in_hip(arena, instruction);
    static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel"};
    const char *opcode = instruction;
    for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++)
        if (begins(opcode, barriers[i].opcode))
            return cm_arena_printf(arena, "`%s`", barriers[i].cuda);
    const struct scope *scope = scope_of(opcode);
    if (!scope || has(opcode, "proxy") || has(opcode, "async"))
        return NULL;
    /* Each is a fence.sc, which is at least what is asked for. */
    if (begins(opcode, "fence"))
        return cm_arena_printf(arena, "`%s`", scope->fence);
    const char *what = begins(opcode, "ld")                              ? "load"
                       : begins(opcode, "st")                            ? "store"
                       : begins(opcode, "atom") || begins(opcode, "red") ? "operation"
                                                                         : NULL;
    for (size_t i = 0; what && i < sizeof orders / sizeof *orders; i++)
        if (has(opcode, orders[i]))
            return cm_arena_printf(arena,
                                   "a `cuda::atomic_ref` %s with `cuda::memory_order_%s` and "
                                   "`cuda::thread_scope_%s`",
                                   what, orders[i], scope->cuda);
    return NULL;
}
