/* Counters. See counter.h. */
#include "checker/counter.h"

#include "checker/deps.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEWEST_WRITES = 6, /* fewer are quick without */
    MOST_VALUES = 1024
};

static uint64_t cut_to(uint64_t value, unsigned width)
{
    return width >= 8 ? value : value & ((UINT64_C(1) << 8 * width) - 1);
}

static bool is_memory_access(const cm_access *a)
{
    return a->step->kind == CM_STEP_LOAD || a->step->kind == CM_STEP_STORE;
}

/* ---- which locations are counters ------------------------------------- */

static void refuse(cm_counter *counter)
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
        refuse(counter);
        return;
    }
    c->accesses[c->count] = (int)(store - run->accesses);
    c->sums[c->count + 1] = cut_to(c->sums[c->count] + what, counter->width);
    c->count++;
}

/* Every access to a counter is certain to happen, there, and to all of it. */
static void count_access(cm_memory *memory, cm_counter *counter, const cm_access *a, cm_spot spot)
{
    unsigned width = a->step->width;
    if (counter->width == 0) {
        counter->width = width;
        counter->offset = spot.offset;
    }
    if (a->guard != CM_TRUE || a->address->count != 1 || counter->width != width ||
        counter->offset != spot.offset || cm_memory_parts(memory, a).count != 1)
        refuse(counter);
    else if (a->step->kind == CM_STEP_STORE)
        count_store(memory, counter, a);
}

static void look_at(cm_memory *memory, const cm_access *a)
{
    for (uint32_t i = 0; i < a->address->count; i++) {
        cm_spot spot;
        if (!cm_memory_find(memory, a->address->choices[i].value, a->step->width, &spot))
            continue;
        cm_counter *counter = &memory->counters[spot.location];
        if (!counter->refused)
            count_access(memory, counter, a, spot);
    }
}

static void begin(cm_memory *memory, cm_counter *counter)
{
    cm_arena *arena = memory->job->arena;
    int threads = memory->job->test->thread_count;
    counter->width = 0;
    counter->threads = CM_NEW_ARRAY(arena, (size_t)threads, cm_counted);
    for (int t = 0; t < threads; t++) {
        size_t room = (size_t)memory->runs[t].access_count + 1;
        counter->threads[t].accesses = CM_NEW_ARRAY(arena, room, int);
        counter->threads[t].sums = CM_NEW_ARRAY(arena, room, uint64_t);
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
    return !counter->refused && writes >= FEWEST_WRITES;
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
    if (!memory->counters)
        return false;
    for (int i = 0; i < test->location_count; i++)
        begin(memory, &memory->counters[i]);
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].access_count; i++)
            if (is_memory_access(&memory->runs[t].accesses[i]))
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
static int own_before(const cm_memory *memory, const cm_counter *counter, const cm_access *load)
{
    const cm_counted *own = &counter->threads[load->thread];
    int at = (int)(load - memory->runs[load->thread].accesses), before = 0;
    while (before < own->count && own->accesses[before] < at)
        before++;
    return before;
}

static uint64_t own_value(const cm_memory *memory, const cm_counter *counter, const cm_access *load)
{
    cm_spot spot;
    cm_memory_find(memory, load->address->choices[0].value, counter->width, &spot);
    return cut_to(cm_memory_initial(memory->job->test, spot, counter->width) +
                      counter->threads[load->thread].sums[own_before(memory, counter, load)],
                  counter->width);
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
    *values = own_value(memory, counter, load);
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
                more[i * ways + k] = cut_to(values[i] + other->sums[k], counter->width);
        count = unique(more, count * ways);
        values = more;
    }
    *out = (cm_domain){
        .count = count, .values = values, .made_by = CM_NEW_ARRAY(arena, count, uint64_t)};
    return true;
}

/* ---- formulas ---------------------------------------------------------- */

typedef struct definer {
    cm_encoder *e;
    cm_graph *g;
    int co, fr; /* nodes */
    cm_lits *doubts;
} definer;

/* The node rf^-1;co, or -1. */
static int find_from_reads(const cm_model *m, int co)
{
    for (int i = 0; i < m->node_count; i++) {
        const cm_node *node = &m->nodes[i];
        if (node->op != CM_NODE_SEQ || node->b != co || m->nodes[node->a].op != CM_NODE_INVERSE)
            continue;
        const cm_node *rf = &m->nodes[m->nodes[node->a].a];
        if (rf->op == CM_NODE_BASE && m->bases[rf->index]->kind == CM_BASE_RF)
            return i;
    }
    return -1;
}

/* A chosen order is transitive; a linearisation is not asserted to be. */
static bool find_relations(definer *d)
{
    const cm_model *m = d->e->model;
    d->co = cm_model_find(m, "co");
    if (d->co < 0 || m->nodes[d->co].op != CM_NODE_FREE)
        return false;
    d->fr = find_from_reads(m, d->co);
    return d->fr >= 0;
}

static uint32_t event_of(const definer *d, int thread, int access)
{
    return d->g->first_event[thread][access];
}

static cm_lit fr(definer *d, uint32_t read, uint32_t write)
{
    return cm_encode_pair(d->e, d->fr, read, write, CM_UPPER);
}

static cm_lit co(definer *d, uint32_t a, uint32_t b)
{
    return cm_encode_pair(d->e, d->co, a, b, CM_UPPER);
}

static void doubt(definer *d, cm_lit when)
{
    if (when != CM_FALSE)
        cm_lits_add(d->g->job->arena, d->doubts, when);
}

/* A load of a counter. */
typedef struct counted_load {
    const cm_access *access;
    uint32_t read, write; /* events; write: of the same instruction, or of none: 0 */
} counted_load;

/* Does the load come before the write? */
static cm_lit precedes(definer *d, const counted_load *load, uint32_t write)
{
    return load->write ? co(d, load->write, write) : fr(d, load->read, write);
}

/* What the first writes of another thread add that come before the load. */
static cm_val added_by(definer *d, const counted_load *load, const cm_counted *other, int thread)
{
    cm_form *form = d->e->form;
    cm_val added = {.choices = CM_NEW_ARRAY(form->arena, (size_t)other->count + 1, cm_choice)};
    cm_lit before = CM_TRUE;
    for (int k = 0; k <= other->count; k++) {
        bool last = k == other->count;
        cm_lit after = last ? CM_TRUE : precedes(d, load, event_of(d, thread, other->accesses[k]));
        added.choices[added.count++] =
            (cm_choice){other->sums[k], cm_form_and(form, before, after), 0};
        before = -after;
    }
    return added;
}

/* The value of the load, by what comes before it. */
static const cm_val *counted_value(definer *d, const cm_counter *counter, const counted_load *load)
{
    cm_job *job = d->g->job;
    const cm_val *value = cm_val_constant(job, own_value(&d->g->memory, counter, load->access));
    for (int t = 0; t < job->test->thread_count; t++) {
        if (t == load->access->thread || counter->threads[t].count == 0)
            continue;
        cm_val added = added_by(d, load, &counter->threads[t], t);
        cm_choice *sums = CM_NEW_ARRAY(job->arena, (size_t)value->count * added.count, cm_choice);
        uint32_t count = 0;
        for (uint32_t i = 0; i < value->count; i++)
            for (uint32_t k = 0; k < added.count; k++)
                sums[count++] = (cm_choice){
                    cut_to(value->choices[i].value + added.choices[k].value, counter->width),
                    cm_form_and(&job->form, value->choices[i].when, added.choices[k].when), 0};
        value = cm_val_make(job, sums, count);
    }
    return value;
}

/* A load by itself sees the thread's own writes as they stand. */
static void doubt_own(definer *d, const cm_counter *counter, const counted_load *load)
{
    const cm_access *a = load->access;
    const cm_counted *own = &counter->threads[a->thread];
    int before = own_before(&d->g->memory, counter, a);
    if (before > 0)
        doubt(d, fr(d, load->read, event_of(d, a->thread, own->accesses[before - 1])));
    if (before < own->count)
        doubt(d, -fr(d, load->read, event_of(d, a->thread, own->accesses[before])));
}

/* Nothing comes between what the instruction reads and its write. */
static void doubt_atomic(definer *d, const counted_load *load)
{
    cm_form *form = d->e->form;
    const cm_ev *read = &d->g->events[load->read];
    cm_lits between = {0}, later = {0}, apart = {0};
    for (uint32_t i = 0; i < read->source_count; i++) {
        uint32_t other = read->sources[i].write;
        if (other == load->write)
            continue;
        cm_lit before = co(d, other, load->write);
        cm_lits_add(form->arena, &later, cm_form_and(form, read->sources[i].when, -before));
        cm_lits_add(form->arena, &between, cm_form_and(form, fr(d, load->read, other), before));
        cm_lits_add(form->arena, &apart, cm_form_and(form, -before, -co(d, load->write, other)));
    }
    doubt(d, cm_form_or_all(form, later.items, later.count));
    doubt(d, cm_form_or_all(form, between.items, between.count));
    doubt(d, cm_form_or_all(form, apart.items, apart.count));
}

/* The write of the same instruction; 0: there is none. */
static uint32_t write_of(const definer *d, const cm_counter *counter, const cm_access *load)
{
    const cm_thread_run *run = &d->g->memory.runs[load->thread];
    const cm_counted *own = &counter->threads[load->thread];
    for (int i = 0; i < own->count; i++)
        if (&run->accesses[run->accesses[own->accesses[i]].rmw->items[0].access] == load)
            return event_of(d, load->thread, own->accesses[i]);
    return 0;
}

static void define_load(definer *d, const cm_counter *counter, const cm_access *a)
{
    const cm_thread_run *run = &d->g->memory.runs[a->thread];
    const cm_domain *domain = &run->domains[a->visit];
    counted_load load = {.access = a,
                         .read = event_of(d, a->thread, (int)(a - run->accesses)),
                         .write = write_of(d, counter, a)};
    if (load.write)
        doubt_atomic(d, &load);
    else
        doubt_own(d, counter, &load);
    if (domain->count < 2)
        return;
    const cm_val *value = counted_value(d, counter, &load);
    for (uint32_t i = 0; i < domain->count; i++)
        cm_form_define(d->e->form, domain->group + (cm_lit)i, cm_val_is(value, domain->values[i]));
}

static bool must_follow(const definer *d, uint32_t a, uint32_t b)
{
    return cm_rel_has(&d->e->bounds[d->co].must, a, b);
}

/* Is it given that the initial write is first, and that each thread's writes follow each
 * other? */
static bool is_in_order(const definer *d, const cm_counter *counter, int location)
{
    uint32_t init = 0;
    while (init < d->g->init_count && d->g->events[init].targets[0].spot.location != location)
        init++;
    for (int t = 0; t < d->g->job->test->thread_count; t++) {
        const cm_counted *c = &counter->threads[t];
        for (int i = 0; i < c->count; i++) {
            uint32_t write = event_of(d, t, c->accesses[i]);
            if (!must_follow(d, init, write) ||
                (i > 0 && !must_follow(d, event_of(d, t, c->accesses[i - 1]), write)))
                return false;
        }
    }
    return true;
}

static void define_counter(definer *d, const cm_counter *counter)
{
    const cm_memory *memory = &d->g->memory;
    for (int t = 0; t < d->g->job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->access_count; i++)
            if (cm_counter_read(memory, &run->accesses[i]) == counter)
                define_load(d, counter, &run->accesses[i]);
    }
}

bool cm_counters_define(cm_encoder *encoder, cm_lits *doubts)
{
    definer d = {.e = encoder, .g = encoder->graph, .doubts = doubts};
    const cm_memory *memory = &d.g->memory;
    for (int i = 0; memory->counters && i < d.g->job->test->location_count; i++) {
        if (!memory->counters[i].used)
            continue;
        if (!find_relations(&d) || !is_in_order(&d, &memory->counters[i], i))
            return false;
        define_counter(&d, &memory->counters[i]);
    }
    return true;
}
