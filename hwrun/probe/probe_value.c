/* Value propagation (paper, sections 5.1 to 5.4): the reader has X in its cache;
 * the writer writes X, then Y; the reader waits for Y and reads X once, timed.
 * Fresh: the write reached the reader's copy. Stale: nothing did.
 *
 * There is no release and no acquire between X and Y on purpose. With them a fresh
 * X would show that synchronisation works; without them it shows that the write
 * itself invalidates or updates copies. That the two writes become visible out of
 * order is rare where the paper measured it (0.2 %), so that what nearly all trials
 * say is what the caches do. Each trial has lines of its own. */
#include "hwrun/probe/probe_part.h"

#define IMPOSSIBLE UINT64_MAX /* what X never holds */

typedef struct value_trial {
    uint64_t seen;  /* 0: the trial did not take place */
    uint64_t value; /* of X */
    double ns, cached_ns;
} value_trial;

typedef struct value_side {
    char *x, *y, *flags; /* of trial 0; the next ones follow by CM_PROBE_LINE */
    uint64_t count, deadline;
    bool cached;
    double ns_per_tick, tick_cost;
    value_trial *trials; /* the reader's */
} value_side;

static uint64_t load_line(const char *line)
{
    return __atomic_load_n((const uint64_t *)(const void *)line, __ATOMIC_RELAXED);
}

static void store_line(char *line, uint64_t value)
{
    __atomic_store_n((uint64_t *)(void *)line, value, __ATOMIC_RELAXED);
}

/* False: the deadline passed. */
static bool await_line(const char *line, uint64_t deadline)
{
    unsigned polls = 0;
    while (!load_line(line)) {
        cm_clock_relax();
        if (cm_poll_late(&polls, deadline))
            return false;
    }
    return true;
}

/* Nanoseconds for a load of X. */
static double timed_load(const value_side *side, const char *line, uint64_t *value)
{
    uint64_t start = cm_ticks_unordered();
    *value = load_line(line);
    if (*value == IMPOSSIBLE)
        return 0;
    double ticks = (double)(cm_ticks() - start) - side->tick_cost;
    return ticks > 0 ? ticks * side->ns_per_tick : 0;
}

static void writer_body(void *argument)
{
    value_side *side = argument;
    for (uint64_t i = 0; i < side->count; i++) {
        size_t at = (size_t)i * CM_PROBE_LINE;
        (void)load_line(side->x + at);
        if (!await_line(side->flags + at, side->deadline))
            return;
        store_line(side->x + at, 1);
        store_line(side->y + at, 1);
    }
}

static void reader_body(void *argument)
{
    value_side *side = argument;
    for (uint64_t i = 0; i < side->count; i++) {
        size_t at = (size_t)i * CM_PROBE_LINE;
        value_trial *trial = &side->trials[i];
        uint64_t value;
        for (int touch = 0; side->cached && touch < 3; touch++)
            trial->cached_ns = timed_load(side, side->x + at, &value);
        store_line(side->flags + at, 1);
        if (!await_line(side->y + at, side->deadline))
            return;
        trial->ns = timed_load(side, side->x + at, &trial->value);
        trial->seen = 1;
    }
}

typedef struct value_bench {
    cm_bench *bench;
    const cm_probe_part *part;
    const cm_value_row *row;
    cm_shared x, y, flags;
    uint64_t out, count; /* out 0: the GPU does not read */
    value_trial *trials;
} value_bench;

/* The CPU's sides: the writer first. */
static void run_cpu_trials(const value_bench *v)
{
    cm_bench *bench = v->bench;
    value_side side = {.x = v->x.cpu,
                       .y = v->y.cpu,
                       .flags = v->flags.cpu,
                       .count = v->count,
                       .deadline = cm_bench_deadline(bench),
                       .cached = v->row->cached,
                       .ns_per_tick = bench->ns_per_tick,
                       .tick_cost = bench->tick_cost,
                       .trials = v->trials};
    void *arguments[] = {&side, &side};
    cm_bench_body *bodies[] = {writer_body, reader_body};
    switch (v->part->pair) {
    case CM_PAIR_CPU_CPU:
        cm_bench_threads(bench, bodies, arguments, 2);
        break;
    case CM_PAIR_CPU_GPU:
        cm_bench_threads(bench, bodies, arguments, 1);
        break;
    case CM_PAIR_GPU_CPU:
        cm_bench_threads(bench, bodies + 1, arguments, 1);
        break;
    default:
        break;
    }
}

static double gpu_ns(const cm_bench *bench, uint64_t cycles)
{
    double net = (double)cycles - bench->cycle_cost;
    return net > 0 ? net * bench->ns_per_cycle : 0;
}

static void read_gpu_trials(const value_bench *v)
{
    enum { WORDS = 4 };
    cm_bench *bench = v->bench;
    uint64_t *words = CM_NEW_ARRAY(bench->work->arena, v->count * WORDS, uint64_t);
    cm_gpu_read(bench->work, cm_machine_gpu(bench->machine), words, v->out, v->count * WORDS * 8);
    for (uint64_t i = 0; i < v->count; i++) {
        const uint64_t *found = words + i * WORDS;
        v->trials[i] =
            (value_trial){found[0], found[1], gpu_ns(bench, found[2]), gpu_ns(bench, found[3])};
    }
}

static void tell_trials(const value_bench *v)
{
    cm_bench *bench = v->bench;
    double *groups[3]; /* fresh, stale, cached before */
    size_t counts[3] = {0};
    for (int i = 0; i < 3; i++)
        groups[i] = CM_NEW_ARRAY(bench->work->arena, v->count, double);
    for (uint64_t i = 0; i < v->count; i++) {
        const value_trial *trial = &v->trials[i];
        if (!trial->seen)
            continue;
        int group = trial->value == 0;
        groups[group][counts[group]++] = trial->ns;
        groups[2][counts[2]++] = trial->cached_ns;
        cm_bench_sample(bench, trial->ns);
    }
    uint64_t seen = counts[2];
    cm_bench_number(bench, "trials", (double)seen);
    cm_bench_number(bench, "fresh", (double)counts[0]);
    cm_bench_number(bench, "stale", (double)counts[1]);
    static const char *const names[] = {"fresh_ns", "stale_ns", "cached_ns"};
    for (int i = 0; i < 3; i++)
        if (counts[i] && (i < 2 || v->row->cached)) {
            cm_stats_sort(groups[i], counts[i]);
            cm_bench_number(bench, names[i], cm_stats_percentile(groups[i], counts[i], 50));
        }
    if (seen < v->count)
        cm_bench_unended(bench, "%llu of %llu trials took place", (unsigned long long)seen,
                         (unsigned long long)v->count);
}

void cm_probe_value(cm_bench *bench, const cm_probe_part *part)
{
    value_bench v = {.bench = bench, .part = part, .row = &cm_value_rows[part->variant]};
    v.count = bench->options->count;
    v.trials = CM_NEW_ARRAY(bench->work->arena, v.count, value_trial);
    uint64_t bytes = v.count * CM_PROBE_LINE;
    v.x = cm_bench_memory(bench, part, bytes);
    v.y = cm_bench_memory(bench, part, bytes);
    v.flags = cm_bench_control(bench, part->pair, bytes);
    bool gpu = cm_probe_mix(part->pair) != CM_MIX_CPU;
    bool gpu_reads = gpu && part->pair != CM_PAIR_GPU_CPU;
    if (gpu) {
        v.out = cm_bench_output(bench, v.count * 32);
        cm_bench_load(bench, part);
        cm_bench_launch_all(bench, part,
                            CM_BENCH_ARGUMENTS(v.x.gpu, v.y.gpu, v.flags.gpu, v.out, v.count));
    }
    run_cpu_trials(&v);
    if (gpu)
        cm_bench_wait(bench);
    if (gpu_reads)
        read_gpu_trials(&v);
    tell_trials(&v);
}
