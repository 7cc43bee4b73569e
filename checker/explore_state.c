/* What has happened so far. See explore_parts.h. */
#include "checker/explore_parts.h"

#include "litmus/print_order.h"

#include <string.h>

static const cm_action nothing; /* of an event that did not happen: it depends on nothing */

bool cm_explorer_give_up(explorer *x)
{
    x->over = true;
    return false;
}

const cm_thread_run *cm_explorer_run(const explorer *x, int thread)
{
    return &x->g->memory.runs[thread];
}

bool cm_explorer_same_spot(const explorer *x, uint32_t a, uint32_t b)
{
    const cm_event *p = &x->events[a], *q = &x->events[b];
    return p->location == q->location && p->offset == q->offset && p->width == q->width;
}

/* The write to the same bytes that none follows, so far. */
uint32_t cm_explorer_last_write(const explorer *x, uint32_t event)
{
    uint32_t last = event;
    CM_EACH(x->executed.row, x->executed.words, x->executed.n, w)
    if (x->events[w].kind == 'W' && cm_explorer_same_spot(x, w, event) &&
        cm_bits_next(cm_rel_row(&x->co, w), x->co.words, x->co.n, 0) == x->co.n)
        last = w;
    return last;
}

void cm_explorer_happen(explorer *x, uint32_t event)
{
    cm_set_add(&x->executed, event);
    x->slot[event] = x->happened;
    x->order[x->happened++] = event;
}

/* ---- threads that are alike --------------------------------------------------- */

static bool same_member(const cm_turn *a, const cm_turn *b)
{
    return a->class == b->class && a->member == b->member;
}

/* The turn that is the event's, if its thread has had none. */
static const cm_turn *turn_of(const explorer *x, uint32_t event)
{
    const cm_turn *first = NULL; /* of the member: they stand one after the other */
    for (size_t i = 0; i < x->turn_count; i++) {
        const cm_turn *turn = &x->turns[i];
        first = first && same_member(first, turn) ? first : turn;
        if (turn->event != event)
            continue;
        for (; first < turn; first++)
            if (cm_set_has(&x->executed, first->event))
                return NULL;
        return turn;
    }
    return NULL;
}

/* Only the first store of each member counts. */
static bool has_had(const explorer *x, const cm_turn *turn)
{
    for (const cm_turn *t = turn; t-- > x->turns && same_member(t, turn);)
        if (cm_set_has(&x->executed, t->event))
            return false;
    return cm_set_has(&x->executed, turn->event);
}

bool cm_explorer_keeps_turns(const explorer *x, uint32_t write, uint32_t before)
{
    const cm_turn *own = turn_of(x, write);
    for (size_t i = 0; i < x->turn_count && own; i++) {
        const cm_turn *other = &x->turns[i];
        if (other->class != own->class || other->member == own->member || !has_had(x, other))
            continue;
        bool first = other->event == before || cm_rel_has(&x->co, other->event, before);
        if (first != (other->member < own->member))
            return false;
    }
    return true;
}

size_t cm_explorer_exchanges(const explorer *x)
{
    size_t exchanges = 1;
    for (size_t i = 0, stored = 0; i < x->turn_count; i++) { /* one class after another */
        stored = i > 0 && x->turns[i].class == x->turns[i - 1].class ? stored : 0;
        if (has_had(x, &x->turns[i]))
            exchanges *= ++stored;
    }
    return exchanges;
}

/* ---- another way ------------------------------------------------------------ */

static size_t words_of(const cm_thread_run_state *t)
{
    size_t registers = (size_t)t->thread->register_count;
    return registers * (sizeof *t->registers / sizeof(uint64_t) + 2 * t->words) + 2 * t->words;
}

/* Copies what a thread changes in place, to `memory` or back; what follows it there. */
static uint64_t *copy_thread(cm_thread_run_state *t, uint64_t *memory, bool back)
{
    size_t registers = (size_t)t->thread->register_count;
    const struct {
        void *from;
        size_t words;
    } all[] = {{t->registers, registers * sizeof *t->registers / sizeof(uint64_t)},
               {t->deps, registers * 2 * t->words},
               {t->ctrl, 2 * (size_t)t->words}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        size_t bytes = all[i].words * sizeof *memory;
        memcpy(back ? all[i].from : memory, back ? memory : all[i].from, bytes);
        memory += all[i].words;
    }
    return memory;
}

uint64_t *cm_explorer_room_ahead(explorer *x)
{
    size_t most = 0;
    for (int t = 0; t < x->job->test->thread_count; t++)
        if (words_of(&x->runners[t].state) > most)
            most = words_of(&x->runners[t].state);
    return CM_NEW_ARRAY(x->job->arena, most, uint64_t);
}

/* The store that is made in one with the load; -1: there is none. */
static int store_of(const cm_thread *thread, int load)
{
    int instruction = thread->steps[load].instruction;
    for (int i = load + 1; i < thread->step_count && thread->steps[i].instruction == instruction;
         i++)
        if (thread->steps[i].kind == CM_STEP_STORE && thread->steps[i].rmw == load)
            return i;
    return -1;
}

/* Goes on behind the store of an atomic instruction. */
static uint32_t find_write(explorer *x, runner *r, int store)
{
    cm_thread_run_state *t = &r->state;
    const cm_thread_run *run = cm_explorer_run(x, t->index);
    while (t->pc <= store) {
        int step = t->pc;
        uint32_t before = t->action_count;
        r->visit = cm_visit_after(run, r->visit, t);
        if (r->visit < 0 || run->code.visits[r->visit].step != step ||
            cm_thread_step(t) != CM_NEED_NOTHING)
            return x->g->count;
        int access = x->access_of[t->index][r->visit];
        if (step == store && t->action_count > before && access != CM_NOT_DONE)
            return x->g->first_event[t->index][access];
    }
    return x->g->count;
}

uint32_t cm_explorer_write_ahead(explorer *x, const runner *r)
{
    int store = store_of(r->state.thread, r->state.pc - 1);
    if (store < 0)
        return x->g->count;
    runner ahead = *r;
    cm_arena_mark mark = cm_arena_here(x->arena);
    copy_thread(&ahead.state, x->ahead, false);
    uint32_t write = find_write(x, &ahead, store);
    copy_thread(&ahead.state, x->ahead, true);
    cm_arena_rewind(x->arena, mark);
    return write;
}

static snapshot new_snapshot(explorer *x)
{
    cm_arena *arena = x->job->arena;
    size_t words = 0;
    for (int t = 0; t < x->job->test->thread_count; t++)
        words += words_of(&x->runners[t].state);
    return (snapshot){.runners = CM_NEW_ARRAY(arena, (size_t)x->job->test->thread_count, runner),
                      .memory = CM_NEW_ARRAY(arena, words, uint64_t),
                      .executed = cm_set_new(arena, x->g->count),
                      .co = cm_rel_new(arena, x->g->count)};
}

/* What comes behind the event in co. */
static void copy_row(cm_rel *to, const cm_rel *from, uint32_t event)
{
    memcpy(cm_rel_row(to, event), cm_rel_row(from, event), to->words * sizeof *to->rows);
}

void cm_explorer_save(explorer *x, uint32_t depth)
{
    if (depth == x->snapshot_count)
        CM_PUSH(x->job->arena, x->snapshots, x->snapshot_count, x->snapshot_capacity,
                new_snapshot(x));
    snapshot *s = &x->snapshots[depth];
    memcpy(s->runners, x->runners, (size_t)x->job->test->thread_count * sizeof *s->runners);
    uint64_t *memory = s->memory;
    for (int t = 0; t < x->job->test->thread_count; t++)
        memory = copy_thread(&x->runners[t].state, memory, false);
    cm_set_copy(&s->executed, &x->executed);
    for (uint32_t i = 0; i < x->happened; i++)
        copy_row(&s->co, &x->co, x->order[i]);
    s->happened = x->happened;
    s->place = x->place;
    s->place_end = x->place_end;
    s->asked = x->asked;
    s->mark = cm_arena_here(x->arena);
}

void cm_explorer_restore(explorer *x, uint32_t depth)
{
    const snapshot *s = &x->snapshots[depth];
    memcpy(x->runners, s->runners, (size_t)x->job->test->thread_count * sizeof *s->runners);
    uint64_t *memory = s->memory;
    for (int t = 0; t < x->job->test->thread_count; t++)
        memory = copy_thread(&x->runners[t].state, memory, true);
    for (uint32_t i = s->happened; i < x->happened; i++) {
        x->events[x->order[i]].action = &nothing;
        memset(cm_rel_row(&x->co, x->order[i]), 0, x->co.words * sizeof *x->co.rows);
    }
    x->happened = s->happened;
    cm_explorer_forget(x);
    cm_set_copy(&x->executed, &s->executed);
    for (uint32_t i = 0; i < s->happened; i++)
        copy_row(&x->co, &s->co, x->order[i]);
    x->place = s->place;
    x->place_end = s->place_end;
    x->asked = s->asked;
    x->unchecked = x->doubtful = false;
    cm_arena_rewind(x->arena, s->mark);
}

/* ---- executions ----------------------------------------------------------------- */

/* Notes for each initial write which write to its bytes is the last one. */
static void find_last_writes(explorer *x)
{
    for (uint32_t k = 0; k < x->g->init_count; k++)
        x->last[k] = k;
    CM_EACH(x->executed.row, x->executed.words, x->executed.n, w)
    {
        if (w < x->g->init_count || x->events[w].kind != 'W' ||
            cm_bits_next(cm_rel_row(&x->co, w), x->co.words, x->co.n, 0) < x->co.n)
            continue;
        for (uint32_t k = 0; k < x->g->init_count; k++)
            if (cm_explorer_same_spot(x, w, k))
                x->last[k] = w;
    }
}

/* Which initial write is about these bytes: its number; NO_WRITE: none, SEVERAL: others are about
 * parts of them. */
enum { UNKNOWN_WRITE, NO_WRITE, SEVERAL, FIRST_WRITE };

static uint32_t find_initial(const explorer *x, int location, uint32_t offset, unsigned width)
{
    uint32_t found = NO_WRITE;
    for (uint32_t k = 0; k < x->g->init_count; k++) {
        const cm_event *e = &x->events[k];
        if (e->location != location || e->offset >= offset + width ||
            e->offset + e->width <= offset)
            continue;
        found = e->offset == offset && e->width == width ? k + FIRST_WRITE : SEVERAL;
    }
    return found;
}

/* What a location holds at the end, `width` bytes from the offset on. *initial: UNKNOWN_WRITE, or
 * what find_initial says. */
static cm_word final_memory(const explorer *x, int location, uint32_t offset, unsigned width,
                            uint32_t *initial)
{
    const cm_test *test = x->job->test;
    while (test->locations[location].alias_of >= 0)
        location = test->locations[location].alias_of;
    if (*initial == UNKNOWN_WRITE)
        *initial = find_initial(x, location, offset, width);
    if (*initial == NO_WRITE)
        return cm_word_initial(test, location, offset, width);
    if (*initial >= FIRST_WRITE)
        return cm_word_written(test, &x->events[x->last[*initial - FIRST_WRITE]]);
    cm_word found = {0, 0};
    for (unsigned i = 0; i < width; i++) {
        cm_word byte = cm_word_initial(test, location, offset + i, 1);
        for (uint32_t k = 0; k < x->g->init_count; k++) {
            const cm_event *part = &x->events[k];
            if (part->location == location && offset + i >= part->offset &&
                offset + i < part->offset + part->width)
                byte = cm_word_part(cm_word_written(test, &x->events[x->last[k]]),
                                    offset + i - part->offset, 1);
        }
        found.value |= byte.value << 8 * i;
        found.moved |= byte.moved << 8 * i;
    }
    return found;
}

/* Of the observed item; false: a value hangs on where locations lie. */
static bool observe(explorer *x, int item)
{
    const cm_test *test = x->job->test;
    const cm_observed *o = &test->observed[item];
    uint64_t *to = x->values + cm_state_offset(test, item);
    uint32_t *initials = x->initials + cm_state_offset(test, item);
    unsigned bits;
    bool is_signed;
    cm_observed_type(test, o, &bits, &is_signed);
    if (o->kind == CM_OBSERVE_REGISTER) {
        cm_word word = x->runners[o->thread].state.registers[o->reg];
        *to = word.value;
        return cm_word_is_fixed(test, word, bits);
    }
    const cm_location *l = &test->locations[o->location];
    uint32_t first = o->element < 0 ? 0 : (uint32_t)o->element;
    uint32_t end = o->element < 0 ? l->count : first + 1;
    unsigned width = l->count == 1 ? cm_observed_width(x->g, o->location) : l->width;
    for (uint32_t i = first; i < end; i++) {
        cm_word word = final_memory(x, o->location, i * l->width, width, &initials[i - first]);
        to[i - first] = word.value;
        if (!cm_word_is_fixed(test, word, bits))
            return false;
    }
    return true;
}

static void raise_flags(explorer *x)
{
    bool all = true;
    for (int i = 0; i < x->model->constraint_count; i++)
        all = all && (!x->model->constraints[i].is_flag || x->out->raised[i]);
    if (all || !x->out->flags)
        return;
    cm_evaluator *flags = cm_explorer_asked(x, true);
    for (int i = 0; i < x->model->constraint_count; i++) {
        if (!x->model->constraints[i].is_flag || x->out->raised[i] ||
            !cm_evaluator_holds(flags, x->arena, i))
            continue;
        x->out->raised[i] = true;
        if (x->out->tell)
            x->out->tell(x->out->context, i,
                         &(cm_explored){cm_explorer_seen(x)->events, x->happened,
                                        cm_evaluator_graph(flags), cm_evaluator_value(flags, 0)});
    }
}

/* Does the model choose an order in which no initial write follows another one? */
static bool is_ordered(const explorer *x, const cm_evaluator *axioms)
{
    const cm_rel *may = &cm_evaluator_value(axioms, x->model->frees[0].relation)->rel;
    for (uint32_t a = 0; a < x->happened; a++)
        for (uint32_t b = 0; b < x->g->init_count; b++)
            if (a != b && cm_rel_has(may, a, b))
                return false;
    return true;
}

void cm_explorer_complete(explorer *x)
{
    cm_arena_mark mark = cm_arena_here(x->arena);
    cm_evaluator *axioms = cm_explorer_asked(x, false);
    int violated = -1;
    bool allowed = cm_evaluator_consistent(axioms, x->arena, &violated);
    if (x->followed) {
        x->followed->whole = allowed ? cm_explorer_exchanges(x) : 0;
        cm_arena_rewind(x->arena, mark);
        return;
    }
    if ((!allowed && violated < 0) || (allowed && !is_ordered(x, axioms)))
        cm_explorer_give_up(x);
    find_last_writes(x);
    for (int i = 0; i < x->job->test->observed_count && allowed && !x->over; i++)
        if (!observe(x, i))
            cm_explorer_give_up(x);
    if (allowed && !x->over) {
        const cm_prop *filter = x->job->test->filter;
        x->out->any = true;
        x->out->executions += cm_explorer_exchanges(x);
        if (!filter || cm_prop_holds(x->job->test, filter, x->values)) {
            cm_states_add(x->job->arena, x->out->states, x->values);
            raise_flags(x);
        }
        if (x->out->states->count > x->job->options.max_states)
            cm_explorer_give_up(x);
    }
    cm_arena_rewind(x->arena, mark);
}

/* ---- the beginning -------------------------------------------------------------- */

static void make_events(explorer *x)
{
    cm_graph *g = x->g;
    for (uint32_t i = 0; i < g->count; i++) {
        const cm_ev *e = &g->events[i];
        const cm_step *step = e->access ? e->access->step : NULL;
        x->events[i] = (cm_event){.kind = e->kind,
                                  .thread = e->thread,
                                  .instruction = step ? step->instruction : -1,
                                  .label = (int)i,
                                  .width = (uint8_t)e->width,
                                  .tags = step ? step->tags : NULL,
                                  .forgets = step ? step->forgets : 0,
                                  .location = -1,
                                  .action = step ? &nothing : NULL,
                                  .part = e->part};
        if (e->target_count == 0)
            continue;
        x->places[i] = e->targets[0];
        x->places[i].when = CM_TRUE;
        x->events[i].location = e->targets[0].spot.location;
        x->events[i].offset = e->targets[0].spot.offset;
        x->events[i].address = e->targets[0].address;
        if (!step) {
            x->events[i].value =
                cm_word_initial(x->job->test, x->events[i].location, x->events[i].offset, e->width)
                    .value;
            cm_explorer_happen(x, i);
        }
    }
}

void cm_explorer_begin(explorer *x)
{
    cm_arena *arena = x->job->arena;
    uint32_t n = x->g->count;
    x->events = CM_NEW_ARRAY(arena, n, cm_event);
    x->places = CM_NEW_ARRAY(arena, n, cm_target);
    x->source = CM_NEW_ARRAY(arena, n, uint32_t);
    x->order = CM_NEW_ARRAY(arena, n, uint32_t);
    x->slot = CM_NEW_ARRAY(arena, n, uint32_t);
    x->executed = cm_set_new(arena, n);
    x->pairs = CM_NEW_ARRAY(arena, n, bool);
    x->co = cm_rel_new(arena, n);
    x->values = CM_NEW_ARRAY(arena, (size_t)cm_state_width(x->job->test) + 1, uint64_t);
    x->initials = CM_NEW_ARRAY(arena, (size_t)cm_state_width(x->job->test) + 1, uint32_t);
    x->last = CM_NEW_ARRAY(arena, n, uint32_t);
    make_events(x);
    x->share = 1;
    cm_explorer_begin_model(x);
}
