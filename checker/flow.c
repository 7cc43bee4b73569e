/* Where values flow. See flow.h. */
#include "checker/flow.h"

#include "checker/solver/cycle.h"
#include "checker/threads/domains.h"
#include "checker/threads/execute.h"

/* Accesses by thread and visit are the nodes: visits stay the same from one execution
 * of the threads to the next. */
struct cm_flow {
    uint32_t n;
    uint32_t *first;  /* by thread: node of its first visit */
    cm_rel next;      /* what may depend on the node at once */
    uint32_t *part;   /* by node: the first node of its part */
    uint32_t *level;  /* by node: parts before its own, on the longest way */
    uint32_t *rounds; /* by load: in which its domain grows, after the first one */
    bool *cyclic;     /* by node: it may depend on itself */
    uint32_t levels;
};

typedef struct cm_flow flow;

static uint32_t node_of(const flow *f, const cm_access *a)
{
    return f->first[a->thread] + (uint32_t)a->visit;
}

static bool is_load(const cm_access *a)
{
    return a->step->kind == CM_STEP_LOAD;
}

static bool is_store(const cm_access *a)
{
    return a->step->kind == CM_STEP_STORE;
}

/* ---- what may depend on what ---------------------------------------------- */

/* May the two touch a byte in common? */
static bool may_meet(const cm_memory *memory, const cm_access *a, const cm_access *b)
{
    for (uint32_t i = 0; i < a->address->count; i++)
        for (uint32_t k = 0; k < b->address->count; k++) {
            cm_spot x, y;
            if (cm_memory_find(memory, a->address->choices[i].value, a->step->width, &x) &&
                cm_memory_find(memory, b->address->choices[k].value, b->step->width, &y) &&
                x.location == y.location && x.offset < y.offset + b->step->width &&
                y.offset < x.offset + a->step->width)
                return true;
        }
    return false;
}

static void add_deps(flow *f, const cm_thread_run *run, const cm_deps *deps, const cm_access *to)
{
    for (uint32_t i = 0; deps && i < deps->count; i++)
        cm_rel_add(&f->next, node_of(f, &run->accesses[deps->items[i].access]), node_of(f, to));
}

static void add_fed(flow *f, const cm_memory *memory, const cm_access *store)
{
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->access_count; i++) {
            const cm_access *load = &run->accesses[i];
            if (is_load(load) && cm_memory_may_feed(store, load) && may_meet(memory, store, load))
                cm_rel_add(&f->next, node_of(f, store), node_of(f, load));
        }
    }
}

static flow *find_flow(const cm_memory *memory)
{
    cm_job *job = memory->job;
    flow *f = CM_NEW(job->arena, flow);
    f->first = CM_NEW_ARRAY(job->arena, (size_t)job->test->thread_count, uint32_t);
    for (int t = 0; t < job->test->thread_count; t++) {
        f->first[t] = f->n;
        f->n += (uint32_t)memory->runs[t].code.count;
    }
    f->next = cm_rel_new(job->arena, f->n);
    for (int t = 0; t < job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->access_count; i++) {
            const cm_access *a = &run->accesses[i];
            add_deps(f, run, a->addr, a);
            add_deps(f, run, a->data, a);
            add_deps(f, run, a->led, a);
            if (is_store(a))
                add_fed(f, memory, a);
        }
        cm_job_poll(job);
    }
    return f;
}

/* ---- parts ---------------------------------------------------------------- */

/* A level more than the highest part that leads to it; true when some level rose. */
static bool raise_levels(flow *f)
{
    bool rose = false;
    for (uint32_t v = 0; v < f->n; v++)
        CM_EACH(cm_rel_row(&f->next, v), f->next.words, f->n, w)
        {
            uint32_t *to = &f->level[f->part[w]];
            uint32_t least = f->level[f->part[v]] + 1;
            if (f->part[v] == f->part[w] || *to >= least)
                continue;
            *to = least;
            rose = true;
        }
    return rose;
}

/* What a part consists of. */
typedef struct census {
    uint32_t loads, stores;
    bool chases; /* a load may depend on another one at once */
} census;

static uint32_t count_dependent_stores(const flow *f, const bool *stores, uint32_t load)
{
    uint32_t count = 0;
    CM_EACH(cm_rel_row(&f->next, load), f->next.words, f->n, w)
    count += stores[w] && f->part[w] == f->part[load];
    return count;
}

static void find_rounds(flow *f, const cm_memory *memory)
{
    cm_arena *arena = memory->job->arena;
    bool *loads = CM_NEW_ARRAY(arena, f->n, bool), *stores = CM_NEW_ARRAY(arena, f->n, bool);
    census *parts = CM_NEW_ARRAY(arena, f->n, census);
    /* The kind of every node, by node. */
    for (int t = 0; t < memory->job->test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].access_count; i++) {
            const cm_access *a = &memory->runs[t].accesses[i];
            loads[node_of(f, a)] = is_load(a);
            stores[node_of(f, a)] = is_store(a);
        }
    for (uint32_t v = 0; v < f->n; v++) {
        census *part = &parts[f->part[v]];
        part->loads += loads[v];
        part->stores += stores[v];
        CM_EACH(cm_rel_row(&f->next, v), f->next.words, f->n, w)
        part->chases |= loads[v] && loads[w] && f->part[w] == f->part[v];
    }
    f->rounds = CM_NEW_ARRAY(arena, f->n, uint32_t);
    for (uint32_t v = 0; v < f->n; v++) {
        const census *part = &parts[f->part[v]];
        if (loads[v] && f->cyclic[v])
            f->rounds[v] =
                part->chases ? part->loads : part->stores - count_dependent_stores(f, stores, v);
    }
}

/* ---- domains, part after part --------------------------------------------- */

/* In the first round a part knows only what comes from before it. */
static bool feeds_now(const void *argument, const cm_access *store, const cm_access *load)
{
    const flow *f = argument;
    return f->part[node_of(f, store)] != f->part[node_of(f, load)];
}

/* Lets the domains of a level grow once; true when some may grow further: one that has had its
 * rounds feeds others that have not. Sets *grew when one did. */
static bool grow_level(cm_memory *memory, const flow *f, uint32_t level, uint32_t round, bool *grew)
{
    bool more = false;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->access_count; i++) {
            const cm_access *a = &run->accesses[i];
            uint32_t node = node_of(f, a);
            if (!is_load(a) || f->level[node] != level || round > f->rounds[node])
                continue;
            *grew |= cm_memory_update(memory, run, a, round == 0 ? feeds_now : NULL, f);
            more |= round < f->rounds[node];
        }
    }
    return (*grew || round == 0) && more;
}

/* Executes the threads where a domain changed since they were executed last. */
static void execute_changed(cm_memory *memory, bool *changed)
{
    if (*changed)
        cm_memory_execute(memory);
    *changed = false;
}

/* Notes the loads of the level that would find more. */
static void note_open(cm_memory *memory, const flow *f, uint32_t level)
{
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->access_count; i++) {
            const cm_access *a = &run->accesses[i];
            cm_domain *domain = &run->domains[a->visit];
            if (!is_load(a) || f->level[node_of(f, a)] != level || !f->cyclic[node_of(f, a)])
                continue;
            cm_domain kept = *domain;
            memory->ranged = false;
            bool open = cm_memory_update(memory, run, a, NULL, NULL) || memory->ranged;
            *domain = kept;
            domain->open = open && !memory->ordered;
            memory->settled &= !open;
        }
    }
}

/* Is all that may depend on something in one known in the other? */
static bool is_within(const flow *small, const flow *large)
{
    for (uint32_t v = 0; v < small->n; v++)
        CM_EACH(cm_rel_row(&small->next, v), small->next.words, small->n, w)
    if (!cm_rel_has(&large->next, v, w))
        return false;
    return true;
}

bool cm_flow_narrow(cm_memory *memory)
{
    flow *f = find_flow(memory);
    cm_rel reach = cm_rel_new(memory->job->arena, f->n);
    cm_rel_copy(&reach, &f->next);
    cm_rel_plus(&reach);
    f->part = CM_NEW_ARRAY(memory->job->arena, f->n, uint32_t);
    f->cyclic = CM_NEW_ARRAY(memory->job->arena, f->n, bool);
    for (uint32_t v = 0; v < f->n; v++) {
        f->part[v] = v;
        f->cyclic[v] = cm_rel_has(&reach, v, v);
        CM_EACH(cm_rel_row(&reach, v), reach.words, v, w)
        if (f->part[w] == w && cm_rel_has(&reach, w, v)) {
            f->part[v] = w;
            break;
        }
    }
    f->level = CM_NEW_ARRAY(memory->job->arena, f->n, uint32_t);
    while (raise_levels(f))
        cm_job_poll(memory->job);
    for (uint32_t v = 0; v < f->n; v++) {
        f->level[v] = f->level[f->part[v]];
        if (f->level[v] >= f->levels)
            f->levels = f->level[v] + 1;
    }
    find_rounds(f, memory);
    for (int t = 0; t < memory->job->test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].code.count; i++)
            memory->runs[t].domains[i] = (cm_domain){0};
    memory->settled = true;
    bool changed = true;
    for (uint32_t level = 0; level < f->levels; level++) {
        bool further = true;
        for (uint32_t round = 0; further; round++) {
            execute_changed(memory, &changed);
            further = grow_level(memory, f, level, round, &changed);
        }
        execute_changed(memory, &changed);
        note_open(memory, f, level);
    }
    memory->flow = f;
    return !cm_memory_cut(memory) && is_within(find_flow(memory), f);
}

/* ---- cycles --------------------------------------------------------------- */

typedef struct cycle {
    cm_graph *g;
    const flow *f;
    uint32_t *place, n; /* by event: its number among those that are looked at, or UINT32_MAX */
    cm_lit *edges;
    bool exact; /* dependencies where they exist, as the model has them */
} cycle;

/* Is the access in a part with an open domain? */
static bool *find_open_parts(const cm_memory *memory, const flow *f)
{
    bool *open = CM_NEW_ARRAY(memory->job->arena, f->n, bool);
    for (int t = 0; t < memory->job->test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].access_count; i++) {
            const cm_access *a = &memory->runs[t].accesses[i];
            if (is_load(a) && memory->runs[t].domains[a->visit].open)
                open[f->part[node_of(f, a)]] = true;
        }
    return open;
}

static void add_edge(cycle *c, uint32_t from, uint32_t to, cm_lit when)
{
    if (c->place[from] == UINT32_MAX || c->place[to] == UINT32_MAX)
        return;
    cm_lit *edge = &c->edges[(size_t)c->place[from] * c->n + c->place[to]];
    cm_form *form = &c->g->job->form;
    *edge = cm_form_or(form, *edge, cm_form_and(form, when, cm_graph_both(c->g, from, to)));
}

/* Unless exact, dependencies as the instructions have them, whatever else decides whether the
 * values that come together there matter. */
static void add_dependencies(cycle *c, const cm_deps *deps, uint32_t to)
{
    const cm_ev *e = &c->g->events[to];
    const uint32_t *first = c->g->first_event[e->thread];
    for (uint32_t i = 0; deps && i < deps->count; i++) {
        int access = deps->items[i].access;
        for (uint32_t from = first[access]; from < first[access + 1]; from++)
            add_edge(c, from, to, c->exact ? deps->items[i].when : CM_TRUE);
    }
}

/* Of the events that have a place. */
static cm_lit find_cycle(cycle *c)
{
    cm_graph *graph = c->g;
    c->edges = CM_NEW_ARRAY(graph->job->arena, (size_t)c->n * c->n, cm_lit);
    for (size_t i = 0; i < (size_t)c->n * c->n; i++)
        c->edges[i] = CM_FALSE;
    for (uint32_t e = 0; e < graph->count; e++) {
        const cm_ev *event = &graph->events[e];
        if (c->place[e] == UINT32_MAX)
            continue;
        add_dependencies(c, event->access->addr, e);
        add_dependencies(c, event->access->data, e);
        add_dependencies(c, event->access->led, e);
        for (uint32_t i = 0; i < event->source_count; i++)
            add_edge(c, event->sources[i].write, e, event->sources[i].when);
    }
    return cm_closure_cycle(graph->job, c->n, c->edges);
}

/* ---- cycles that the model forbids by its form --------------------------------- */

/* A relation that the model lets have no cycle. */
typedef struct order {
    cm_encoder *e;
    const cycle *c;
    int node;
    int rf;         /* node of reads-from */
    cm_rel inside;  /* dependencies and reads-from within threads */
    cm_set reached; /* of a read: what it may lead to there */
    cm_set follows; /* of these: what follows it in the order whichever way leads there */
} order;

static bool has_no_cycle(const cm_constraint *c)
{
    return c->kind == CM_ACYCLIC && !c->negated && !c->is_flag && c->element_count == 0;
}

/* Does the order relate a write to each read from it? It does if one of its terms does. */
static bool has_read(order *o, int node, uint32_t write, uint32_t read)
{
    const cm_node *n = &o->e->model->nodes[node];
    if (n->op == CM_NODE_UNION)
        return has_read(o, n->a, write, read) || has_read(o, n->b, write, read);
    if (n->op == CM_NODE_PLUS ||
        (n->op == CM_NODE_SEQ && o->e->model->nodes[n->b].op == CM_NODE_OPT))
        return has_read(o, n->a, write, read);
    return !n->recursive && cm_rel_has(&o->e->bounds[node].may, write, read) &&
           cm_encode_pair(o->e, node, write, read, CM_LOWER) ==
               cm_encode_pair(o->e, o->rf, write, read, CM_UPPER);
}

static void add_inside(order *o, const cm_deps *deps, uint32_t to)
{
    const uint32_t *first = o->c->g->first_event[o->c->g->events[to].thread];
    for (uint32_t i = 0; deps && i < deps->count; i++)
        for (uint32_t e = first[deps->items[i].access]; e < first[deps->items[i].access + 1]; e++)
            cm_rel_add(&o->inside, e, to);
}

/* Does a constraint forbid that the read takes its value from its thread's later write? */
static bool is_too_late(order *o, uint32_t write, uint32_t read)
{
    const cm_model *model = o->e->model;
    bool late = false;
    for (int i = 0; i < model->constraint_count && !late; i++)
        late = has_no_cycle(&model->constraints[i]) &&
               cm_rel_has(&o->e->bounds[model->constraints[i].node].must, read, write) &&
               has_read(o, model->constraints[i].node, write, read);
    return late;
}

/* Within threads: dependencies, and those reads-from that are not in the order. false: there are
 * some of another thread, or against program order. */
static bool stays_inside(order *o)
{
    const cm_graph *g = o->c->g;
    for (uint32_t e = 0; e < g->count; e++) {
        const cm_ev *event = &g->events[e];
        if (o->c->place[e] == UINT32_MAX)
            continue;
        add_inside(o, event->access->addr, e);
        add_inside(o, event->access->data, e);
        add_inside(o, event->access->led, e);
        for (uint32_t i = 0; i < event->source_count; i++) {
            uint32_t write = event->sources[i].write;
            if (o->c->place[write] == UINT32_MAX ||
                !cm_rel_has(&o->e->bounds[o->rf].may, write, e) || has_read(o, o->node, write, e))
                continue;
            if (g->events[write].thread != event->thread)
                return false;
            if (write < e)
                cm_rel_add(&o->inside, write, e);
            else if (!is_too_late(o, write, e))
                return false;
        }
        if (cm_bits_next(cm_rel_row(&o->inside, e), o->inside.words, e + 1, 0) <= e)
            return false;
    }
    return true;
}

/* Do all stores that values go to from the read, within its thread, follow it? What must hold does
 * so where both events happen; so each step that may lead to one has to be in the order, or all of
 * the way. */
static bool stores_follow(order *o, uint32_t read)
{
    const cm_rel *must = &o->e->bounds[o->node].must;
    cm_set_clear(&o->reached);
    cm_set_clear(&o->follows);
    cm_set_add(&o->reached, read);
    cm_set_add(&o->follows, read);
    for (uint32_t to = read + 1; to < o->c->g->count; to++) {
        bool any = false, all = true;
        for (uint32_t from = read; from < to; from++) {
            if (!cm_set_has(&o->reached, from) || !cm_rel_has(&o->inside, from, to))
                continue;
            any = true;
            all = all && cm_set_has(&o->follows, from) && cm_rel_has(must, from, to);
        }
        if (!any)
            continue;
        cm_set_add(&o->reached, to);
        if (all || cm_rel_has(must, read, to))
            cm_set_add(&o->follows, to);
        else if (o->c->g->events[to].kind == 'W')
            return false;
    }
    return true;
}

/* Is each cycle one of the order? It goes by reads-from that are in it, and from each of these to
 * the next one within a thread, from a read to a store. */
static bool rules_out(order *o)
{
    const cm_graph *g = o->c->g;
    o->inside = cm_rel_new(g->job->arena, g->count);
    o->reached = cm_set_new(g->job->arena, g->count);
    o->follows = cm_set_new(g->job->arena, g->count);
    bool all = stays_inside(o);
    for (uint32_t e = 0; e < g->count && all; e++)
        all = o->c->place[e] == UINT32_MAX || g->events[e].kind != 'R' || stores_follow(o, e);
    return all;
}

static bool is_ruled_out(const cycle *c, cm_encoder *e)
{
    const cm_model *model = e->model;
    order o = {.e = e, .c = c, .rf = cm_model_base(model, CM_BASE_RF)};
    bool out = false;
    for (int i = 0; i < model->constraint_count && !out && o.rf >= 0; i++) {
        o.node = model->constraints[i].node;
        out = has_no_cycle(&model->constraints[i]) && rules_out(&o);
    }
    return out;
}

cm_lit cm_flow_cycle(cm_encoder *encoder)
{
    cm_graph *graph = encoder->graph;
    cycle c = {.g = graph, .f = graph->memory.flow};
    bool *open = find_open_parts(&c.g->memory, c.f);
    c.place = CM_NEW_ARRAY(c.g->job->arena, c.g->count, uint32_t);
    for (uint32_t e = 0; e < c.g->count; e++) {
        const cm_access *a = c.g->events[e].access;
        bool counts = a && (is_load(a) || is_store(a)) && open[c.f->part[node_of(c.f, a)]];
        c.place[e] = counts ? c.n++ : UINT32_MAX;
    }
    bool plain = graph->job->options.plain; /* to be compared with */
    return !plain && is_ruled_out(&c, encoder) ? CM_FALSE : find_cycle(&c);
}

cm_lit cm_flow_any_cycle(cm_graph *graph)
{
    cycle c = {.g = graph, .exact = true};
    c.place = CM_NEW_ARRAY(graph->job->arena, graph->count, uint32_t);
    for (uint32_t e = 0; e < graph->count; e++) {
        const cm_access *a = graph->events[e].access;
        c.place[e] = a && (is_load(a) || is_store(a)) ? c.n++ : UINT32_MAX;
    }
    return find_cycle(&c);
}
