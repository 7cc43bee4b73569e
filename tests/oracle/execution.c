/* A candidate as an execution: its events are the oracle's, in the words of
 * execution/execution.h. Base relations are read off it by execution/bases.c; what the oracle
 * reads off its own (graph.c) is not looked at here, so that the two can be compared. */
#include "tests/oracle/internal.h"

#include <string.h>

static const uint64_t *mask(cm_arena *arena, uint64_t bits)
{
    uint64_t *set = CM_NEW(arena, uint64_t);
    *set = bits;
    return set;
}

/* The location that owns the byte, and the byte's place in it. */
static void find_place(const cm_test *test, uint64_t physical, int *location, uint32_t *offset)
{
    uint64_t at = 0;
    *location = cm_test_locate(test, physical, &at);
    while (*location >= 0 && test->locations[*location].alias_of >= 0)
        *location = test->locations[*location].alias_of;
    *offset = (uint32_t)at;
}

static cm_action action_of(const oracle_run_state *run, const oracle_access *a)
{
    cm_arena *arena = run->candidate;
    cm_action made = {
        .step = &run->test->threads[a->thread].steps[a->step],
        .instance = (uint64_t)a->instance,
        .whole = (uint32_t)a->whole,
        .address = {a->address, cm_moved(run->test, a->address)},
        .value = {a->value, a->value},
        .quorum = a->quorum,
        .words = 1,
        .addr = mask(arena, a->addr),
        .data = mask(arena, a->data),
        .ctrl = mask(arena, a->ctrl),
        .pick_addr = mask(arena, a->pick_addr),
        .pick_data = mask(arena, a->pick_data),
        .pick_ctrl = mask(arena, a->pick_ctrl),
        .rmw = a->rmw >= 0 ? mask(arena, UINT64_C(1) << a->rmw) : NULL,
    };
    if (a->kind == 'R' || a->kind == 'W')
        find_place(run->test, a->physical, &made.location, &made.offset);
    return made;
}

static cm_action *actions_of(const oracle_run_state *run, const oracle_trace *trace)
{
    cm_action *made = CM_NEW_ARRAY(run->candidate, (size_t)trace->count, cm_action);
    for (int i = 0; i < trace->count; i++)
        made[i] = action_of(run, &trace->accesses[i]);
    return made;
}

static cm_event event_of(const oracle_run_state *run, const oracle_event *e, cm_action **actions)
{
    cm_event made = {.kind = e->kind, .thread = e->thread, .instruction = -1};
    made.value = e->value;
    made.width = (uint8_t)e->width;
    if (e->kind == 'R' || e->kind == 'W')
        find_place(run->test, e->start, &made.location, &made.offset);
    made.address = e->start;
    if (!e->of)
        return made;
    made.action = &actions[e->thread][e->access];
    made.index = (uint32_t)e->access;
    made.instruction = made.action->step->instruction;
    made.tags = e->of->tags;
    if (e->kind != 'R' && e->kind != 'W')
        return made;
    made.part = (unsigned)(e->start - e->of->physical);
    made.address = cm_test_virtual(run->test, e->of->address) + made.part;
    return made;
}

static cm_rel copy(cm_arena *arena, const cm_rel *r)
{
    cm_rel made = cm_rel_new(arena, r->n);
    cm_rel_copy(&made, r);
    return made;
}

cm_execution *oracle_execution(oracle_run_state *run, const oracle_graph *g, const cm_rel *rf)
{
    cm_arena *arena = run->candidate;
    size_t threads = (size_t)run->test->thread_count;
    cm_action **actions = CM_NEW_ARRAY(arena, threads, cm_action *);
    for (size_t t = 0; t < threads; t++)
        actions[t] = actions_of(run, g->traces[t]);
    cm_execution *x = CM_NEW(arena, cm_execution);
    *x = (cm_execution){.test = run->test, .model = run->model, .event_count = g->n};
    x->events = CM_NEW_ARRAY(arena, g->n, cm_event);
    for (uint32_t i = 0; i < g->n; i++) {
        x->events[i] = event_of(run, &g->events[i], actions);
        x->events[i].label = (int)i;
    }
    x->rf = copy(arena, rf);
    x->meets = copy(arena, &g->same_barrier);
    x->frees = CM_NEW_ARRAY(arena, (size_t)run->model->free_count, cm_rel);
    for (int i = 0; i < run->model->free_count; i++)
        x->frees[i] = copy(arena, &g->graph.frees[i]);
    x->po = cm_execution_relation(arena, x, CM_BASE_PO);
    x->co = cm_rel_new(arena, g->n); /* the model's, which is the caller's to evaluate */
    return x;
}
