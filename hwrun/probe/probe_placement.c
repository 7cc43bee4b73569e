/* Placement: who touches a page first, where it is then, what moves it, and what getting, giving
 * back and registering memory costs (Schieffer et al., 2.2, 5 to 7; Fusco et al., Fig. 4). */
#include "hwrun/probe/probe_pages.h"

#include <stdio.h>

static uint64_t page_of(const cm_bench *bench)
{
    return cm_machine_about(bench->machine)->page_bytes;
}

/* ---- first touch ------------------------------------------------------------ */

static void tell_where(cm_bench *bench, const cm_shared *memory)
{
    if (!memory->cpu)
        return;
    cm_pages_where where = cm_pages_look(memory->cpu, memory->bytes, page_of(bench));
    if (!where.looked_at)
        return;
    cm_bench_number(bench, "looked_at", where.looked_at);
    cm_bench_number(bench, "absent", where.absent);
    if (where.node >= 0) {
        cm_bench_number(bench, "node", where.node);
        cm_bench_number(bench, "on_node", where.on_node);
    }
    cm_bench_number(bench, "page_bytes", (double)cm_pages_size(memory->cpu));
}

static void touch_first(cm_bench *bench, const cm_probe_part *part, bool by_gpu)
{
    cm_mix mix = by_gpu ? CM_MIX_BOTH : CM_MIX_CPU;
    unsigned done = 0;
    if (by_gpu)
        cm_stream_load(bench, 1);
    for (; done < bench->options->repeat; done++) {
        cm_shared memory = cm_pages_fresh(bench, part->memory, mix, bench->options->count);
        double ns = cm_pages_touch(bench, &memory, page_of(bench), by_gpu);
        if (!(ns > 0))
            break;
        cm_bench_sample(bench, ns);
        if (done == 0) {
            tell_where(bench, &memory);
            cm_bench_number(bench, "again_ns",
                            cm_pages_touch(bench, &memory, page_of(bench), by_gpu));
        }
        cm_bench_let_go(bench);
    }
    cm_bench_repeated(bench, done);
}

/* ---- getting, giving back, registering ---------------------------------------- */

static double now(void)
{
    return cm_clock_seconds() * 1e9;
}

static void get_or_free(cm_bench *bench, const cm_probe_part *part, bool frees)
{
    /* The widest that the memory has here; or why there is none, not even of a CPU's own. */
    cm_mix mix = CM_MIX_COUNT;
    const char *why_not;
    do
        why_not =
            cm_machine_refuses(bench->machine, --mix, part->memory.kind, part->memory.numa_node);
    while (why_not && mix > 0);
    if (cm_bench_skips(bench, why_not))
        return;
    for (unsigned i = 0; i < bench->options->repeat; i++) {
        double start = now();
        cm_shared memory = cm_shared_new(bench->work, bench->machine, mix, part->memory.kind,
                                         part->memory.numa_node, part->size);
        if (mix != CM_MIX_CPU)
            cm_gpu_wait(bench->work, cm_bench_gpu(bench, 0));
        double got = now();
        cm_shared_free(bench->machine, &memory);
        cm_bench_sample(bench, frees ? now() - got : got - start);
    }
    cm_bench_number(bench, "bytes", (double)part->size);
}

static void registered(cm_bench *bench, const cm_probe_part *part)
{
    const cm_probe_part plain = {.pair = CM_PAIR_CPU, .memory = {CM_MEMORY_MALLOC, 0}};
    cm_gpu *gpu = cm_bench_gpu(bench, 0);
    cm_shared memory = cm_bench_memory(bench, &plain, part->size);
    double back = 0;
    for (unsigned i = 0; i < bench->options->repeat; i++) {
        uint64_t address;
        double start = now();
        cm_gpu_pin(bench->work, gpu, memory.base, memory.bytes, &address);
        double pinned = now();
        cm_gpu_unpin(gpu, memory.base);
        back += now() - pinned;
        cm_bench_sample(bench, pinned - start);
    }
    cm_bench_number(bench, "bytes", (double)part->size);
    cm_bench_number(bench, "back_ns", back / bench->options->repeat);
}

/* ---- moving ---------------------------------------------------------------------- */

static void measure_prefetch(cm_bench *bench, const cm_probe_part *part, bool to_cpu)
{
    cm_gpu *gpu = cm_bench_gpu(bench, 0);
    const uint64_t bytes = bench->options->count, pages = bytes / page_of(bench);
    cm_shared memory = cm_pages_fresh(bench, part->memory, CM_MIX_BOTH, bytes);
    double seconds = 0;
    for (unsigned i = 0; i < bench->options->repeat; i++) {
        cm_gpu_prefetch(bench->work, gpu, memory.base, bytes, !to_cpu);
        cm_gpu_wait(bench->work, gpu);
        cm_gpu_clock_begin(bench->work, gpu);
        cm_gpu_prefetch(bench->work, gpu, memory.base, bytes, to_cpu);
        cm_gpu_clock_end(bench->work, gpu);
        cm_gpu_wait(bench->work, gpu);
        double took = cm_gpu_clock_seconds(bench->work, gpu);
        seconds += took;
        cm_bench_sample(bench, took * 1e9 / (double)pages);
    }
    cm_bench_number(bench, "gb_per_s",
                    seconds > 0 ? (double)bytes * bench->options->repeat / seconds * 1e-9 : 0);
    tell_where(bench, &memory);
}

static void tell_passes(cm_bench *bench, const cm_shared *memory, bool by_gpu)
{
    double rates[CM_PAGES_PASSES];
    unsigned done = cm_pages_passes(bench, memory, page_of(bench), by_gpu, rates);
    for (unsigned i = 0; i < done; i++) {
        char name[16];
        snprintf(name, sizeof name, "pass_%u", i + 1);
        cm_bench_number(bench, name, rates[i]);
        cm_bench_sample(bench, (double)page_of(bench) / rates[i]);
    }
    if (done < CM_PAGES_PASSES)
        cm_bench_unended(bench, "%u of %d passes", done, CM_PAGES_PASSES);
}

/* The other side has written every page; then 12 passes of this side. */
static void passes_after_other_side(cm_bench *bench, const cm_probe_part *part, bool by_gpu)
{
    cm_stream_load(bench, 1);
    cm_shared memory = cm_pages_fresh(bench, part->memory, CM_MIX_BOTH, bench->options->count);
    if (!(cm_pages_touch(bench, &memory, page_of(bench), !by_gpu) > 0)) {
        cm_bench_unended(bench, "0 of %d passes", CM_PAGES_PASSES);
        return;
    }
    tell_passes(bench, &memory, by_gpu);
    tell_where(bench, &memory);
}

/* Other memory fills the GPU but for 512 MiB, of which managed memory then takes 1.3 times as
 * much. */
static void oversubscribe(cm_bench *bench, const cm_probe_part *part)
{
    const uint64_t left = UINT64_C(512) << 20, wanted = left / 10 * 13;
    cm_gpu *gpu = cm_bench_gpu(bench, 0);
    uint64_t spare = cm_gpu_spare(bench->work, gpu);
    cm_stream_load(bench, 1);
    if (spare > left)
        (void)cm_bench_output(bench, spare - left);
    cm_shared memory = cm_pages_fresh(bench, part->memory, CM_MIX_BOTH, wanted);
    cm_bench_number(bench, "ratio", 1.3);
    if (cm_pages_touch(bench, &memory, page_of(bench), false) > 0)
        tell_passes(bench, &memory, true);
}

/* ---- a part ------------------------------------------------------------------------ */

void cm_probe_placement(cm_bench *bench, const cm_probe_part *part)
{
    cm_placement_variant variant = (cm_placement_variant)part->variant;
    switch (variant) {
    case CM_PLACEMENT_TOUCH_CPU:
    case CM_PLACEMENT_TOUCH_GPU:
        touch_first(bench, part, variant == CM_PLACEMENT_TOUCH_GPU);
        break;
    case CM_PLACEMENT_GET:
    case CM_PLACEMENT_FREE:
        get_or_free(bench, part, variant == CM_PLACEMENT_FREE);
        break;
    case CM_PLACEMENT_REGISTER:
        registered(bench, part);
        break;
    case CM_PLACEMENT_PREFETCH_GPU:
    case CM_PLACEMENT_PREFETCH_CPU:
        measure_prefetch(bench, part, variant == CM_PLACEMENT_PREFETCH_CPU);
        break;
    case CM_PLACEMENT_PASSES_GPU:
    case CM_PLACEMENT_PASSES_CPU:
        passes_after_other_side(bench, part, variant == CM_PLACEMENT_PASSES_GPU);
        break;
    case CM_PLACEMENT_OVERSUBSCRIBE:
        oversubscribe(bench, part);
        break;
    }
}
