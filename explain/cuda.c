/* PTX instructions as CUDA C++ writes them: see text.h. docs/cuda.md has the same table, compiled.
 */
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

const char *cm_explain_in_cuda(cm_arena *arena, const char *instruction)
{
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
                                   "a `cuda::atomic_ref` %s with `cuda::memory_order_%s` at "
                                   "`cuda::thread_scope_%s`",
                                   what, orders[i], scope->cuda);
    return NULL;
}
