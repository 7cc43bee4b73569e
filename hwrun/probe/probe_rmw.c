/* Lost updates: two threads add 1 to one counter, N times each (paper, section
 * 4.3). What is missing in the end was lost: one thread read, then the other
 * updated, then the first wrote what it had computed from the old value. */
#include "hwrun/probe/probe_part.h"

typedef struct rmw_side {
    uint64_t *counter;
    uint64_t *mine, *theirs; /* flags: here I am */
    cm_rmw_variant variant;
    uint64_t count, deadline;
    uint64_t done, ticks, sum; /* results */
} rmw_side;

static uint64_t add_ones(rmw_side *side, uint64_t count)
{
    switch (side->variant) {
    case CM_RMW_ATOM:
        for (uint64_t i = 0; i < count; i++)
            side->sum += __atomic_fetch_add(side->counter, 1, __ATOMIC_RELAXED);
        return count;
    case CM_RMW_RED:
        for (uint64_t i = 0; i < count; i++)
            (void)__atomic_fetch_add(side->counter, 1, __ATOMIC_RELAXED);
        return count;
    case CM_RMW_CAS:
        break;
    }
    /* Adds up to count; gives how many. A compare-and-swap that failed is repeated. */
    uint64_t old = __atomic_load_n(side->counter, __ATOMIC_RELAXED);
    unsigned polls = 0;
    for (uint64_t i = 0; i < count; i++) {
        while (!__atomic_compare_exchange_n(side->counter, &old, old + 1, false, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED))
            if (cm_poll_late(&polls, side->deadline))
                return i;
        old++;
    }
    return count;
}

static void rmw_body(void *argument, unsigned me)
{
    enum { STRETCH = 256 }; /* between two looks at the clock */
    rmw_side *side = (rmw_side *)argument + me;
    __atomic_store_n(side->mine, 1, __ATOMIC_RELAXED);
    if (!cm_poll_word(side->theirs, side->deadline))
        return;
    uint64_t start = cm_ticks();
    while (side->done < side->count && cm_ticks() < side->deadline) {
        uint64_t left = side->count - side->done;
        side->done += add_ones(side, left < STRETCH ? left : STRETCH);
    }
    side->ticks = cm_ticks() - start;
}

enum { OUT_BYTES = 64 }; /* of a participant on a GPU */

typedef struct rmw_bench {
    cm_bench *bench;
    const cm_probe_part *part;
    cm_shared counters, flags; /* one line, or two, for each repetition */
    uint64_t out;              /* 0: no GPU */
    unsigned cpu_count, gpu_count;
    /* Totals over the repetitions. */
    uint64_t expected, lost, repetitions_with_loss;
    double slowest_ns; /* for an update, of the slower side */
    uint64_t sms[2];
} rmw_bench;

static uint64_t final_value(const rmw_bench *r, uint64_t offset)
{
    uint64_t value = 0;
    if (r->counters.cpu)
        value = *(volatile uint64_t *)(void *)((char *)r->counters.cpu + offset);
    else
        cm_gpu_read(r->bench->work, cm_machine_gpu(r->bench->machine), &value,
                    r->counters.gpu + offset, sizeof value);
    return value;
}

static void take_side(rmw_bench *r, uint64_t done, double ns)
{
    r->expected += done;
    if (done && ns / (double)done > r->slowest_ns)
        r->slowest_ns = ns / (double)done;
}

static void repeat_additions(rmw_bench *r, unsigned repetition)
{
    cm_bench *bench = r->bench;
    uint64_t before = r->expected, count = bench->options->count;
    uint64_t offset = (uint64_t)repetition * CM_PROBE_LINE;
    rmw_side sides[2];
    char *flags = (char *)r->flags.cpu + 2 * offset;
    for (unsigned i = 0; i < r->cpu_count; i++)
        sides[i] = (rmw_side){.counter = (void *)((char *)r->counters.cpu + offset),
                              .mine = (void *)(flags + (size_t)i * CM_PROBE_LINE),
                              .theirs = (void *)(flags + (size_t)(1 - i) * CM_PROBE_LINE),
                              .variant = (cm_rmw_variant)r->part->variant,
                              .count = count,
                              .deadline = cm_bench_deadline(bench)};
    unsigned gpus = r->part->pair == CM_PAIR_GPU_GPU ? 2 : r->gpu_count > 0;
    for (unsigned gpu = 0; gpu < gpus; gpu++)
        cm_bench_launch(bench, r->part, gpu,
                        CM_BENCH_ARGUMENTS(r->counters.gpu + offset, r->flags.gpu + 2 * offset,
                                           r->out + (uint64_t)gpu * OUT_BYTES, count));
    if (r->cpu_count)
        cm_bench_threads(bench, rmw_body, sides, r->cpu_count);
    if (r->gpu_count) {
        enum { WORDS = OUT_BYTES / 8 };
        uint64_t found[2 * WORDS] = {0};
        cm_gpu *gpu = cm_machine_gpu(r->bench->machine);
        cm_bench_wait(r->bench);
        cm_gpu_read(r->bench->work, gpu, found, r->out, sizeof found);
        cm_gpu_clear(r->bench->work, gpu, r->out, sizeof found);
        for (unsigned i = 0; i < r->gpu_count; i++) {
            const uint64_t *side = found + (size_t)i * WORDS;
            take_side(r, side[0], (double)side[1]);
            r->sms[i] = side[2];
        }
    }
    for (unsigned i = 0; i < r->cpu_count; i++)
        take_side(r, sides[i].done, (double)sides[i].ticks * bench->ns_per_tick);
    double lost = (double)(r->expected - before) - (double)final_value(r, offset);
    cm_bench_sample(bench, lost);
    r->lost += lost > 0 ? (uint64_t)lost : 0;
    r->repetitions_with_loss += lost > 0;
}

void cm_probe_rmw(cm_bench *bench, const cm_probe_part *part)
{
    rmw_bench r = {.bench = bench, .part = part};
    unsigned repetitions = bench->options->repeat;
    r.cpu_count = part->pair == CM_PAIR_CPU_CPU ? 2 : part->pair == CM_PAIR_CPU_GPU ? 1 : 0;
    r.gpu_count = 2 - r.cpu_count;
    r.counters = cm_bench_memory(bench, part, (uint64_t)repetitions * CM_PROBE_LINE);
    r.flags = cm_bench_control(bench, part->pair, (uint64_t)repetitions * 2 * CM_PROBE_LINE);
    if (r.gpu_count) {
        r.out = cm_bench_output(bench, 2 * OUT_BYTES);
        cm_bench_load(bench, part);
    }
    uint64_t wanted = 0;
    for (unsigned i = 0; i < repetitions && r.expected == wanted; i++) {
        wanted += 2 * bench->options->count;
        repeat_additions(&r, i);
    }
    cm_bench_number(bench, "lost", (double)r.lost);
    cm_bench_number(bench, "expected", (double)r.expected);
    cm_bench_number(bench, "repetitions_with_loss", (double)r.repetitions_with_loss);
    cm_bench_number(bench, "ns_per_update", r.slowest_ns);
    for (unsigned i = 0; i < r.gpu_count; i++)
        cm_bench_number(bench, i ? "second_sm" : "first_sm", (double)r.sms[i]);
    if (r.expected < wanted)
        cm_bench_unended(bench, "%llu of %llu updates were made", (unsigned long long)r.expected,
                         (unsigned long long)wanted);
}
