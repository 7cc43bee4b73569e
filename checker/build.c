/* Events, and where reads take their values from. See graph.h. */
#include "checker/graph.h"

#include "checker/barrier.h"
#include "checker/flow.h"
#include "checker/forms.h"
#include "checker/loops/limits.h"
#include "checker/loops/monotone.h"
#include "checker/loops/wait.h"
#include "checker/reach.h"
#include "checker/seeds.h"
#include "checker/threads/counter.h"
#include "checker/threads/domains.h"
#include "checker/threads/execute.h"
#include "litmus/isa/isa.h"

#include <string.h>

enum { HANDY_VALUES = 256, MOST_VALUES = 65536 }; /* in one place: at first, at last */

/* ---- events ---------------------------------------------------------- */

static cm_ev *new_event(cm_graph *g)
{
    CM_RESERVE(g->job->arena, g->events, g->count, g->capacity);
    g->events[g->count] = (cm_ev){.thread = -1, .exec = CM_TRUE};
    return &g->events[g->count++];
}

/* Adds an initial write for each part of a location that an access may go to. Where the job keeps
 * idle elements (job.h), the other parts of such a location have one, too. */
static void add_initial_writes(cm_graph *g)
{
    for (int i = 0; i < g->job->test->location_count; i++) {
        const cm_room *room = &g->memory.rooms[i];
        if (!room->touched)
            continue;
        uint32_t start = UINT32_MAX;
        for (uint32_t offset = 0; offset <= room->extent; offset++) {
            if (!cm_room_is_cut(room, offset))
                continue;
            if (start != UINT32_MAX && offset - start <= 8 &&
                (g->job->idle_elements || cm_room_is_touched(room, start))) {
                cm_spot spot = (cm_spot){i, start};
                unsigned width = offset - start;
                const cm_test *test = g->job->test;
                cm_ev *e = new_event(g);
                e->kind = 'W';
                e->width = width;
                e->value = cm_val_constant(g->job, cm_memory_initial(test, spot, width));
                e->targets = CM_NEW(g->job->arena, cm_target);
                e->target_count = 1;
                e->targets[0] = (cm_target){
                    spot, test->locations[spot.location].address + spot.offset, CM_TRUE};
            }
            start = offset;
        }
    }
    g->init_count = g->count;
}

/* Condition for the access to miss every location. */
static cm_lit misses(cm_graph *g, const cm_access *a)
{
    cm_lits missed = {0};
    cm_spot spot;
    for (uint32_t i = 0; i < a->address->count; i++)
        if (!cm_memory_find(&g->memory, a->address->choices[i].value, a->step->width, &spot))
            cm_lits_add(g->job->arena, &missed, a->address->choices[i].when);
    return cm_form_or_all(&g->job->form, missed.items, missed.count);
}

/* A location past whose end the access may reach, and where it then begins; or NULL. */
static const cm_location *passed(cm_graph *g, const cm_access *a, uint64_t *offset)
{
    const cm_location *found = NULL;
    for (uint32_t i = 0; i < a->address->count && !found; i++)
        found = cm_memory_passed(&g->memory, a->address->choices[i].value, a->step->width, offset);
    return found;
}

/* An access that surely reaches past an end is an error of the test. */
static void refuse_passing(cm_graph *g, const cm_access *a)
{
    uint64_t from;
    const cm_location *l = passed(g, a, &from);
    if (!l || a->guard != CM_TRUE || a->address->count > 1)
        return;
    const cm_thread *thread = &g->job->test->threads[a->thread];
    cm_fail(g->job->work, thread->instructions[a->step->instruction].place,
            "an access reaches bytes %llu to %llu of `%s`, whose size is %u, expected a smaller "
            "offset, or %s in the initial state",
            (unsigned long long)from, (unsigned long long)(from + a->step->width - 1), l->name,
            l->extent, l->is_array ? "more elements" : "a wider type");
}

static const char *missed_what(cm_graph *g, const cm_access *a)
{
    uint64_t from;
    const cm_location *l = passed(g, a, &from);
    return l ? cm_arena_printf(g->job->arena, "may reach past the end of `%s`", l->name)
             : "may access memory outside of every location";
}

/* An access that misses every location makes no event. */
static void add_memory_events(cm_graph *g, const cm_access *a)
{
    cm_parts parts = cm_memory_parts(&g->memory, a);
    cm_lit missed = misses(g, a);
    refuse_passing(g, a);
    uint32_t strays = g->stray_count;
    cm_graph_stray(g, cm_form_and(&g->job->form, a->guard, missed), a->thread, a->step->instruction,
                   missed_what(g, a));
    if (g->stray_count > strays)
        g->strays[strays].outside = true;
    for (unsigned k = 0; k < parts.count; k++) {
        cm_ev *e = new_event(g);
        e->kind = a->step->kind == CM_STEP_LOAD ? 'R' : 'W';
        e->thread = a->thread;
        e->access = a;
        e->exec = cm_form_and(&g->job->form, a->guard, -missed);
        e->part = parts.at[k];
        e->width = parts.at[k + 1] - parts.at[k];
        e->value = cm_val_slice(g->job, a->value, e->part, e->width);
        e->targets = CM_NEW_ARRAY(g->job->arena, a->address->count, cm_target);
        for (uint32_t i = 0; i < a->address->count; i++) {
            cm_spot spot;
            const cm_choice *c = &a->address->choices[i];
            if (!cm_memory_find(&g->memory, c->value, a->step->width, &spot))
                continue;
            spot.offset += e->part;
            uint64_t address = cm_test_virtual(g->job->test, c->value) + e->part;
            e->targets[e->target_count++] = (cm_target){spot, address, c->when};
        }
    }
}

static void add_thread_events(cm_graph *g, int thread)
{
    const cm_thread_run *run = &g->memory.runs[thread];
    g->first_event[thread] = CM_NEW_ARRAY(g->job->arena, (size_t)run->access_count + 1, uint32_t);
    for (int i = 0; i < run->access_count; i++) {
        const cm_access *a = &run->accesses[i];
        g->first_event[thread][i] = g->count;
        if (a->step->kind == CM_STEP_LOAD || a->step->kind == CM_STEP_STORE)
            add_memory_events(g, a);
        else {
            cm_ev *e = new_event(g);
            e->kind = a->step->kind == CM_STEP_FENCE  ? 'F'
                      : a->step->kind == CM_STEP_NOTE ? 'N'
                                                      : 'B';
            e->thread = a->thread;
            e->access = a;
            e->exec = cm_form_and(&g->job->form, a->guard, cm_forms_happen(g, a->step));
            e->value = a->value;
        }
    }
    g->first_event[thread][run->access_count] = g->count;
    for (int i = 0; i < run->cut_count; i++) {
        const cm_cut *cut = &run->cuts[i];
        g->cut = cm_form_or(&g->job->form, g->cut, cut->guard);
        g->cut_hides |=
            !g->only_waits[thread][cut->visit] && !cm_attempts_has(&g->attempts, thread, cut->jump);
    }
    for (int i = 0; i < run->undefined_count; i++) {
        const cm_undefined *undefined = &run->undefined[i];
        if (undefined->why)
            cm_graph_stray(g, undefined->when, thread, undefined->step->instruction,
                           undefined->why);
        else
            cm_graph_assert(g, -undefined->when);
    }
    cm_graph_stray(g, run->lost, thread, -1, "may branch to an address that is not a label");
}

/* ---- reads-from ------------------------------------------------------ */

static bool may_feed(cm_graph *g, uint32_t write, uint32_t read)
{
    const cm_ev *w = &g->events[write], *r = &g->events[read];
    bool feeds = w->access ? cm_memory_may_feed(w->access, r->access) : !r->access->giver;
    return w->kind == 'W' && feeds && cm_graph_both(g, write, read) != CM_FALSE &&
           cm_graph_same_spot(g, write, read) != CM_FALSE;
}

static void find_sources(cm_graph *g, uint32_t read)
{
    cm_job *job = g->job;
    uint32_t capacity = 0;
    cm_ev *r = &g->events[read];
    for (uint32_t w = 0; w < g->count; w++) {
        if (!may_feed(g, w, read))
            continue;
        CM_RESERVE(job->arena, r->sources, r->source_count, capacity);
        r->sources[r->source_count++] = (cm_source_choice){w, CM_TRUE};
    }
    if (r->source_count < 2)
        return;
    cm_lit first = cm_form_group(&job->form, r->source_count);
    for (uint32_t i = 0; i < r->source_count; i++)
        r->sources[i].when = first + (cm_lit)i;
    /* the guard: a value that was not read is one of the domain's, whichever */
    cm_graph_choose(g, (cm_exactly_one){r->access->guard, first, r->source_count});
}

/* A read takes its value from a write that executes and hits the same bytes. */
static void constrain_sources(cm_graph *g, uint32_t read)
{
    cm_job *job = g->job;
    const cm_ev *r = &g->events[read];
    if (r->source_count == 0)
        cm_graph_assert(g, -r->exec);
    for (uint32_t i = 0; i < r->source_count; i++) {
        uint32_t w = r->sources[i].write;
        cm_lit taken = cm_form_and(&job->form, r->exec, r->sources[i].when);
        cm_lit needs = cm_form_and(&job->form, g->events[w].exec, cm_graph_same_spot(g, w, read));
        cm_graph_assert(g, cm_form_or(&job->form, -taken, needs));
    }
}

/* The part of a read has this value. */
static cm_lit part_is(cm_graph *g, const cm_ev *r, uint64_t value)
{
    cm_job *job = g->job;
    cm_lits any = {0};
    for (uint32_t i = 0; i < r->source_count; i++) {
        cm_lit same = cm_val_is(g->events[r->sources[i].write].value, value);
        cm_lits_add(job->arena, &any, cm_form_and(&job->form, r->sources[i].when, same));
    }
    return cm_form_or_all(&job->form, any.items, any.count);
}

/* Condition for the load to find this value. */
static cm_lit value_found(cm_graph *g, uint64_t value, uint32_t first, uint32_t end)
{
    cm_lits all = {0};
    for (uint32_t i = first; i < end; i++) {
        const cm_ev *e = &g->events[i];
        cm_lits_add(g->job->arena, &all, part_is(g, e, cm_bytes_of(value, e->part, e->width)));
    }
    return cm_form_and_all(&g->job->form, all.items, all.count);
}

/* Condition for the load, whose events are first..end-1, to find a value of its domain. */
static cm_lit inside_domain(cm_graph *g, const cm_domain *domain, uint32_t first, uint32_t end)
{
    cm_lits any = {0};
    for (uint32_t i = 0; i < domain->count; i++)
        cm_lits_add(g->job->arena, &any, value_found(g, domain->values[i], first, end));
    return cm_form_or_all(&g->job->form, any.items, any.count);
}

/* Says what the variables of the loads' domains stand for. */
static void define_values(cm_graph *g, int thread)
{
    const cm_thread_run *run = &g->memory.runs[thread];
    cm_form *form = &g->job->form;
    for (int i = 0; i < run->access_count; i++) {
        const cm_access *a = &run->accesses[i];
        const cm_domain *domain = &run->domains[a->visit];
        if (a->step->kind != CM_STEP_LOAD || cm_counter_read(&g->memory, a))
            continue;
        uint32_t first = g->first_event[thread][i], end = g->first_event[thread][i + 1];
        for (uint32_t k = 0; domain->count > 1 && k < domain->count; k++)
            cm_form_define(form, domain->group + (cm_lit)k,
                           value_found(g, domain->values[k], first, end));
        if (g->memory.ordered) /* also before the model, of which the solver is told by and by */
            cm_graph_assert(
                g, cm_form_or(form, -g->events[first].exec, inside_domain(g, domain, first, end)));
        /* when domains are not complete, values outside of them come out of thin
         * air only (memory.c) */
        if (domain->open) {
            uint32_t before = g->stray_count;
            cm_graph_stray(
                g, cm_form_and(form, g->events[first].exec, -inside_domain(g, domain, first, end)),
                a->thread, a->step->instruction, "may read a value out of thin air");
            if (g->stray_count > before)
                g->strays[before].thin_air = true;
        }
    }
}

static bool is_free(const cm_form *form, cm_lit first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!form->nodes[first + (cm_lit)i].definition)
            return true;
    return false;
}

/* May the load take its value from a store that need not happen? Where that store does
 * not, its value may be none, and whether it does may hang on what the load finds. */
static bool hangs_on_guards(const cm_graph *g, uint32_t first, uint32_t end)
{
    for (uint32_t e = first; e < end; e++)
        for (uint32_t i = 0; i < g->events[e].source_count; i++) {
            const cm_ev *write = &g->events[g->events[e].sources[i].write];
            if (write->exec != CM_TRUE && write->value->count > 1)
                return true;
        }
    return false;
}

/* The values of a load exclude each other and one of them is read, since this is so
 * of the sources' values: formulas are simplified by it, also those by which a source
 * must have happened. Values that are defined in a cycle, and those of stores that need
 * not happen, have no such first cause, so that it must be said of them. */
static void require_values(cm_graph *g, int thread)
{
    const cm_thread_run *run = &g->memory.runs[thread];
    cm_form *form = &g->job->form;
    for (int i = 0; i < run->access_count; i++) {
        const cm_access *a = &run->accesses[i];
        const cm_domain *domain = &run->domains[a->visit];
        uint32_t first = g->first_event[thread][i], end = g->first_event[thread][i + 1];
        if (a->step->kind != CM_STEP_LOAD || domain->count < 2 || cm_counter_read(&g->memory, a) ||
            (!is_free(form, domain->group, domain->count) && !hangs_on_guards(g, first, end)))
            continue;
        cm_lit when = g->events[first].exec;
        if (domain->open)
            when = cm_form_and(form, when, inside_domain(g, domain, first, end));
        CM_RESERVE(g->job->arena, g->groups, g->group_count, g->group_capacity);
        g->groups[g->group_count++] = (cm_exactly_one){when, domain->group, domain->count};
    }
}

static bool any_cut(const cm_memory *memory)
{
    for (int t = 0; t < memory->job->test->thread_count; t++)
        if (memory->runs[t].cut_count > 0)
            return true;
    return false;
}

/* First with few rounds of every loop, to see which ones only wait; that needs
 * domains that are complete. */
static void execute_rounds(cm_graph *g)
{
    cm_job *job = g->job;
    cm_loop_limits limits = {.bound = 1};
    g->attempts = (cm_attempts){0};
    g->collectives = (cm_collectives){0};
    cm_memory_init(&g->memory, job, &limits);
    cm_memory_settle(&g->memory);
    if (!any_cut(&g->memory))
        return;
    bool monotone = !job->options.plain && cm_model_monotone(job, job->model, false);
    if (monotone && !g->memory.pruned) {
        g->collectives = cm_collectives_find(&g->memory);
        limits.waits = cm_waits_find(&g->memory, &g->collectives);
    }
    g->judges_loops = monotone || job->live;
    limits.bound = job->options.unroll;
    if (!job->options.plain)
        g->attempts = cm_attempts_find(&g->memory, limits.waits, limits.bound);
    cm_attempts_limit(job, &g->attempts, &limits);
    limits.failed = job->failed_rounds;
    do {
        cm_memory before = g->memory;
        cm_memory_init(&g->memory, job, &limits);
        cm_memory_seed(&g->memory, &before);
        cm_memory_settle(&g->memory);
    } while ((limits.waits && cm_waits_unmark(&g->memory, limits.waits, &g->collectives)) ||
             cm_loop_limits_grow(&g->memory, &limits));
    cm_attempts_check(&limits, &g->attempts);
    g->waits = limits.waits != NULL;
}

static void execute_all_rounds(void *argument)
{
    cm_graph *g = argument;
    g->judges_loops = false;
    execute_rounds(g);
    /* Which loops only wait is judged by all that a round could find. */
    int threads = g->job->test->thread_count;
    g->only_waits = CM_NEW_ARRAY(g->job->arena, (size_t)threads, bool *);
    for (int t = 0; t < threads; t++) {
        const cm_thread_run *run = &g->memory.runs[t];
        g->only_waits[t] = CM_NEW_ARRAY(g->job->arena, (size_t)run->code.count, bool);
        for (int i = 0; g->judges_loops && i < run->cut_count; i++)
            g->only_waits[t][run->cuts[i].visit] =
                cm_waits_at(&g->memory, t, &run->cuts[i], &g->collectives);
    }
    if (g->memory.settled || g->memory.pruned || g->job->wide_values || cm_flow_narrow(&g->memory))
        return;
    g->job->wide_values = true;
    execute_rounds(g);
}

/* Executes with at most so many values in one place (0: the usual limit). False:
 * there would be more. */
static bool execute_within(cm_graph *g, size_t limit)
{
    cm_job *job = g->job;
    job->value_limit = limit;
    job->crowded = false;
    bool done = cm_arena_protect(job->arena, execute_all_rounds, g);
    job->value_limit = 0;
    if (!done && !job->crowded)
        cm_arena_escape(job->arena);
    if (!done)
        job->limit = NULL;
    return done;
}

static bool has_cpus_only(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        if (cm_arch_is_gpu(test->threads[t].arch))
            return false;
    return true;
}

/* Where reads may find more values than are handy, those that no execution is
 * likely to need are left out; what else there is then comes to light as a stray.
 * Loops that only wait are found without that, so it is the last resort where there
 * are any. */
static void execute_threads(cm_graph *g)
{
    if (!g->job->prune_values) {
        if (execute_within(g, HANDY_VALUES))
            return;
        g->job->whole_elements = has_cpus_only(g->job->test);
        if (g->job->whole_elements && execute_within(g, HANDY_VALUES))
            return;
        if (any_cut(&g->memory) && execute_within(g, 0))
            return;
        g->job->prune_values = true;
    }
    if (execute_within(g, 0))
        return;
    g->job->value_limit = MOST_VALUES;
    execute_all_rounds(g);
}

/* Of a load nobody knows the value where nobody knows that of a write which it takes some of. */
static void require_opaque(cm_graph *graph, int thread)
{
    cm_form *form = &graph->job->form;
    const cm_thread_run *run = &graph->memory.runs[thread];
    for (int i = 0; i < run->access_count; i++) {
        const cm_access *a = &run->accesses[i];
        cm_lit any = CM_FALSE;
        if (a->step->kind != CM_STEP_LOAD || a->opaque == CM_FALSE)
            continue;
        for (uint32_t e = graph->init_count; e < graph->count; e++) {
            const cm_ev *r = &graph->events[e];
            for (uint32_t s = 0; r->kind == 'R' && r->access == a && s < r->source_count; s++) {
                const cm_access *write = graph->events[r->sources[s].write].access;
                cm_lit taken = cm_form_and(form, r->exec, r->sources[s].when);
                any = cm_form_or(form, any,
                                 cm_form_and(form, taken, write ? write->opaque : CM_FALSE));
            }
        }
        cm_graph_assert(graph, cm_form_or(form, -any, a->opaque));
        cm_graph_assert(graph, cm_form_or(form, any, -a->opaque));
    }
}

void cm_graph_build(cm_job *job, cm_graph *graph)
{
    *graph = (cm_graph){.job = job, .cut = CM_FALSE};
    cm_seeds_find(job);
    job->ordered = !job->options.plain && cm_model_orders_values(job->model, job->test);
    int threads = job->test->thread_count;
    execute_threads(graph);
    cm_forms_begin(graph);
    graph->first_event = CM_NEW_ARRAY(job->arena, (size_t)threads, uint32_t *);
    add_initial_writes(graph);
    for (int t = 0; t < threads; t++)
        add_thread_events(graph, t);
    for (uint32_t e = 0; e < graph->count; e++)
        if (graph->events[e].kind == 'R')
            find_sources(graph, e);
    for (uint32_t e = 0; e < graph->count; e++)
        if (graph->events[e].kind == 'R')
            constrain_sources(graph, e);
    for (int t = 0; t < threads; t++)
        define_values(graph, t);
    cm_form_unwind(&job->form, &graph->asserts);
    for (int t = 0; t < threads; t++)
        require_values(graph, t);
    for (int t = 0; t < threads; t++)
        require_opaque(graph, t);
    graph->asserts_of_threads = graph->asserts.count;
    cm_barrier_build(graph);
}
