/* Clocks: how fine each is that a probe or a run reads, what reading it costs, and how far apart
 * those of two units are (Fusco et al., III.B.1 and III.B.2).
 *
 * Offsets are estimated as NTP does (RFC 5905, 8): one side notes its time, has the other's time
 * told, notes its time again; the other's time belongs to the middle. The round with the least
 * time between counts, which bounds the error by half of it. */
#include "hwrun/probe/probe_part.h"

#include <time.h>

enum { EXCHANGES = 1000 };

/* ---- one clock -------------------------------------------------------------- */

/* Times as they were read one after the other: the least step above 0 is the resolution, the mean
 * step the cost of reading. Samples are the steps. */
static void tell_steps(cm_bench *bench, const uint64_t *times, uint64_t count, double unit)
{
    uint64_t least = UINT64_MAX;
    for (uint64_t i = 1; i < count; i++) {
        uint64_t step = times[i] - times[i - 1];
        least = step > 0 && step < least ? step : least;
        cm_bench_sample(bench, (double)step * unit);
    }
    cm_bench_number(bench, "resolution_ns", least == UINT64_MAX ? 0 : (double)least * unit);
    cm_bench_number(bench, "cost_ns",
                    count > 1 ? (double)(times[count - 1] - times[0]) * unit / (double)(count - 1)
                              : 0);
}

static uint64_t nanoseconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

typedef struct reading {
    uint64_t *times, count;
    bool ticks;
} reading;

static void read_body(void *argument, unsigned me)
{
    (void)me;
    const reading *r = argument;
    for (uint64_t i = 0; i < r->count; i++)
        r->times[i] = r->ticks ? cm_ticks() : nanoseconds_of(CLOCK_MONOTONIC);
}

static void cpu_clock(cm_bench *bench, bool ticks)
{
    reading r = {.count = bench->options->count + 1, .ticks = ticks};
    r.times = CM_NEW_ARRAY(bench->work->arena, r.count, uint64_t);
    cm_bench_threads(bench, read_body, &r, 1);
    tell_steps(bench, r.times, r.count, ticks ? bench->ns_per_tick : 1);
    if (ticks)
        cm_bench_number(bench, "ghz", 1 / bench->ns_per_tick);
}

/* The kernel leaves `count` readings; with CM_PAIR_CTA_CTA of each of two CTAs. */
static uint64_t *gpu_clock(cm_bench *bench, const cm_probe_part *part, uint64_t count)
{
    bool two = part->pair == CM_PAIR_CTA_CTA;
    uint64_t words = count * (two ? 2 : 1);
    uint64_t out = cm_bench_output(bench, words * 8), flags = cm_bench_output(bench, 512);
    cm_bench_load(bench, part);
    cm_bench_launch(bench, part, 0, CM_BENCH_ARGUMENTS(out, flags, count));
    cm_bench_wait(bench);
    uint64_t *times = CM_NEW_ARRAY(bench->work->arena, words, uint64_t);
    cm_gpu_read(bench->work, cm_bench_gpu(bench, 0), times, out, words * 8);
    return times;
}

/* ---- two clocks ------------------------------------------------------------- */

typedef struct asking {
    char *line; /* asked, told and time, CM_PROBE_LINE bytes apart */
    uint64_t deadline, done;
    bool ticks;                       /* this clock of the CPU; else CLOCK_REALTIME */
    unsigned other;                   /* the number of the thread that answers; 0: a GPU does */
    double best_between, best_offset; /* ticks of the clock */
} asking;

static uint64_t *exchange_word(const char *line, unsigned which)
{
    return (uint64_t *)(uintptr_t)(line + (size_t)which * CM_PROBE_LINE);
}

static uint64_t read_clock(const asking *a)
{
    return a->ticks ? cm_ticks() : nanoseconds_of(CLOCK_REALTIME);
}

static bool await_round(const char *line, unsigned which, uint64_t round, uint64_t deadline)
{
    unsigned polls = 0;
    while (__atomic_load_n(exchange_word(line, which), __ATOMIC_ACQUIRE) < round)
        if (cm_poll_late(&polls, deadline))
            return false;
    return true;
}

static void ask(asking *a)
{
    a->best_between = -1;
    for (uint64_t round = 1; round <= EXCHANGES; round++) {
        uint64_t before = read_clock(a);
        __atomic_store_n(exchange_word(a->line, 0), round, __ATOMIC_RELEASE);
        if (!await_round(a->line, 1, round, a->deadline))
            return;
        uint64_t after = read_clock(a);
        double between = (double)(after - before);
        uint64_t theirs = __atomic_load_n(exchange_word(a->line, 2), __ATOMIC_RELAXED);
        if (a->best_between < 0 || between < a->best_between) {
            a->best_between = between;
            a->best_offset = (double)(int64_t)(theirs - before) - between / 2;
        }
        a->done = round;
    }
}

static void answer(const asking *a)
{
    for (uint64_t round = 1; round <= EXCHANGES; round++) {
        if (!await_round(a->line, 0, round, a->deadline))
            return;
        __atomic_store_n(exchange_word(a->line, 2), read_clock(a), __ATOMIC_RELAXED);
        __atomic_store_n(exchange_word(a->line, 1), round, __ATOMIC_RELEASE);
    }
}

static void exchange_body(void *argument, unsigned me)
{
    asking *a = argument;
    if (me == 0)
        ask(a);
    else if (me == a->other)
        answer(a);
}

static void tell_offset(cm_bench *bench, const asking *a, double unit)
{
    if (a->done < EXCHANGES) {
        cm_bench_unended(bench, "%llu exchanges", (unsigned long long)a->done);
        return;
    }
    cm_bench_sample(bench, a->best_offset * unit);
    cm_bench_number(bench, "offset_ns", a->best_offset * unit);
    cm_bench_number(bench, "error_ns", a->best_between * unit / 2);
}

/* The first CPU's clock, and that of the CPU of the part's number. */
static void compare_cores(cm_bench *bench, const cm_probe_part *part)
{
    unsigned other =
        part->size ? (unsigned)part->size : cm_machine_about(bench->machine)->threads - 1;
    if (other >= cm_machine_about(bench->machine)->threads) {
        cm_bench_skips(bench, "this process may use fewer CPUs");
        return;
    }
    cm_shared memory = cm_bench_control(bench, part->pair, 3 * CM_PROBE_LINE);
    asking a = {
        .line = memory.cpu, .deadline = cm_bench_deadline(bench), .ticks = true, .other = other};
    cm_bench_threads(bench, exchange_body, &a, other + 1);
    tell_offset(bench, &a, bench->ns_per_tick);
}

/* %globaltimer and the host's CLOCK_REALTIME. */
static void gpu_and_cpu(cm_bench *bench, const cm_probe_part *part)
{
    cm_shared memory = cm_bench_control(bench, CM_PAIR_CPU_GPU, 3 * CM_PROBE_LINE);
    cm_bench_load(bench, part);
    cm_bench_launch(bench, part, 0, CM_BENCH_ARGUMENTS(memory.gpu, memory.gpu, EXCHANGES));
    asking a = {.line = memory.cpu, .deadline = cm_bench_deadline(bench)};
    cm_bench_threads(bench, exchange_body, &a, 1);
    cm_bench_wait(bench);
    tell_offset(bench, &a, 1);
}

void cm_probe_timers(cm_bench *bench, const cm_probe_part *part)
{
    switch ((cm_timer_variant)part->variant) {
    case CM_TIMER_TICKS:
    case CM_TIMER_MONOTONIC:
        cpu_clock(bench, part->variant == CM_TIMER_TICKS);
        break;
    case CM_TIMER_CORES:
        compare_cores(bench, part);
        break;
    case CM_TIMER_CLOCK64:
    case CM_TIMER_GLOBAL: {
        uint64_t count = bench->options->count + 1;
        const uint64_t *times = gpu_clock(bench, part, count);
        tell_steps(bench, times, count,
                   part->variant == CM_TIMER_CLOCK64 ? bench->ns_per_cycle : 1);
        break;
    }
    case CM_TIMER_SMS: { /* read when both have arrived: how much later the second one is */
        const uint64_t *times = gpu_clock(bench, part, 2);
        cm_bench_number(bench, "first_sm", (double)times[1]);
        cm_bench_number(bench, "second_sm", (double)times[3]);
        cm_bench_sample(bench, (double)(int64_t)(times[2] - times[0]));
        break;
    }
    case CM_TIMER_GPU_CPU:
        gpu_and_cpu(bench, part);
        break;
    }
}
