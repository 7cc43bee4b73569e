/* Message passing: from coordinates to a litmus test. */
#include "enumerate/mp.h"
#include "litmus/isa/isa.h"

#include <ctype.h>
#include <string.h>

static bool has_scope(cm_mp_fence_type type)
{
    return type == CM_FENCE_RLX || type == CM_FENCE_ACQ_REL || type == CM_FENCE_SC;
}

/* What the coordinates' own words mean on that CPU; NULL: no instruction. */
static const cm_write_fence *cpu_fence_of(const cm_isa_writer *cpu, cm_mp_fence_type type)
{
    switch (type) {
    case CM_FENCE_STORES:
        return cpu->stores;
    case CM_FENCE_LOADS:
        return cpu->loads;
    case CM_FENCE_FULL:
        return cpu->full;
    default:
        return NULL;
    }
}

static const char *lower(cm_arena *arena, const char *text)
{
    char *copy = cm_arena_text(arena, text, strlen(text));
    for (char *c = copy; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return copy;
}

const char *cm_mp_fence_name(cm_arena *arena, cm_arch cpu, cm_mp_fence fence)
{
    static const char *const types[] = {"none", "rlx", "acq_rel", "sc"};
    const cm_write_fence *own = cpu_fence_of(cm_isa_for(cpu)->writer, fence.type);
    if (own)
        return lower(arena, own->name);
    return has_scope(fence.type)
               ? cm_arena_printf(arena, "%s.%s", types[fence.type], cm_scope_name(fence.scope))
               : types[fence.type];
}

cm_arch cm_mp_gpu(const cm_mp *at)
{
    return cm_arch_is_gpu(at->gpu) ? at->gpu : cm_arch_usual(true);
}

static cm_arch arch_of(const cm_mp *at, bool gpu)
{
    return gpu ? cm_mp_gpu(at) : at->cpu;
}

const char *cm_mp_arch(const cm_mp *at)
{
    if (at->producer_gpu != at->consumer_gpu)
        return cm_arch_name(CM_CMCM);
    return cm_arch_name(arch_of(at, at->producer_gpu));
}

/* ---- threads --------------------------------------------------------- */

enum { X, Y, LOCATIONS };

/* A thread as a column of the test. */
typedef struct column {
    cm_writer writer;
    cm_text init;               /* its registers */
    const char *first, *second; /* the consumer's registers: what Y gave, what X gave */
} column;

static const char *location_name(cm_arena *arena, int location)
{
    (void)arena;
    return location == X ? "x" : "y";
}

static const cm_write_fence *gpu_fence(cm_arch gpu, cm_mp_fence fence)
{
    if (fence.type != CM_FENCE_ACQ_REL && fence.type != CM_FENCE_SC)
        return NULL;
    return cm_write_fence_of(gpu, fence.type == CM_FENCE_SC ? CM_WRITE_SC : CM_WRITE_ACQ_REL,
                             fence.scope);
}

static const cm_write_fence *cpu_fence(const cm_mp *at, cm_mp_fence fence, bool produces)
{
    const cm_isa_writer *cpu = cm_isa_for(at->cpu)->writer;
    if (fence.type == CM_FENCE_SC)
        return cpu->full;
    if (fence.type != CM_FENCE_ACQ_REL)
        return cpu_fence_of(cpu, fence.type);
    if (at->cpu_fence == CM_CPU_FENCE_FULL)
        return cpu->full;
    return produces ? cpu->least_stores : cpu->least_loads;
}

/* As conditions of the suites have it. */
static const char *canonical(const column *c, const char *reg)
{
    unsigned bits;
    return cm_isa_for(c->writer.arch)->register_name(c->writer.work->arena, reg, &bits);
}

static void write_thread(column *c, const cm_mp *at, bool produces)
{
    cm_writer *w = &c->writer;
    const cm_isa_writer *isa = cm_isa_for(w->arch)->writer;
    bool gpu = cm_arch_is_gpu(w->arch), ordered = produces ? at->release : at->acquire;
    cm_mp_fence fence = produces ? at->producer : at->consumer;
    cm_write_access x = {.location = X, .scope = at->x, .value = 1};
    cm_write_access y = {.location = Y, .scope = at->y, .value = 1};
    y.order = !ordered ? 'P' : produces ? 'L' : 'A';
    for (int l = 0; l < LOCATIONS && isa->place_address; l++)
        isa->place_address(w, l, 2 * l + 1);
    if (produces)
        isa->store(w, &x, (cm_write_need){0});
    else
        isa->load(w, &y, (cm_write_need){0}, &c->first);
    cm_writer_fence(w, gpu ? gpu_fence(w->arch, fence) : cpu_fence(at, fence, produces));
    if (produces)
        isa->store(w, &y, (cm_write_need){0});
    else
        isa->load(w, &x, (cm_write_need){0}, &c->second);
}

static void open_column(column *c, cm_work *work, const cm_mp *at, bool produces)
{
    *c = (column){.first = NULL};
    cm_text_init(&c->init, work->arena);
    c->writer = cm_writer_open(work, arch_of(at, produces ? at->producer_gpu : at->consumer_gpu),
                               !produces, &c->init, NULL, location_name, LOCATIONS);
    write_thread(c, at, produces);
}

/* Where the two threads are, of two on GPUs; the first is always in the first place. */
static const char *second_place(cm_mp_apart apart)
{
    static const char *const places[] = {[CM_APART_CTA] = "cta 1,gpu 0",
                                         [CM_APART_NOT] = "cta 0,gpu 0",
                                         [CM_APART_CLUSTER] = "cta 1,cluster 0,gpu 0",
                                         [CM_APART_CLUSTERS] = "cta 1,cluster 1,gpu 0",
                                         [CM_APART_GPUS] = "cta 0,gpu 1"};
    return places[apart];
}

static const char *thread_head(cm_arena *arena, const cm_mp *at, int thread)
{
    bool gpu = thread == 0 ? at->producer_gpu : at->consumer_gpu;
    bool compound = at->producer_gpu != at->consumer_gpu;
    const char *word = compound ? cm_isa_for(arch_of(at, gpu))->word : "";
    bool clusters = at->apart == CM_APART_CLUSTER || at->apart == CM_APART_CLUSTERS;
    const char *place = clusters ? "cta 0,cluster 0,gpu 0" : "cta 0,gpu 0";
    if (gpu && cm_isa_for(arch_of(at, gpu))->places == CM_PLACES_HSA)
        place = "workgroup 0,xcd 0,agent 0";
    if (thread == 1 && !compound)
        place = second_place(at->apart);
    if (gpu)
        return cm_arena_printf(arena, "P%d@%s%s%s", thread, word, *word ? "," : "", place);
    return cm_arena_printf(arena, "P%d%s%s", thread, *word ? "@" : "", word);
}

/* ---- the test -------------------------------------------------------- */

static int width_of(const column *c, const char *head)
{
    size_t width = strlen(head);
    for (int i = 0; i < c->writer.row_count; i++)
        if (strlen(c->writer.rows[i]) > width)
            width = strlen(c->writer.rows[i]);
    return (int)width;
}

static const char *cell(const column *c, int row)
{
    return row < c->writer.row_count ? c->writer.rows[row] : "";
}

static void write_rows(cm_text *out, const cm_mp *at, const column columns[2])
{
    const char *heads[2] = {thread_head(out->arena, at, 0), thread_head(out->arena, at, 1)};
    int left = width_of(&columns[0], heads[0]), right = width_of(&columns[1], heads[1]);
    cm_text_append(out, " %-*s | %-*s ;\n", left, heads[0], right, heads[1]);
    for (int i = 0; i < columns[0].writer.row_count || i < columns[1].writer.row_count; i++)
        cm_text_append(out, " %-*s | %-*s ;\n", left, cell(&columns[0], i), right,
                       cell(&columns[1], i));
}

void cm_mp_write(cm_text *out, const cm_mp *at)
{
    column columns[2];
    cm_work work;
    cm_work_init(&work, out->arena);
    open_column(&columns[0], &work, at, true);
    open_column(&columns[1], &work, at, false);
    cm_text_add(out, "{\nx=0; y=0;\n");
    for (int i = 0; i < 2; i++)
        if (columns[i].init.length > 0)
            cm_text_append(out, "%s\n", columns[i].init.data + 1);
    cm_text_add(out, "}\n");
    write_rows(out, at, columns);
    cm_text_append(out, "exists (1:%s=1 /\\ 1:%s=0)\n", canonical(&columns[1], columns[1].first),
                   canonical(&columns[1], columns[1].second));
}
