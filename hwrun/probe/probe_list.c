/* The parts that options ask for. */
#include "hwrun/probe/probe_part.h"

#define BIT(x) (1u << (x))

/* Working sets of the latency probe: from within an L1 to past every cache. */
static const uint64_t latency_sizes[] = {
    UINT64_C(16) << 10, UINT64_C(64) << 10,  UINT64_C(256) << 10,
    UINT64_C(1) << 20,  UINT64_C(4) << 20,   UINT64_C(16) << 20,
    UINT64_C(64) << 20, UINT64_C(256) << 20, 0};
/* Of `pages`: from sets that have more than a page each 4 KiB. */
static const uint64_t page_sizes[] = {UINT64_C(1) << 20,  UINT64_C(4) << 20,   UINT64_C(16) << 20,
                                      UINT64_C(64) << 20, UINT64_C(256) << 20, 0};
static const uint64_t strides[] = {4, 8, 16, 32, 64, 128, 256, 512, 0};
/* Of placement's `get`, `free` and `register`. */
static const uint64_t got_sizes[] = {UINT64_C(64) << 10, UINT64_C(1) << 20, UINT64_C(16) << 20,
                                     UINT64_C(256) << 20, 0};
/* Threads; the end stands for all, and is a part, too. */
static const uint64_t thread_counts[] = {1, 8, 32, 0};

typedef struct builder {
    cm_work *work;
    const cm_probe_options *options;
    const unsigned *nodes;
    size_t node_count;
    cm_probe_part *parts;
    size_t count, capacity;
    cm_probe_memory memory[CM_PROBE_MEMORIES]; /* of the pair at hand */
    unsigned memory_count;
} builder;

static void add_built_part(builder *b, cm_probe_part part)
{
    CM_PUSH(b->work->arena, b->parts, b->count, b->capacity, part);
}

static void add_memory(builder *b, cm_memory_kind kind, unsigned node)
{
    if (b->memory_count < CM_PROBE_MEMORIES)
        b->memory[b->memory_count++] = (cm_probe_memory){kind, node};
}

/* Whom a kind of memory is for, if the user does not say which: bits. */
typedef enum memory_use {
    FOR_CPU = 1,   /* everything that a CPU alone can be measured in */
    FOR_GPU = 2,   /* everything of a GPU alone */
    FOR_BOTH = 4,  /* where the two meet */
    FOR_FLAG = 8,  /* homes of a flag of two CTAs, or of two GPUs */
    FOR_TABLE = 16 /* the rows of the seeds' tables */
} memory_use;

static const struct {
    cm_memory_kind kind;
    unsigned uses;
} memory_uses[] = {
    {CM_MEMORY_DEVICE, FOR_GPU | FOR_FLAG | FOR_TABLE},
    {CM_MEMORY_MALLOC, FOR_CPU | FOR_GPU | FOR_BOTH | FOR_TABLE},
    {CM_MEMORY_HUGE, FOR_CPU | FOR_GPU | FOR_TABLE},
    {CM_MEMORY_REGISTERED, FOR_GPU},
    {CM_MEMORY_PINNED, FOR_CPU | FOR_GPU | FOR_BOTH | FOR_FLAG | FOR_TABLE},
    {CM_MEMORY_WRITE_COMBINED, FOR_CPU | FOR_GPU},
    {CM_MEMORY_MANAGED, FOR_CPU | FOR_GPU | FOR_BOTH | FOR_TABLE},
    {CM_MEMORY_MANAGED_CPU, FOR_CPU | FOR_GPU | FOR_BOTH},
    {CM_MEMORY_MANAGED_GPU, FOR_CPU | FOR_GPU | FOR_BOTH},
    {CM_MEMORY_VMM, FOR_GPU | FOR_TABLE},
    {CM_MEMORY_PEER, FOR_GPU | FOR_FLAG},
};

/* Two threads of one kind meet where that kind's own tests do; who crosses over tries all that
 * both can reach, and who measures the memory itself all that the unit can reach. */
static unsigned use_of(cm_probe_kind probe, cm_probe_pair pair)
{
    cm_mix mix = cm_probe_mix(pair);
    if (probe == CM_PROBE_TABLE)
        return FOR_TABLE;
    if (probe == CM_PROBE_PLACEMENT && pair == CM_PAIR_CPU)
        return FOR_CPU | FOR_GPU;
    if (mix == CM_MIX_BOTH)
        return probe == CM_PROBE_PLACEMENT ? FOR_CPU | FOR_BOTH : FOR_BOTH;
    if (pair == CM_PAIR_GPU_GPU || (pair == CM_PAIR_CTA_CTA && probe == CM_PROBE_PING_PONG))
        return FOR_FLAG;
    if (probe == CM_PROBE_FENCES || (pair != CM_PAIR_CPU && pair != CM_PAIR_GPU))
        return 0;
    return mix == CM_MIX_CPU ? FOR_CPU : FOR_GPU;
}

/* Which memory, if the user does not say. */
static void choose_memory(builder *b, cm_probe_pair pair)
{
    const cm_probe_options *o = b->options;
    b->memory_count = 0;
    for (unsigned i = 0; i < o->memory_count; i++)
        add_memory(b, o->memory[i].kind, o->memory[i].numa_node);
    if (o->memory_count)
        return;
    unsigned use = use_of(o->probe, pair);
    if (o->probe == CM_PROBE_TIMERS || (use == 0 && cm_probe_mix(pair) == CM_MIX_CPU))
        add_memory(b, CM_MEMORY_MALLOC, 0);
    else if (use == 0)
        add_memory(b, CM_MEMORY_DEVICE, 0);
    if (o->probe == CM_PROBE_TIMERS || use == 0)
        return;
    for (size_t i = 0; i < sizeof memory_uses / sizeof *memory_uses; i++)
        if (memory_uses[i].uses & use)
            add_memory(b, memory_uses[i].kind, 0);
    bool nodes = (use & (FOR_CPU | FOR_GPU | FOR_BOTH)) && b->node_count > 1;
    for (size_t i = 0; (nodes || use == FOR_TABLE) && i < b->node_count; i++)
        add_memory(b, CM_MEMORY_NUMA, b->nodes[i]);
}

/* A form at every scope that is asked for, from the narrowest. */
static void add_fence(builder *b, cm_probe_part part)
{
    static const cm_probe_scope scopes[] = {CM_PROBE_CTA, CM_PROBE_CLUSTER, CM_PROBE_GPU,
                                            CM_PROBE_SYS};
    if (!cm_fence_row_at(part.variant).scoped) {
        add_built_part(b, part);
        return;
    }
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
        part.scope = scopes[i];
        if (b->options->scopes & BIT(part.scope))
            add_built_part(b, part);
    }
}

static const cm_probe_pair timer_pairs[] = {
    [CM_TIMER_TICKS] = CM_PAIR_CPU,      [CM_TIMER_MONOTONIC] = CM_PAIR_CPU,
    [CM_TIMER_CORES] = CM_PAIR_CPU_CPU,  [CM_TIMER_CLOCK64] = CM_PAIR_GPU,
    [CM_TIMER_GLOBAL] = CM_PAIR_GPU,     [CM_TIMER_SMS] = CM_PAIR_CTA_CTA,
    [CM_TIMER_GPU_CPU] = CM_PAIR_CPU_GPU};

/* What is there to be measured is so for one pair only, of some probes. */
static bool variant_fits_pair(cm_probe_kind probe, unsigned variant, cm_probe_pair pair)
{
    if (probe == CM_PROBE_FENCES)
        return cm_fence_row_at(variant).pair == pair;
    if (probe == CM_PROBE_TIMERS)
        return timer_pairs[variant] == pair;
    if (probe == CM_PROBE_BANDWIDTH && variant == CM_BANDWIDTH_ENGINE)
        return pair == CM_PAIR_GPU;
    if (probe == CM_PROBE_PLACEMENT)
        return (variant == CM_PLACEMENT_TOUCH_CPU || variant == CM_PLACEMENT_GET ||
                variant == CM_PLACEMENT_FREE) == (pair == CM_PAIR_CPU);
    return probe != CM_PROBE_VALUE || cm_value_rows[variant].pair == pair;
}

/* A part for each of the sizes, which end with 0. */
static void add_sizes(builder *b, cm_probe_part part, const uint64_t *sizes)
{
    for (; *sizes; sizes++) {
        part.size = *sizes;
        add_built_part(b, part);
    }
}

/* Copies go to each memory by all threads; the rest is tried by few and by all. */
static void add_bandwidth(builder *b, cm_probe_part part)
{
    bool copies = part.variant == CM_BANDWIDTH_COPY || part.variant == CM_BANDWIDTH_ENGINE;
    if (part.variant == CM_BANDWIDTH_READ || part.variant == CM_BANDWIDTH_WRITE)
        add_sizes(b, part, thread_counts);
    part.size = 0;
    for (unsigned m = 0; copies && m < b->memory_count; m++) {
        part.to = b->memory[m];
        add_built_part(b, part);
    }
    if (!copies)
        add_built_part(b, part);
}

static void add_each_scope(builder *b, cm_probe_part part)
{
    for (unsigned s = 0; s < CM_PROBE_NO_SCOPE; s++) {
        part.scope = (cm_probe_scope)s;
        if (b->options->scopes & BIT(s))
            add_built_part(b, part);
    }
}

static void add_atomics(builder *b, cm_probe_part part)
{
    static const uint64_t counts[] = {1, 0};
    for (size_t i = 0; i < 2; i++) {
        part.size = counts[i];
        if (part.pair == CM_PAIR_CPU)
            add_built_part(b, part);
        else
            add_each_scope(b, part);
    }
}

/* Which sizes a part of placement has; kinds that a variant is not about are left out. */
static void add_placement(builder *b, cm_probe_part part)
{
    bool managed = cm_memory_is_managed(part.memory.kind);
    switch ((cm_placement_variant)part.variant) {
    case CM_PLACEMENT_GET:
    case CM_PLACEMENT_FREE:
        add_sizes(b, part, got_sizes);
        break;
    case CM_PLACEMENT_REGISTER:
        if (part.memory.kind == CM_MEMORY_PINNED) /* once: what is registered is malloc memory */
            add_sizes(b, part, got_sizes);
        break;
    case CM_PLACEMENT_PREFETCH_GPU:
    case CM_PLACEMENT_PREFETCH_CPU:
    case CM_PLACEMENT_OVERSUBSCRIBE:
        if (managed)
            add_built_part(b, part);
        break;
    default:
        add_built_part(b, part);
        break;
    }
}

/* Scopes, or sizes, of one variant in one memory. */
static void add_variant(builder *b, cm_probe_part part)
{
    const cm_probe_options *o = b->options;
    part.scope = CM_PROBE_NO_SCOPE;
    switch (o->probe) {
    case CM_PROBE_LATENCY:
        add_sizes(b, part, part.variant == CM_LATENCY_PAGES ? page_sizes : latency_sizes);
        break;
    case CM_PROBE_GRANULARITY:
        add_sizes(b, part, part.pair == CM_PAIR_CPU ? strides + 1 : strides);
        break;
    case CM_PROBE_VALUE:
        part.scope = cm_value_rows[part.variant].scope;
        if (part.scope == CM_PROBE_NO_SCOPE || (o->scopes & BIT(part.scope)))
            add_built_part(b, part);
        break;
    case CM_PROBE_FENCES:
        add_fence(b, part);
        break;
    case CM_PROBE_BANDWIDTH:
        add_bandwidth(b, part);
        break;
    case CM_PROBE_ATOMICS:
        add_atomics(b, part);
        break;
    case CM_PROBE_PLACEMENT:
        add_placement(b, part);
        break;
    case CM_PROBE_TIMERS:
    case CM_PROBE_TABLE:
        add_built_part(b, part);
        break;
    default:
        if (part.pair == CM_PAIR_CPU_CPU)
            add_built_part(b, part);
        else
            add_each_scope(b, part);
        break;
    }
}

static void add_pair(builder *b, cm_probe_pair pair)
{
    const cm_probe_options *o = b->options;
    choose_memory(b, pair);
    for (unsigned m = 0; m < b->memory_count; m++)
        for (unsigned v = 0; v < cm_probe_variant_count(o->probe); v++)
            if (variant_fits_pair(o->probe, v, pair) && (o->variants & BIT(v)))
                add_variant(
                    b, (cm_probe_part){
                           .probe = o->probe, .pair = pair, .variant = v, .memory = b->memory[m]});
}

cm_probe_part *cm_probe_parts(cm_work *work, const cm_probe_options *options, const unsigned *nodes,
                              size_t node_count, size_t *count)
{
    builder b = {.work = work, .options = options, .nodes = nodes, .node_count = node_count};
    for (unsigned pair = 0; pair < CM_PAIR_COUNT; pair++)
        if (options->pairs & cm_probe_pairs(options->probe) & BIT(pair))
            add_pair(&b, (cm_probe_pair)pair);
    *count = b.count;
    return b.parts;
}
