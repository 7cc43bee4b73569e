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

static void ping_body(void *argument, unsigned me)
{
    ping_side *side = (ping_side *)argument + me;
    uint64_t from = side->pings ? PING_FROM : PING_TO, to = side->pings ? PING_TO : PING_FROM;
    unsigned polls = 0;
    if (!side->pings)
        __atomic_store_n(side->ready, 1, __ATOMIC_RELAXED);
    else if (!cm_poll_word(side->ready, side->deadline))
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

/* A cycle is from one turn of the side that pings to its next. */
void cm_probe_ping_pong(cm_bench *bench, const cm_probe_part *part)
{
    cm_gpu *gpu = cm_machine_gpu(bench->machine);
    uint64_t turns = bench->options->count + 1, done[2] = {0}, first = PING_FROM, out = 0;
    uint64_t *times = CM_NEW_ARRAY(bench->work->arena, turns, uint64_t);
    cm_shared x = cm_bench_memory(bench, part, CM_PROBE_LINE);
    cm_shared ready = cm_bench_control(bench, part->pair, CM_PROBE_LINE);
    cm_mix mix = cm_probe_mix(part->pair);
    if (x.cpu)
        *(volatile uint64_t *)x.cpu = first;
    else
        cm_gpu_write(bench->work, gpu, x.gpu, &first, sizeof first);
    if (mix != CM_MIX_CPU) {
        out = cm_bench_output(bench, 16 + turns * 8);
        cm_bench_load(bench, part);
        cm_bench_launch_all(bench, part, CM_BENCH_ARGUMENTS(x.gpu, ready.gpu, out, turns));
    }
    if (mix != CM_MIX_GPU) {
        ping_side sides[2];
        for (int i = 0; i < 2; i++)
            sides[i] = (ping_side){.x = x.cpu,
                                   .ready = ready.cpu,
                                   .variant = (cm_ping_variant)part->variant,
                                   .pings = i == 0,
                                   .turns = turns,
                                   .deadline = cm_bench_deadline(bench),
                                   .times = i == 0 ? times : NULL};
        cm_bench_threads(bench, ping_body, sides, part->pair == CM_PAIR_CPU_CPU ? 2 : 1);
        done[1] = sides[0].done;
    }
    if (mix != CM_MIX_CPU)
        cm_bench_wait(bench);
    if (mix == CM_MIX_GPU) {
        cm_gpu_read(bench->work, gpu, done, out, sizeof done);
        cm_gpu_read(bench->work, gpu, times, out + 16, turns * 8);
    }
    uint64_t cycles = done[1] ? done[1] - 1 : 0;
    double unit = mix == CM_MIX_GPU ? bench->ns_per_cycle : bench->ns_per_tick;
    for (uint64_t i = 0; i < cycles; i++)
        cm_bench_sample(bench, (double)(times[i + 1] - times[i]) * unit);
    cm_bench_number(bench, "cycles", (double)cycles);
    if (done[1] < turns)
        cm_bench_unended(bench, "%llu of %llu cycles", (unsigned long long)cycles,
                         (unsigned long long)(turns - 1));
}
