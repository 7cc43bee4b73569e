/* What a part is measured on: its memory, its kernel, its threads, the clocks. */
#include "hwrun/probe/probe_part.h"

#include <pthread.h>
#include <stdio.h>

/* ---- memory ------------------------------------------------------------ */

static cm_shared hold(cm_bench *bench, cm_shared memory)
{
    bench->held[bench->held_count++] = memory;
    return memory;
}

static void check_room(const cm_bench *bench, unsigned used, unsigned room)
{
    if (used >= room)
        cm_fail(bench->work, (cm_place){0}, "a probe holds more memory than it has room for");
}

cm_shared cm_bench_memory(cm_bench *bench, const cm_probe_part *part, uint64_t bytes)
{
    check_room(bench, bench->held_count, CM_BENCH_HELD);
    return hold(bench, cm_shared_new(bench->work, bench->machine, cm_probe_mix(part->pair),
                                     part->memory.kind, part->memory.numa_node, bytes));
}

cm_shared cm_bench_control(cm_bench *bench, cm_probe_pair pair, uint64_t bytes)
{
    static const cm_memory_kind kinds[CM_MIX_COUNT] = {[CM_MIX_CPU] = CM_MEMORY_MALLOC,
                                                       [CM_MIX_GPU] = CM_MEMORY_DEVICE,
                                                       [CM_MIX_BOTH] = CM_MEMORY_PINNED};
    check_room(bench, bench->held_count, CM_BENCH_HELD);
    cm_mix mix = cm_probe_mix(pair);
    return hold(bench, cm_shared_new(bench->work, bench->machine, mix, kinds[mix], 0, bytes));
}

uint64_t cm_bench_output(cm_bench *bench, uint64_t bytes)
{
    check_room(bench, bench->address_count, CM_BENCH_ADDRESSES);
    uint64_t address = cm_gpu_alloc(bench->work, cm_machine_gpu(bench->machine), bytes);
    bench->addresses[bench->address_count++] = address;
    return address;
}

unsigned cm_bench_cycles(cm_bench *bench, uint64_t out, double *ns)
{
    uint64_t rounds = bench->options->repeat;
    uint64_t *cycles = CM_NEW_ARRAY(bench->work->arena, rounds, uint64_t);
    cm_gpu_read(bench->work, cm_machine_gpu(bench->machine), cycles, out, rounds * 8);
    unsigned done = 0;
    while (done < rounds && cycles[done]) {
        ns[done] = (double)cycles[done] * bench->ns_per_cycle / (double)bench->options->count;
        done++;
    }
    return done;
}

void cm_bench_release(cm_bench *bench)
{
    cm_gpu *gpu = cm_machine_gpu(bench->machine);
    if (bench->module)
        cm_gpu_unload(gpu, bench->module);
    bench->module = NULL;
    while (bench->address_count > 0)
        cm_gpu_free(gpu, bench->addresses[--bench->address_count]);
    while (bench->held_count > 0)
        cm_shared_free(bench->machine, &bench->held[--bench->held_count]);
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

static void calibrate_gpu(cm_bench *bench)
{
    cm_gpu *gpu = cm_machine_gpu(bench->machine);
    uint64_t out = cm_bench_output(bench, 32), limit = 5000000;
    uint32_t first = 0;
    void *arguments[] = {&out, &limit, &first};
    /* The first run wakes the clock up, the second one counts. */
    uint64_t found[3] = {0};
    for (int i = 0; i < 2; i++) {
        cm_gpu_launch(bench->work, gpu, bench->module, "probe_clock", shape_of(CM_PAIR_GPU),
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
    bench->module = cm_gpu_load(bench->work, cm_machine_gpu(bench->machine),
                                cm_probe_module(bench->work, part), 3);
    if (!(bench->ns_per_cycle > 0))
        calibrate_gpu(bench);
}

void cm_bench_launch(cm_bench *bench, const cm_probe_part *part, void **arguments)
{
    cm_gpu_launch(bench->work, cm_machine_gpu(bench->machine), bench->module, bench->entry,
                  shape_of(part->pair), arguments);
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

void cm_bench_skip(cm_bench *bench, const char *reason)
{
    snprintf(bench->slot->reason, sizeof bench->slot->reason, "%s", reason);
    bench->slot->end = CM_PROBE_SKIPPED;
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

typedef struct runner {
    const cm_machine *machine;
    unsigned cpu;
    cm_bench_body *body;
    void *argument;
    uint32_t *unpinned; /* atomic */
} runner;

static void *run_body(void *argument)
{
    const runner *r = argument;
    if (!cm_machine_pin(r->machine, r->cpu))
        __atomic_fetch_add(r->unpinned, 1, __ATOMIC_RELAXED);
    r->body(r->argument);
    return NULL;
}

void cm_bench_threads(cm_bench *bench, cm_bench_body **bodies, void **arguments, unsigned count)
{
    enum { MOST = 2 };
    pthread_t threads[MOST];
    runner runners[MOST];
    uint32_t unpinned = 0;
    unsigned started = 0;
    for (; started < count; started++) {
        runners[started] =
            (runner){bench->machine, started, bodies[started], arguments[started], &unpinned};
        if (pthread_create(&threads[started], NULL, run_body, &runners[started]) != 0)
            break;
    }
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (started < count)
        cm_fail(bench->work, (cm_place){0}, "a thread could not be started");
    if (unpinned)
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
