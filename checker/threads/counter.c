/* Counters. See counter.h. */
#include "checker/threads/counter.h"

#include "checker/threads/deps.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEWEST_WRITES = 6, /* fewer are quick without */
    MOST_VALUES = 1024
};

/* ---- which locations are counters ------------------------------------- */

static void refuse_counter(cm_counter *counter)
{
    counter->refused = true;
}

/* Does the store add a constant to what the same instruction has read? */
static bool adds(const cm_thread_run *run, const cm_access *store, uint64_t *what)
{
    const cm_val *v = store->value;
    if (store->step->rmw < 0 || !store->rmw || store->rmw->count != 1 ||
        store->rmw->items[0].when != CM_TRUE)
        return false;
    *what = v->plus;
    return v->base && v->base == run->accesses[store->rmw->items[0].access].value &&
           v->base_bits >= 8u * store->step->width;
}

static void count_store(cm_memory *memory, cm_counter *counter, const cm_access *store)
{
    cm_counted *c = &counter->threads[store->thread];
    const cm_thread_run *run = &memory->runs[store->thread];
    uint64_t what;
    if (!adds(run, store, &what)) {
        refuse_counter(counter);
        return;
    }
    c->accesses[c->count] = (int)(store - run->accesses);
    c->sums[c->count + 1] = cm_bytes_of(c->sums[c->count] + what, 0, counter->width);
    c->count++;
}

static void look_at(cm_memory *memory, const cm_access *a)
{
    for (uint32_t i = 0; i < a->address->count; i++) {
        cm_spot spot;
        if (!cm_memory_find(memory, a->address->choices[i].value, a->step->width, &spot))
            continue;
        cm_counter *counter = &memory->counters[spot.location];
        if (!counter->refused) {
            /* Every access to a counter is certain to happen, there, and to all of it. */
            unsigned width = a->step->width;
            if (counter->width == 0) {
                counter->width = width;
                counter->offset = spot.offset;
            }
            if (a->guard != CM_TRUE || cm_step_is_async(a->step) || a->address->count != 1 ||
                counter->width != width || counter->offset != spot.offset ||
                cm_memory_parts(memory, a).count != 1)
                refuse_counter(counter);
            else if (a->step->kind == CM_STEP_STORE)
                count_store(memory, counter, a);
        }
    }
}

static bool is_counter(const cm_memory *memory, const cm_counter *counter)
{
    int writes = 0;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        writes += counter->threads[t].count;
        if (memory->runs[t].cut_count > 0)
            return false;
    }
    int fewest = memory->job->options.fewest_counted;
    return !counter->refused && writes >= (fewest > 0 ? fewest : FEWEST_WRITES);
}

static bool leads_to(const cm_memory *memory, const cm_access *a, int location)
{
    cm_spot spot;
    return a->step->kind == CM_STEP_LOAD &&
           cm_memory_find(memory, a->address->choices[0].value, a->step->width, &spot) &&
           spot.location == location;
}

/* Has every load few values? */
static bool has_few_values(const cm_memory *memory, const cm_counter *counter, int location)
{
    cm_domain values;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->access_count; i++)
            if (leads_to(memory, &run->accesses[i], location) &&
                !cm_counter_domain(memory, counter, &run->accesses[i], &values))
                return false;
    }
    return true;
}

bool cm_counters_find(cm_memory *memory)
{
    const cm_test *test = memory->job->test;
    cm_job *job = memory->job;
    if (!job->counts)
        return false;
    if (!memory->counters)
        memory->counters = CM_NEW_ARRAY(job->arena, (size_t)job->test->location_count, cm_counter);
    for (int i = 0; i < test->location_count; i++) {
        cm_arena *arena = memory->job->arena;
        int threads = memory->job->test->thread_count;
        memory->counters[i].width = 0;
        memory->counters[i].threads = CM_NEW_ARRAY(arena, (size_t)threads, cm_counted);
        for (int t = 0; t < threads; t++) {
            size_t room = (size_t)memory->runs[t].access_count + 1;
            memory->counters[i].threads[t].accesses = CM_NEW_ARRAY(arena, room, int);
            memory->counters[i].threads[t].sums = CM_NEW_ARRAY(arena, room, uint64_t);
        }
    }
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].access_count; i++)
            if (cm_step_is_access(memory->runs[t].accesses[i].step))
                look_at(memory, &memory->runs[t].accesses[i]);
    bool changed = false;
    for (int i = 0; i < test->location_count; i++) {
        cm_counter *counter = &memory->counters[i];
        bool used = is_counter(memory, counter) && has_few_values(memory, counter, i);
        changed |= used != counter->used;
        counter->refused |= counter->used && !used; /* for good: so that this ends */
        counter->used = used && !counter->refused;
    }
    return changed;
}

const cm_counter *cm_counter_read(const cm_memory *memory, const cm_access *load)
{
    cm_spot spot;
    if (!memory->counters || load->step->kind != CM_STEP_LOAD || load->address->count != 1 ||
        !cm_memory_find(memory, load->address->choices[0].value, load->step->width, &spot) ||
        !memory->counters[spot.location].used)
        return NULL;
    return &memory->counters[spot.location];
}

/* ---- values ------------------------------------------------------------ */

/* Writes of the load's own thread before it. */
int cm_counter_own_before(const cm_memory *memory, const cm_counter *counter, const cm_access *load)
{
    const cm_counted *own = &counter->threads[load->thread];
    int at = (int)(load - memory->runs[load->thread].accesses), before = 0;
    while (before < own->count && own->accesses[before] < at)
        before++;
    return before;
}

uint64_t cm_counter_own_value(const cm_memory *memory, const cm_counter *counter,
                              const cm_access *load)
{
    cm_spot spot;
    cm_memory_find(memory, load->address->choices[0].value, counter->width, &spot);
    int before = cm_counter_own_before(memory, counter, load);
    return cm_bytes_of(cm_memory_initial(memory->job->test, spot, counter->width) +
                           counter->threads[load->thread].sums[before],
                       0, counter->width);
}

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static uint32_t unique(uint64_t *values, uint32_t count)
{
    uint32_t kept = 0;
    qsort(values, count, sizeof *values, by_value);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || values[kept - 1] != values[i])
            values[kept++] = values[i];
    return kept;
}

bool cm_counter_domain(const cm_memory *memory, const cm_counter *counter, const cm_access *load,
                       cm_domain *out)
{
    cm_arena *arena = memory->job->arena;
    uint64_t *values = CM_NEW(arena, uint64_t);
    uint32_t count = 1;
    *values = cm_counter_own_value(memory, counter, load);
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        const cm_counted *other = &counter->threads[t];
        if (t == load->thread || other->count == 0)
            continue;
        uint32_t ways = (uint32_t)other->count + 1;
        if (ways * count > MOST_VALUES)
            return false;
        uint64_t *more = CM_NEW_ARRAY(arena, (size_t)count * ways, uint64_t);
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < ways; k++)
                more[i * ways + k] = cm_bytes_of(values[i] + other->sums[k], 0, counter->width);
        count = unique(more, count * ways);
        values = more;
    }
    *out = (cm_domain){
        .count = count, .values = values, .made_by = CM_NEW_ARRAY(arena, count, uint64_t)};
    return true;
}
