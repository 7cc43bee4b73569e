/* Ping-pong (paper, section 5.5): one side waits for 2 and sets 1, the other waits
 * for 1 and sets 2; each cycle is timed by the first side. A wait that never ends
 * (cta-scoped loads that hit in the GPU's L1) is a result: both sides give up at
 * the limit. */
#include "hwrun/probe/probe_part.h"

enum { PING_FROM = 2, PING_TO = 1 };

typedef struct ping_side {
    uint64_t *x, *ready;
    cm_ping_variant variant;
    bool pings;
    uint64_t turns, deadline;
    uint64_t *times; /* after each turn; NULL: not asked */
    uint64_t done;
} ping_side;

/* One attempt to find `from` and make it `to`. */
static bool try_turn(const ping_side *side, uint64_t from, uint64_t to)
{
    uint64_t found = from;
    if (side->variant == CM_PING_CAS)
        return __atomic_compare_exchange_n(side->x, &found, to, false, __ATOMIC_RELAXED,
                                           __ATOMIC_RELAXED);
    if (__atomic_load_n(side->x, __ATOMIC_RELAXED) != from)
        return false;
    if (side->variant == CM_PING_EXCH)
        (void)__atomic_exchange_n(side->x, to, __ATOMIC_RELAXED);
    else
        __atomic_store_n(side->x, to, __ATOMIC_RELAXED);
    return true;
}

static bool await_ready(const ping_side *side)
{
    unsigned polls = 0;
    while (!__atomic_load_n(side->ready, __ATOMIC_RELAXED))
        if (cm_poll_late(&polls, side->deadline))
            return false;
    return true;
}

static void ping_body(void *argument)
{
    ping_side *side = argument;
    uint64_t from = side->pings ? PING_FROM : PING_TO, to = side->pings ? PING_TO : PING_FROM;
    unsigned polls = 0;
    if (!side->pings)
        __atomic_store_n(side->ready, 1, __ATOMIC_RELAXED);
    else if (!await_ready(side))
        return;
    while (side->done < side->turns) {
        if (!try_turn(side, from, to)) {
            if (cm_poll_late(&polls, side->deadline))
                return;
            continue;
        }
        if (side->times)
            side->times[side->done] = cm_ticks();
        side->done++;
    }
}

typedef struct ping_bench {
    cm_bench *bench;
    const cm_probe_part *part;
    cm_shared x, ready;
    uint64_t out, turns;
    uint64_t *times;
} ping_bench;

static void set_first(const ping_bench *p)
{
    uint64_t value = PING_FROM;
    if (p->x.cpu)
        *(volatile uint64_t *)p->x.cpu = value;
    else
        cm_gpu_write(p->bench->work, cm_machine_gpu(p->bench->machine), p->x.gpu, &value,
                     sizeof value);
}

/* Gives the turns of the side that pings. */
static uint64_t ping_on_cpu(const ping_bench *p)
{
    cm_bench *bench = p->bench;
    ping_side sides[2];
    void *arguments[2];
    cm_bench_body *bodies[] = {ping_body, ping_body};
    for (int i = 0; i < 2; i++) {
        sides[i] = (ping_side){.x = p->x.cpu,
                               .ready = p->ready.cpu,
                               .variant = (cm_ping_variant)p->part->variant,
                               .pings = i == 0,
                               .turns = p->turns,
                               .deadline = cm_bench_deadline(bench),
                               .times = i == 0 ? p->times : NULL};
        arguments[i] = &sides[i];
    }
    cm_bench_threads(bench, bodies, arguments, p->part->pair == CM_PAIR_CPU_CPU ? 2 : 1);
    return sides[0].done;
}

static uint64_t read_gpu_turns(const ping_bench *p)
{
    uint64_t done[2];
    cm_gpu *gpu = cm_machine_gpu(p->bench->machine);
    cm_gpu_read(p->bench->work, gpu, done, p->out, sizeof done);
    cm_gpu_read(p->bench->work, gpu, p->times, p->out + 16, p->turns * 8);
    return done[1];
}

/* A cycle is from one turn to the next. */
static void tell_cycles(const ping_bench *p, uint64_t turns, double unit)
{
    uint64_t cycles = turns ? turns - 1 : 0;
    for (uint64_t i = 0; i < cycles; i++)
        cm_bench_sample(p->bench, (double)(p->times[i + 1] - p->times[i]) * unit);
    cm_bench_number(p->bench, "cycles", (double)cycles);
    if (turns < p->turns)
        cm_bench_unended(p->bench, "%llu of %llu cycles", (unsigned long long)cycles,
                         (unsigned long long)(p->turns - 1));
}

void cm_probe_ping_pong(cm_bench *bench, const cm_probe_part *part)
{
    ping_bench p = {.bench = bench, .part = part};
    p.turns = bench->options->count + 1;
    p.times = CM_NEW_ARRAY(bench->work->arena, p.turns, uint64_t);
    p.x = cm_bench_memory(bench, part, CM_PROBE_LINE);
    p.ready = cm_bench_control(bench, part->pair, CM_PROBE_LINE);
    set_first(&p);
    bool gpu = cm_probe_mix(part->pair) != CM_MIX_CPU, cpu = cm_probe_mix(part->pair) != CM_MIX_GPU;
    uint64_t turns = 0;
    if (gpu) {
        p.out = cm_bench_output(bench, 16 + p.turns * 8);
        cm_bench_load(bench, part);
        cm_bench_launch_all(bench, part, CM_BENCH_ARGUMENTS(p.x.gpu, p.ready.gpu, p.out, p.turns));
    }
    if (cpu)
        turns = ping_on_cpu(&p);
    if (gpu)
        cm_bench_wait(bench);
    if (!cpu)
        turns = read_gpu_turns(&p);
    tell_cycles(&p, turns, cpu ? bench->ns_per_tick : bench->ns_per_cycle);
}
