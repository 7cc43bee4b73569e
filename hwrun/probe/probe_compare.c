/* Findings next to each other, and next to what the seeds measured on Grace-Hopper: Schieffer et
 * al., "Harnessing Integrated CPU-GPU System Memory for HPC" (ICPP 2024, arXiv 2407.07850), here
 * [S]; Fusco et al., "Understanding Data Movement in Tightly Coupled Heterogeneous Systems" (arXiv
 * 2408.11556), here [F]. */
#include "hwrun/probe/probe_part.h"

#include <unistd.h>

typedef struct comparison {
    cm_work *work;
    const cm_probe_run *run;
    const cm_probe_part *part;
    const cm_probe_result *result;
} comparison;

static cm_probe_verdict say(const char *word, const char *sentence)
{
    return (cm_probe_verdict){word, sentence, false};
}

/* The median of the part of the same series whose size is that; 0: not measured. */
static double median_at(const comparison *c, uint64_t size)
{
    const cm_probe_part *b = c->part;
    for (size_t i = 0; i < c->run->count; i++) {
        const cm_probe_part *a = &c->run->parts[i];
        if (a->pair == b->pair && a->variant == b->variant && a->scope == b->scope &&
            a->memory.kind == b->memory.kind && a->memory.numa_node == b->memory.numa_node &&
            a->size == size)
            return c->run->results[i].stats.count ? c->run->results[i].stats.median : 0;
    }
    return 0;
}

/* ---- bandwidth ------------------------------------------------------------ */

typedef enum place { OF_HOST, OF_GPU, OF_PEER, OF_DRIVER, NOWHERE } place;

static place place_of(cm_probe_memory memory)
{
    switch (memory.kind) {
    case CM_MEMORY_DEVICE:
    case CM_MEMORY_VMM:
    case CM_MEMORY_MANAGED_GPU:
        return OF_GPU;
    case CM_MEMORY_PEER:
        return OF_PEER;
    case CM_MEMORY_MANAGED:
        return OF_DRIVER;
    case CM_MEMORY_DEFAULT:
        return NOWHERE;
    default:
        return OF_HOST;
    }
}

static const struct {
    cm_probe_pair pair;
    cm_bandwidth_variant variant;
    place from, to;
    double rate;
    const char *source;
} rates[] = {
    {CM_PAIR_CPU, CM_BANDWIDTH_READ, OF_HOST, NOWHERE, 486, "[S] 2.1, STREAM"},
    {CM_PAIR_GPU, CM_BANDWIDTH_READ, OF_GPU, NOWHERE, 3400, "[S] 2.1, STREAM"},
    {CM_PAIR_GPU, CM_BANDWIDTH_READ, OF_HOST, NOWHERE, 418, "[F] Fig. 7, 93 % of the link"},
    {CM_PAIR_GPU, CM_BANDWIDTH_WRITE, OF_HOST, NOWHERE, 378, "[F] Fig. 7, 84 % of the link"},
    {CM_PAIR_GPU, CM_BANDWIDTH_WRITE_LOADED, OF_GPU, NOWHERE, 2600, "[F] III.C, 65 % of 4 TB/s"},
    {CM_PAIR_CPU, CM_BANDWIDTH_COPY, OF_HOST, OF_HOST, 216.5, "[F] Fig. 9"},
    {CM_PAIR_GPU, CM_BANDWIDTH_COPY, OF_HOST, OF_HOST, 236.9, "[F] Fig. 9"},
    {CM_PAIR_GPU, CM_BANDWIDTH_COPY, OF_HOST, OF_GPU, 419.5, "[F] Fig. 9"},
    {CM_PAIR_GPU, CM_BANDWIDTH_COPY, OF_GPU, OF_HOST, 374.3, "[F] Fig. 9"},
    {CM_PAIR_GPU, CM_BANDWIDTH_COPY, OF_GPU, OF_GPU, 1727.3, "[F] Fig. 9"},
    {CM_PAIR_GPU, CM_BANDWIDTH_COPY, OF_PEER, OF_GPU, 125.4, "[F] Fig. 9"},
    {CM_PAIR_GPU, CM_BANDWIDTH_COPY, OF_GPU, OF_PEER, 124.0, "[F] Fig. 9"},
    {CM_PAIR_GPU, CM_BANDWIDTH_COPY, OF_HOST, OF_PEER, 123.9, "[F] Fig. 9"},
    {CM_PAIR_GPU, CM_BANDWIDTH_COPY, OF_PEER, OF_HOST, 125.4, "[F] Fig. 9"},
    {CM_PAIR_GPU, CM_BANDWIDTH_COPY, OF_PEER, OF_PEER, 111.4, "[F] Fig. 9"},
    {CM_PAIR_GPU, CM_BANDWIDTH_ENGINE, OF_GPU, OF_GPU, 1448, "[F] Fig. 5"},
    {CM_PAIR_GPU, CM_BANDWIDTH_ENGINE, OF_GPU, OF_PEER, 132.1, "[F] Fig. 5"},
    {CM_PAIR_GPU, CM_BANDWIDTH_ENGINE, OF_PEER, OF_GPU, 132.1, "[F] Fig. 5"},
    {CM_PAIR_GPU, CM_BANDWIDTH_ENGINE, OF_PEER, OF_PEER, 1446.3, "[F] Fig. 5"},
    {CM_PAIR_GPU, CM_BANDWIDTH_ENGINE, OF_HOST, OF_GPU, 88.4, "[F] Fig. 5, pinned memory"},
    {CM_PAIR_GPU, CM_BANDWIDTH_ENGINE, OF_GPU, OF_HOST, 88, "[F] Fig. 5, pinned memory"},
    {CM_PAIR_GPU, CM_BANDWIDTH_ENGINE, OF_HOST, OF_HOST, 16.6, "[F] Fig. 5, pinned memory"},
    {CM_PAIR_GPU, CM_BANDWIDTH_ENGINE, OF_DRIVER, OF_DRIVER, 1328.9, "[F] Fig. 5"},
    {CM_PAIR_GPU, CM_BANDWIDTH_ENGINE, OF_DRIVER, OF_GPU, 1341.6, "[F] Fig. 5"},
    {CM_PAIR_GPU, CM_BANDWIDTH_ENGINE, OF_GPU, OF_DRIVER, 1342.6, "[F] Fig. 5"},
};

static const char *bound_text(cm_arena *arena, double bound)
{
    return bound > 0 ? cm_arena_printf(arena, "; bound here: %.0f GB/s", bound) : "";
}

static cm_probe_verdict bandwidth(const comparison *c)
{
    const cm_probe_part *part = c->part;
    place from = place_of(part->memory), to = place_of(part->to);
    double bound = cm_probe_get(c->result, "bound_gb_per_s", 0);
    if (part->size)
        return say("", "");
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        if (rates[i].pair != part->pair || rates[i].variant != part->variant ||
            rates[i].from != from || rates[i].to != to)
            continue;
        double ratio = c->result->stats.median / rates[i].rate;
        return say(ratio >= 1.25  ? "faster"
                   : ratio <= 0.8 ? "slower"
                                  : "like GH200",
                   cm_arena_printf(c->work->arena, "GH200: %g GB/s (%s)%s", rates[i].rate,
                                   rates[i].source, bound_text(c->work->arena, bound)));
    }
    return say("no figure", bound > 0 ? bound_text(c->work->arena, bound) + 2 : "");
}

/* ---- latency ---------------------------------------------------------------- */

typedef struct level {
    const char *name;
    uint64_t bytes;
} level;

/* The cache that holds the one working set and not the other. */
static const char *level_between(const comparison *c, uint64_t small, uint64_t large)
{
    enum { L1_OF_AN_SM = 256 << 10 }; /* of compute capability 9.0: CUDA programming guide */
    level levels[3] = {{"the L1", L1_OF_AN_SM}, {"the L2", c->run->facts.gpu.l2_bytes}};
    unsigned count = 2;
    if (c->part->pair == CM_PAIR_CPU) {
        static const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                                    _SC_LEVEL3_CACHE_SIZE};
        static const char *const words[] = {"the L1", "the L2", "the L3"};
        for (count = 0; count < 3; count++) {
            long bytes = sysconf(names[count]);
            levels[count] = (level){words[count], bytes > 0 ? (uint64_t)bytes : 0};
        }
    }
    for (unsigned i = 0; i < count; i++)
        if (levels[i].bytes >= small && levels[i].bytes < large)
            return levels[i].name;
    return NULL;
}

/* A step: loads take half as long again as in the next smaller working set. */
static cm_probe_verdict latency(const comparison *c)
{
    const cm_probe_part *part = c->part;
    cm_arena *arena = c->work->arena;
    double here = c->result->stats.median, before = median_at(c, part->size / 4);
    if (!(before > 0) || here < 1.5 * before)
        return say("", "");
    if (part->variant == CM_LATENCY_PAGES)
        return say("step", "a step: there are more pages than a level of the translation caches "
                           "holds, or their lines no longer fit a cache");
    const char *passed = level_between(c, part->size / 4, part->size);
    return say("step", passed ? cm_arena_printf(arena, "a step: the working set leaves %s", passed)
                              : "a step where no known cache ends: perhaps a level of the "
                                "translation caches, or a slice of a cache");
}

/* ---- granularity --------------------------------------------------------------- */

/* An access costs what its transfer does: until the stride is that long accesses share transfers,
 * from there each has its own, and costs no more however far apart they are. */
static uint64_t granule(const comparison *c)
{
    for (uint64_t stride = 8; stride <= 256; stride *= 2) {
        double here = median_at(c, stride), next = median_at(c, 2 * stride);
        double after = stride < 256 ? median_at(c, 4 * stride) : next;
        if (here > 0 && next > 0 && next < 1.3 * here && after < 1.5 * here)
            return stride;
    }
    return 0;
}

static cm_probe_verdict granularity(const comparison *c)
{
    uint64_t bytes = granule(c);
    cm_arena *arena = c->work->arena;
    const char *claim = c->part->pair == CM_PAIR_CPU ? "64 B for the CPU" : "128 B for the GPU";
    if (!bytes)
        return say("no granule", "an access costs more with each longer stride that was tried");
    return say(
        cm_arena_printf(arena, "%llu B", (unsigned long long)bytes),
        cm_arena_printf(
            arena,
            "accesses this far apart share no transfer; over GH200's link it is %s ([S] 2.1.1)",
            claim));
}

/* ---- timers ----------------------------------------------------------------------- */

static cm_probe_verdict timers(const comparison *c)
{
    static const char *const figures[] = {
        [CM_TIMER_TICKS] = "GH200: cntvct_el0 counts at 1 GHz in steps of 32 ns ([F] III.B.1)",
        [CM_TIMER_MONOTONIC] = "",
        [CM_TIMER_CORES] = "a run only compares times that one CPU took",
        [CM_TIMER_CLOCK64] = "GH200: 7 cycles of 1.98 GHz, 3.54 ns ([F] III.B.1)",
        [CM_TIMER_GLOBAL] = "GH200: 32 ns ([F] III.B.1)",
        [CM_TIMER_SMS] =
            "both read the clock after they have met, so the time they need to meet is included",
        [CM_TIMER_GPU_CPU] = "taken at the middle of the shortest of 1000 exchanges"};
    double resolution = cm_probe_get(c->result, "resolution_ns", -1);
    double error = cm_probe_get(c->result, "error_ns", -1);
    const char *word = "";
    if (resolution >= 0)
        word = cm_arena_printf(c->work->arena, "%.3g ns", resolution);
    else if (error >= 0)
        word = cm_arena_printf(c->work->arena, "+-%.3g ns", error);
    return say(word, figures[c->part->variant]);
}

/* ---- placement ----------------------------------------------------------------------- */

static const char *where_text(const comparison *c)
{
    double looked = cm_probe_get(c->result, "looked_at", 0);
    double node = cm_probe_get(c->result, "node", -1);
    if (!(looked > 0))
        return "the system does not say where the pages are";
    if (node < 0)
        return "the CPU has no page of it mapped: it is with the GPU";
    return cm_arena_printf(c->work->arena, "%.0f of %.0f pages looked at are on node %.0f",
                           cm_probe_get(c->result, "on_node", 0), looked, node);
}

/* The last of the same passes over pinned memory, which does not move; 0: not measured. */
static double last_of_pinned(const comparison *c)
{
    for (size_t i = 0; i < c->run->count; i++)
        if (c->run->parts[i].memory.kind == CM_MEMORY_PINNED &&
            c->run->parts[i].variant == c->part->variant)
            return cm_probe_get(&c->run->results[i], "pass_12", 0);
    return 0;
}

static cm_probe_verdict passes(const comparison *c)
{
    double first = cm_probe_get(c->result, "pass_1", 0);
    double second = cm_probe_get(c->result, "pass_2", 0);
    double last = cm_probe_get(c->result, "pass_12", 0);
    const char *rates_text = cm_arena_printf(
        c->work->arena, "%.3g GB/s in the first pass, %.3g in the second, %.3g in the last; %s",
        first, second, last,
        "GH200: managed memory moves at the first access, system memory by access counters in "
        "some passes ([S] Fig. 10)");
    if (!(last > 0) || last < 3 * first)
        return say("stays", rates_text);
    double over_link = last_of_pinned(c);
    if (c->part->variant == CM_PLACEMENT_PASSES_GPU && over_link > 0 && last < 1.5 * over_link)
        return say("mapped first", rates_text);
    return say(second > last / 3 ? "moves first" : "moves later", rates_text);
}

static cm_probe_verdict placement(const comparison *c)
{
    switch ((cm_placement_variant)c->part->variant) {
    case CM_PLACEMENT_TOUCH_CPU:
    case CM_PLACEMENT_TOUCH_GPU:
        return say(cm_probe_get(c->result, "node", -1) < 0 ? "not told" : "placed", where_text(c));
    case CM_PLACEMENT_PASSES_GPU:
    case CM_PLACEMENT_PASSES_CPU:
    case CM_PLACEMENT_OVERSUBSCRIBE:
        return passes(c);
    default:
        return say("", "");
    }
}

/* ---- tables ------------------------------------------------------------------------------ */

enum { NO_CLAIM = -1 };

/* Table 1 of Schieffer et al. [S] (who caches it coherently, where it is, whether it migrates) and
 * Table II of Fusco et al. [F] (placement, page size, automatic migration; its text says that
 * cudaMalloc gives the only memory without access for the CPU). For Grace-Hopper. `page`: in
 * bytes; 0: the system's. */
static const struct {
    cm_memory_kind kind;
    long of[CM_TABLE_MIGRATES + 1]; /* by row: access of CPU, of GPU, coherence, place, page ... */
} claims[] = {
    {CM_MEMORY_MALLOC, {1, 1, 1, 0, 0, 1}},
    {CM_MEMORY_HUGE, {1, 1, 1, 0, 2 << 20, NO_CLAIM}},
    {CM_MEMORY_NUMA, {1, 1, NO_CLAIM, NO_CLAIM, 0, 0}},
    {CM_MEMORY_PINNED, {1, 1, 0, 0, 0, 0}},
    {CM_MEMORY_MANAGED, {1, 1, 1, 0, 0, 1}},
    {CM_MEMORY_DEVICE, {0, 1, 0, 1, 2 << 20, 0}},
    {CM_MEMORY_VMM, {NO_CLAIM, 1, 0, 1, 2 << 20, 0}},
};

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

static cm_probe_verdict table(const comparison *c)
{
    cm_arena *arena = c->work->arena;
    cm_table_variant row = (cm_table_variant)c->part->variant;
    double found = cm_probe_get(c->result, "found", -1);
    long said = NO_CLAIM;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (claims[i].kind == c->part->memory.kind)
            said = claims[i].of[row];
    const char *here = in_words(arena, row, found);
    if (said == NO_CLAIM)
        return say("no claim", cm_arena_printf(arena, "here: %s", here));
    if (agrees(row, said, found))
        return say("as claimed", cm_arena_printf(arena, "here: %s", here));
    return (cm_probe_verdict){
        "differs",
        cm_arena_printf(arena, "here: %s; papers on Grace-Hopper: %s%s", here,
                        in_words(arena, row, (double)said),
                        row == CM_TABLE_COHERENT && said == 0
                            ? " (whether caches of the other side keep it coherently)"
                            : ""),
        true};
}

/* ---- all --------------------------------------------------------------------------------- */

void cm_probe_compare(cm_work *work, cm_probe_run *run)
{
    static cm_probe_verdict (*const judges[CM_PROBE_COUNT])(const comparison *) = {
        [CM_PROBE_LATENCY] = latency,         [CM_PROBE_BANDWIDTH] = bandwidth,
        [CM_PROBE_GRANULARITY] = granularity, [CM_PROBE_TIMERS] = timers,
        [CM_PROBE_PLACEMENT] = placement,     [CM_PROBE_TABLE] = table};
    for (size_t i = 0; judges[run->options.probe] && i < run->count; i++) {
        const comparison c = {work, run, &run->parts[i], &run->results[i]};
        if (c.result->end == CM_PROBE_DONE)
            run->results[i].verdict = judges[run->options.probe](&c);
    }
}
