/* A whole probe: finds out what there is, has the parts run, gathers what they
 * left in shared memory. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "hwrun/probe/probe_part.h"

#include <string.h>
#include <sys/mman.h>

/* How many samples a part can have. */
static uint64_t sample_capacity(const cm_probe_options *options)
{
    enum { PASSES = 12 }; /* of placement */
    bool each = options->probe == CM_PROBE_VALUE || options->probe == CM_PROBE_PING_PONG ||
                options->probe == CM_PROBE_TIMERS;
    uint64_t repeated = options->repeat > PASSES ? options->repeat : PASSES;
    return each ? options->count : repeated;
}

/* ---- NUMA nodes -------------------------------------------------------- */

typedef struct node_list {
    cm_work *work;
    unsigned nodes[CM_PROBE_MEMORIES];
    size_t count;
} node_list;

/* Without the GPU: a process that has opened the driver cannot fork users of it. */
static void list_nodes(node_list *list)
{
    cm_machine *machine = cm_machine_open(list->work, &(cm_machine_options){0});
    const cm_machine_node *node;
    for (unsigned i = 0; (node = cm_machine_node_at(machine, i)); i++)
        if (node->bytes && list->count < CM_PROBE_MEMORIES)
            list->nodes[list->count++] = node->number;
    cm_machine_close(machine);
}

/* ---- shared memory ----------------------------------------------------- */

typedef struct measurement {
    cm_work *work;
    cm_probe_run *run;
    cm_probe_crew crew;
    void *shared;
    size_t bytes;
} measurement;

static size_t rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static void share_memory(measurement *m)
{
    size_t board = rounded(sizeof(cm_probe_board));
    size_t slots = rounded(m->run->count * sizeof(cm_probe_slot));
    uint64_t samples = m->run->count * m->crew.capacity;
    if (samples > SIZE_MAX / 16)
        cm_fail(m->work, (cm_place){0}, "so many samples cannot be kept");
    m->bytes = board + slots + (size_t)samples * sizeof(double);
    void *shared = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED)
        cm_fail(m->work, (cm_place){0}, "no memory for %zu bytes of results", m->bytes);
    m->shared = shared;
    m->crew.board = shared;
    m->crew.slots = (void *)((char *)shared + board);
    m->crew.samples = (void *)((char *)shared + board + slots);
}

/* ---- results ----------------------------------------------------------- */

static void gather_result(measurement *m, size_t part)
{
    cm_arena *arena = m->work->arena;
    const cm_probe_slot *slot = &m->crew.slots[part];
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
        memcpy(result->samples, m->crew.samples + part * m->crew.capacity, count * sizeof(double));
    cm_stats_sort(result->samples, count);
    result->stats = cm_stats_of(result->samples, count);
    result->verdict = cm_probe_judge(m->work, &m->run->facts, &m->run->parts[part], result);
}

static void measure_parts(void *argument)
{
    measurement *m = argument;
    cm_probe_run *run = m->run;
    node_list nodes = {.work = m->work};
    list_nodes(&nodes);
    run->parts = cm_probe_parts(m->work, &run->options, nodes.nodes, nodes.count, &run->count);
    run->results = CM_NEW_ARRAY(m->work->arena, run->count, cm_probe_result);
    if (run->count == 0)
        return;
    m->crew = (cm_probe_crew){.work = m->work,
                              .options = &run->options,
                              .parts = run->parts,
                              .count = run->count,
                              .capacity = sample_capacity(&run->options)};
    share_memory(m);
    cm_probe_crew_run(&m->crew);
    run->facts = m->crew.board->facts;
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
