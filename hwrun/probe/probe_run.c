/* A whole probe. Parts are run in a child process (base/child.h), one after the other. What it
 * finds lies in memory shared with the parent, so that a child that is killed leaves all that it
 * found; the next child goes on after the part that ended it. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "base/child.h"
#include "base/message.h"
#include "hwrun/probe/probe_part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct measurement {
    cm_work *work;
    cm_probe_run *run;
    uint64_t capacity; /* of samples of a part */
    /* Shared with children: */
    void *shared;
    size_t bytes;
    cm_probe_facts *facts;
    cm_probe_slot *slots;
    double *samples; /* of part i from i * capacity on */
} measurement;

/* ---- child ------------------------------------------------------------- */

typedef struct child {
    const measurement *measurement;
    size_t from;       /* its first part */
    cm_work work;      /* of the machine */
    cm_work part_work; /* begun anew for each part */
    cm_bench bench;
    const cm_probe_part *part;
    bool wants_gpu;
} child;

static const char *last_message(const cm_work *work)
{
    return work->diags.count ? work->diags.items[work->diags.count - 1].message : "out of memory";
}

static void open_machine(void *argument)
{
    child *c = argument;
    cm_machine_options options = {.gpu = c->bench.options->gpu, .wants_gpu = c->wants_gpu};
    c->bench.machine = cm_machine_open(&c->work, &options);
}

/* With the GPU if there is one to open; tells what there is. */
static bool open_best(child *c)
{
    cm_probe_facts *facts = c->measurement->facts;
    const char *reason = NULL;
    c->wants_gpu = cm_gpu_count(c->work.arena, &reason) > 0;
    if (!c->wants_gpu)
        snprintf(facts->no_gpu, sizeof facts->no_gpu, "%s", reason ? reason : "no GPU");
    if (c->wants_gpu && !cm_arena_protect(c->work.arena, open_machine, c)) {
        snprintf(facts->no_gpu, sizeof facts->no_gpu, "%s", last_message(&c->work));
        c->wants_gpu = false;
    }
    if (!c->bench.machine && !cm_arena_protect(c->work.arena, open_machine, c))
        return false;
    const cm_machine_info *info = cm_machine_about(c->bench.machine);
    snprintf(facts->host, sizeof facts->host, "%s", info->host);
    snprintf(facts->kernel, sizeof facts->kernel, "%s", info->kernel);
    snprintf(facts->cpu, sizeof facts->cpu, "%s", info->cpu);
    facts->arch = info->arch;
    facts->cpus = info->threads;
    const cm_gpu *gpu = cm_machine_gpu(c->bench.machine);
    facts->has_gpu = gpu != NULL;
    if (gpu)
        facts->gpu = *cm_gpu_about(gpu);
    return true;
}

/* Why the part cannot run here; NULL: it can. */
static const char *refusal(const child *c)
{
    const cm_probe_facts *facts = c->measurement->facts;
    const cm_probe_part *part = c->part;
    cm_mix mix = cm_probe_mix(part->pair);
    if (part->probe == CM_PROBE_TABLE) /* what cannot be is an answer */
        return NULL;
    if (mix != CM_MIX_CPU && !facts->has_gpu)
        return facts->no_gpu;
    if (part->pair == CM_PAIR_GPU_GPU && cm_gpu_siblings(cm_machine_gpu(c->bench.machine)) < 2)
        return "two GPUs are needed, and this machine has one";
    if (part->pair == CM_PAIR_CPU_CPU && facts->cpus < 2)
        return "two CPU threads need two CPUs, and this process may use one";
    /* Of no memory, or of any: copies by the driver reach also what the GPU does not, and so do
     * getting it and giving it back. */
    if (part->probe == CM_PROBE_TIMERS ||
        (part->probe == CM_PROBE_BANDWIDTH && part->variant == CM_BANDWIDTH_ENGINE) ||
        (part->probe == CM_PROBE_PLACEMENT &&
         (part->variant == CM_PLACEMENT_GET || part->variant == CM_PLACEMENT_FREE)))
        return NULL;
    return cm_machine_refuses(c->bench.machine, mix, part->memory.kind, part->memory.numa_node);
}

static void run_part(void *argument)
{
    static cm_probe_function *const functions[CM_PROBE_COUNT] = {
        [CM_PROBE_RMW] = cm_probe_rmw,
        [CM_PROBE_VALUE] = cm_probe_value,
        [CM_PROBE_PING_PONG] = cm_probe_ping_pong,
        [CM_PROBE_LATENCY] = cm_probe_latency,
        [CM_PROBE_FENCES] = cm_probe_fences,
        [CM_PROBE_BANDWIDTH] = cm_probe_bandwidth,
        [CM_PROBE_GRANULARITY] = cm_probe_granularity,
        [CM_PROBE_ATOMICS] = cm_probe_atomics,
        [CM_PROBE_TIMERS] = cm_probe_timers,
        [CM_PROBE_PLACEMENT] = cm_probe_placement,
        [CM_PROBE_TABLE] = cm_probe_table,
    };
    child *c = argument;
    if (cm_bench_skips(&c->bench, refusal(c)))
        return;
    functions[c->part->probe](&c->bench, c->part);
    if (c->bench.slot->end == CM_PROBE_NOT_RUN)
        c->bench.slot->end = CM_PROBE_DONE;
}

static void fail_part(cm_probe_slot *slot, const char *reason)
{
    snprintf(slot->reason, sizeof slot->reason, "%s", reason);
    slot->end = CM_PROBE_FAILED;
}

/* An empty frame says that a part is through. The exit status says whether the machine could be
 * opened. */
static void serve_parts(void *context, int channel)
{
    child *c = context;
    const measurement *m = c->measurement;
    const cm_probe_run *run = m->run;
    cm_arena *arena = cm_arena_new(0), *part_arena = cm_arena_new(0);
    if (!arena || !part_arena)
        _exit(1);
    c->bench = (cm_bench){.options = &run->options, .capacity = m->capacity, .work = &c->part_work};
    c->work = cm_work_new(arena);
    if (!open_best(c)) {
        fail_part(&m->slots[c->from], last_message(&c->work));
        _exit(1);
    }
    /* Nanoseconds of a tick, and how many reading the clock takes. */
    c->bench.ns_per_tick = 1 / cm_clock_ticks_per_ns();
    uint64_t least = UINT64_MAX;
    for (int k = 0; k < 1000; k++) {
        uint64_t a = cm_ticks(), b = cm_ticks();
        least = b - a < least ? b - a : least;
    }
    c->bench.tick_cost = (double)least;
    for (size_t i = c->from; i < run->count; i++) {
        static const char empty_frame[CM_FRAME_HEAD];
        c->part = &run->parts[i];
        if (i > c->from && c->part->pair != run->parts[i - 1].pair)
            cm_bench_drop(&c->bench);
        c->bench.slot = &m->slots[i];
        c->bench.samples = m->samples + i * m->capacity;
        cm_arena_reset(part_arena, 0);
        c->part_work = cm_work_new(part_arena);
        if (!cm_arena_protect(part_arena, run_part, c))
            fail_part(c->bench.slot, last_message(&c->part_work));
        cm_bench_release(&c->bench);
        if (!cm_channel_send(channel, empty_frame, sizeof empty_frame))
            _exit(1);
    }
    cm_bench_drop(&c->bench);
    cm_machine_close(c->bench.machine);
    cm_arena_free(part_arena);
    cm_arena_free(arena);
}

/* ---- parent ------------------------------------------------------------ */

/* The child is gone, or late, before the part was through. */
static void blame(cm_child *process, cm_passage how, cm_probe_slot *slot)
{
    char reason[64];
    int status = 0;
    if (how != CM_CLOSED)
        cm_child_kill(process);
    bool ended = how == CM_CLOSED && cm_child_wait(process, 30, &status);
    if (slot->end == CM_PROBE_FAILED)
        return;
    if (!ended)
        snprintf(reason, sizeof reason, "it did not come back in time and was killed");
    else if (WIFSIGNALED(status))
        snprintf(reason, sizeof reason, "its process was ended by signal %d", WTERMSIG(status));
    else
        snprintf(reason, sizeof reason, "its process ended with status %d", WEXITSTATUS(status));
    fail_part(slot, reason);
}

static void run_parts(measurement *m)
{
    const cm_probe_options *options = &m->run->options;
    /* How long a part may take in all: its loops' limit for each repetition, and the driver's work
     * around them. Opening the machine counts with the first part. */
    double patience = 30 + 2 * options->limit * options->repeat;
    cm_child process;
    if (!cm_child_init(&process))
        cm_fail(m->work, (cm_place){0}, "no process could be started for the probe");
    for (size_t i = 0; i < m->run->count; i++) {
        child c = {.measurement = m, .from = i};
        if (process.pid == 0 && !cm_child_start(&process, serve_parts, &c)) {
            cm_child_close(&process);
            cm_fail(m->work, (cm_place){0}, "no process could be started for the probe");
        }
        char *bytes = NULL;
        size_t length;
        cm_passage passage =
            cm_child_receive(&process, &bytes, &length, cm_clock_seconds() + patience);
        free(bytes);
        if (passage != CM_PASSED)
            blame(&process, passage, &m->slots[i]);
    }
    int status;
    if (process.pid)
        cm_child_wait(&process, patience, &status); /* it closes the machine */
    cm_child_close(&process);
}

/* ---- shared memory ----------------------------------------------------- */

static size_t rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static void share_memory(measurement *m)
{
    enum { PASSES = 12 }; /* of placement */
    const cm_probe_options *options = &m->run->options;
    bool each = options->probe == CM_PROBE_VALUE || options->probe == CM_PROBE_PING_PONG ||
                options->probe == CM_PROBE_TIMERS;
    m->capacity = each ? options->count : options->repeat > PASSES ? options->repeat : PASSES;
    size_t facts = rounded(sizeof *m->facts), slots = rounded(m->run->count * sizeof *m->slots);
    uint64_t samples = m->run->count * m->capacity;
    if (samples > SIZE_MAX / 16)
        cm_fail(m->work, (cm_place){0}, "the samples do not fit into memory");
    m->bytes = facts + slots + (size_t)samples * sizeof(double);
    char *shared = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED)
        cm_fail(m->work, (cm_place){0}, "no memory for %zu bytes of results", m->bytes);
    m->shared = shared;
    m->facts = (void *)shared;
    m->slots = (void *)(shared + facts);
    m->samples = (void *)(shared + facts + slots);
}

/* ---- results ----------------------------------------------------------- */

static void gather_result(measurement *m, size_t part)
{
    cm_arena *arena = m->work->arena;
    const cm_probe_slot *slot = &m->slots[part];
    cm_probe_result *result = &m->run->results[part];
    result->end = (cm_probe_end)slot->end;
    result->reason = cm_arena_text(arena, slot->reason, strlen(slot->reason));
    result->number_count = slot->number_count;
    result->numbers = CM_NEW_ARRAY(arena, slot->number_count, cm_probe_number);
    for (size_t i = 0; i < slot->number_count; i++)
        result->numbers[i] = (cm_probe_number){
            cm_arena_text(arena, slot->numbers[i].name, strlen(slot->numbers[i].name)),
            slot->numbers[i].value};
    size_t count = (size_t)slot->sample_count;
    result->samples = CM_NEW_ARRAY(arena, count, double);
    if (count)
        memcpy(result->samples, m->samples + part * m->capacity, count * sizeof(double));
    cm_stats_sort(result->samples, count);
    result->stats = cm_stats_of(result->samples, count);
    result->verdict = cm_probe_judge(m->work, &m->run->facts, &m->run->parts[part], result);
}

static void measure_parts(void *argument)
{
    measurement *m = argument;
    cm_probe_run *run = m->run;
    unsigned nodes[CM_PROBE_MEMORIES];
    size_t node_count = 0;
    /* Without the GPU: a process that has opened the driver cannot fork users of it. */
    cm_machine *machine = cm_machine_open(m->work, &(cm_machine_options){0});
    const cm_machine_node *node;
    for (unsigned i = 0; (node = cm_machine_node_at(machine, i)); i++)
        if (node->bytes && node_count < CM_PROBE_MEMORIES)
            nodes[node_count++] = node->number;
    cm_machine_close(machine);
    run->parts = cm_probe_parts(m->work, &run->options, nodes, node_count, &run->count);
    run->results = CM_NEW_ARRAY(m->work->arena, run->count, cm_probe_result);
    if (run->count == 0)
        return;
    share_memory(m);
    run_parts(m);
    run->facts = *m->facts;
    for (size_t i = 0; i < run->count; i++)
        gather_result(m, i);
    cm_probe_fence_costs(m->work->arena, run);
    cm_probe_compare(m->work, run);
}

cm_probe_run *cm_probe_measure(cm_work *work, const cm_probe_options *options)
{
    cm_probe_run *run = CM_NEW(work->arena, cm_probe_run);
    run->options = *options;
    cm_probe_settle(&run->options);
    run->started = cm_clock_utc(work->arena);
    double start = cm_clock_seconds();
    measurement m = {.work = work, .run = run};
    bool done = cm_arena_protect(work->arena, measure_parts, &m);
    if (m.shared)
        munmap(m.shared, m.bytes);
    if (!done)
        cm_arena_escape(work->arena);
    run->seconds = cm_clock_seconds() - start;
    return run;
}
