/* What fences, orders and scopes cost: one thread, a store, the form, a load, again and again.
 *
 * The load finds 0, which is added to the next address, so that rounds do not overlap where a
 * load has to wait; stores may. What a row takes more than its base is the cost. Nobody else
 * uses the memory: it is the cost without contention.
 *
 * On a GPU that is the difference of two medians. Other work on a CPU only makes times longer, for
 * milliseconds together: there a row and its base are timed in turn, and the cost is the difference
 * of the least times of each. */
#include "hwrun/probe/probe_part.h"

#include "hwrun/machine/cpu_forms.h"

#include <math.h>
#include <string.h>

#define GPU(name, kind, help)                                                                      \
    {                                                                                              \
        name, help, "none", CM_PAIR_GPU, CM_FORM_AT_##kind, true, false                            \
    }
#define NEW_GPU(name, kind, help)                                                                  \
    {                                                                                              \
        name, help, "none", CM_PAIR_GPU, CM_FORM_AT_##kind, true, true                             \
    }
static const cm_fence_row gpu_rows[] = {
    {"none", "GPU: st.weak, ld.weak", "none", CM_PAIR_GPU, CM_FORM_AT_NONE, false, false},
    GPU("ld.relaxed", LOAD, "at each scope, as all of these"),
    GPU("ld.acquire", LOAD, ""),
    GPU("st.relaxed", STORE, ""),
    GPU("st.release", STORE, ""),
    GPU("atom.relaxed", ATOM, "atom.add, which adds 0"),
    GPU("atom.acquire", ATOM, ""),
    GPU("atom.release", ATOM, ""),
    GPU("atom.acq_rel", ATOM, ""),
    NEW_GPU("fence.acquire", BETWEEN, "PTX 8.6"),
    NEW_GPU("fence.release", BETWEEN, "PTX 8.6"),
    GPU("fence.acq_rel", BETWEEN, ""),
    GPU("fence.sc", BETWEEN, ""),
};
enum { GPU_ROWS = sizeof gpu_rows / sizeof *gpu_rows };

cm_fence_row cm_fence_row_at(unsigned index)
{
    if (index < GPU_ROWS)
        return gpu_rows[index];
    const cm_cpu_form *form = &cm_cpu_forms[index - GPU_ROWS];
    return (cm_fence_row){.name = form->name,
                          .help = form->help,
                          .base = form->base,
                          .pair = CM_PAIR_CPU,
                          .kind = CM_FORM_AT_BETWEEN};
}

unsigned cm_fence_row_count(void)
{
    return GPU_ROWS + cm_cpu_form_count;
}

enum { BYTES = CM_CPU_FORM_PLACES * CM_PROBE_LINE };
_Static_assert((int)CM_CPU_FORM_STEP == (int)CM_PROBE_LINE, "rounds of both go from line to line");

/* ---- CPU --------------------------------------------------------------- */

typedef struct fence_side {
    cm_bench *bench;
    char *memory;
    uint64_t deadline;
    void (*rounds)(char *memory, uint64_t count);
    void (*base)(char *memory, uint64_t count); /* of the row's base; the same for a base */
    unsigned done;
    double least, least_base; /* of all repetitions: nanoseconds of a round */
} fence_side;

static double time_rounds(const fence_side *side, void (*rounds)(char *memory, uint64_t count))
{
    uint64_t start = cm_ticks();
    rounds(side->memory, side->bench->options->count);
    return (double)(cm_ticks() - start) * side->bench->ns_per_tick /
           (double)side->bench->options->count;
}

static void fence_rounds(void *argument, unsigned me)
{
    (void)me;
    fence_side *side = argument;
    side->rounds(side->memory, CM_CPU_FORM_PLACES); /* warm */
    for (; side->done < side->bench->options->repeat && cm_ticks() < side->deadline; side->done++) {
        double ns = time_rounds(side, side->rounds);
        double base = time_rounds(side, side->base);
        cm_bench_sample(side->bench, ns);
        side->least = fmin(side->least, ns);
        side->least_base = fmin(side->least_base, base);
    }
}

static unsigned measure_on_cpu(cm_bench *bench, const cm_probe_part *part, const cm_shared *memory)
{
    const cm_cpu_form *form = &cm_cpu_forms[part->variant - GPU_ROWS], *base = cm_cpu_forms;
    while (strcmp(base->name, form->base) != 0)
        base++;
    fence_side side = {.bench = bench,
                       .memory = memory->cpu,
                       .deadline = cm_bench_deadline(bench),
                       .rounds = form->rounds,
                       .base = base->rounds,
                       .least = INFINITY,
                       .least_base = INFINITY};
    memset(memory->cpu, 0, BYTES);
    cm_bench_threads(bench, fence_rounds, &side, 1);
    bool own = strcmp(form->name, form->base) == 0;
    if (side.done)
        cm_bench_number(bench, "cost", own ? 0 : fmax(0, side.least - side.least_base));
    return side.done;
}

/* ---- GPU --------------------------------------------------------------- */

static unsigned measure_on_gpu(cm_bench *bench, const cm_probe_part *part, const cm_shared *memory)
{
    cm_gpu *gpu = cm_machine_gpu(bench->machine);
    uint64_t rounds = bench->options->repeat, count = bench->options->count;
    uint64_t out = cm_bench_output(bench, rounds * 8);
    cm_bench_load(bench, part);
    cm_gpu_clear(bench->work, gpu, out, rounds * 8);
    if (memory->cpu)
        memset(memory->cpu, 0, BYTES);
    else
        cm_gpu_clear(bench->work, gpu, memory->gpu, BYTES);
    cm_bench_launch(bench, part, 0, CM_BENCH_ARGUMENTS(memory->gpu, out, count, rounds));
    cm_gpu_wait(bench->work, gpu);
    return cm_bench_cycles(bench, out);
}

/* ---- a part ------------------------------------------------------------ */

void cm_probe_fences(cm_bench *bench, const cm_probe_part *part)
{
    bool is_gpu = part->pair == CM_PAIR_GPU;
    if (!is_gpu &&
        cm_bench_skips(bench, cm_cpu_form_lacks(&cm_cpu_forms[part->variant - GPU_ROWS])))
        return;
    cm_shared memory = cm_bench_memory(bench, part, BYTES);
    unsigned done =
        is_gpu ? measure_on_gpu(bench, part, &memory) : measure_on_cpu(bench, part, &memory);
    cm_bench_number(bench, "rounds", (double)(bench->options->count * done));
    cm_bench_repeated(bench, done);
}

/* The part with the row's base: the same unit and memory. NULL: not measured. */
static const cm_probe_result *base_of(const cm_probe_run *run, const cm_probe_part *part)
{
    const char *base = cm_fence_row_at(part->variant).base;
    for (size_t i = 0; i < run->count; i++) {
        const cm_probe_part *other = &run->parts[i];
        if (other->pair == part->pair && other->memory.kind == part->memory.kind &&
            other->memory.numa_node == part->memory.numa_node && run->results[i].stats.count &&
            strcmp(cm_fence_row_at(other->variant).name, base) == 0)
            return &run->results[i];
    }
    return NULL;
}

void cm_probe_fence_costs(cm_arena *arena, cm_probe_run *run)
{
    for (size_t i = 0; run->options.probe == CM_PROBE_FENCES && i < run->count; i++) {
        cm_probe_result *result = &run->results[i];
        const cm_probe_result *base = base_of(run, &run->parts[i]);
        if (!result->stats.count || !base || cm_probe_get(result, "cost", -1) >= 0)
            continue;
        cm_probe_number *numbers = CM_NEW_ARRAY(arena, result->number_count + 1, cm_probe_number);
        memcpy(numbers, result->numbers, result->number_count * sizeof *numbers);
        numbers[result->number_count++] =
            (cm_probe_number){"cost", fmax(0, result->stats.median - base->stats.median)};
        result->numbers = numbers;
    }
}
