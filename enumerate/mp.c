/* Message passing: from coordinates to a litmus test. */
#include "enumerate/mp.h"

#include <string.h>

const char *cm_mp_scope_name(cm_mp_scope scope)
{
    static const char *const names[] = {"cta", "gpu", "sys"};
    return names[scope];
}

static bool has_scope(cm_mp_fence_type type)
{
    return type == CM_FENCE_RLX || type == CM_FENCE_ACQ_REL || type == CM_FENCE_SC;
}

const char *cm_mp_fence_name(cm_arena *arena, cm_mp_cpu cpu, cm_mp_fence fence)
{
    static const char *const types[][CM_FENCE_FULL + 1] = {
        [CM_CPU_AARCH64] = {"none", "rlx", "acq_rel", "sc", "dmb.st", "dmb.ld", "dmb.sy"},
        [CM_CPU_X86_64] = {"none", "rlx", "acq_rel", "sc", "sfence", "lfence", "mfence"},
    };
    const char *type = types[cpu][fence.type];
    return has_scope(fence.type)
               ? cm_arena_printf(arena, "%s.%s", type, cm_mp_scope_name(fence.scope))
               : type;
}

const char *cm_mp_arch(const cm_mp *at)
{
    if (at->producer_gpu != at->consumer_gpu)
        return "CMCM";
    return at->producer_gpu ? "PTX" : at->cpu == CM_CPU_AARCH64 ? "AArch64" : "X86_64";
}

/* ---- threads --------------------------------------------------------- */

enum { ROWS = 6 };

/* A thread as a column of the test. */
typedef struct column {
    cm_arena *arena;
    const char *cells[ROWS];
    int count;
    const char *init;  /* its registers */
    const char *first; /* the consumer's registers: what Y gave, what X gave */
    const char *second;
} column;

static void add(column *c, const char *cell)
{
    if (cell)
        c->cells[c->count++] = cell;
}

static const char *gpu_fence(cm_arena *arena, cm_mp_fence fence)
{
    if (fence.type != CM_FENCE_ACQ_REL && fence.type != CM_FENCE_SC)
        return NULL;
    return cm_arena_printf(arena, "fence.%s", cm_mp_fence_name(arena, CM_CPU_AARCH64, fence));
}

static void write_gpu(column *c, const cm_mp *at, bool produces)
{
    const char *x = cm_mp_scope_name(at->x), *y = cm_mp_scope_name(at->y);
    if (produces) {
        add(c, cm_arena_printf(c->arena, "st.relaxed.%s.u32 [x], 1", x));
        add(c, gpu_fence(c->arena, at->producer));
        add(c, cm_arena_printf(c->arena, "st.%s.%s.u32 [y], 1", at->release ? "release" : "relaxed",
                               y));
    } else {
        add(c, cm_arena_printf(c->arena, "ld.%s.%s.u32 r0, [y]",
                               at->acquire ? "acquire" : "relaxed", y));
        add(c, gpu_fence(c->arena, at->consumer));
        add(c, cm_arena_printf(c->arena, "ld.relaxed.%s.u32 r1, [x]", x));
        c->first = "r0";
        c->second = "r1";
    }
}

static const char *aarch64_fence(const cm_mp *at, cm_mp_fence fence, bool produces)
{
    switch (fence.type) {
    case CM_FENCE_NONE:
    case CM_FENCE_RLX:
        return NULL;
    case CM_FENCE_ACQ_REL:
        if (at->cpu_fence == CM_CPU_FENCE_LEAST)
            return produces ? "DMB ST" : "DMB LD";
        return "DMB SY";
    case CM_FENCE_STORES:
        return "DMB ST";
    case CM_FENCE_LOADS:
        return "DMB LD";
    case CM_FENCE_SC:
    case CM_FENCE_FULL:
        break;
    }
    return "DMB SY";
}

static void write_aarch64(column *c, const cm_mp *at, bool produces)
{
    c->init = produces ? "0:X1=x; 0:X3=y;" : "1:X1=x; 1:X3=y;";
    if (produces) {
        add(c, "MOV W0,#1");
        add(c, "STR W0,[X1]");
        add(c, aarch64_fence(at, at->producer, true));
        add(c, "MOV W2,#1");
        add(c, at->release ? "STLR W2,[X3]" : "STR W2,[X3]");
    } else {
        add(c, at->acquire ? "LDAR W0,[X3]" : "LDR W0,[X3]");
        add(c, aarch64_fence(at, at->consumer, false));
        add(c, "LDR W2,[X1]");
        c->first = "X0";
        c->second = "X2";
    }
}

static const char *x86_fence(const cm_mp *at, cm_mp_fence fence)
{
    switch (fence.type) {
    case CM_FENCE_NONE:
    case CM_FENCE_RLX:
        return NULL;
    case CM_FENCE_ACQ_REL:
        return at->cpu_fence == CM_CPU_FENCE_FULL ? "mfence" : NULL;
    case CM_FENCE_STORES:
        return "sfence";
    case CM_FENCE_LOADS:
        return "lfence";
    case CM_FENCE_SC:
    case CM_FENCE_FULL:
        break;
    }
    return "mfence";
}

/* A plain MOV is a release store and an acquire load already. */
static void write_x86(column *c, const cm_mp *at, bool produces)
{
    if (produces) {
        add(c, "movl $1,(x)");
        add(c, x86_fence(at, at->producer));
        add(c, "movl $1,(y)");
    } else {
        add(c, "movl (y),%eax");
        add(c, x86_fence(at, at->consumer));
        add(c, "movl (x),%ebx");
        c->first = "RAX";
        c->second = "RBX";
    }
}

static void write_thread(column *c, const cm_mp *at, bool produces)
{
    bool gpu = produces ? at->producer_gpu : at->consumer_gpu;
    if (gpu)
        write_gpu(c, at, produces);
    else if (at->cpu == CM_CPU_AARCH64)
        write_aarch64(c, at, produces);
    else
        write_x86(c, at, produces);
}

static const char *thread_head(cm_arena *arena, const cm_mp *at, int thread)
{
    bool gpu = thread == 0 ? at->producer_gpu : at->consumer_gpu;
    bool compound = at->producer_gpu != at->consumer_gpu;
    int cta = thread == 1 && !compound && !at->same_cta;
    if (gpu)
        return cm_arena_printf(arena, "P%d@%scta %d,gpu 0", thread, compound ? "ptx," : "", cta);
    if (!compound)
        return cm_arena_printf(arena, "P%d", thread);
    return cm_arena_printf(arena, "P%d@%s", thread,
                           at->cpu == CM_CPU_AARCH64 ? "aarch64" : "x86_64");
}

/* ---- the test -------------------------------------------------------- */

static int width_of(const column *c, const char *head)
{
    size_t width = strlen(head);
    for (int i = 0; i < c->count; i++)
        if (strlen(c->cells[i]) > width)
            width = strlen(c->cells[i]);
    return (int)width;
}

static const char *cell(const column *c, int row)
{
    return row < c->count ? c->cells[row] : "";
}

static void write_rows(cm_text *out, const cm_mp *at, const column columns[2])
{
    const char *heads[2] = {thread_head(out->arena, at, 0), thread_head(out->arena, at, 1)};
    int left = width_of(&columns[0], heads[0]), right = width_of(&columns[1], heads[1]);
    cm_text_append(out, " %-*s | %-*s ;\n", left, heads[0], right, heads[1]);
    int rows = columns[0].count > columns[1].count ? columns[0].count : columns[1].count;
    for (int i = 0; i < rows; i++)
        cm_text_append(out, " %-*s | %-*s ;\n", left, cell(&columns[0], i), right,
                       cell(&columns[1], i));
}

void cm_mp_write(cm_text *out, const cm_mp *at)
{
    column columns[2] = {{.arena = out->arena}, {.arena = out->arena}};
    write_thread(&columns[0], at, true);
    write_thread(&columns[1], at, false);
    cm_text_add(out, "{\nx=0; y=0;\n");
    for (int i = 0; i < 2; i++)
        if (columns[i].init)
            cm_text_append(out, "%s\n", columns[i].init);
    cm_text_add(out, "}\n");
    write_rows(out, at, columns);
    cm_text_append(out, "exists (1:%s=1 /\\ 1:%s=0)\n", columns[1].first, columns[1].second);
}
