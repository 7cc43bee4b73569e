/* What reads may find. See domains.h. */
#include "checker/threads/domains.h"

#include "checker/threads/counter.h"
#include "checker/threads/earlier.h"
#include "checker/threads/range.h"

#include <string.h>

/* ---- domains --------------------------------------------------------- */

typedef struct cm_value_set { /* sorted */
    cm_choice *items;         /* `when` is not used */
    uint32_t count, capacity;
} value_set;

/* The sets that a domain is collected by. Their memory is used again for the next domain. */
enum { WHOLE, SO_FAR, PART, JOINED, SETS };

static value_set *empty_set(cm_memory *memory, int which)
{
    if (!memory->sets)
        memory->sets = CM_NEW_ARRAY(memory->job->arena, SETS, value_set);
    memory->sets[which].count = 0;
    return &memory->sets[which];
}

static void add_value(cm_job *job, value_set *set, uint64_t value, uint64_t made_by,
                      cm_passes through)
{
    /* First item that is not below the value. */
    uint32_t low = 0, high = set->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (set->items[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t at = low;
    if (at < set->count && set->items[at].value == value) {
        set->items[at].made_by &= made_by;
        set->items[at].through = cm_passes_least(set->items[at].through, through);
        return;
    }
    if (set->count >= cm_val_limit(job))
        cm_val_crowd(job, cm_val_limit(job), "different values that a read may find");
    CM_RESERVE(job->arena, set->items, set->count, set->capacity);
    memmove(set->items + at + 1, set->items + at, (set->count - at) * sizeof *set->items);
    set->items[at] = (cm_choice){.value = value, .made_by = made_by, .through = through};
    set->count++;
}

/* ---- what can be read when there are too many values -------------------- */

static bool leaves_out(const cm_memory *memory)
{
    return memory->pruned || memory->ordered;
}

/* The number of a store, as a bit: the first 64 have one. Numbers are those of the
 * visits, which stay the same from round to round. */
static uint64_t store_bit(const cm_memory *memory, const cm_access *store)
{
    uint32_t number = memory->first_number[store->thread];
    const cm_unrolled *code = &memory->runs[store->thread].code;
    const cm_thread *thread = &memory->job->test->threads[store->thread];
    for (int i = 0; i < store->visit; i++)
        number += thread->steps[code->visits[i].step].kind == CM_STEP_STORE;
    return number < 64 ? UINT64_C(1) << number : 0;
}

/* Stores of the load's thread whose values depend on what it reads. */
static uint64_t made_from(const cm_memory *memory, const cm_access *load)
{
    const cm_thread_run *run = &memory->runs[load->thread];
    uint64_t made = 0;
    for (int i = 0; i < run->access_count; i++) {
        const cm_deps *data = run->accesses[i].data;
        for (uint32_t k = 0; data && k < data->count; k++)
            if (!data->items[k].pick && &run->accesses[data->items[k].access] == load)
                made |= store_bit(memory, &run->accesses[i]);
    }
    return made;
}

/* Does the store always leave something in the part, whenever the load is there? By way of another
 * proxy a load may find what was there before. */
static bool always_covers(const cm_memory *memory, const cm_access *store, const cm_access *load,
                          cm_spot spot, unsigned width)
{
    cm_spot to;
    return store->step->kind == CM_STEP_STORE && !cm_step_is_async(store->step) &&
           store->step->proxy == load->step->proxy && store->address->count == 1 &&
           cm_form_implies(&memory->job->form, load->guard, store->guard) &&
           cm_memory_find(memory, store->address->choices[0].value, store->step->width, &to) &&
           to.location == spot.location && to.offset <= spot.offset &&
           spot.offset + width <= to.offset + store->step->width;
}

/* The latest store before the load in its thread that hides all that comes before
 * it; -1: none does. */
static int hiding_store(const cm_memory *memory, const cm_access *load, cm_spot spot,
                        unsigned width)
{
    const cm_thread_run *run = &memory->runs[load->thread];
    int at = (int)(load - run->accesses) - 1;
    while (at >= 0 && !(run->accesses[at].instance != load->instance &&
                        always_covers(memory, &run->accesses[at], load, spot, width)))
        at--;
    return at;
}

/* ---- values of reads ----------------------------------------------------- */

/* Values that a load does not find, where some are left out. */
typedef struct left_out {
    uint64_t never; /* those that went through one of these stores */
    cm_passes most; /* and those that went through more */
} left_out;

/* What the store may leave in the part [spot, spot + width). */
static void add_stored(cm_memory *memory, const cm_access *store, cm_spot spot, unsigned width,
                       left_out without, value_set *set)
{
    uint64_t bit = leaves_out(memory) ? store_bit(memory, store) : 0;
    for (uint32_t i = 0; i < store->address->count; i++) {
        cm_spot to;
        if (!cm_memory_find(memory, store->address->choices[i].value, store->step->width, &to) ||
            to.location != spot.location || to.offset > spot.offset ||
            spot.offset + width > to.offset + store->step->width)
            continue;
        for (uint32_t k = 0; k < store->value->count; k++) {
            const cm_choice *c = &store->value->choices[k];
            cm_passes through = cm_earlier_add(memory, store, c->through);
            if (!((c->made_by | bit) & without.never) && cm_passes_within(through, without.most))
                add_value(memory->job, set, cm_bytes_of(c->value, spot.offset - to.offset, width),
                          c->made_by | bit, through);
        }
    }
}

bool cm_memory_may_feed(const cm_access *store, const cm_access *load)
{
    if (load->giver)
        return store == load->giver;
    /* cp.async.mbarrier.arrive counts itself, then arrives when it may */
    bool issues = cm_step_is_async(load->step) && !cm_step_is_async(store->step);
    return store->thread != load->thread || store->instance != load->instance || issues;
}

/* A load, and the stores that it looks at (NULL: all that may feed it). */
typedef struct reader {
    const cm_access *load;
    cm_feeds *feeds;
    const void *argument;
} reader;

static void part_values(cm_memory *memory, const reader *by, cm_spot spot, unsigned width,
                        value_set *set)
{
    const cm_access *load = by->load;
    left_out without = {leaves_out(memory) ? made_from(memory, load) : 0,
                        cm_earlier_most(memory, load)};
    int hiding = leaves_out(memory) ? hiding_store(memory, load, spot, width) : -1;
    if (hiding < 0 && !load->giver)
        add_value(memory->job, set, cm_memory_initial(memory->job->test, spot, width), 0, 0);
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        bool own = leaves_out(memory) && t == load->thread;
        bool until = own && !cm_step_is_async(load->step); /* an operation may read what is later */
        int end = until ? (int)(load - run->accesses) : run->access_count;
        for (int i = own && hiding > 0 ? hiding : 0; i < end; i++)
            if (run->accesses[i].step->kind == CM_STEP_STORE &&
                cm_memory_may_feed(&run->accesses[i], by->load) &&
                (!by->feeds || by->feeds(by->argument, &run->accesses[i], by->load)))
                add_stored(memory, &run->accesses[i], spot, width, without, set);
    }
}

/* Every way to put together values of the parts from one place. */
static void place_values(cm_memory *memory, const reader *by, cm_spot spot, const cm_parts *parts,
                         value_set *out)
{
    cm_job *job = memory->job;
    value_set *so_far = empty_set(memory, SO_FAR);
    add_value(job, so_far, 0, 0, 0);
    for (unsigned k = 0; k < parts->count && parts->at[k] < 8; k++) {
        value_set *part = empty_set(memory, PART), *joined = empty_set(memory, JOINED);
        cm_spot at = {spot.location, spot.offset + parts->at[k]};
        part_values(memory, by, at, parts->at[k + 1] - parts->at[k], part);
        for (uint32_t i = 0; i < so_far->count; i++)
            for (uint32_t j = 0; j < part->count; j++)
                add_value(job, joined,
                          so_far->items[i].value | part->items[j].value << 8 * parts->at[k],
                          so_far->items[i].made_by | part->items[j].made_by,
                          cm_passes_most(so_far->items[i].through, part->items[j].through));
        value_set before = *so_far;
        *so_far = *joined;
        *joined = before;
    }
    unsigned width = by->load->step->width;
    for (uint32_t i = 0; i < so_far->count; i++)
        if (cm_range_has(memory, spot, width, so_far->items[i].value))
            add_value(job, out, so_far->items[i].value, so_far->items[i].made_by,
                      so_far->items[i].through);
}

static void set_domain(cm_job *job, cm_domain *domain, const value_set *set)
{
    domain->count = set->count;
    domain->values = CM_NEW_ARRAY(job->arena, set->count, uint64_t);
    domain->made_by = CM_NEW_ARRAY(job->arena, set->count, uint64_t);
    domain->through = CM_NEW_ARRAY(job->arena, set->count, cm_passes);
    for (uint32_t i = 0; i < set->count; i++) {
        domain->values[i] = set->items[i].value;
        domain->made_by[i] = set->items[i].made_by;
        domain->through[i] = set->items[i].through;
    }
}

bool cm_memory_update(cm_memory *memory, cm_thread_run *run, const cm_access *load, cm_feeds *feeds,
                      const void *argument)
{
    reader by = {load, feeds, argument};
    cm_parts parts = cm_memory_parts(memory, load);
    cm_domain *domain = &run->domains[load->visit];
    const cm_counter *counter = cm_counter_read(memory, load);
    if (counter) {
        /* True when the domain of a load of a counter changed. */
        cm_domain found;
        cm_counter_domain(memory, counter, load, &found);
        bool same = found.count == domain->count &&
                    memcmp(found.values, domain->values, found.count * sizeof *found.values) == 0;
        if (!same)
            *domain = found;
        return !same;
    }
    value_set *set = empty_set(memory, WHOLE);
    for (uint32_t i = 0; i < load->address->count; i++) {
        cm_spot spot;
        if (cm_memory_find(memory, load->address->choices[i].value, load->step->width, &spot))
            place_values(memory, &by, spot, &parts, set);
    }
    bool changed = set->count != domain->count;
    for (uint32_t i = 0; !changed && i < set->count; i++)
        changed = set->items[i].value != domain->values[i] ||
                  set->items[i].made_by != (domain->made_by ? domain->made_by[i] : 0) ||
                  set->items[i].through != (domain->through ? domain->through[i] : 0);
    if (changed)
        set_domain(memory->job, domain, set);
    return changed;
}

void cm_memory_first_domain(cm_memory *memory, const cm_val *address, unsigned width,
                            cm_domain *out)
{
    value_set *set = empty_set(memory, WHOLE);
    for (uint32_t i = 0; i < address->count; i++) {
        cm_spot spot;
        if (cm_memory_find(memory, address->choices[i].value, width, &spot))
            add_value(memory->job, set, cm_memory_initial(memory->job->test, spot, width), 0, 0);
    }
    for (uint32_t i = 0; set->count > 0 && i < memory->job->seed_count; i++)
        add_value(memory->job, set, cm_bytes_of(memory->job->seeds[i], 0, width), 0, 0);
    set_domain(memory->job, out, set);
}
