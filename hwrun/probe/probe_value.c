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
    cm_bench *bench;
    char *x, *y, *flags; /* of trial 0; the next ones follow by CM_PROBE_LINE */
    uint64_t deadline;
    bool cached;
    bool reads;          /* the first thread */
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

/* Nanoseconds for a load of X. */
static double timed_load(const cm_bench *bench, const char *line, uint64_t *value)
{
    uint64_t start = cm_ticks_unordered();
    *value = load_line(line);
    if (*value == IMPOSSIBLE)
        return 0;
    double ticks = (double)(cm_ticks() - start) - bench->tick_cost;
    return ticks > 0 ? ticks * bench->ns_per_tick : 0;
}

static void write_trials(const value_side *side)
{
    for (uint64_t i = 0; i < side->bench->options->count; i++) {
        size_t at = (size_t)i * CM_PROBE_LINE;
        (void)load_line(side->x + at);
        if (!cm_poll_word(side->flags + at, side->deadline))
            return;
        store_line(side->x + at, 1);
        store_line(side->y + at, 1);
    }
}

static void read_trials(const value_side *side)
{
    for (uint64_t i = 0; i < side->bench->options->count; i++) {
        size_t at = (size_t)i * CM_PROBE_LINE;
        value_trial *trial = &side->trials[i];
        uint64_t value;
        for (int touch = 0; side->cached && touch < 3; touch++)
            trial->cached_ns = timed_load(side->bench, side->x + at, &value);
        store_line(side->flags + at, 1);
        if (!cm_poll_word(side->y + at, side->deadline))
            return;
        trial->ns = timed_load(side->bench, side->x + at, &trial->value);
        trial->seen = 1;
    }
}

static void value_body(void *argument, unsigned me)
{
    const value_side *side = argument;
    if (me == 1 || side->reads)
        read_trials(side);
    else
        write_trials(side);
}

static double gpu_ns(const cm_bench *bench, uint64_t cycles)
{
    double net = (double)cycles - bench->cycle_cost;
    return net > 0 ? net * bench->ns_per_cycle : 0;
}

static void read_gpu_trials(cm_bench *bench, uint64_t out, value_trial *trials)
{
    enum { WORDS = 4 };
    uint64_t count = bench->options->count;
    uint64_t *words = CM_NEW_ARRAY(bench->work->arena, count * WORDS, uint64_t);
    cm_gpu_read(bench->work, cm_machine_gpu(bench->machine), words, out, count * WORDS * 8);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *found = words + i * WORDS;
        trials[i] =
            (value_trial){found[0], found[1], gpu_ns(bench, found[2]), gpu_ns(bench, found[3])};
    }
}

static void tell_trials(cm_bench *bench, const value_trial *trials, bool cached)
{
    double *groups[3]; /* fresh, stale, cached before */
    size_t counts[3] = {0};
    uint64_t count = bench->options->count;
    for (int i = 0; i < 3; i++)
        groups[i] = CM_NEW_ARRAY(bench->work->arena, count, double);
    for (uint64_t i = 0; i < count; i++) {
        const value_trial *trial = &trials[i];
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
        if (counts[i] && (i < 2 || cached)) {
            cm_stats_sort(groups[i], counts[i]);
            cm_bench_number(bench, names[i], cm_stats_percentile(groups[i], counts[i], 50));
        }
    if (seen < count)
        cm_bench_unended(bench, "%llu of %llu trials took place", (unsigned long long)seen,
                         (unsigned long long)count);
}

void cm_probe_value(cm_bench *bench, const cm_probe_part *part)
{
    uint64_t count = bench->options->count, bytes = count * CM_PROBE_LINE, out = 0;
    cm_mix mix = cm_probe_mix(part->pair);
    value_trial *trials = CM_NEW_ARRAY(bench->work->arena, count, value_trial);
    cm_shared x = cm_bench_memory(bench, part, bytes), y = cm_bench_memory(bench, part, bytes);
    cm_shared flags = cm_bench_control(bench, part->pair, bytes);
    if (mix != CM_MIX_CPU) {
        out = cm_bench_output(bench, count * 32);
        cm_bench_load(bench, part);
        cm_bench_launch_all(bench, part, CM_BENCH_ARGUMENTS(x.gpu, y.gpu, flags.gpu, out, count));
    }
    value_side side = {.bench = bench,
                       .x = x.cpu,
                       .y = y.cpu,
                       .flags = flags.cpu,
                       .deadline = cm_bench_deadline(bench),
                       .cached = cm_value_rows[part->variant].cached,
                       .reads = part->pair == CM_PAIR_GPU_CPU,
                       .trials = trials};
    if (mix != CM_MIX_GPU)
        cm_bench_threads(bench, value_body, &side, part->pair == CM_PAIR_CPU_CPU ? 2 : 1);
    if (mix != CM_MIX_CPU)
        cm_bench_wait(bench);
    if (mix != CM_MIX_CPU && part->pair != CM_PAIR_GPU_CPU)
        read_gpu_trials(bench, out, trials);
    tell_trials(bench, trials, side.cached);
}
