/* What a part is measured on: its memory, its kernel, its threads, the clocks. */
#include "hwrun/probe/probe_stream.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* ---- memory ------------------------------------------------------------ */

static void check_room(const cm_bench *bench, unsigned used, unsigned room)
{
    if (used >= room)
        cm_fail(bench->work, (cm_place){0}, "a probe holds more memory than it has room for");
}

cm_shared cm_bench_hold(cm_bench *bench, cm_shared memory)
{
    bench->held[bench->held_count++] = memory;
    return memory;
}

cm_shared cm_bench_memory(cm_bench *bench, const cm_probe_part *part, uint64_t bytes)
{
    check_room(bench, bench->held_count, CM_BENCH_HELD);
    return cm_bench_hold(bench, cm_shared_new(bench->work, bench->machine, cm_probe_mix(part->pair),
                                              part->memory.kind, part->memory.numa_node, bytes));
}

cm_shared cm_bench_control(cm_bench *bench, cm_probe_pair pair, uint64_t bytes)
{
    static const cm_memory_kind kinds[CM_MIX_COUNT] = {[CM_MIX_CPU] = CM_MEMORY_MALLOC,
                                                       [CM_MIX_GPU] = CM_MEMORY_DEVICE,
                                                       [CM_MIX_BOTH] = CM_MEMORY_PINNED};
    check_room(bench, bench->held_count, CM_BENCH_HELD);
    cm_mix mix = cm_probe_mix(pair);
    return cm_bench_hold(bench,
                         cm_shared_new(bench->work, bench->machine, mix, kinds[mix], 0, bytes));
}

uint64_t cm_bench_output(cm_bench *bench, uint64_t bytes)
{
    check_room(bench, bench->address_count, CM_BENCH_ADDRESSES);
    uint64_t address = cm_gpu_alloc(bench->work, cm_machine_gpu(bench->machine), bytes);
    bench->addresses[bench->address_count++] = address;
    return address;
}

unsigned cm_bench_cycles(cm_bench *bench, uint64_t out)
{
    uint64_t rounds = bench->options->repeat;
    uint64_t *cycles = CM_NEW_ARRAY(bench->work->arena, rounds, uint64_t);
    cm_gpu_read(bench->work, cm_machine_gpu(bench->machine), cycles, out, rounds * 8);
    unsigned done = 0;
    for (; done < rounds && cycles[done]; done++)
        cm_bench_sample(bench,
                        (double)cycles[done] * bench->ns_per_cycle / (double)bench->options->count);
    return done;
}

void cm_bench_let_go(cm_bench *bench)
{
    while (bench->held_count > 0)
        cm_shared_free(bench->machine, &bench->held[--bench->held_count]);
    if (bench->pages)
        (void)munmap(bench->pages, (size_t)bench->pages_bytes);
    bench->pages = NULL;
}

cm_shared cm_bench_keep(cm_bench *bench, cm_mix mix, cm_probe_memory memory, unsigned which,
                        uint64_t bytes)
{
    for (unsigned i = 0; i < bench->kept_count; i++) {
        const cm_kept *kept = &bench->kept[i];
        if (kept->mix == mix && kept->memory.kind == memory.kind &&
            kept->memory.numa_node == memory.numa_node && kept->which == which &&
            kept->shared.bytes >= bytes)
            return kept->shared;
    }
    check_room(bench, bench->kept_count, CM_BENCH_KEPT);
    cm_kept *kept = &bench->kept[bench->kept_count];
    *kept = (cm_kept){.mix = mix, .memory = memory, .which = which};
    kept->shared =
        cm_shared_new(bench->work, bench->machine, mix, memory.kind, memory.numa_node, bytes);
    bench->kept_count++;
    return kept->shared;
}

void cm_bench_drop(cm_bench *bench)
{
    while (bench->kept_count > 0)
        cm_shared_free(bench->machine, &bench->kept[--bench->kept_count].shared);
    for (unsigned i = 0; i < 2; i++) {
        if (bench->stream_modules[i])
            cm_gpu_unload(cm_bench_gpu(bench, i), bench->stream_modules[i]);
        bench->stream_modules[i] = NULL;
    }
}

void cm_bench_wait(void *argument)
{
    cm_bench *bench = argument;
    for (unsigned i = 0; i < 2; i++)
        if (bench->modules[i] || bench->stream_modules[i])
            cm_gpu_wait(bench->work, cm_bench_gpu(bench, i));
}

void cm_bench_release(cm_bench *bench)
{
    cm_gpu *gpu = cm_machine_gpu(bench->machine);
    if (bench->noise) {
        cm_stream_quiet(bench);
        (void)cm_arena_protect(bench->work->arena, cm_bench_wait, bench);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (bench->modules[i])
            cm_gpu_unload(cm_bench_gpu(bench, i), bench->modules[i]);
        bench->modules[i] = NULL;
    }
    while (bench->address_count > 0)
        cm_gpu_free(gpu, bench->addresses[--bench->address_count]);
    cm_bench_let_go(bench);
}

/* ---- kernels ----------------------------------------------------------- */

/* Shapes: one warp for each participant. */
static cm_gpu_shape shape_of(cm_probe_pair pair)
{
    return (cm_gpu_shape){.blocks = pair == CM_PAIR_CTA_CTA ? 2 : 1,
                          .threads = pair == CM_PAIR_SAME_CTA ? 64 : 32,
                          .cluster = 1,
                          .together = true};
}

cm_gpu *cm_bench_gpu(cm_bench *bench, unsigned gpu)
{
    return cm_machine_gpu_at(bench->work, bench->machine, (int)gpu);
}

static void calibrate_gpu(cm_bench *bench)
{
    cm_gpu *gpu = cm_machine_gpu(bench->machine);
    uint64_t out = cm_bench_output(bench, 32), limit = 5000000;
    uint32_t first = 0;
    void *arguments[] = {&out, &limit, &first};
    /* The first run wakes the clock up, the second one counts. */
    uint64_t found[3] = {0};
    for (int i = 0; i < 2; i++) {
        cm_gpu_launch(bench->work, gpu, bench->modules[0], "probe_clock", shape_of(CM_PAIR_GPU),
                      arguments);
        cm_gpu_wait(bench->work, gpu);
    }
    cm_gpu_read(bench->work, gpu, found, out, sizeof found);
    if (found[0] == 0 || found[1] == 0)
        cm_fail(bench->work, (cm_place){0},
                "the GPU's clock could not be measured: %llu cycles in %llu ns",
                (unsigned long long)found[0], (unsigned long long)found[1]);
    bench->ns_per_cycle = (double)found[1] / (double)found[0];
    bench->cycle_cost = (double)found[2];
}

void cm_bench_load(cm_bench *bench, const cm_probe_part *part)
{
    bench->entry = cm_probe_entry(bench->work->arena, part);
    /* Level 3 is what ptxas does by default. */
    const char *module = cm_probe_ptx(bench->work, part, 1);
    for (unsigned i = 0; i < (part->pair == CM_PAIR_GPU_GPU ? 2U : 1U); i++)
        bench->modules[i] = cm_gpu_load(bench->work, cm_bench_gpu(bench, i), module, 3);
    if (!(bench->ns_per_cycle > 0))
        calibrate_gpu(bench);
}

void cm_bench_launch(cm_bench *bench, const cm_probe_part *part, unsigned gpu,
                     const uint64_t *arguments, unsigned count)
{
    enum { MOST = 8 };
    uint64_t values[MOST], limit = cm_bench_limit_ns(bench);
    void *all[MOST + 2];
    uint32_t first = gpu + (part->pair == CM_PAIR_CPU_GPU);
    for (unsigned i = 0; i < count; i++) {
        values[i] = arguments[i];
        all[i] = &values[i];
    }
    all[count] = &limit;
    all[count + 1] = &first;
    cm_gpu_launch(bench->work, cm_bench_gpu(bench, gpu), bench->modules[gpu], bench->entry,
                  shape_of(part->pair), all);
}

void cm_bench_launch_all(cm_bench *bench, const cm_probe_part *part, const uint64_t *arguments,
                         unsigned count)
{
    for (unsigned gpu = 0; gpu <= (part->pair == CM_PAIR_GPU_GPU); gpu++)
        cm_bench_launch(bench, part, gpu, arguments, count);
}

/* ---- results ----------------------------------------------------------- */

void cm_bench_number(cm_bench *bench, const char *name, double value)
{
    cm_probe_slot *slot = bench->slot;
    if (slot->number_count == CM_PROBE_NUMBERS)
        return;
    snprintf(slot->numbers[slot->number_count].name, sizeof slot->numbers->name, "%s", name);
    slot->numbers[slot->number_count++].value = value;
}

void cm_bench_sample(cm_bench *bench, double value)
{
    if (bench->slot->sample_count < bench->capacity)
        bench->samples[bench->slot->sample_count++] = value;
}

bool cm_bench_skips(cm_bench *bench, const char *reason)
{
    if (!reason)
        return false;
    snprintf(bench->slot->reason, sizeof bench->slot->reason, "%s", reason);
    bench->slot->end = CM_PROBE_SKIPPED;
    return true;
}

void cm_bench_repeated(cm_bench *bench, uint64_t done)
{
    if (done < bench->options->repeat)
        cm_bench_unended(bench, "%u of %u repetitions", (unsigned)done, bench->options->repeat);
}

void cm_bench_unended(cm_bench *bench, const char *format, ...)
{
    cm_probe_slot *slot = bench->slot;
    int used = snprintf(slot->reason, sizeof slot->reason,
                        "did not end within %g s: ", bench->options->limit);
    va_list args;
    va_start(args, format);
    vsnprintf(slot->reason + used, sizeof slot->reason - (size_t)used, format, args);
    va_end(args);
    slot->end = CM_PROBE_UNENDED;
}

/* ---- threads ----------------------------------------------------------- */

struct cm_bench_crew {
    const cm_machine *machine;
    cm_bench_body *body;
    void *argument;
    pthread_t *threads;
    unsigned count;
    uint32_t go;       /* atomic: 1 begin, 2 do not */
    uint32_t numbered; /* atomic: threads that have taken a CPU */
    uint32_t unpinned; /* atomic */
};

/* All begin when all are there. */
static void *run_body(void *argument)
{
    cm_bench_crew *crew = argument;
    unsigned me = __atomic_fetch_add(&crew->numbered, 1, __ATOMIC_RELAXED);
    if (!cm_machine_pin(crew->machine, me))
        __atomic_fetch_add(&crew->unpinned, 1, __ATOMIC_RELAXED);
    uint32_t go;
    while (!(go = __atomic_load_n(&crew->go, __ATOMIC_ACQUIRE)))
        (void)sched_yield();
    if (go == 1)
        crew->body(crew->argument, me);
    return NULL;
}

cm_bench_crew *cm_bench_start(cm_bench *bench, cm_bench_body *body, void *argument, unsigned count)
{
    cm_bench_crew *crew = calloc(1, sizeof *crew);
    pthread_t *threads = calloc(count, sizeof *threads);
    if (!crew || !threads) {
        free(crew);
        free(threads);
        cm_fail(bench->work, (cm_place){0}, "out of memory");
    }
    *crew = (cm_bench_crew){
        .machine = bench->machine, .body = body, .argument = argument, .threads = threads};
    while (crew->count < count && pthread_create(&threads[crew->count], NULL, run_body, crew) == 0)
        crew->count++;
    __atomic_store_n(&crew->go, crew->count == count ? 1 : 2, __ATOMIC_RELEASE);
    if (crew->count == count)
        return crew;
    (void)cm_bench_join(crew);
    cm_fail(bench->work, (cm_place){0}, "a thread could not be started");
}

bool cm_bench_join(cm_bench_crew *crew)
{
    for (unsigned i = 0; i < crew->count; i++)
        pthread_join(crew->threads[i], NULL);
    bool pinned = crew->unpinned == 0;
    free(crew->threads);
    free(crew);
    return pinned;
}

void cm_bench_threads(cm_bench *bench, cm_bench_body *body, void *argument, unsigned count)
{
    if (!cm_bench_join(cm_bench_start(bench, body, argument, count)))
        cm_fail(bench->work, (cm_place){0},
                "a thread could not be bound to a CPU, as probes need: the system refused");
}

/* ---- the CPU's clock --------------------------------------------------- */

uint64_t cm_bench_limit_ns(const cm_bench *bench)
{
    return (uint64_t)(bench->options->limit * 1e9);
}

uint64_t cm_bench_deadline(const cm_bench *bench)
{
    return cm_ticks() + (uint64_t)(bench->options->limit * 1e9 / bench->ns_per_tick);
}
