/* What the reads of counters stand for: see encode.h. */
#include "checker/encode.h"

#include "checker/threads/counter.h"

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
            (cm_choice){other->sums[k], cm_form_and(form, before, after), 0, 0};
        before = -after;
    }
    return added;
}

/* The value of the load, by what comes before it. */
static const cm_val *counted_value(definer *d, const cm_counter *counter, const counted_load *load)
{
    cm_job *job = d->g->job;
    const cm_val *value =
        cm_val_constant(job, cm_counter_own_value(&d->g->memory, counter, load->access));
    for (int t = 0; t < job->test->thread_count; t++) {
        if (t == load->access->thread || counter->threads[t].count == 0)
            continue;
        cm_val added = added_by(d, load, &counter->threads[t], t);
        cm_choice *sums = CM_NEW_ARRAY(job->arena, (size_t)value->count * added.count, cm_choice);
        uint32_t count = 0;
        for (uint32_t i = 0; i < value->count; i++)
            for (uint32_t k = 0; k < added.count; k++)
                sums[count++] = (cm_choice){
                    cm_bytes_of(value->choices[i].value + added.choices[k].value, 0,
                                counter->width),
                    cm_form_and(&job->form, value->choices[i].when, added.choices[k].when), 0, 0};
        value = cm_val_make(job, sums, count);
    }
    return value;
}

/* A load by itself sees the thread's own writes as they stand. */
static void doubt_own(definer *d, const cm_counter *counter, const counted_load *load)
{
    const cm_access *a = load->access;
    const cm_counted *own = &counter->threads[a->thread];
    int before = cm_counter_own_before(&d->g->memory, counter, a);
    if (before > 0)
        doubt(d, fr(d, load->read, event_of(d, a->thread, own->accesses[before - 1])));
    if (before < own->count)
        doubt(d, -fr(d, load->read, event_of(d, a->thread, own->accesses[before])));
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
    if (load.write) {
        /* Nothing comes between what the instruction reads and its write. */
        cm_form *form = d->e->form;
        const cm_ev *read = &d->g->events[load.read];
        cm_lits between = {0}, later = {0}, apart = {0};
        for (uint32_t i = 0; i < read->source_count; i++) {
            uint32_t other = read->sources[i].write;
            if (other == load.write)
                continue;
            cm_lit before = co(d, other, load.write);
            cm_lits_add(form->arena, &later, cm_form_and(form, read->sources[i].when, -before));
            cm_lits_add(form->arena, &between, cm_form_and(form, fr(d, load.read, other), before));
            cm_lits_add(form->arena, &apart, cm_form_and(form, -before, -co(d, load.write, other)));
        }
        doubt(d, cm_form_or_all(form, later.items, later.count));
        doubt(d, cm_form_or_all(form, between.items, between.count));
        doubt(d, cm_form_or_all(form, apart.items, apart.count));
    } else
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
