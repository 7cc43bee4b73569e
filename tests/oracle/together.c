/* Which executions of the threads can be parts of one candidate: what one of them reads is
 * initial, or written by itself or by one of the others. No more is asked than
 * that each value has a writer, whatever the model; candidates that pass are complete. */
#include "tests/oracle/internal.h"

/* Items are the values of cells of memory, numbered. */
typedef struct items {
    cm_set need; /* read, and neither initial nor written by the execution itself */
    cm_set give; /* written */
} items;

typedef struct together {
    oracle_run_state *run;
    oracle_graph *graph;
    void (*found)(oracle_run_state *, oracle_graph *);
    items **of;      /* by thread, execution of it */
    cm_set **alive;  /* by number of threads chosen, thread: executions still possible */
    uint32_t *first; /* by cell: number of its first value */
    uint32_t count;  /* items */
    cm_set initial;
    cm_set *all; /* by thread: what its possible executions write */
    cm_set others;
    size_t chosen; /* candidates so far */
} together;

static void number_items(together *t)
{
    const oracle_pool *pool = t->run->pool;
    t->first = CM_NEW_ARRAY(t->run->work->arena, pool->count + 1, uint32_t);
    for (size_t i = 0; i < pool->count; i++) {
        t->first[i] = t->count;
        t->count += (uint32_t)pool->cells[i].count;
    }
    t->initial = cm_set_new(t->run->work->arena, t->count);
    for (size_t i = 0; i < pool->count; i++)
        for (size_t k = 0; k < pool->cells[i].count; k++)
            if (pool->cells[i].writers[k] >> ORACLE_INITIAL & 1)
                cm_set_add(&t->initial, t->first[i] + (uint32_t)k);
}

static void add_items(const together *t, const oracle_access *a, cm_set *to)
{
    const oracle_pool *pool = t->run->pool;
    for (size_t i = 0; i < pool->count; i++) {
        const oracle_cell *cell = &pool->cells[i];
        if (cell->start < a->physical || cell->start >= a->physical + a->width)
            continue;
        uint64_t part = oracle_part(a, cell);
        for (size_t k = 0; k < cell->count; k++)
            if (cell->values[k] == part)
                cm_set_add(to, t->first[i] + (uint32_t)k);
    }
}

static items items_of(const together *t, const oracle_trace *trace)
{
    cm_arena *arena = t->run->work->arena;
    items found = {cm_set_new(arena, t->count), cm_set_new(arena, t->count)};
    for (int i = 0; i < trace->count; i++)
        if (trace->accesses[i].kind == 'R' || trace->accesses[i].kind == 'W')
            add_items(t, &trace->accesses[i],
                      trace->accesses[i].kind == 'R' ? &found.need : &found.give);
    cm_set_diff(&found.need, &found.need, &found.give);
    cm_set_diff(&found.need, &found.need, &t->initial);
    return found;
}

/* A thread that waits for ever has no final registers to observe. */
static bool may_count(const oracle_run_state *run, int thread, const oracle_trace *trace)
{
    for (int i = 0; trace->hung && i < run->test->observed_count; i++) {
        const cm_observed *o = &run->test->observed[i];
        if (o->kind == CM_OBSERVE_REGISTER && o->thread == thread)
            return false;
    }
    return true;
}

static void gather(together *t, const cm_set *alive, int thread)
{
    cm_set_clear(&t->all[thread]);
    for (size_t i = 0; i < t->run->traces[thread].count; i++)
        if (cm_set_has(alive, (uint32_t)i))
            cm_set_union(&t->all[thread], &t->all[thread], &t->of[thread][i].give);
}

/* Leaves out executions of the thread that lack a writer; were there any? */
static bool drop_unwritten(together *t, cm_set *alive, int thread)
{
    bool dropped = false;
    cm_set_clear(&t->others);
    for (int u = 0; u < t->run->test->thread_count; u++)
        if (u != thread)
            cm_set_union(&t->others, &t->others, &t->all[u]);
    for (size_t i = 0; i < t->run->traces[thread].count; i++)
        if (cm_set_has(alive, (uint32_t)i) && !cm_set_inside(&t->of[thread][i].need, &t->others)) {
            cm_set_remove(alive, (uint32_t)i);
            dropped = true;
        }
    return dropped;
}

/* Until nothing more can be left out. false: some thread has no execution left. */
static bool narrow(together *t, cm_set *alive)
{
    int threads = t->run->test->thread_count;
    for (int u = 0; u < threads; u++)
        gather(t, &alive[u], u);
    for (bool changed = true; changed;) {
        changed = false;
        for (int u = 0; u < threads; u++) {
            if (!drop_unwritten(t, &alive[u], u))
                continue;
            changed = true;
            gather(t, &alive[u], u);
            if (cm_set_empty(&alive[u]))
                return false;
        }
    }
    return true;
}

static void choose_from(together *t, int thread)
{
    oracle_run_state *run = t->run;
    if (thread == run->test->thread_count) {
        enum { FOR_EACH = 3 }; /* evaluation: most candidates need none */
        if (++t->chosen > FOR_EACH * run->limits.candidates)
            run->too_large = true;
        else
            t->found(run, t->graph);
        return;
    }
    for (size_t i = 0; i < run->traces[thread].count && !run->too_large; i++) {
        if (!cm_set_has(&t->alive[thread][thread], (uint32_t)i))
            continue;
        cm_set *next = t->alive[thread + 1];
        for (int u = 0; u < run->test->thread_count; u++)
            cm_set_copy(&next[u], &t->alive[thread][u]);
        cm_set_clear(&next[thread]);
        cm_set_add(&next[thread], (uint32_t)i);
        t->graph->traces[thread] = &run->traces[thread].items[i];
        if (narrow(t, next))
            choose_from(t, thread + 1);
    }
}

void oracle_together(oracle_run_state *run, oracle_graph *graph,
                     void (*found)(oracle_run_state *, oracle_graph *))
{
    cm_arena *arena = run->work->arena;
    size_t threads = (size_t)run->test->thread_count;
    together t = {.run = run, .graph = graph, .found = found};
    number_items(&t);
    t.others = cm_set_new(arena, t.count);
    t.all = CM_NEW_ARRAY(arena, threads, cm_set);
    t.of = CM_NEW_ARRAY(arena, threads, items *);
    t.alive = CM_NEW_ARRAY(arena, threads + 1, cm_set *);
    for (size_t level = 0; level <= threads; level++)
        t.alive[level] = CM_NEW_ARRAY(arena, threads, cm_set);
    for (size_t u = 0; u < threads; u++) {
        const oracle_traces *traces = &run->traces[u];
        t.all[u] = cm_set_new(arena, t.count);
        t.of[u] = CM_NEW_ARRAY(arena, traces->count, items);
        for (size_t level = 0; level <= threads; level++)
            t.alive[level][u] = cm_set_new(arena, (uint32_t)traces->count);
        for (size_t i = 0; i < traces->count; i++) {
            t.of[u][i] = items_of(&t, &traces->items[i]);
            if (may_count(run, (int)u, &traces->items[i]))
                cm_set_add(&t.alive[0][u], (uint32_t)i);
        }
    }
    if (narrow(&t, t.alive[0]))
        choose_from(&t, 0);
}
