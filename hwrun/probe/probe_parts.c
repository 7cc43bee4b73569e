/* The probes' tables, and the parts that options ask for. */
#include "hwrun/probe/probe_part.h"

#include <string.h>

typedef struct named {
    const char *name, *help;
} named;

#define BIT(x) (1u << (x))

static const named pair_names[CM_PAIR_COUNT] = {
    [CM_PAIR_CPU_CPU] = {"cpu-cpu", ""}, [CM_PAIR_SAME_CTA] = {"cta", ""},
    [CM_PAIR_CTA_CTA] = {"cta-cta", ""}, [CM_PAIR_CPU_GPU] = {"cpu-gpu", ""},
    [CM_PAIR_GPU_CPU] = {"gpu-cpu", ""}, [CM_PAIR_CPU] = {"cpu", ""},
    [CM_PAIR_GPU] = {"gpu", ""},
};
static const char *const scope_names[CM_PROBE_SCOPES] = {"cta", "gpu", "sys", "-", "cluster"};

static const named rmw_variants[] = {
    [CM_RMW_ATOM] = {"atom", "GPU atom.add; CPU fetch-and-add (lock xadd, LDADD)"},
    [CM_RMW_RED] = {"red", "GPU red.add; CPU addition without a result (lock add, STADD)"},
    [CM_RMW_CAS] = {"cas", "compare-and-swap, repeated until it succeeds"},
};
static const named ping_variants[] = {
    [CM_PING_CAS] = {"cas", "waits and answers in one compare-and-swap"},
    [CM_PING_EXCH] = {"exch", "waits with system-scoped loads, answers by an exchange"},
    [CM_PING_LOAD_STORE] = {"load-store", "waits with loads, answers by a store"},
};
static const named latency_variants[] = {
    {"chase", "each load's address is what the load before it found"},
};

/* Suites.md, section 5; what each tells: paper, sections 5.2 to 5.4. */
#define ROW(name, help, pair, scope, write, read, acquire, acquire_scope, cached, paper, meaning)  \
    {                                                                                              \
        name, help, CM_PAIR_##pair, CM_PROBE_##scope, CM_PROBE_##write, CM_PROBE_##read, acquire,  \
            CM_PROBE_##acquire_scope, cached, CM_VALUE_##paper, meaning                            \
    }
#define INVALIDATES "the write invalidates the reader's copy"
#define L1_STAYS    "no write invalidates another SM's L1"
const cm_value_row cm_value_rows[] = {
    ROW("cpu-cpu", "another CPU core, X cached", CPU_CPU, NO_SCOPE, NO_SCOPE, NO_SCOPE, false,
        NO_SCOPE, true, FRESH, INVALIDATES),
    ROW("same-cta", "the writer's CTA, X cached, cta-scoped read", SAME_CTA, CTA, CTA, CTA, false,
        NO_SCOPE, true, FRESH, "both share one L1"),
    ROW("cached", "another CTA, X cached, cta-scoped read", CTA_CTA, CTA, CTA, CTA, false, NO_SCOPE,
        true, STALE, L1_STAYS),
    ROW("not-cached", "another CTA, X not cached, cta-scoped read", CTA_CTA, CTA, CTA, CTA, false,
        NO_SCOPE, false, FRESH, "the L1 writes through to the L2"),
    ROW("acquire-cta", "another CTA, X cached, Y acquired at cta scope", CTA_CTA, CTA, CTA, CTA,
        true, CTA, true, STALE, "an acquire at cta scope leaves the L1 as it is"),
    ROW("acquire-gpu", "another CTA, X cached, Y acquired at gpu scope", CTA_CTA, GPU, CTA, CTA,
        true, GPU, true, FRESH, "an acquire empties the reader's own L1"),
    ROW("acquire-sys", "another CTA, X cached, Y acquired at sys scope", CTA_CTA, SYS, CTA, CTA,
        true, SYS, true, FRESH, "an acquire empties the reader's own L1"),
    ROW("cpu-read-cta", "CPU writes, GPU has X in its L1, cta-scoped read", CPU_GPU, CTA, NO_SCOPE,
        CTA, false, NO_SCOPE, true, STALE, "no write of the CPU invalidates the GPU's L1"),
    ROW("cpu-read-gpu", "CPU writes, GPU has X in its L1, gpu-scoped read", CPU_GPU, GPU, NO_SCOPE,
        GPU, false, NO_SCOPE, true, FRESH, "the CPU's write invalidates the GPU's L2"),
    ROW("cpu-read-sys", "CPU writes, GPU has X in its L1, sys-scoped read", CPU_GPU, SYS, NO_SCOPE,
        SYS, false, NO_SCOPE, true, FRESH, "the CPU's write invalidates the GPU's L2"),
    ROW("gpu-write-cta", "GPU writes at cta scope, CPU has X cached", GPU_CPU, CTA, CTA, NO_SCOPE,
        false, NO_SCOPE, true, FRESH, "the GPU's write invalidates the CPU's caches"),
    ROW("gpu-write-gpu", "GPU writes at gpu scope, CPU has X cached", GPU_CPU, GPU, GPU, NO_SCOPE,
        false, NO_SCOPE, true, FRESH, "the GPU's write invalidates the CPU's caches"),
    ROW("gpu-write-sys", "GPU writes at sys scope, CPU has X cached", GPU_CPU, SYS, SYS, NO_SCOPE,
        false, NO_SCOPE, true, FRESH, "the GPU's write invalidates the CPU's caches"),
};
enum { VALUE_ROWS = sizeof cm_value_rows / sizeof *cm_value_rows };
const unsigned cm_value_row_count = VALUE_ROWS;

typedef struct probe_info {
    const char *name;
    const named *variants;                   /* NULL: rows of a table elsewhere */
    unsigned variant_count, variant_default; /* bits */
    unsigned pairs;                          /* bits */
    uint64_t count;
    unsigned repeat;
    double limit;
} probe_info;

static const probe_info probes[CM_PROBE_COUNT] = {
    [CM_PROBE_RMW] = {"rmw", rmw_variants, 3, 7,
                      BIT(CM_PAIR_CPU_CPU) | BIT(CM_PAIR_SAME_CTA) | BIT(CM_PAIR_CTA_CTA) |
                          BIT(CM_PAIR_CPU_GPU),
                      100000, 3, 2},
    [CM_PROBE_VALUE] = {"value-propagation", NULL, VALUE_ROWS, BIT(VALUE_ROWS) - 1,
                        BIT(CM_PAIR_CPU_CPU) | BIT(CM_PAIR_SAME_CTA) | BIT(CM_PAIR_CTA_CTA) |
                            BIT(CM_PAIR_CPU_GPU) | BIT(CM_PAIR_GPU_CPU),
                        1000, 1, 2},
    [CM_PROBE_PING_PONG] = {"ping-pong", ping_variants, 3,
                            BIT(CM_PING_CAS) | BIT(CM_PING_LOAD_STORE),
                            BIT(CM_PAIR_CPU_CPU) | BIT(CM_PAIR_CTA_CTA) | BIT(CM_PAIR_CPU_GPU),
                            10000, 1, 1},
    [CM_PROBE_LATENCY] = {"latency", latency_variants, 1, 1, BIT(CM_PAIR_CPU) | BIT(CM_PAIR_GPU),
                          16384, 3, 2},
    [CM_PROBE_FENCES] = {"fences", NULL, 0, 0, BIT(CM_PAIR_CPU) | BIT(CM_PAIR_GPU), 4096, 9, 2},
};

/* Working sets of the latency probe: from within an L1 to past every cache. */
static const uint64_t latency_sizes[] = {
    UINT64_C(16) << 10, UINT64_C(64) << 10, UINT64_C(256) << 10, UINT64_C(1) << 20,
    UINT64_C(4) << 20,  UINT64_C(16) << 20, UINT64_C(64) << 20,  UINT64_C(256) << 20};

/* ---- names ------------------------------------------------------------- */

const char *cm_probe_name(cm_probe_kind kind)
{
    return probes[kind].name;
}

const char *cm_probe_pair_name(cm_probe_pair pair)
{
    return pair_names[pair].name;
}

const char *cm_probe_scope_name(cm_probe_scope scope)
{
    return scope_names[scope];
}

static unsigned variant_count(cm_probe_kind kind)
{
    return kind == CM_PROBE_FENCES ? cm_fence_row_count() : probes[kind].variant_count;
}

static named variant_at(cm_probe_kind kind, unsigned variant)
{
    if (variant >= variant_count(kind))
        return (named){NULL, NULL};
    if (kind == CM_PROBE_FENCES)
        return (named){cm_fence_row_at(variant).name, cm_fence_row_at(variant).help};
    if (kind == CM_PROBE_VALUE)
        return (named){cm_value_rows[variant].name, cm_value_rows[variant].help};
    return probes[kind].variants[variant];
}

const char *cm_probe_variant_name(cm_probe_kind kind, unsigned variant)
{
    return variant_at(kind, variant).name;
}

const char *cm_probe_variant_help(cm_probe_kind kind, unsigned variant)
{
    return variant_at(kind, variant).help;
}

const char *cm_probe_end_name(cm_probe_end end)
{
    static const char *const names[] = {"not run", "done", "skipped", "did not end", "failed"};
    return names[end];
}

bool cm_probe_find(const char *name, cm_probe_kind *kind)
{
    for (int i = 0; i < CM_PROBE_COUNT; i++)
        if (strcmp(probes[i].name, name) == 0) {
            *kind = (cm_probe_kind)i;
            return true;
        }
    return false;
}

bool cm_probe_pair_find(cm_probe_kind kind, const char *name, cm_probe_pair *pair)
{
    for (unsigned i = 0; i < CM_PAIR_COUNT; i++)
        if ((probes[kind].pairs & BIT(i)) && strcmp(pair_names[i].name, name) == 0) {
            *pair = (cm_probe_pair)i;
            return true;
        }
    return false;
}

static unsigned scopes_of(cm_probe_kind kind)
{
    unsigned all = BIT(CM_PROBE_NO_SCOPE) - 1;
    return kind == CM_PROBE_FENCES ? all | BIT(CM_PROBE_CLUSTER) : all;
}

bool cm_probe_scope_find(cm_probe_kind kind, const char *name, cm_probe_scope *scope)
{
    for (unsigned i = 0; i < CM_PROBE_SCOPES; i++)
        if ((scopes_of(kind) & BIT(i)) && strcmp(scope_names[i], name) == 0) {
            *scope = (cm_probe_scope)i;
            return true;
        }
    return false;
}

bool cm_probe_variant_find(cm_probe_kind kind, const char *name, unsigned *variant)
{
    for (unsigned i = 0; i < variant_count(kind); i++)
        if (strcmp(cm_probe_variant_name(kind, i), name) == 0) {
            *variant = i;
            return true;
        }
    return false;
}

cm_mix cm_probe_mix(cm_probe_pair pair)
{
    static const cm_mix mixes[CM_PAIR_COUNT] = {
        [CM_PAIR_CPU_CPU] = CM_MIX_CPU,  [CM_PAIR_SAME_CTA] = CM_MIX_GPU,
        [CM_PAIR_CTA_CTA] = CM_MIX_GPU,  [CM_PAIR_CPU_GPU] = CM_MIX_BOTH,
        [CM_PAIR_GPU_CPU] = CM_MIX_BOTH, [CM_PAIR_CPU] = CM_MIX_CPU,
        [CM_PAIR_GPU] = CM_MIX_GPU};
    return mixes[pair];
}

void cm_probe_settle(cm_probe_options *options)
{
    const probe_info *info = &probes[options->probe];
    if (!options->pairs)
        options->pairs = info->pairs;
    if (!options->scopes)
        options->scopes = scopes_of(options->probe);
    if (!options->variants)
        options->variants = options->probe == CM_PROBE_FENCES ? BIT(cm_fence_row_count()) - 1
                                                              : info->variant_default;
    if (!options->count)
        options->count = info->count;
    if (!options->repeat)
        options->repeat = info->repeat;
    if (!(options->limit > 0))
        options->limit = info->limit;
    if (!options->seed)
        options->seed = 1;
}

/* ---- parts ------------------------------------------------------------- */

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

static void add(builder *b, cm_probe_part part)
{
    CM_RESERVE(b->work->arena, b->parts, b->count, b->capacity);
    b->parts[b->count++] = part;
}

static void add_memory(builder *b, cm_memory_kind kind, unsigned node)
{
    if (b->memory_count < CM_PROBE_MEMORIES)
        b->memory[b->memory_count++] = (cm_probe_memory){kind, node};
}

/* Which memory, if the user does not say. Two threads of one kind meet where that
 * kind's own tests do; who crosses over tries all that both can reach, and the
 * latency probe all that the one can. */
static void choose_memory(builder *b, cm_probe_pair pair)
{
    const cm_probe_options *o = b->options;
    b->memory_count = 0;
    for (unsigned i = 0; i < o->memory_count; i++)
        add_memory(b, o->memory[i].kind, o->memory[i].numa_node);
    if (o->memory_count)
        return;
    cm_mix mix = cm_probe_mix(pair);
    bool all = mix == CM_MIX_BOTH || o->probe == CM_PROBE_LATENCY;
    if (mix == CM_MIX_GPU)
        add_memory(b, CM_MEMORY_DEVICE, 0);
    if (all || mix == CM_MIX_CPU)
        add_memory(b, CM_MEMORY_MALLOC, 0);
    if (all && mix != CM_MIX_CPU) {
        add_memory(b, CM_MEMORY_PINNED, 0);
        add_memory(b, CM_MEMORY_MANAGED, 0);
    }
    for (size_t i = 0; all && b->node_count > 1 && i < b->node_count; i++)
        add_memory(b, CM_MEMORY_NUMA, b->nodes[i]);
}

/* A form at every scope that is asked for, from the narrowest. */
static void add_fence(builder *b, cm_probe_part part)
{
    static const cm_probe_scope scopes[] = {CM_PROBE_CTA, CM_PROBE_CLUSTER, CM_PROBE_GPU,
                                            CM_PROBE_SYS};
    if (!cm_fence_row_at(part.variant).scoped) {
        add(b, part);
        return;
    }
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
        part.scope = scopes[i];
        if (b->options->scopes & BIT(part.scope))
            add(b, part);
    }
}

/* What is there to be measured is so for one pair only, of some probes. */
static bool fits(cm_probe_kind probe, unsigned variant, cm_probe_pair pair)
{
    if (probe == CM_PROBE_FENCES)
        return cm_fence_row_at(variant).pair == pair;
    return probe != CM_PROBE_VALUE || cm_value_rows[variant].pair == pair;
}

/* Scopes, or sizes, of one variant in one memory. */
static void add_variant(builder *b, cm_probe_part part)
{
    const cm_probe_options *o = b->options;
    part.scope = CM_PROBE_NO_SCOPE;
    if (o->probe == CM_PROBE_LATENCY) {
        for (size_t i = 0; i < sizeof latency_sizes / sizeof *latency_sizes; i++) {
            part.size = latency_sizes[i];
            add(b, part);
        }
    } else if (o->probe == CM_PROBE_VALUE) {
        part.scope = cm_value_rows[part.variant].scope;
        if (part.scope == CM_PROBE_NO_SCOPE || (o->scopes & BIT(part.scope)))
            add(b, part);
    } else if (o->probe == CM_PROBE_FENCES) {
        add_fence(b, part);
    } else if (part.pair == CM_PAIR_CPU_CPU) {
        add(b, part);
    } else {
        for (unsigned s = 0; s < CM_PROBE_NO_SCOPE; s++) {
            part.scope = (cm_probe_scope)s;
            if (o->scopes & BIT(s))
                add(b, part);
        }
    }
}

static void add_pair(builder *b, cm_probe_pair pair)
{
    const cm_probe_options *o = b->options;
    choose_memory(b, pair);
    for (unsigned m = 0; m < b->memory_count; m++)
        for (unsigned v = 0; v < variant_count(o->probe); v++)
            if (fits(o->probe, v, pair) && (o->variants & BIT(v)))
                add_variant(
                    b, (cm_probe_part){
                           .probe = o->probe, .pair = pair, .variant = v, .memory = b->memory[m]});
}

cm_probe_part *cm_probe_parts(cm_work *work, const cm_probe_options *options, const unsigned *nodes,
                              size_t node_count, size_t *count)
{
    builder b = {.work = work, .options = options, .nodes = nodes, .node_count = node_count};
    for (unsigned pair = 0; pair < CM_PAIR_COUNT; pair++)
        if (options->pairs & probes[options->probe].pairs & BIT(pair))
            add_pair(&b, (cm_probe_pair)pair);
    *count = b.count;
    return b.parts;
}
