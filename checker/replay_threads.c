/* Threads on values, and the state in which they end. See replay_parts.h. */
#include "checker/replay_parts.h"

#include "litmus/print_order.h"
#include "litmus/state.h"

/* ---- values of reads --------------------------------------------------- */

uint32_t cm_replay_source(const cm_replay *r, uint32_t read)
{
    const cm_ev *e = &r->g->events[read];
    for (uint32_t i = 0; i < e->source_count; i++)
        if (cm_solver_value(r->solver, e->sources[i].when))
            return e->sources[i].write;
    return r->g->count;
}

const cm_action *cm_replay_action(const cm_replay *r, uint32_t event)
{
    const cm_ev *e = &r->g->events[event];
    const cm_walker *w = &r->walkers[e->thread];
    int done = w->done[e->access - w->run->accesses];
    return done == CM_NOT_DONE ? NULL : &w->state.actions[done];
}

typedef enum read_result { FOUND, NOT_YET, WRONG } read_result;

/* What the part of a read finds: at `place` of the load. */
static read_result read_part(cm_replay *r, const cm_action *load, uint32_t read, bool may_guess,
                             cm_word *out)
{
    const cm_ev *e = &r->g->events[read];
    uint32_t write = cm_replay_source(r, read), offset = load->offset + e->part;
    if (write == r->g->count) {
        cm_replay_differ(r, "a read takes its value from no write");
        return WRONG;
    }
    if (write < r->g->init_count) {
        const cm_spot *spot = &r->g->events[write].targets[0].spot;
        *out = cm_word_initial(r->job->test, load->location, offset, e->width);
        bool fits = spot->location == load->location && spot->offset == offset &&
                    r->g->events[write].width == e->width;
        return fits || cm_replay_differ(r, "a read takes its value from elsewhere") ? FOUND : WRONG;
    }
    const cm_ev *w = &r->g->events[write];
    const cm_action *store = cm_replay_action(r, write);
    if (!store && may_guess) {
        CM_RESERVE(r->scratch, r->guesses, r->guess_count, r->guess_capacity);
        /* What the solver says the part of the read finds. */
        const cm_val *v = r->g->events[read].value;
        uint64_t value = 0;
        for (uint32_t i = 0; i < v->count; i++)
            if (cm_solver_value(r->solver, v->choices[i].when))
                value = v->choices[i].value;
        *out = (cm_word){value, cm_moved(r->job->test, value)};
        r->guesses[r->guess_count++] = (cm_guess){read, *out};
        return FOUND;
    }
    if (!store)
        return NOT_YET;
    *out = cm_word_part(store->value, w->part, w->width);
    bool fits = store->location == load->location && store->offset + w->part == offset &&
                w->width == e->width;
    return fits || cm_replay_differ(r, "a read takes its value from elsewhere") ? FOUND : WRONG;
}

/* Gives the load that the thread stands at its value; false: not now. */
static bool supply(cm_replay *r, cm_walker *w, bool may_guess)
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

/* ---- threads ------------------------------------------------------------ */

int cm_visit_after(const cm_thread_run *run, int at, const cm_thread_run_state *state)
{
    const cm_visit *visit = &run->code.visits[at];
    const cm_step *step = &state->thread->steps[visit->step];
    if (!state->taken)
        return visit->next;
    if (!step->addr)
        return visit->taken;
    for (int k = 0; k < run->code.target_count; k++)
        if (run->code.targets[k] == state->pc)
            return visit->indirect[k];
    return CM_VISIT_CUT;
}

/* Notes the action just made; false: the graph has none there. */
static bool note_action(cm_replay *r, cm_walker *w, uint32_t before)
{
    if (w->state.action_count == before)
        return true;
    int access = w->access_of[w->visit];
    if (access == CM_NOT_DONE)
        return cm_replay_differ(r, "P%d has an event that is not known", w->state.thread->id);
    w->done[access] = (int)before;
    return true;
}

/* Is the action just made a barrier that is never left? */
static bool waits_for_ever(const cm_replay *r, const cm_walker *w, uint32_t before)
{
    if (w->state.action_count == before)
        return false;
    const cm_access *a = &w->run->accesses[w->access_of[w->visit]];
    return a->step->kind == CM_STEP_BARRIER && !a->step->arrives &&
           !cm_solver_value(r->solver, a->met);
}

/* One step; false: the thread waits, or has ended. */
static bool advance(cm_replay *r, cm_walker *w, bool may_guess)
{
    uint32_t before = w->state.action_count;
    cm_need need = w->waits ? CM_NEED_VALUE : cm_thread_step(&w->state);
    if (need == CM_NEED_END)
        return cm_replay_stray(r, w->state.index, w->state.stray);
    if (!w->waits && !note_action(r, w, before))
        return false;
    if (need == CM_NEED_VALUE) {
        w->waits = true;
        if (!supply(r, w, may_guess))
            return false;
        w->waits = false;
    } else if (need == CM_NEED_CHOICE) {
        int choice = w->choice_of[w->visit];
        if (choice == CM_NOT_DONE)
            return cm_replay_differ(r, "P%d has a choice that is not known", w->state.thread->id);
        cm_thread_choose(&w->state, cm_solver_value(r->solver, w->run->chosen[choice].chosen));
    } else if (waits_for_ever(r, w, before)) {
        w->ended = true;
        return true;
    }
    /* Moves on to the next visit; false: the graph has another path. */
    w->visit = cm_visit_after(w->run, w->visit, &w->state);
    int steps = w->state.thread->step_count;
    w->ended = w->visit == CM_VISIT_EXIT;
    if (w->visit == CM_VISIT_CUT && !r->values) {
        w->ended = true;
        return true;
    }
    if (w->visit == CM_VISIT_CUT ||
        w->state.pc != (w->ended ? steps : w->run->code.visits[w->visit].step))
        return cm_replay_differ(r, "P%d takes another path", w->state.thread->id);
    return true;
}

bool cm_replay_threads(cm_replay *r)
{
    for (int t = 0; t < r->job->test->thread_count; t++) {
        cm_walker *w = &r->walkers[t];
        size_t accesses = (size_t)w->run->access_count;
        cm_thread_start(&w->state, r->scratch, r->job->test, t, (uint32_t)accesses);
        w->visit = 0;
        w->waits = false;
        w->ended = w->run->code.count == 0;
        w->done = CM_NEW_ARRAY(r->scratch, accesses, int);
        for (size_t i = 0; i < accesses; i++)
            w->done[i] = CM_NOT_DONE;
    }
    /* Runs all threads to their ends, each as far as the others let it. */
    int threads = r->job->test->thread_count;
    for (bool may_guess = false;;) {
        bool moved = false, all = true;
        for (int t = 0; t < threads; t++) {
            cm_walker *w = &r->walkers[t];
            while (!w->ended && advance(r, w, may_guess)) {
                moved = true;
                may_guess = false;
            }
            if (r->result != CM_REPLAY_AGREES)
                return false;
            all = all && w->ended;
        }
        if (all) {
            /* Is what was guessed what the write, done since, has written? */
            for (uint32_t i = 0; i < r->guess_count; i++) {
                uint32_t write = cm_replay_source(r, r->guesses[i].read);
                const cm_ev *w = &r->g->events[write];
                const cm_action *store = cm_replay_action(r, write);
                if (!store || cm_word_part(store->value, w->part, w->width).value !=
                                  r->guesses[i].value.value)
                    return cm_replay_differ(r, "a read takes a value that nothing has written");
            }
            return true;
        }
        may_guess = !moved;
    }
}

/* ---- the final state ---------------------------------------------------- */

/* Is the write to those bytes, and followed by none? */
static bool is_last(const cm_replay *r, const cm_rel *co, uint32_t write, const cm_event *init)
{
    const cm_event *e = &r->events[write];
    return e->kind == 'W' && e->location == init->location && e->offset == init->offset &&
           (!co || cm_bits_next(cm_rel_row(co, write), co->words, co->n, 0) == co->n);
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
        *out = cm_word_part(cm_word_written(r->job->test, &r->events[w]), offset - part->offset,
                            width);
        if (out->value == claimed)
            return true;
    }
    return cm_replay_differ(r, "memory ends with a value that no last write left");
}

/* What a location holds at the end, `width` (1 to 8) bytes from `offset` on. */
static bool final_memory(cm_replay *r, int location, uint32_t offset, unsigned width,
                         uint64_t claimed, cm_word *out)
{
    while (r->job->test->locations[location].alias_of >= 0)
        location = r->job->test->locations[location].alias_of;
    *out = cm_word_initial(r->job->test, location, offset, width);
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
        return cm_replay_differ(r, "%s ends with another value", o->display);
    if (!cm_word_is_fixed(test, found, bits))
        return cm_replay_stray(
            r, o->kind == CM_OBSERVE_REGISTER ? o->thread : -1,
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

bool cm_replay_final(cm_replay *r)
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
