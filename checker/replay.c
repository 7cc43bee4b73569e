/* Executions done again. See replay.h. */
#include "checker/replay.h"

#include "checker/barrier.h"
#include "execution/thread.h"
#include "litmus/order.h"
#include "litmus/state.h"
#include "model/eval.h"

#include <string.h>

enum { NOT_DONE = -1 };

/* A thread on its way. */
typedef struct walker {
    cm_thread_run_state state;
    const cm_thread_run *run;
    int visit;      /* of the step at state.pc */
    bool waits;     /* at a load whose source has not been written yet */
    bool ended;     /* or waits at a barrier for ever */
    int *done;      /* by access of the run: its action, or NOT_DONE */
    int *access_of; /* by visit: access of the run, or NOT_DONE; for all executions */
    int *choice_of; /* by visit: free choice of the run, or NOT_DONE; the same */
} walker;

/* A read whose source comes later in every order of the threads: its value justifies
 * itself, which some models allow. The solver's value is taken, and looked at later. */
typedef struct guess {
    uint32_t read;
    cm_word value;
} guess;

struct cm_replay {
    cm_encoder *e;
    cm_graph *g;
    cm_job *job;
    cm_solver *solver;
    cm_arena *scratch;         /* for one execution */
    walker *walkers;           /* by thread */
    cm_evaluator **evaluators; /* by number of events */
    bool *executed;            /* by event, in the last execution */
    cm_event *places;          /* its events */
    uint32_t place_count;
    const uint64_t *values; /* the solver's state */
    cm_event *events;
    uint32_t *event_of, count; /* event of the graph, number of events */
    int *new_of;               /* by event of the graph: event here, or NOT_DONE */
    guess *guesses;
    uint32_t guess_count, guess_capacity;
    cm_rel rf, meets;
    cm_evaluator *evaluator;
    cm_replayed result;
    const char *reason;
    int thread;
};

/* ---- differences ------------------------------------------------------- */

static bool differ(cm_replay *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* false, to be returned. The first one counts. */
static bool differ(cm_replay *r, const char *format, ...)
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

static bool stray(cm_replay *r, int thread, const char *what)
{
    if (r->result == CM_REPLAY_AGREES) {
        r->result = CM_REPLAY_STRAYS;
        r->reason = what;
        r->thread = thread;
    }
    return false;
}

/* ---- values of reads --------------------------------------------------- */

/* Byte `at` of a location, as it is and with its address moved. */
static cm_word initial_byte(const cm_test *test, int location, uint32_t at)
{
    const cm_location *l = &test->locations[location];
    /* an untyped scalar may hold an address, of 8 bytes */
    unsigned element = !l->typed && l->count == 1 ? 8 : l->width;
    if (at / element >= l->count)
        return (cm_word){0, 0};
    uint64_t value = l->init[at / element];
    return (cm_word){cm_bytes_of(value, at % element, 1),
                     cm_bytes_of(cm_moved(test, value), at % element, 1)};
}

static cm_word initial_word(const cm_test *test, int location, uint32_t offset, unsigned width)
{
    cm_word result = {0, 0};
    for (unsigned i = 0; i < width && i < 8; i++) {
        cm_word byte = initial_byte(test, location, offset + i);
        result.value |= byte.value << 8 * i;
        result.moved |= byte.moved << 8 * i;
    }
    return result;
}

static cm_word part_of_word(cm_word word, unsigned offset, unsigned width)
{
    return (cm_word){cm_bytes_of(word.value, offset, width),
                     cm_bytes_of(word.moved, offset, width)};
}

static uint32_t chosen_source(const cm_replay *r, uint32_t read)
{
    const cm_ev *e = &r->g->events[read];
    for (uint32_t i = 0; i < e->source_count; i++)
        if (cm_solver_value(r->solver, e->sources[i].when))
            return e->sources[i].write;
    return r->g->count;
}

/* The action behind an event of the graph, or NULL when it is not done (yet). */
static const cm_action *action_of(const cm_replay *r, uint32_t event)
{
    const cm_ev *e = &r->g->events[event];
    const walker *w = &r->walkers[e->thread];
    int done = w->done[e->access - w->run->accesses];
    return done == NOT_DONE ? NULL : &w->state.actions[done];
}

/* What the solver says the part of the read finds. */
static cm_word claimed_value(const cm_replay *r, uint32_t read)
{
    const cm_val *v = r->g->events[read].value;
    uint64_t value = 0;
    for (uint32_t i = 0; i < v->count; i++)
        if (cm_solver_value(r->solver, v->choices[i].when))
            value = v->choices[i].value;
    return (cm_word){value, cm_moved(r->job->test, value)};
}

typedef enum read_result { FOUND, NOT_YET, WRONG } read_result;

/* What the part of a read finds: at `place` of the load. */
static read_result read_part(cm_replay *r, const cm_action *load, uint32_t read, bool may_guess,
                             cm_word *out)
{
    const cm_ev *e = &r->g->events[read];
    uint32_t write = chosen_source(r, read), offset = load->offset + e->part;
    if (write == r->g->count) {
        differ(r, "a read takes its value from no write");
        return WRONG;
    }
    if (write < r->g->init_count) {
        const cm_spot *spot = &r->g->events[write].targets[0].spot;
        *out = initial_word(r->job->test, load->location, offset, e->width);
        bool fits = spot->location == load->location && spot->offset == offset &&
                    r->g->events[write].width == e->width;
        return fits || differ(r, "a read takes its value from elsewhere") ? FOUND : WRONG;
    }
    const cm_ev *w = &r->g->events[write];
    const cm_action *store = action_of(r, write);
    if (!store && may_guess) {
        CM_RESERVE(r->scratch, r->guesses, r->guess_count, r->guess_capacity);
        *out = claimed_value(r, read);
        r->guesses[r->guess_count++] = (guess){read, *out};
        return FOUND;
    }
    if (!store)
        return NOT_YET;
    *out = part_of_word(store->value, w->part, w->width);
    bool fits = store->location == load->location && store->offset + w->part == offset &&
                w->width == e->width;
    return fits || differ(r, "a read takes its value from elsewhere") ? FOUND : WRONG;
}

/* Gives the load that the thread stands at its value; false: not now. */
static bool supply(cm_replay *r, walker *w, bool may_guess)
{
    const cm_action *load = &w->state.actions[w->state.action_count - 1];
    int access = w->access_of[w->visit];
    const uint32_t *first = r->g->first_event[w->state.index];
    cm_word value = {0, 0};
    for (uint32_t e = first[access]; e < first[access + 1]; e++) {
        cm_word part;
        read_result what = read_part(r, load, e, may_guess, &part);
        if (what != FOUND)
            return false;
        unsigned at = r->g->events[e].part;
        value.value |= at < 8 ? part.value << 8 * at : 0;
        value.moved |= at < 8 ? part.moved << 8 * at : 0;
    }
    cm_thread_read(&w->state, value);
    return true;
}

/* Is what was guessed what the write, done since, has written? */
static bool guesses_hold(cm_replay *r)
{
    for (uint32_t i = 0; i < r->guess_count; i++) {
        uint32_t write = chosen_source(r, r->guesses[i].read);
        const cm_ev *w = &r->g->events[write];
        const cm_action *store = action_of(r, write);
        if (!store ||
            part_of_word(store->value, w->part, w->width).value != r->guesses[i].value.value)
            return differ(r, "a read takes a value that nothing has written");
    }
    return true;
}

/* ---- threads ------------------------------------------------------------ */

/* The visit after the one whose step was just done. */
static int visit_after(const walker *w)
{
    const cm_visit *visit = &w->run->code.visits[w->visit];
    const cm_step *step = &w->state.thread->steps[visit->step];
    if (!w->state.taken)
        return visit->next;
    if (!step->addr)
        return visit->taken;
    for (int k = 0; k < w->run->code.target_count; k++)
        if (w->run->code.targets[k] == w->state.pc)
            return visit->indirect[k];
    return CM_VISIT_CUT;
}

/* Moves on to the next visit; false: the graph has another path. */
static bool follow(cm_replay *r, walker *w)
{
    w->visit = visit_after(w);
    int steps = w->state.thread->step_count;
    w->ended = w->visit == CM_VISIT_EXIT;
    if (w->visit == CM_VISIT_CUT && !r->values) {
        w->ended = true;
        return true;
    }
    if (w->visit == CM_VISIT_CUT ||
        w->state.pc != (w->ended ? steps : w->run->code.visits[w->visit].step))
        return differ(r, "P%d takes another path", w->state.thread->id);
    return true;
}

/* Notes the action just made; false: the graph has none there. */
static bool note_action(cm_replay *r, walker *w, uint32_t before)
{
    if (w->state.action_count == before)
        return true;
    int access = w->access_of[w->visit];
    if (access == NOT_DONE)
        return differ(r, "P%d has an event that is not known", w->state.thread->id);
    w->done[access] = (int)before;
    return true;
}

static bool only_arrives(const cm_step *step)
{
    for (const char *const *tag = step->tags; *tag; tag++)
        if (strcmp(*tag, "ARRIVE") == 0)
            return true;
    return false;
}

/* Is the action just made a barrier that is never left? */
static bool waits_for_ever(const cm_replay *r, const walker *w, uint32_t before)
{
    if (w->state.action_count == before)
        return false;
    const cm_access *a = &w->run->accesses[w->access_of[w->visit]];
    return a->step->kind == CM_STEP_BARRIER && !only_arrives(a->step) &&
           !cm_solver_value(r->solver, a->met);
}

/* One step; false: no further, for now or at all. */
static bool advance(cm_replay *r, walker *w, bool may_guess)
{
    uint32_t before = w->state.action_count;
    cm_need need = w->waits ? CM_NEED_VALUE : cm_thread_step(&w->state);
    if (need == CM_NEED_END)
        return stray(r, w->state.index, w->state.stray);
    if (!w->waits && !note_action(r, w, before))
        return false;
    if (need == CM_NEED_VALUE) {
        w->waits = true;
        if (!supply(r, w, may_guess))
            return false;
        w->waits = false;
    } else if (need == CM_NEED_CHOICE) {
        int choice = w->choice_of[w->visit];
        if (choice == NOT_DONE)
            return differ(r, "P%d has a choice that is not known", w->state.thread->id);
        cm_thread_choose(&w->state, cm_solver_value(r->solver, w->run->chosen[choice].chosen));
    } else if (waits_for_ever(r, w, before)) {
        w->ended = true;
        return true;
    }
    return follow(r, w);
}

/* Runs all threads to their ends, each as far as the others let it. */
static bool run_threads(cm_replay *r)
{
    int threads = r->job->test->thread_count;
    for (bool may_guess = false;;) {
        bool moved = false, all = true;
        for (int t = 0; t < threads; t++) {
            walker *w = &r->walkers[t];
            while (!w->ended && advance(r, w, may_guess)) {
                moved = true;
                may_guess = false;
            }
            if (r->result != CM_REPLAY_AGREES)
                return false;
            all = all && w->ended;
        }
        if (all)
            return guesses_hold(r);
        may_guess = !moved;
    }
}

static void start_threads(cm_replay *r)
{
    for (int t = 0; t < r->job->test->thread_count; t++) {
        walker *w = &r->walkers[t];
        size_t accesses = (size_t)w->run->access_count;
        cm_thread_start(&w->state, r->scratch, r->job->test, t, (uint32_t)accesses);
        w->visit = 0;
        w->waits = false;
        w->ended = w->run->code.count == 0;
        w->done = CM_NEW_ARRAY(r->scratch, accesses, int);
        for (size_t i = 0; i < accesses; i++)
            w->done[i] = NOT_DONE;
    }
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

static void add_initial(cm_replay *r, uint32_t index)
{
    const cm_ev *e = &r->g->events[index];
    cm_event *event = &r->events[r->count];
    *event = (cm_event){.kind = 'W',
                        .thread = -1,
                        .instruction = -1,
                        .width = (uint8_t)e->width,
                        .address = e->targets[0].address,
                        .location = e->targets[0].spot.location,
                        .offset = e->targets[0].spot.offset};
    event->value = initial_word(r->job->test, event->location, event->offset, e->width).value;
}

static bool add_done(cm_replay *r, uint32_t index, const cm_action *a)
{
    const cm_ev *e = &r->g->events[index];
    cm_event *event = &r->events[r->count];
    *event = (cm_event){.kind = e->kind,
                        .thread = e->thread,
                        .instruction = a->step->instruction,
                        .width = (uint8_t)e->width,
                        .tags = a->step->tags,
                        .action = a,
                        .index = (uint32_t)(a - r->walkers[e->thread].state.actions),
                        .part = e->part};
    if (e->kind != 'R' && e->kind != 'W')
        return true;
    event->address = cm_test_virtual(r->job->test, a->address.value) + e->part;
    event->value = cm_bytes_of(a->value.value, e->part, e->width);
    event->location = a->location;
    event->offset = a->offset + e->part;
    return goes_there(r, e, event) || differ(r, "an access goes elsewhere");
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
        const cm_action *a = initial ? NULL : action_of(r, i);
        r->new_of[i] = NOT_DONE;
        if ((initial || a) != cm_solver_value(r->solver, r->g->events[i].exec))
            return differ(r, "an event happens in one only");
        if (initial)
            add_initial(r, i);
        else if (!a)
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

static void read_choices(cm_replay *r)
{
    r->rf = cm_rel_new(r->scratch, r->count);
    r->meets = cm_rel_new(r->scratch, r->count);
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->events[i].kind == 'R') {
            int source = r->new_of[chosen_source(r, r->event_of[i])];
            cm_rel_add(&r->rf, (uint32_t)source, i);
        }
        for (uint32_t k = 0; r->events[i].kind == 'B' && k < r->count; k++)
            if (cm_solver_value(r->solver, cm_barrier_meet(r->g, r->event_of[i], r->event_of[k])))
                cm_rel_add(&r->meets, i, k);
    }
}

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
        if (r->new_of[to] != NOT_DONE &&
            (cm_rel_has(&bound->must, from, to) ||
             cm_solver_value(r->solver, bound->lits[(size_t)from * r->g->count + to])))
            cm_rel_add(&order, a, (uint32_t)r->new_of[to]);
    }
    return order;
}

cm_facts cm_replay_facts(const cm_replay *r)
{
    return (cm_facts){.test = r->job->test,
                      .events = r->events,
                      .count = r->count,
                      .rf = &r->rf,
                      .meets = &r->meets};
}

uint32_t cm_replay_origin(const cm_replay *r, uint32_t event)
{
    return r->event_of[event];
}

/* Do the same events happen as in the execution before, at the same places? */
static cm_base_cause first_change(const cm_replay *r)
{
    for (uint32_t i = r->g->init_count; i < r->g->count; i++)
        if (r->executed[i] != (r->new_of[i] != NOT_DONE))
            return CM_CAUSED_BY_EVENTS;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->places[i].address != r->events[i].address ||
            r->places[i].location != r->events[i].location ||
            r->places[i].offset != r->events[i].offset)
            return CM_CAUSED_BY_PLACES;
    return CM_CAUSED_BY_EXECUTION;
}

static void remember_events(cm_replay *r)
{
    for (uint32_t i = 0; i < r->g->count; i++)
        r->executed[i] = r->new_of[i] != NOT_DONE;
    memcpy(r->places, r->events, r->count * sizeof *r->events);
    r->place_count = r->count;
}

/* Gives the evaluator the base sets and relations that may have changed since it
 * was used last. */
static void set_bases(cm_replay *r, cm_base_cause changed)
{
    const cm_model *m = r->e->model;
    cm_facts facts = cm_replay_facts(r);
    for (int i = 0; i < m->base_count; i++) {
        if (cm_base_caused_by(m->bases[i]->kind) < changed)
            continue;
        if (m->bases[i]->is_set) {
            cm_set set = cm_set_new(r->scratch, r->count);
            cm_base_set(&facts, m->bases[i], &set);
            cm_evaluator_base_set(r->evaluator, i, &set);
        } else {
            cm_rel rel = cm_rel_new(r->scratch, r->count);
            cm_base_relation(&facts, m->bases[i], &rel);
            cm_evaluator_base_rel(r->evaluator, i, &rel);
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
    cm_facts facts = cm_replay_facts(r);
    cm_execution_graph graph = {.n = r->count};
    graph.sets = CM_NEW_ARRAY(arena, (size_t)m->base_count, cm_set);
    graph.rels = CM_NEW_ARRAY(arena, (size_t)m->base_count, cm_rel);
    graph.frees = CM_NEW_ARRAY(arena, (size_t)m->free_count, cm_rel);
    for (int i = 0; i < m->base_count; i++) {
        graph.sets[i] = cm_set_new(arena, r->count);
        graph.rels[i] = cm_rel_new(arena, r->count);
        if (m->bases[i]->is_set)
            cm_base_set(&facts, m->bases[i], &graph.sets[i]);
        else
            cm_base_relation(&facts, m->bases[i], &graph.rels[i]);
    }
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

static bool is_consistent(cm_replay *r)
{
    const cm_model *m = r->e->model;
    cm_base_cause changed = r->place_count == r->count ? first_change(r) : CM_CAUSED_BY_EVENTS;
    if (!r->evaluators[r->count])
        r->evaluators[r->count] = cm_evaluator_new(r->job->arena, m, r->count);
    r->evaluator = r->evaluators[r->count];
    set_bases(r, changed);
    remember_events(r);
    int violated = -1;
    if (!cm_evaluator_consistent(r->evaluator, r->scratch, &violated))
        return differ(r, "an execution violates %s",
                      violated < 0 ? "an order" : m->constraints[violated].name);
    if (r->job->options.verify && !is_consistent_anew(r))
        return differ(r, "an execution violates the model when nothing is kept from another");
    return true;
}

/* ---- the final state ---------------------------------------------------- */

/* Is the write to those bytes, and followed by none? */
static bool is_last(const cm_replay *r, const cm_rel *co, uint32_t write, const cm_event *init)
{
    const cm_event *e = &r->events[write];
    return e->kind == 'W' && e->location == init->location && e->offset == init->offset &&
           (!co || cm_bits_next(cm_rel_row(co, write), co->words, co->n, 0) == co->n);
}

static cm_word written_word(const cm_replay *r, uint32_t write)
{
    const cm_event *e = &r->events[write];
    return e->action ? part_of_word(e->action->value, e->part, e->width)
                     : initial_word(r->job->test, e->location, e->offset, e->width);
}

/* Bytes [offset, offset + width) of a part of memory at the end: of a last write,
 * of that one of several which left what the state says. */
static bool final_bytes(cm_replay *r, const cm_event *part, uint32_t offset, unsigned width,
                        uint64_t claimed, cm_word *out)
{
    int co = cm_model_find(r->e->model, "co");
    const cm_rel *order = co < 0 ? NULL : &cm_evaluator_value(r->evaluator, co)->rel;
    for (uint32_t w = 0; w < r->count; w++) {
        if (!is_last(r, order, w, part))
            continue;
        *out = part_of_word(written_word(r, w), offset - part->offset, width);
        if (out->value == claimed)
            return true;
    }
    return differ(r, "memory ends with a value that no last write left");
}

/* What a location holds at the end, `width` (1 to 8) bytes from `offset` on. */
static bool final_memory(cm_replay *r, int location, uint32_t offset, unsigned width,
                         uint64_t claimed, cm_word *out)
{
    while (r->job->test->locations[location].alias_of >= 0)
        location = r->job->test->locations[location].alias_of;
    *out = initial_word(r->job->test, location, offset, width);
    for (uint32_t i = 0; i < r->g->init_count; i++) {
        const cm_event *part = &r->events[i];
        uint32_t begin = part->offset > offset ? part->offset : offset;
        uint32_t end = part->offset + part->width < offset + width ? part->offset + part->width
                                                                   : offset + width;
        if (part->location != location || begin >= end)
            continue;
        unsigned at = begin - offset, bytes = end - begin;
        uint64_t mask = cm_bytes_of(UINT64_MAX, 0, bytes) << 8 * at;
        cm_word found = {0, 0};
        if (!final_bytes(r, part, begin, bytes, cm_bytes_of(claimed, at, bytes), &found))
            return false;
        out->value = (out->value & ~mask) | found.value << 8 * at;
        out->moved = (out->moved & ~mask) | found.moved << 8 * at;
    }
    return true;
}

/* Is the value, seen as the observed item is, what the solver says, wherever
 * locations lie? */
static bool agrees(cm_replay *r, int item, cm_word found, uint64_t claimed)
{
    const cm_test *test = r->job->test;
    const cm_observed *o = &test->observed[item];
    unsigned bits;
    bool is_signed;
    cm_observed_type(test, o, &bits, &is_signed);
    if (cm_state_normal(test, item, found.value) != cm_state_normal(test, item, claimed))
        return differ(r, "%s ends with another value", o->display);
    if (!cm_word_is_fixed(test, found, bits))
        return stray(r, o->kind == CM_OBSERVE_REGISTER ? o->thread : -1,
                     "may end with a value that depends on where locations are in memory");
    return true;
}

static bool agrees_in_memory(cm_replay *r, int item, const uint64_t *values)
{
    const cm_observed *o = &r->job->test->observed[item];
    const cm_location *l = &r->job->test->locations[o->location];
    uint32_t first = o->element < 0 ? 0 : (uint32_t)o->element;
    uint32_t end = o->element < 0 ? l->count : first + 1;
    for (uint32_t i = first; i < end; i++) {
        cm_word found = {0, 0};
        if (!final_memory(r, o->location, i * l->width, l->width, values[i - first], &found) ||
            !agrees(r, item, found, values[i - first]))
            return false;
    }
    return true;
}

static bool is_final(cm_replay *r)
{
    const cm_test *test = r->job->test;
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *o = &test->observed[i];
        const uint64_t *values = r->values + cm_state_offset(test, i);
        bool same = o->kind == CM_OBSERVE_LOCATION
                        ? agrees_in_memory(r, i, values)
                        : agrees(r, i, r->walkers[o->thread].state.registers[o->reg], *values);
        if (!same)
            return false;
    }
    return true;
}

/* ---- an execution -------------------------------------------------------- */

static void replay(void *argument)
{
    cm_replay *r = argument;
    start_threads(r);
    if (!run_threads(r) || !make_events(r))
        return;
    read_choices(r);
    if (is_consistent(r) && r->values)
        is_final(r);
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

const char *cm_replay_reason(const cm_replay *r)
{
    return r->reason;
}

int cm_replay_thread(const cm_replay *r)
{
    return r->thread;
}

static void map_visits(cm_replay *r, int thread)
{
    walker *w = &r->walkers[thread];
    w->run = &r->g->memory.runs[thread];
    size_t visits = (size_t)w->run->code.count;
    w->access_of = CM_NEW_ARRAY(r->job->arena, visits, int);
    w->choice_of = CM_NEW_ARRAY(r->job->arena, visits, int);
    for (size_t i = 0; i < visits; i++)
        w->access_of[i] = w->choice_of[i] = NOT_DONE;
    for (int i = 0; i < w->run->chosen_count; i++)
        w->choice_of[w->run->chosen[i].visit] = i;
    for (int i = 0; i < w->run->access_count; i++)
        w->access_of[w->run->accesses[i].visit] = i;
}

cm_replay *cm_replay_new(cm_encoder *encoder)
{
    cm_job *job = encoder->job;
    cm_graph *g = encoder->graph;
    cm_replay *r = CM_NEW(job->arena, cm_replay);
    *r = (cm_replay){.e = encoder, .g = g, .job = job, .place_count = UINT32_MAX};
    r->walkers = CM_NEW_ARRAY(job->arena, (size_t)job->test->thread_count, walker);
    for (int t = 0; t < job->test->thread_count; t++)
        map_visits(r, t);
    r->evaluators = CM_NEW_ARRAY(job->arena, (size_t)g->count + 1, cm_evaluator *);
    r->executed = CM_NEW_ARRAY(job->arena, (size_t)g->count, bool);
    r->places = CM_NEW_ARRAY(job->arena, (size_t)g->count, cm_event);
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

static void copy_events(const cm_replay *r, cm_execution *x)
{
    cm_arena *arena = r->job->arena;
    x->event_count = r->count;
    x->events = CM_NEW_ARRAY(arena, r->count, cm_event);
    memcpy(x->events, r->events, r->count * sizeof *r->events);
    for (uint32_t i = 0; i < r->count; i++)
        x->events[i].action = NULL; /* of this replay only */
}

cm_execution *cm_replay_execution(const cm_replay *r)
{
    const cm_model *m = r->e->model;
    cm_arena *arena = r->job->arena;
    cm_execution *x = CM_NEW(arena, cm_execution);
    copy_events(r, x);
    cm_facts facts = cm_replay_facts(r);
    cm_base po = {.kind = CM_BASE_PO};
    x->po = cm_rel_new(arena, r->count);
    cm_base_relation(&facts, &po, &x->po);
    x->rf = cm_rel_new(arena, r->count);
    cm_rel_copy(&x->rf, &r->rf);
    cm_execution_graph graph = whole_graph(r, r->job->arena);
    cm_value *values = cm_eval(arena, m, &graph);
    int co = cm_model_find(m, "co");
    x->co = co >= 0 ? values[co].rel : cm_rel_new(arena, r->count);
    x->show_count = m->show_count;
    x->shows = CM_NEW_ARRAY(arena, (size_t)m->show_count, cm_named_rel);
    for (int i = 0; i < m->show_count; i++)
        x->shows[i] = (cm_named_rel){.name = m->shows[i].name,
                                     .rel = values[m->shows[i].node].rel,
                                     .set = values[m->shows[i].node].set,
                                     .is_set = m->nodes[m->shows[i].node].is_set};
    return x;
}
