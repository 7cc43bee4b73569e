/* Any bytes as a kernel and its binding, one after the other with a line //bind between;
 * a kernel after a line //amd is assembly (of AMD's GPUs, AArch64, x86-64 or RISC-V), one after
 * //ll is LLVM IR, others are PTX. Importing must end, within its memory, with a test or an error.
 * What comes of it is a test, for the import has parsed it. */
#include "import/import.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY_LIMIT ((size_t)512 << 20)

static const char usual[] = "launch k(x, 5), blocks 2, threads 32\nP0 = block 0\nP1 = block 1\n"
                            "exists (x=1)\n";
static const char of_main[] = "P0 = call main()\n";

/* Every error found can be shown. */
static void show(void *argument)
{
    cm_work *work = argument;
    for (size_t i = 0; i < work->diags.count; i++)
        cm_diag_format(work->arena, &work->diags.items[i], true);
}

static const char bind_mark[] = "//bind\n", amd_mark[] = "//amd\n", ll_mark[] = "//ll\n";
enum {
    BIND_MARK = sizeof bind_mark - 1,
    AMD_MARK = sizeof amd_mark - 1,
    LL_MARK = sizeof ll_mark - 1
};

static size_t find_binding(const char *text, size_t size)
{
    for (size_t i = 0; i + BIND_MARK <= size; i++)
        if (memcmp(text + i, bind_mark, BIND_MARK) == 0)
            return i;
    return size;
}

static bool begins(const char *text, size_t size, const char *mark, size_t length)
{
    return size >= length && memcmp(text, mark, length) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cm_arena *arena = cm_arena_new(MEMORY_LIMIT);
    if (!arena)
        abort();
    const char *text = cm_arena_text(arena, (const char *)data, size); /* as files are read */
    bool amd = begins(text, size, amd_mark, AMD_MARK), ll = begins(text, size, ll_mark, LL_MARK);
    size_t from = amd ? AMD_MARK : ll ? LL_MARK : 0;
    size_t split = from + find_binding(text + from, size - from), after = split + BIND_MARK;
    cm_source kernel = {amd  ? "k.s"
                        : ll ? "k.ll"
                             : "k.ptx",
                        cm_arena_text(arena, text + from, split - from), split - from};
    cm_source binding = {"k.bind", ll ? of_main : usual,
                         ll ? sizeof of_main - 1 : sizeof usual - 1};
    if (split < size)
        binding = (cm_source){"k.bind", text + after, size - after};
    cm_work work = cm_work_new(arena);
    const char *test = cm_import_test(&work, &kernel, &binding, NULL, 0);
    if (!test && !work.diags.errors && !cm_arena_exhausted(arena))
        abort(); /* refused without a word */
    cm_arena_protect(arena, show, &work);
    cm_arena_free(arena);
    return 0;
}
