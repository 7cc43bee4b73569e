/* Table 1 of Schieffer et al. and Table II of Fusco et al.: what they say of each kind of memory,
 * tried here. What was found is a number; probe_compare.c compares it with the claim. */
#include "hwrun/probe/probe_pages.h"

#include <string.h>

static const char *refused(const cm_bench *bench, cm_mix mix, const cm_probe_part *part)
{
    return cm_machine_refuses(bench->machine, mix, part->memory.kind, part->memory.numa_node);
}

static cm_probe_part with_pair(const cm_probe_part *part, cm_probe_pair pair)
{
    cm_probe_part other = *part;
    other.pair = pair;
    return other;
}

static void tell_found(cm_bench *bench, double value)
{
    cm_bench_number(bench, "found", value);
}

/* ---- access ------------------------------------------------------------------ */

static bool is_of_gpu(cm_memory_kind kind)
{
    return kind == CM_MEMORY_DEVICE || kind == CM_MEMORY_VMM;
}

/* Memory that belongs to the GPU comes with no address for the CPU. */
static void cpu_access(cm_bench *bench, const cm_probe_part *part)
{
    const cm_probe_part other =
        with_pair(part, is_of_gpu(part->memory.kind) ? CM_PAIR_GPU : CM_PAIR_CPU);
    if (cm_bench_skips(bench, refused(bench, cm_probe_mix(other.pair), part)))
        return;
    cm_shared memory = cm_bench_memory(bench, &other, CM_PROBE_LINE);
    volatile uint64_t *word = memory.cpu;
    if (word)
        *word = 42;
    tell_found(bench, word && *word == 42);
}

/* The GPU adds 1 to a word; where the driver says that it cannot reach the memory it is not
 * tried, since the fault would end the context. */
static void gpu_access(cm_bench *bench, const cm_probe_part *part)
{
    if (refused(bench, CM_MIX_GPU, part)) {
        tell_found(bench, 0);
        return;
    }
    const cm_probe_part other = with_pair(part, CM_PAIR_GPU);
    cm_shared memory = cm_bench_memory(bench, &other, CM_PROBE_LINE);
    enum { THREADS = 1024 };
    cm_stream_load(bench, 1);
    cm_stream add = {.op = CM_STREAM_ADD,
                     .scope = CM_PROBE_SYS,
                     .from = memory.gpu,
                     .count = THREADS,
                     .threads = 1,
                     .passes = 1};
    uint64_t value = 0;
    (void)cm_stream_on_gpu(bench, &add);
    if (memory.cpu)
        value = *(volatile uint64_t *)memory.cpu;
    else
        cm_gpu_read(bench->work, cm_bench_gpu(bench, 0), &value, memory.gpu, sizeof value);
    tell_found(bench, value == THREADS);
}

/* ---- coherence ------------------------------------------------------------------ */

/* A hundred cycles of ping-pong by plain system-scoped loads and stores: does each side see the
 * other's writes while both run? */
static void table_coherent(cm_bench *bench, const cm_probe_part *part)
{
    cm_probe_part ping = with_pair(part, CM_PAIR_CPU_GPU);
    ping.probe = CM_PROBE_PING_PONG;
    ping.variant = CM_PING_LOAD_STORE;
    ping.scope = CM_PROBE_SYS;
    if (refused(bench, CM_MIX_BOTH, part)) {
        tell_found(bench, 0);
        return;
    }
    const cm_probe_options *options = bench->options;
    cm_probe_options few = *options;
    few.count = 100;
    bench->options = &few;
    cm_probe_ping_pong(bench, &ping);
    bench->options = options;
    bool ended = bench->slot->end == CM_PROBE_NOT_RUN;
    *bench->slot = (cm_probe_slot){.end = CM_PROBE_NOT_RUN};
    tell_found(bench, ended);
}

/* ---- placement --------------------------------------------------------------------- */

/* 0: with the CPU that touched it; 1: with the GPU; 2: elsewhere. */
static void table_place(cm_bench *bench, const cm_probe_part *part)
{
    if (cm_bench_skips(bench, is_of_gpu(part->memory.kind)
                                  ? "the driver does not say where it keeps this memory"
                                  : refused(bench, CM_MIX_CPU, part)))
        return;
    uint64_t page = cm_machine_about(bench->machine)->page_bytes;
    cm_shared memory = cm_pages_fresh(bench, part->memory, CM_MIX_CPU, bench->options->count);
    memset(memory.cpu, 1, (size_t)memory.bytes);
    cm_pages_where where = cm_pages_look(memory.cpu, memory.bytes, page);
    const cm_gpu *gpu = cm_machine_gpu(bench->machine);
    if (where.looked_at == 0 || where.node < 0)
        cm_bench_skips(bench, "the system does not say where these pages are (move_pages)");
    else
        tell_found(bench, gpu && where.node == cm_gpu_about(gpu)->numa_node);
}

static void page_size(cm_bench *bench, const cm_probe_part *part)
{
    if (is_of_gpu(part->memory.kind)) {
        if (!cm_bench_skips(bench, refused(bench, CM_MIX_GPU, part)))
            tell_found(bench, (double)cm_gpu_granularity(bench->work, cm_bench_gpu(bench, 0)));
        return;
    }
    if (cm_bench_skips(bench, refused(bench, CM_MIX_CPU, part)))
        return;
    cm_shared memory = cm_pages_fresh(bench, part->memory, CM_MIX_CPU, bench->options->count);
    memset(memory.cpu, 1, (size_t)memory.bytes);
    uint64_t bytes = cm_pages_size(memory.cpu);
    if (!cm_bench_skips(bench, bytes ? NULL : "the system does not say how large these pages are"))
        tell_found(bench, (double)bytes);
}

/* ---- migration ----------------------------------------------------------------------- */

/* Twelve passes of the GPU over what the CPU has written: moved, if the last go more than three
 * times as fast as the first. */
static void table_migrates(cm_bench *bench, const cm_probe_part *part)
{
    if (cm_bench_skips(bench, refused(bench, CM_MIX_BOTH, part)) ||
        cm_bench_skips(bench, is_of_gpu(part->memory.kind) ? "the CPU cannot reach it" : NULL))
        return;
    uint64_t page = cm_machine_about(bench->machine)->page_bytes;
    double rates[CM_PAGES_PASSES];
    cm_stream_load(bench, 1);
    cm_shared memory = cm_pages_fresh(bench, part->memory, CM_MIX_BOTH, bench->options->count);
    (void)cm_pages_touch(bench, &memory, page, false);
    unsigned done = cm_pages_passes(bench, &memory, page, true, rates);
    if (done < 2) {
        cm_bench_unended(bench, "%u of %d passes", done, CM_PAGES_PASSES);
        return;
    }
    cm_bench_number(bench, "first_gb_per_s", rates[0]);
    cm_bench_number(bench, "last_gb_per_s", rates[done - 1]);
    tell_found(bench, rates[done - 1] > 3 * rates[0]);
}

void cm_probe_table(cm_bench *bench, const cm_probe_part *part)
{
    static void (*const rows[])(cm_bench *, const cm_probe_part *) = {
        [CM_TABLE_CPU_ACCESS] = cpu_access,   [CM_TABLE_GPU_ACCESS] = gpu_access,
        [CM_TABLE_COHERENT] = table_coherent, [CM_TABLE_PLACE] = table_place,
        [CM_TABLE_PAGE] = page_size,          [CM_TABLE_MIGRATES] = table_migrates};
    if (!cm_machine_gpu(bench->machine) && part->variant != CM_TABLE_CPU_ACCESS &&
        part->variant != CM_TABLE_PLACE && part->variant != CM_TABLE_PAGE)
        cm_bench_skips(bench, "no GPU is in use");
    else
        rows[part->variant](bench, part);
}
