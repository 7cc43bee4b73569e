/* Executions done again. See replay.h. */
#include "checker/replay_parts.h"

#include "checker/barrier.h"
#include "checker/forms.h"
#include "litmus/state.h"

#include <string.h>

/* ---- differences ------------------------------------------------------- */

bool cm_replay_differ(cm_replay *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (r->result == CM_REPLAY_AGREES) {
        r->result = CM_REPLAY_DIFFERS;
        r->reason = cm_arena_vprintf(r->job->arena, format, args);
    }
    va_end(args);
    return false;
}

bool cm_replay_stray(cm_replay *r, int thread, const char *what)
{
    if (r->result == CM_REPLAY_AGREES) {
        r->result = CM_REPLAY_STRAYS;
        r->reason = what;
        r->thread = thread;
    }
    return false;
}

/* ---- events ------------------------------------------------------------- */

static bool goes_there(const cm_replay *r, const cm_ev *e, const cm_event *event)
{
    for (uint32_t i = 0; i < e->target_count; i++)
        if (e->targets[i].spot.location == event->location &&
            e->targets[i].spot.offset == event->offset &&
            cm_solver_value(r->solver, e->targets[i].when))
            return true;
    return false;
}

static bool add_done(cm_replay *r, uint32_t index, const cm_action *a)
{
    const cm_ev *e = &r->g->events[index];
    cm_event *event = &r->events[r->count];
    *event = (cm_event){.kind = e->kind,
                        .thread = e->thread,
                        .instruction = a->step->instruction,
                        .width = (uint8_t)e->width,
                        .tags = cm_forms_tags(r->g, r->solver, a->step),
                        .forgets = cm_forms_forgets(r->g, r->solver, a->step),
                        .action = a,
                        .index = (uint32_t)(a - r->walkers[e->thread].state.actions),
                        .part = e->part};
    if (e->kind != 'R' && e->kind != 'W')
        return true;
    event->address = cm_test_virtual(r->job->test, a->address.value) + e->part;
    event->value = cm_bytes_of(a->value.value, e->part, e->width);
    event->location = a->location;
    event->offset = a->offset + e->part;
    return goes_there(r, e, event) || cm_replay_differ(r, "an access goes elsewhere");
}

/* The events that were done, which must be those that the solver says execute. */
static bool make_events(cm_replay *r)
{
    r->events = CM_NEW_ARRAY(r->scratch, r->g->count, cm_event);
    r->event_of = CM_NEW_ARRAY(r->scratch, r->g->count, uint32_t);
    r->new_of = CM_NEW_ARRAY(r->scratch, r->g->count, int);
    r->count = 0;
    for (uint32_t i = 0; i < r->g->count; i++) {
        bool initial = i < r->g->init_count;
        const cm_action *a = initial ? NULL : cm_replay_action(r, i);
        if (a && !cm_forms_tags(r->g, r->solver, a->step))
            a = NULL; /* there is no such fence */
        r->new_of[i] = CM_NOT_DONE;
        if (!r->g->forms_found &&
            (initial || a) != cm_solver_value(r->solver, r->g->events[i].exec))
            return cm_replay_differ(r, "an event happens in one only");
        if (initial) {
            const cm_ev *e = &r->g->events[i];
            cm_event *event = &r->events[r->count];
            *event = (cm_event){.kind = 'W',
                                .thread = -1,
                                .instruction = -1,
                                .width = (uint8_t)e->width,
                                .address = e->targets[0].address,
                                .location = e->targets[0].spot.location,
                                .offset = e->targets[0].spot.offset};
            event->value =
                cm_word_initial(r->job->test, event->location, event->offset, e->width).value;
        } else if (!a)
            continue;
        else if (!add_done(r, i, a))
            return false;
        r->events[r->count].label = (int)r->count;
        r->new_of[i] = (int)r->count;
        r->event_of[r->count++] = i;
    }
    return true;
}

/* ---- relations ---------------------------------------------------------- */

/* The free relation as the solver has chosen it. */
static cm_rel chosen_order(const cm_replay *r, int index)
{
    const cm_model *m = r->e->model;
    cm_rel order = cm_rel_new(r->scratch, r->count);
    int node = 0;
    while (m->nodes[node].op != CM_NODE_FREE || m->nodes[node].index != index)
        if (++node == m->node_count)
            return order; /* the model never mentions it */
    const cm_bound *bound = &r->e->bounds[node];
    for (uint32_t a = 0; a < r->count; a++) {
        uint32_t from = r->event_of[a];
        CM_EACH(cm_rel_row(&bound->may, from), bound->may.words, bound->may.n, to)
        if (r->new_of[to] != CM_NOT_DONE &&
            (cm_rel_has(&bound->must, from, to) ||
             cm_solver_value(r->solver, bound->lits[(size_t)from * r->g->count + to])))
            cm_rel_add(&order, a, (uint32_t)r->new_of[to]);
    }
    return order;
}

const cm_facts *cm_replay_facts(const cm_replay *r)
{
    return &r->facts;
}

uint32_t cm_replay_origin(const cm_replay *r, uint32_t event)
{
    return r->event_of[event];
}

enum {
    ALL_CAUSES =
        CM_CAUSED_BY_EVENTS | CM_CAUSED_BY_PLACES | CM_CAUSED_BY_TAGS | CM_CAUSED_BY_EXECUTION
};

/* Causes of bases that are not as in the execution of as many events before. */
static unsigned changes(const cm_replay *r, const cm_replay_turn *turn)
{
    unsigned changed = CM_CAUSED_BY_EXECUTION;
    for (uint32_t i = r->g->init_count; i < r->g->count; i++)
        if (turn->executed[i] != (r->new_of[i] != CM_NOT_DONE))
            return ALL_CAUSES;
    for (uint32_t i = 0; i < r->count; i++) {
        const cm_event *now = &r->events[i], *before = &turn->events[i];
        bool elsewhere = now->address != before->address || now->location != before->location ||
                         now->offset != before->offset;
        changed |= elsewhere ? CM_CAUSED_BY_PLACES : 0;
        changed |= now->tags != before->tags ? CM_CAUSED_BY_TAGS : 0;
    }
    return changed;
}

/* A set of the execution before, with the events that have other tags now. */
static void set_tagged(cm_replay *r, const cm_replay_turn *turn, int base)
{
    cm_set set = cm_set_new(r->scratch, r->count);
    cm_set_copy(&set, &cm_evaluator_graph(r->evaluator)->sets[base]);
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->events[i].tags == turn->events[i].tags)
            continue;
        cm_set_remove(&set, i);
        if (cm_base_of_tags(r->e->model->bases[base], &r->events[i]))
            cm_set_add(&set, i);
    }
    cm_evaluator_base_set(r->evaluator, base, &set);
}

/* Gives the evaluator the base sets and relations that may have changed since it
 * was used last. */
static void set_bases(cm_replay *r, const cm_replay_turn *turn, unsigned changed)
{
    const cm_model *m = r->e->model;
    for (int i = 0; i < m->base_count; i++) {
        unsigned cause = m->bases[i]->cause;
        if (!(cause & changed))
            continue;
        if (cause == CM_CAUSED_BY_TAGS && !(changed & CM_CAUSED_BY_EVENTS))
            set_tagged(r, turn, i);
        else {
            const cm_base *base = r->e->model->bases[i];
            if (base->is_set) {
                cm_set set = cm_set_new(r->scratch, r->count);
                cm_base_set(&r->facts, base, &set);
                cm_evaluator_base_set(r->evaluator, i, &set);
            } else {
                cm_rel rel = cm_rel_new(r->scratch, r->count);
                cm_base_relation(&r->facts, base, &rel);
                cm_evaluator_base_rel(r->evaluator, i, &rel);
            }
        }
    }
    for (int i = 0; i < m->free_count; i++) {
        cm_rel order = chosen_order(r, i);
        cm_evaluator_free(r->evaluator, i, &order);
    }
}

/* All base sets and relations, and the free ones. */
static cm_execution_graph whole_graph(const cm_replay *r, cm_arena *arena)
{
    const cm_model *m = r->e->model;
    cm_execution_graph graph = cm_base_graph(&r->facts, arena, m);
    graph.frees = CM_NEW_ARRAY(arena, (size_t)m->free_count, cm_rel);
    for (int i = 0; i < m->free_count; i++) {
        cm_rel order = chosen_order(r, i);
        graph.frees[i] = cm_rel_new(arena, r->count);
        cm_rel_copy(&graph.frees[i], &order);
    }
    return graph;
}

static bool is_consistent_anew(cm_replay *r)
{
    cm_execution_graph graph = whole_graph(r, r->scratch);
    cm_value *values = cm_eval(r->scratch, r->e->model, &graph);
    return cm_eval_consistent(r->scratch, r->e->model, &graph, values, NULL);
}

static cm_replay_turn new_turn(const cm_replay *r)
{
    cm_arena *arena = r->job->arena;
    return (cm_replay_turn){cm_evaluator_new(arena, r->e->model, r->count, false),
                            CM_NEW_ARRAY(arena, r->g->count, bool),
                            CM_NEW_ARRAY(arena, r->count, cm_event)};
}

static bool is_consistent(cm_replay *r)
{
    const cm_model *m = r->e->model;
    cm_replay_turn *turn = &r->turns[r->count];
    unsigned changed = turn->evaluator ? changes(r, turn) : ALL_CAUSES;
    if (!turn->evaluator)
        *turn = new_turn(r);
    r->evaluator = turn->evaluator;
    set_bases(r, turn, changed);
    for (uint32_t i = 0; i < r->g->count; i++)
        turn->executed[i] = r->new_of[i] != CM_NOT_DONE;
    memcpy(turn->events, r->events, r->count * sizeof *r->events);
    int violated = -1;
    bool consistent = cm_evaluator_consistent(r->evaluator, r->scratch, &violated);
    r->violates = !consistent;
    if (r->job->options.verify && is_consistent_anew(r) != consistent)
        return cm_replay_differ(r, "the model says something else of an execution when nothing is "
                                   "kept from another");
    if (r->candidates && violated >= 0)
        return true;
    if (!consistent)
        return cm_replay_differ(r, "an execution violates %s",
                                violated < 0 ? "an order" : m->constraints[violated].name);
    return true;
}

/* ---- an execution -------------------------------------------------------- */

static void replay(void *argument)
{
    cm_replay *r = argument;
    if (!cm_replay_threads(r) || !make_events(r))
        return;
    r->rf = cm_rel_new(r->scratch, r->count);
    r->meets = cm_rel_new(r->scratch, r->count);
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->events[i].kind == 'R') {
            int source = r->new_of[cm_replay_source(r, r->event_of[i])];
            cm_rel_add(&r->rf, (uint32_t)source, i);
        }
        for (uint32_t k = 0; r->events[i].kind == 'B' && k < r->count; k++)
            if (cm_solver_value(r->solver, cm_barrier_meet(r->g, r->event_of[i], r->event_of[k])))
                cm_rel_add(&r->meets, i, k);
    }
    r->facts = cm_facts_of(r->scratch, r->job->test, r->events, r->count, &r->rf, &r->meets);
    if (is_consistent(r) && r->values)
        cm_replay_final(r);
}

cm_replayed cm_replay_run(cm_replay *r, cm_solver *solver, const uint64_t *values)
{
    cm_arena_reset(r->scratch, 0);
    r->solver = solver;
    r->values = values;
    r->result = CM_REPLAY_AGREES;
    r->reason = "";
    r->guesses = NULL;
    r->guess_count = r->guess_capacity = 0;
    if (!cm_arena_protect(r->scratch, replay, r))
        cm_job_stop(r->job, "no memory is left to check an execution");
    return r->result;
}

bool cm_replay_with(cm_replay *r, cm_solver *solver, const uint64_t *values, const int *forms)
{
    r->g->forms_found = forms;
    r->violates = false;
    cm_replayed replayed = cm_replay_run(r, solver, values);
    r->g->forms_found = NULL;
    return replayed == CM_REPLAY_AGREES && !r->violates;
}

void cm_replay_allow_violations(cm_replay *r)
{
    r->candidates = true;
}

const char *cm_replay_reason(const cm_replay *r)
{
    return r->reason;
}

int cm_replay_thread(const cm_replay *r)
{
    return r->thread;
}

cm_replay *cm_replay_new(cm_encoder *encoder)
{
    cm_job *job = encoder->job;
    cm_graph *g = encoder->graph;
    cm_replay *r = CM_NEW(job->arena, cm_replay);
    *r = (cm_replay){.e = encoder, .g = g, .job = job};
    r->walkers = CM_NEW_ARRAY(job->arena, (size_t)job->test->thread_count, cm_walker);
    for (int t = 0; t < job->test->thread_count; t++) {
        cm_walker *w = &r->walkers[t];
        w->run = &r->g->memory.runs[t];
        size_t visits = (size_t)w->run->code.count;
        w->access_of = CM_NEW_ARRAY(r->job->arena, visits, int);
        w->choice_of = CM_NEW_ARRAY(r->job->arena, visits, int);
        for (size_t i = 0; i < visits; i++)
            w->access_of[i] = w->choice_of[i] = CM_NOT_DONE;
        for (int i = 0; i < w->run->chosen_count; i++)
            w->choice_of[w->run->chosen[i].visit] = i;
        for (int i = 0; i < w->run->access_count; i++)
            w->access_of[w->run->accesses[i].visit] = i;
    }
    r->turns = CM_NEW_ARRAY(job->arena, (size_t)g->count + 1, cm_replay_turn);
    r->scratch = cm_solver_scratch(job->solver);
    if (!r->scratch)
        cm_job_stop(job, "no memory is left to check an execution");
    return r;
}

/* ---- for people ----------------------------------------------------------- */

bool cm_replay_raises(const cm_replay *r, int constraint)
{
    const cm_model *m = r->e->model;
    cm_execution_graph graph = whole_graph(r, r->job->arena);
    cm_value *values = cm_eval(r->job->arena, m, &graph);
    return cm_eval_constraint(r->job->arena, m, &graph, values, constraint);
}

/* The thread's actions, in the job's arena. */
static cm_action *copy_actions(const cm_replay *r, int thread)
{
    cm_arena *arena = r->job->arena;
    const cm_thread_run_state *t = &r->walkers[thread].state;
    cm_action *copy =
        cm_arena_grow(arena, t->actions, t->action_count, t->action_count, sizeof *copy);
    for (uint32_t i = 0; i < t->action_count; i++) {
        const uint64_t **sets[] = {&copy[i].addr,      &copy[i].data,      &copy[i].ctrl,
                                   &copy[i].pick_addr, &copy[i].pick_data, &copy[i].pick_ctrl,
                                   &copy[i].rmw};
        for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
            if (*sets[k])
                *sets[k] =
                    cm_arena_grow(arena, *sets[k], copy[i].words, copy[i].words, sizeof **sets[k]);
    }
    return copy;
}

/* Out of the memory of this replay. */
static void copy_events(const cm_replay *r, cm_execution *x)
{
    cm_arena *arena = r->job->arena;
    int threads = r->job->test->thread_count;
    cm_action **actions = CM_NEW_ARRAY(arena, (size_t)threads, cm_action *);
    for (int t = 0; t < threads; t++)
        actions[t] = copy_actions(r, t);
    x->event_count = r->count;
    x->events = CM_NEW_ARRAY(arena, r->count, cm_event);
    memcpy(x->events, r->events, r->count * sizeof *r->events);
    for (uint32_t i = 0; i < r->count; i++)
        if (x->events[i].action)
            x->events[i].action = &actions[x->events[i].thread][x->events[i].index];
}

static cm_rel copy_rel(cm_arena *arena, const cm_rel *r)
{
    cm_rel copy = cm_rel_new(arena, r->n);
    cm_rel_copy(&copy, r);
    return copy;
}

static const uint64_t *copy_state(const cm_replay *r)
{
    size_t width = (size_t)cm_state_width(r->job->test);
    return r->values ? cm_arena_grow(r->job->arena, r->values, width, width, sizeof *r->values)
                     : NULL;
}

static void copy_shows(cm_arena *arena, cm_execution *x, const cm_value *values)
{
    const cm_model *m = x->model;
    x->show_count = m->show_count;
    x->shows = CM_NEW_ARRAY(arena, (size_t)m->show_count, cm_named_rel);
    for (int i = 0; i < m->show_count; i++)
        x->shows[i] = (cm_named_rel){.name = m->shows[i].name,
                                     .rel = values[m->shows[i].node].rel,
                                     .set = values[m->shows[i].node].set,
                                     .is_set = m->nodes[m->shows[i].node].is_set};
}

cm_evaluated cm_replay_values(const cm_replay *r)
{
    return (cm_evaluated){.graph = *cm_evaluator_graph(r->evaluator),
                          .values = cm_evaluator_value(r->evaluator, 0)};
}

cm_execution *cm_replay_execution(const cm_replay *r)
{
    return cm_replay_evaluated(r).execution;
}

/* But for the orders that the model chooses, and what it shows. */
static cm_execution *what_happened(const cm_replay *r)
{
    cm_arena *arena = r->job->arena;
    cm_execution *x = CM_NEW(arena, cm_execution);
    *x = (cm_execution){.test = r->job->test, .model = r->e->model, .state = copy_state(r)};
    copy_events(r, x);
    x->po = cm_rel_new(arena, r->count);
    cm_base_relation(&r->facts, cm_base_of(CM_BASE_PO), &x->po);
    x->rf = copy_rel(arena, &r->rf);
    x->meets = copy_rel(arena, &r->meets);
    return x;
}

cm_evaluated cm_replay_evaluated(const cm_replay *r)
{
    const cm_model *m = r->e->model;
    cm_arena *arena = r->job->arena;
    cm_execution *x = what_happened(r);
    cm_execution_graph graph = whole_graph(r, arena);
    x->frees = graph.frees;
    const cm_value *values = cm_eval(arena, m, &graph);
    int co = cm_model_find(m, "co");
    x->co = co >= 0 ? values[co].rel : cm_rel_new(arena, r->count);
    copy_shows(arena, x, values);
    return (cm_evaluated){x, graph, values};
}

cm_execution *cm_replay_without_shows(const cm_replay *r)
{
    const cm_model *m = r->e->model;
    cm_arena *arena = r->job->arena;
    cm_execution *x = what_happened(r);
    x->frees = CM_NEW_ARRAY(arena, (size_t)m->free_count, cm_rel);
    for (int i = 0; i < m->free_count; i++)
        x->frees[i] = copy_rel(arena, &cm_evaluator_graph(r->evaluator)->frees[i]);
    int co = cm_model_find(m, "co");
    x->co = co >= 0 ? copy_rel(arena, &cm_evaluator_value(r->evaluator, co)->rel)
                    : cm_rel_new(arena, r->count);
    return x;
}
