/* The probes' tables: names, variants, defaults. */
#include "hwrun/probe/probe_part.h"

#include <string.h>

typedef struct named {
    const char *name, *help;
} named;

#define BIT(x) (1u << (x))

static const char *const pair_names[CM_PAIR_COUNT] = {
    [CM_PAIR_CPU_CPU] = "cpu-cpu", [CM_PAIR_SAME_CTA] = "cta",    [CM_PAIR_CTA_CTA] = "cta-cta",
    [CM_PAIR_CPU_GPU] = "cpu-gpu", [CM_PAIR_GPU_CPU] = "gpu-cpu", [CM_PAIR_GPU_GPU] = "gpu-gpu",
    [CM_PAIR_CPU] = "cpu",         [CM_PAIR_GPU] = "gpu",
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
    {"chase", "each load gives the address of the next; the places are 128 bytes apart"},
    {"pages", "the same with one place on each page of 4 KiB, so that address translation counts"},
};
static const named bandwidth_variants[] = {
    [CM_BANDWIDTH_READ] = {"read", "16 bytes at a time"},
    [CM_BANDWIDTH_WRITE] = {"write", "16 bytes at a time"},
    [CM_BANDWIDTH_COPY] = {"copy", "by loads and stores, from each memory to each"},
    [CM_BANDWIDTH_ENGINE] = {"engine",
                             "copies by the driver (cuMemcpyAsync), from each memory to each"},
    [CM_BANDWIDTH_READ_LOADED] = {"read-loaded",
                                  "reads while the other side reads the same kind of memory"},
    [CM_BANDWIDTH_WRITE_LOADED] = {"write-loaded", "likewise"},
};
static const named granularity_variants[] = {
    [CM_GRANULARITY_READ] = {"read",
                             "words (4 bytes for the GPU, 8 for the CPU), one stride apart"},
    [CM_GRANULARITY_WRITE] = {"write", "likewise"},
};
static const named atomics_variants[] = {
    [CM_ATOMICS_ONE] = {"one", "all threads add to one place"},
    [CM_ATOMICS_OWN] = {"own", "each thread adds to its own lines"},
};
static const named timer_variants[] = {
    [CM_TIMER_TICKS] = {"ticks", "the CPU's counter (time-stamp counter, cntvct_el0, time)"},
    [CM_TIMER_MONOTONIC] = {"monotonic", "clock_gettime(CLOCK_MONOTONIC)"},
    [CM_TIMER_CORES] = {"cores", "how far apart the counters of two CPUs are"},
    [CM_TIMER_CLOCK64] = {"clock64", "%clock64 of an SM"},
    [CM_TIMER_GLOBAL] = {"globaltimer", "%globaltimer"},
    [CM_TIMER_SMS] = {"sms", "how far apart %globaltimer is on two SMs"},
    [CM_TIMER_GPU_CPU] = {"gpu-cpu", "%globaltimer minus CLOCK_REALTIME"},
};
static const named placement_variants[] = {
    [CM_PLACEMENT_TOUCH_CPU] = {"touch-cpu",
                                "the CPU touches the pages first: where are they then?"},
    [CM_PLACEMENT_TOUCH_GPU] = {"touch-gpu",
                                "the GPU touches the pages first: where are they then?"},
    [CM_PLACEMENT_GET] = {"get", "memory is allocated and zeroed"},
    [CM_PLACEMENT_FREE] = {"free", "it is given back"},
    [CM_PLACEMENT_REGISTER] = {"register", "malloc memory is pinned (cuMemHostRegister)"},
    [CM_PLACEMENT_PREFETCH_GPU] = {"prefetch-gpu", "cuMemPrefetchAsync to the GPU"},
    [CM_PLACEMENT_PREFETCH_CPU] = {"prefetch-cpu", "cuMemPrefetchAsync to the CPU"},
    [CM_PLACEMENT_PASSES_GPU] = {"passes-gpu", "12 passes of the GPU over what the CPU wrote"},
    [CM_PLACEMENT_PASSES_CPU] =
        {"passes-cpu", "12 passes of the CPU, one word on each page, over what the GPU wrote"},
    [CM_PLACEMENT_OVERSUBSCRIBE] =
        {"oversubscribe", "passes of the GPU over 1.3 times what fits; runs only if it is named"},
};
static const named table_variants[] = {
    [CM_TABLE_CPU_ACCESS] = {"cpu-access", "does the CPU reach it?"},
    [CM_TABLE_GPU_ACCESS] = {"gpu-access", "does the GPU reach it?"},
    [CM_TABLE_COHERENT] = {"coherent", "do both see each other's writes while they run?"},
    [CM_TABLE_PLACE] = {"place", "where are pages that the CPU touched first?"},
    [CM_TABLE_PAGE] = {"page", "how large are its pages?"},
    [CM_TABLE_MIGRATES] = {"migrates", "does it move to the GPU that reads it again and again?"},
};

/* Suites.md, section 5; what each tells: paper, sections 5.2 to 5.4. */
#define ROW(name, help, pair, scope, write, read, acquire, cached, paper, meaning)                 \
    {                                                                                              \
        name, help, CM_PAIR_##pair, CM_PROBE_##scope, CM_PROBE_##write, CM_PROBE_##read,           \
            CM_PROBE_##acquire, cached, CM_VALUE_##paper, meaning                                  \
    }
#define INVALIDATES "the write invalidates the reader's copy"
#define L1_STAYS    "no write invalidates another SM's L1"
/* On Grace-Hopper because the CPU's write invalidates the GPU's L2; over PCIe host memory is not in
 * the L2. */
#define PAST_L1 "a read that passes the L1 sees the CPU's write"
const cm_value_row cm_value_rows[] = {
    ROW("cpu-cpu", "another CPU core, X cached", CPU_CPU, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE,
        true, FRESH, INVALIDATES),
    ROW("same-cta", "the writer's CTA, X cached, cta-scoped read", SAME_CTA, CTA, CTA, CTA,
        NO_SCOPE, true, FRESH, "both share one L1"),
    ROW("cached", "another CTA, X cached, cta-scoped read", CTA_CTA, CTA, CTA, CTA, NO_SCOPE, true,
        STALE, L1_STAYS),
    ROW("not-cached", "another CTA, X not cached, cta-scoped read", CTA_CTA, CTA, CTA, CTA,
        NO_SCOPE, false, FRESH, "the L1 writes through to the L2"),
    ROW("acquire-cta", "another CTA, X cached, Y acquired at cta scope", CTA_CTA, CTA, CTA, CTA,
        CTA, true, STALE, "an acquire at cta scope leaves the L1 as it is"),
    ROW("acquire-gpu", "another CTA, X cached, Y acquired at gpu scope", CTA_CTA, GPU, CTA, CTA,
        GPU, true, FRESH, "an acquire empties the reader's own L1"),
    ROW("acquire-sys", "another CTA, X cached, Y acquired at sys scope", CTA_CTA, SYS, CTA, CTA,
        SYS, true, FRESH, "an acquire empties the reader's own L1"),
    ROW("cpu-read-cta", "CPU writes, GPU has X in its L1, cta-scoped read", CPU_GPU, CTA, NO_SCOPE,
        CTA, NO_SCOPE, true, STALE, "no write of the CPU invalidates the GPU's L1"),
    ROW("cpu-read-gpu", "CPU writes, GPU has X in its L1, gpu-scoped read", CPU_GPU, GPU, NO_SCOPE,
        GPU, NO_SCOPE, true, FRESH, PAST_L1),
    ROW("cpu-read-sys", "CPU writes, GPU has X in its L1, sys-scoped read", CPU_GPU, SYS, NO_SCOPE,
        SYS, NO_SCOPE, true, FRESH, PAST_L1),
    ROW("gpu-write-cta", "GPU writes at cta scope, CPU has X cached", GPU_CPU, CTA, CTA, NO_SCOPE,
        NO_SCOPE, true, FRESH, "the GPU's write invalidates the CPU's caches"),
    ROW("gpu-write-gpu", "GPU writes at gpu scope, CPU has X cached", GPU_CPU, GPU, GPU, NO_SCOPE,
        NO_SCOPE, true, FRESH, "the GPU's write invalidates the CPU's caches"),
    ROW("gpu-write-sys", "GPU writes at sys scope, CPU has X cached", GPU_CPU, SYS, SYS, NO_SCOPE,
        NO_SCOPE, true, FRESH, "the GPU's write invalidates the CPU's caches"),
    ROW("peer-cta", "another GPU writes, X cached, cta-scoped read", GPU_GPU, CTA, SYS, CTA,
        NO_SCOPE, true, OPEN, "the model asks for sys scope"),
    ROW("peer-gpu", "another GPU writes, X cached, gpu-scoped read", GPU_GPU, GPU, SYS, GPU,
        NO_SCOPE, true, OPEN, "the model asks for sys scope; stale where an L2 keeps the other's"),
    ROW("peer-sys", "another GPU writes, X cached, sys-scoped read", GPU_GPU, SYS, SYS, SYS,
        NO_SCOPE, true, OPEN, "without a release no order with Y is promised"),
    ROW("peer-acquire-gpu", "the same, Y acquired at gpu scope, cta-scoped read", GPU_GPU, GPU, SYS,
        CTA, GPU, true, OPEN, "does an acquire at gpu scope empty the L1?"),
    ROW("peer-acquire-sys", "the same, Y acquired at sys scope, cta-scoped read", GPU_GPU, SYS, SYS,
        CTA, SYS, true, OPEN, "does an acquire at sys scope empty the L1?"),
};
enum { VALUE_ROWS = sizeof cm_value_rows / sizeof *cm_value_rows };

typedef struct probe_info {
    const char *name, *unit;
    const named *variants;                   /* NULL: rows of a table elsewhere */
    unsigned variant_count, variant_default; /* bits */
    unsigned pairs;                          /* bits */
    uint64_t count;
    unsigned repeat;
    double limit;
} probe_info;

static const probe_info probes[CM_PROBE_COUNT] = {
    [CM_PROBE_RMW] = {"rmw", "updates lost", rmw_variants, 3, 7,
                      BIT(CM_PAIR_CPU_CPU) | BIT(CM_PAIR_SAME_CTA) | BIT(CM_PAIR_CTA_CTA) |
                          BIT(CM_PAIR_CPU_GPU) | BIT(CM_PAIR_GPU_GPU),
                      100000, 3, 2},
    [CM_PROBE_VALUE] = {"value-propagation", "ns", NULL, VALUE_ROWS, BIT(VALUE_ROWS) - 1,
                        BIT(CM_PAIR_CPU_CPU) | BIT(CM_PAIR_SAME_CTA) | BIT(CM_PAIR_CTA_CTA) |
                            BIT(CM_PAIR_CPU_GPU) | BIT(CM_PAIR_GPU_CPU) | BIT(CM_PAIR_GPU_GPU),
                        1000, 1, 2},
    [CM_PROBE_PING_PONG] = {"ping-pong", "ns", ping_variants, 3,
                            BIT(CM_PING_CAS) | BIT(CM_PING_LOAD_STORE),
                            BIT(CM_PAIR_CPU_CPU) | BIT(CM_PAIR_CTA_CTA) | BIT(CM_PAIR_CPU_GPU) |
                                BIT(CM_PAIR_GPU_GPU),
                            10000, 1, 1},
    [CM_PROBE_LATENCY] = {"latency", "ns", latency_variants, 2, 3,
                          BIT(CM_PAIR_CPU) | BIT(CM_PAIR_GPU), 16384, 3, 2},
    [CM_PROBE_FENCES] = {"fences", "ns", NULL, 0, 0, BIT(CM_PAIR_CPU) | BIT(CM_PAIR_GPU), 4096, 9,
                         2},
    [CM_PROBE_BANDWIDTH] = {"bandwidth", "GB/s", bandwidth_variants, 6, 63,
                            BIT(CM_PAIR_CPU) | BIT(CM_PAIR_GPU), UINT64_C(256) << 20, 5, 2},
    [CM_PROBE_GRANULARITY] = {"granularity", "ns", granularity_variants, 2, 3,
                              BIT(CM_PAIR_CPU) | BIT(CM_PAIR_GPU), UINT64_C(64) << 20, 3, 2},
    [CM_PROBE_ATOMICS] = {"atomics", "M/s", atomics_variants, 2, 3,
                          BIT(CM_PAIR_CPU) | BIT(CM_PAIR_GPU), 1, 3, 1},
    [CM_PROBE_TIMERS] = {"timers", "ns", timer_variants, 7, 127,
                         BIT(CM_PAIR_CPU) | BIT(CM_PAIR_CPU_CPU) | BIT(CM_PAIR_GPU) |
                             BIT(CM_PAIR_CTA_CTA) | BIT(CM_PAIR_CPU_GPU),
                         10000, 1, 2},
    [CM_PROBE_PLACEMENT] = {"placement", "ns", placement_variants, 10,
                            BIT(CM_PLACEMENT_OVERSUBSCRIBE) - 1,
                            BIT(CM_PAIR_CPU) | BIT(CM_PAIR_CPU_GPU), UINT64_C(64) << 20, 3, 2},
    [CM_PROBE_TABLE] = {"table", "nothing", table_variants, 6, 63, BIT(CM_PAIR_CPU_GPU),
                        UINT64_C(32) << 20, 1, 2},
};

const char *cm_probe_unit(cm_probe_kind kind)
{
    return probes[kind].unit;
}

/* ---- names ------------------------------------------------------------- */

const char *cm_probe_name(cm_probe_kind kind)
{
    return probes[kind].name;
}

const char *cm_probe_pair_name(cm_probe_pair pair)
{
    return pair_names[pair];
}

const char *cm_probe_scope_name(cm_probe_scope scope)
{
    return scope_names[scope];
}

unsigned cm_probe_variant_count(cm_probe_kind kind)
{
    return kind == CM_PROBE_FENCES ? cm_fence_row_count() : probes[kind].variant_count;
}

static named variant_at(cm_probe_kind kind, unsigned variant)
{
    if (variant >= cm_probe_variant_count(kind))
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
        if ((probes[kind].pairs & BIT(i)) && strcmp(pair_names[i], name) == 0) {
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
    for (unsigned i = 0; i < cm_probe_variant_count(kind); i++)
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
        [CM_PAIR_GPU_CPU] = CM_MIX_BOTH, [CM_PAIR_GPU_GPU] = CM_MIX_GPU,
        [CM_PAIR_CPU] = CM_MIX_CPU,      [CM_PAIR_GPU] = CM_MIX_GPU};
    return mixes[pair];
}

unsigned cm_probe_pairs(cm_probe_kind kind)
{
    return probes[kind].pairs;
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
