/* What papers say of each kind of memory, row by row, and what was found. */
#include "hwrun/probe/probe_part.h"

enum { NO_CLAIM = -1 };

/* Table 1 of Schieffer et al. [S] (who caches it coherently, where it is, whether it migrates) and
 * Table II of Fusco et al. [F] (placement, page size, automatic migration; its text says that
 * cudaMalloc gives the only memory without access for the CPU). For Grace-Hopper. `page`: in
 * bytes; 0: the system's. */
typedef struct claim {
    cm_memory_kind kind;
    int cpu_access, gpu_access, coherent, place;
    long page;
    int migrates;
} claim;

static const claim claims[] = {
    {CM_MEMORY_MALLOC, 1, 1, 1, 0, 0, 1},
    {CM_MEMORY_HUGE, 1, 1, 1, 0, 2 << 20, NO_CLAIM},
    {CM_MEMORY_NUMA, 1, 1, NO_CLAIM, NO_CLAIM, 0, 0},
    {CM_MEMORY_PINNED, 1, 1, 0, 0, 0, 0},
    {CM_MEMORY_MANAGED, 1, 1, 1, 0, 0, 1},
    {CM_MEMORY_DEVICE, 0, 1, 0, 1, 2 << 20, 0},
    {CM_MEMORY_VMM, NO_CLAIM, 1, 0, 1, 2 << 20, 0},
};

static long claimed(const claim *c, cm_table_variant row)
{
    switch (row) {
    case CM_TABLE_CPU_ACCESS:
        return c->cpu_access;
    case CM_TABLE_GPU_ACCESS:
        return c->gpu_access;
    case CM_TABLE_COHERENT:
        return c->coherent;
    case CM_TABLE_PLACE:
        return c->place;
    case CM_TABLE_PAGE:
        return c->page;
    case CM_TABLE_MIGRATES:
        return c->migrates;
    }
    return NO_CLAIM;
}

static const char *in_words(cm_arena *arena, cm_table_variant row, double value)
{
    if (row == CM_TABLE_PAGE && !(value > 0))
        return "the system's";
    if (row == CM_TABLE_PAGE)
        return cm_arena_printf(arena, "%.0f KiB", value / 1024);
    if (row == CM_TABLE_PLACE)
        return value > 0 ? "with the GPU" : "with the CPU";
    return value > 0 ? "yes" : "no";
}

/* Pages of the system: those of 4, 16 or 64 KiB that a CPU's first level of pages has. */
static bool agrees(cm_table_variant row, long said, double found)
{
    if (row == CM_TABLE_PAGE && said == 0)
        return found <= 65536;
    return (double)said == found;
}

cm_probe_verdict cm_probe_judge_table(cm_work *work, const cm_probe_part *part,
                                      const cm_probe_result *result)
{
    cm_arena *arena = work->arena;
    cm_table_variant row = (cm_table_variant)part->variant;
    double found = cm_probe_get(result, "found", -1);
    long said = NO_CLAIM;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (claims[i].kind == part->memory.kind)
            said = claimed(&claims[i], row);
    const char *here = in_words(arena, row, found);
    if (said == NO_CLAIM)
        return (cm_probe_verdict){"no claim", cm_arena_printf(arena, "here: %s", here), false};
    if (agrees(row, said, found))
        return (cm_probe_verdict){"as claimed", cm_arena_printf(arena, "here: %s", here), false};
    return (cm_probe_verdict){
        "differs",
        cm_arena_printf(arena, "here: %s; the seeds' tables, of Grace-Hopper: %s%s", here,
                        in_words(arena, row, (double)said),
                        row == CM_TABLE_COHERENT && said == 0
                            ? " (that a cache of the other side keeps it coherently)"
                            : ""),
        true};
}
