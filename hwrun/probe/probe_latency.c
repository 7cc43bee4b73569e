/* Latency of loads: one thread follows a chain of addresses through a working set,
 * in an order that no prefetcher guesses; each load waits for the one before. */
#include "base/random.h"
#include "hwrun/probe/probe_part.h"

#include <string.h>

enum {
    CHAIN_STEP = 128, /* a line of the GPU; two lines, which x86 fetches together, of the CPU */
    PAGE_STEP = 4096,
    WARM_MOST = 262144
};

typedef struct chain {
    uint32_t places;
    uint64_t step;
} chain;

static chain chain_of(const cm_probe_part *part)
{
    uint64_t step = part->variant == CM_LATENCY_PAGES ? PAGE_STEP : CHAIN_STEP;
    return (chain){(uint32_t)(part->size / step), step};
}

/* Places of pages lie on different lines, or a few sets of a cache would hold them all. */
static uint64_t place_at(const chain *c, uint64_t i)
{
    return i * c->step + (c->step == PAGE_STEP ? i % (PAGE_STEP / CHAIN_STEP) * CHAIN_STEP : 0);
}

/* A cycle through all places of the chain, in random order (Sattolo's variant of
 * the Fisher-Yates shuffle gives a single cycle). */
static void fill_chain(char *to, uint64_t address, const chain *c, uint32_t *order, uint64_t seed)
{
    uint32_t places = c->places;
    for (uint32_t i = 0; i < places; i++)
        order[i] = i;
    for (uint32_t i = places - 1; i > 0; i--) {
        uint32_t j = (uint32_t)(cm_random(seed, 0, i) % i), was = order[i];
        order[i] = order[j];
        order[j] = was;
    }
    for (uint32_t i = 0; i < places; i++) {
        uint64_t next = address + place_at(c, order[i]);
        memcpy(to + place_at(c, i), &next, sizeof next);
    }
}

typedef struct chase_side {
    cm_bench *bench;
    const void *head;
    uint64_t warm, deadline;
    unsigned done; /* rounds */
} chase_side;

/* NULL: the deadline passed. */
static const void *follow_chain(const void *at, uint64_t count, uint64_t deadline)
{
    for (uint64_t i = 1; i <= count; i++) {
        at = *(const void *const volatile *)at;
        if ((i & 1023) == 0 && cm_clock_ticks() > deadline)
            return NULL;
    }
    return at;
}

static void chase_body(void *argument, unsigned me)
{
    (void)me;
    chase_side *side = argument;
    const cm_probe_options *options = side->bench->options;
    const void *at = follow_chain(side->head, side->warm, side->deadline);
    while (at && side->done < options->repeat) {
        uint64_t start = cm_ticks();
        at = follow_chain(at, options->count, side->deadline);
        if (!at)
            return;
        double ns = (double)(cm_ticks() - start) * side->bench->ns_per_tick;
        cm_bench_sample(side->bench, ns / (double)options->count);
        side->done++;
    }
}

/* Lays the chain where the thread that follows it finds it. */
static void lay_chain(cm_bench *bench, const cm_probe_part *part, const cm_shared *memory)
{
    const chain c = chain_of(part);
    cm_arena *arena = bench->work->arena;
    uint32_t *order = CM_NEW_ARRAY(arena, c.places, uint32_t);
    uint64_t address = part->pair == CM_PAIR_GPU ? memory->gpu : (uintptr_t)memory->cpu;
    if (memory->cpu) {
        fill_chain(memory->cpu, address, &c, order, bench->options->seed);
        return;
    }
    char *image = cm_arena_alloc(arena, (size_t)part->size, 1);
    fill_chain(image, address, &c, order, bench->options->seed);
    cm_gpu_write(bench->work, cm_machine_gpu(bench->machine), memory->gpu, image, part->size);
}

void cm_probe_latency(cm_bench *bench, const cm_probe_part *part)
{
    cm_shared memory = cm_bench_memory(bench, part, part->size);
    lay_chain(bench, part, &memory);
    uint64_t warm = chain_of(part).places;
    warm = warm < WARM_MOST ? warm : WARM_MOST;
    chase_side side = {.bench = bench, .head = memory.cpu, .warm = warm};
    if (part->pair == CM_PAIR_GPU) {
        uint64_t rounds = bench->options->repeat, count = bench->options->count;
        uint64_t out = cm_bench_output(bench, (rounds + 1) * 8);
        cm_bench_load(bench, part);
        cm_bench_launch(bench, part, 0, CM_BENCH_ARGUMENTS(memory.gpu, out, warm, count, rounds));
        cm_gpu_wait(bench->work, cm_machine_gpu(bench->machine));
        side.done = cm_bench_cycles(bench, out);
    } else {
        side.deadline = cm_bench_deadline(bench);
        cm_bench_threads(bench, chase_body, &side, 1);
    }
    cm_bench_number(bench, "bytes", (double)part->size);
    cm_bench_number(bench, "loads", (double)(bench->options->count * side.done));
    cm_bench_repeated(bench, side.done);
}
