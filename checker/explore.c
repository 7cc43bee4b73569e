/* Executions explored one by one. See explore.h. */
#include "checker/explore_parts.h"

#include <string.h>

/* ---- events ------------------------------------------------------------------- */

/* May the event of the graph go where the other one goes? */
static bool goes_there(const cm_ev *known, const cm_event *e)
{
    for (uint32_t i = 0; i < known->target_count; i++)
        if (known->targets[i].spot.location == e->location &&
            known->targets[i].spot.offset == e->offset)
            return true;
    return false;
}

/* Has a write to its bytes happened? Those of the beginning come first. */
static bool has_write(const explorer *x, uint32_t event)
{
    for (uint32_t i = 0; i < x->happened; i++)
        if (x->events[x->order[i]].kind == 'W' && cm_explorer_same_spot(x, x->order[i], event))
            return true;
    return false;
}

/* The action just made is that of the events from *first on. false: the graph has none of it. */
static bool note_action(explorer *x, runner *r, uint32_t *first, uint32_t *end)
{
    int thread = r->state.index, access = x->access_of[thread][r->visit];
    if (access == CM_NOT_DONE)
        return cm_explorer_give_up(x);
    const cm_action *a = &r->state.actions[r->state.action_count - 1];
    *first = x->g->first_event[thread][access];
    *end = x->g->first_event[thread][access + 1];
    for (uint32_t i = *first; i < *end; i++) {
        cm_event *e = &x->events[i];
        e->index = r->state.action_count - 1;
        if (e->kind != 'R' && e->kind != 'W')
            continue;
        e->address = cm_test_virtual(x->job->test, a->address.value) + e->part;
        e->location = a->location;
        e->offset = a->offset + e->part;
        e->value = cm_bytes_of(a->value.value, e->part, e->width);
        x->places[i] = (cm_target){{e->location, e->offset}, e->address, CM_TRUE};
        /* The graph says who may come to the same bytes; there is an initial write of these. */
        if (!goes_there(&x->g->events[i], e) || !has_write(x, i))
            return cm_explorer_give_up(x);
    }
    return *first < *end || cm_explorer_give_up(x);
}

static void happen(explorer *x, uint32_t event)
{
    cm_event *e = &x->events[event];
    e->action = &x->runners[e->thread].state.actions[e->index];
    cm_explorer_happen(x, event);
}

/* Is the thread in a round that may fail, after which the write would come (again)? It counts where
 * flags are asked of such rounds, which other threads' waiting must not keep from their end. */
static bool comes_again(const explorer *x, const runner *r, const cm_ev *write)
{
    const bool *in_wait = x->in_wait[write->thread];
    return x->out->open && !r->ended && !r->stays && in_wait[r->visit] &&
           in_wait[write->access->visit];
}

/* May the write still happen, in another thread than the read's, and go where the read goes? */
static bool may_come(const explorer *x, uint32_t write, uint32_t read)
{
    const cm_ev *w = &x->g->events[write];
    if (write < x->g->init_count || w->thread == x->events[read].thread)
        return false;
    const runner *r = &x->runners[w->thread];
    if (comes_again(x, r, w))
        return goes_there(w, &x->events[read]);
    if (cm_set_has(&x->executed, write))
        return false;
    bool placed = write < x->place || write >= x->place_end;
    if (placed && (r->ended || r->stays || w->access->visit < r->visit))
        return false;
    return goes_there(w, &x->events[read]);
}

bool cm_explorer_may_find(const explorer *x, uint32_t read)
{
    const cm_ev *e = &x->g->events[read];
    for (uint32_t i = 0; i < e->source_count; i++)
        if (may_come(x, e->sources[i].write, read))
            return true;
    return false;
}

/* ---- what coherence leaves ------------------------------------------------------------ */

/* The last write to the event's bytes that its thread has read from or made. false: there is none.
 */
static bool find_seen(const explorer *x, uint32_t event, uint32_t *seen)
{
    bool found = false;
    const uint32_t *first = x->g->first_event[x->events[event].thread];
    for (uint32_t e = first[0]; e < event; e++) {
        if (!cm_set_has(&x->executed, e) || !cm_explorer_same_spot(x, e, event) ||
            !cm_rel_has(x->po, e, event))
            continue;
        uint32_t write = x->events[e].kind == 'R' ? x->source[e] : e;
        if (!found || cm_rel_has(&x->co, *seen, write))
            *seen = write;
        found = true;
    }
    return found;
}

/* What the atomic instruction has read whose write this is; false: it is none of one. */
static bool find_read(const explorer *x, uint32_t write, uint32_t *source)
{
    const cm_event *w = &x->events[write];
    if (w->thread < 0)
        return false;
    const cm_action *a = &x->runners[w->thread].state.actions[w->index];
    for (uint32_t r = write; a->rmw && r-- > 0 && x->events[r].thread == w->thread;) {
        uint32_t index = x->events[r].index;
        if (x->events[r].kind == 'R' && cm_set_has(&x->executed, r) &&
            cm_explorer_same_spot(x, r, write) && a->rmw[index / 64] >> index % 64 & 1) {
            *source = x->source[r];
            return true;
        }
    }
    return false;
}

/* May the graph's read take its value from the write? From none of its own instruction. */
static bool may_feed(const explorer *x, uint32_t write, uint32_t read)
{
    const cm_ev *e = &x->g->events[read];
    for (uint32_t i = 0; i < e->source_count; i++)
        if (e->sources[i].write == write)
            return true;
    return false;
}

/* May the read take its value from the write, or the write stand right behind it? */
static bool fits_behind(const explorer *x, uint32_t event, uint32_t write)
{
    uint32_t seen = 0, source = 0;
    bool reads = x->events[event].kind == 'R';
    if (reads ? !may_feed(x, write, event) : !cm_explorer_keeps_turns(x, event, write))
        return false;
    if (!x->coherent)
        return true;
    if (find_seen(x, event, &seen) && seen != write && !cm_rel_has(&x->co, seen, write))
        return false;
    if (reads)
        return true;
    if (find_read(x, event, &source) && source != write)
        return false;
    CM_EACH(cm_rel_row(&x->co, write), x->co.words, x->co.n, after)
    if (find_read(x, after, &source) && source == write)
        return false;
    return true;
}

/* The read was made by an atomic instruction that will write right behind the same write: may it?
 * No other one has read from there and writes, too, and threads that are alike are in order. This
 * is asked of the write once more; so it is known before the model is asked about the read. */
static bool leaves_room(explorer *x, const runner *r, uint32_t read)
{
    uint32_t write = x->coherent ? cm_explorer_write_ahead(x, r) : x->g->count;
    x->pairs[read] = write < x->g->count;
    if (!x->pairs[read])
        return true;
    CM_EACH(x->executed.row, x->executed.words, x->executed.n, e)
    if (e != read && x->events[e].kind == 'R' && x->pairs[e] && x->source[e] == x->source[read])
        return false;
    return cm_explorer_keeps_turns(x, write, x->source[read]);
}

/* The writes that have happened and that the event may take its value from, or stand behind: how
 * many, and the first from `from` on. */
static uint32_t next_write(const explorer *x, uint32_t event, uint32_t from)
{
    uint32_t n = x->g->count;
    uint32_t w = cm_bits_next(x->executed.row, x->executed.words, n, from);
    while (w < n && (x->events[w].kind != 'W' || !cm_explorer_same_spot(x, w, event) ||
                     !fits_behind(x, event, w)))
        w = cm_bits_next(x->executed.row, x->executed.words, n, w + 1);
    return w;
}

static uint32_t count_writes(const explorer *x, uint32_t event)
{
    uint32_t count = 0;
    for (uint32_t w = next_write(x, event, 0); w < x->g->count; w = next_write(x, event, w + 1))
        count++;
    return count;
}

/* ---- steps: false if the way has ended, or all ways from there on were tried ------ */

static void explore(explorer *x, uint32_t depth);

/* The loop bound ends the execution, if there is one. */
static bool cut_off(explorer *x)
{
    x->out->cut = cm_explorer_allowed(x);
    return x->out->cut && cm_explorer_give_up(x);
}

/* On to the next visit. */
static bool move_on(explorer *x, runner *r)
{
    int thread = r->state.index, from = r->visit;
    const cm_thread_run *run = cm_explorer_run(x, thread);
    int step = run->code.visits[from].step;
    r->visit = cm_visit_after(run, from, &r->state);
    r->ended = r->visit == CM_VISIT_EXIT;
    if (r->visit == CM_VISIT_CUT && x->g->only_waits[thread][from]) {
        if (x->out->open)
            cm_explorer_flag_round(x, r, from);
        return r->stays = x->out->live && !x->out->hangs && cm_explorer_is_final(x, r, from);
    }
    if (r->visit == CM_VISIT_CUT)
        return !cm_attempts_has(&x->g->attempts, thread, step) && cut_off(x);
    if (r->ended)
        return r->state.pc == r->state.thread->step_count || cm_explorer_give_up(x);
    if (run->code.visits[r->visit].step != r->state.pc)
        return cm_explorer_give_up(x);
    return !run->code.visits[r->visit].retry || cm_explorer_tries_again(x, r);
}

/* The thread's next event has read from the write. */
static bool take(explorer *x, runner *r, uint32_t write)
{
    uint32_t read = r->part++;
    x->doubtful = x->doubtful || write != cm_explorer_last_write(x, read);
    happen(x, read);
    x->source[read] = write;
    r->waits = false;
    if (r->part < r->end)
        return true;
    cm_word value = {0, 0};
    for (uint32_t i = r->first; i < r->end; i++) {
        const cm_event *e = &x->events[i];
        cm_word part = cm_word_written(x->job->test, &x->events[x->source[i]]);
        x->events[i].value = part.value;
        value.value |= e->part < 8 ? part.value << 8 * e->part : 0;
        value.moved |= e->part < 8 ? part.moved << 8 * e->part : 0;
    }
    cm_thread_read(&r->state, value);
    bool one = r->end == r->first + 1;
    x->pairs[read] = false;
    return (!one || leaves_room(x, r, read)) && move_on(x, r);
}

/* Is one way followed, and this another one? */
static bool is_passed(explorer *x, uint32_t depth)
{
    return x->followed && x->snapshots[depth].pick-- != 0;
}

/* Goes on with the way that was just chosen, one of `ways`, then back. */
static void go_on(explorer *x, uint32_t depth, uint32_t ways)
{
    if (is_passed(x, depth)) {
        cm_explorer_restore(x, depth);
        return;
    }
    double share = x->share, seen = x->seen;
    x->share /= ways;
    explore(x, depth + 1);
    if (x->seen == seen) /* it has ended there, without another choice */
        x->seen += x->share;
    x->share = share;
    cm_explorer_restore(x, depth);
}

/* The same, if it leads anywhere. */
static void try_way(explorer *x, bool leads_on, uint32_t depth, uint32_t ways)
{
    x->unchecked = true;
    if (leads_on) {
        go_on(x, depth, ways);
        return;
    }
    (void)is_passed(x, depth); /* it counts as one of them */
    x->seen += x->share / ways;
    cm_explorer_restore(x, depth);
}

/* Is the thread still to be asked whether it has waited for the write that was placed last? */
static bool is_to_be_asked(const explorer *x, int thread)
{
    const runner *r = &x->runners[thread];
    return x->place > 0 && thread >= x->asked && r->waits &&
           cm_explorer_same_spot(x, x->place - 1, r->part) && fits_behind(x, r->part, x->place - 1);
}

/* May the thread go on, if those of x->going may? One that waits needs another one's write. */
static bool may_go_on(const explorer *x, int thread)
{
    const runner *r = &x->runners[thread];
    if (is_to_be_asked(x, thread))
        return true;
    const cm_ev *read = r->waits ? &x->g->events[r->part] : NULL;
    for (uint32_t i = 0; read && i < read->source_count; i++) {
        uint32_t write = read->sources[i].write;
        if (may_come(x, write, r->part) && x->going[x->g->events[write].thread])
            return true;
    }
    return !read;
}

/* Does a thread wait for writes of threads that have ended or wait, too, and may it not stay? Then
 * no execution begins like this. */
static bool is_stuck(explorer *x)
{
    int threads = x->job->test->thread_count, going = 0, before = -1;
    bool stuck = false;
    memset(x->going, 0, (size_t)threads * sizeof *x->going);
    while (going > before) {
        before = going;
        for (int t = 0; t < threads; t++) {
            bool goes = !x->going[t] && may_go_on(x, t);
            x->going[t] |= goes;
            going += goes;
        }
    }
    for (int t = 0; t < threads; t++)
        stuck |= !x->going[t] && !cm_explorer_may_stay(x, &x->runners[t]);
    return stuck;
}

/* The way that is followed comes to a choice between so many. false: it is followed no further. */
static bool follow(explorer *x, uint32_t depth, uint32_t ways)
{
    followed *f = x->followed;
    if (depth > f->length) {
        f->ways = !x->unchecked || cm_explorer_leads_on(x) ? ways : 0;
        return false;
    }
    cm_explorer_save(x, depth);
    x->snapshots[depth].pick = f->picks[depth - 1];
    return true;
}

/* So many ways go on from here. false: none does, since what has happened is not allowed. */
static bool split(explorer *x, uint32_t depth, uint32_t ways)
{
    if (x->followed)
        return follow(x, depth, ways);
    if (x->unchecked && !cm_explorer_leads_on(x))
        return false;
    x->unchecked = false;
    cm_explorer_save(x, depth);
    return true;
}

/* The thread stands at a read. */
static bool read_next(explorer *x, runner *r, uint32_t depth)
{
    uint32_t read = r->part, count = count_writes(x, read);
    bool later = cm_explorer_may_find(x, read);
    if (is_stuck(x))
        return false;
    r->waits = later;
    later = later && !is_stuck(x); /* if it waits */
    r->waits = false;
    if (!later && count == 1)
        return take(x, r, next_write(x, read, 0));
    if (later && count == 0)
        return r->waits = true;
    if (!split(x, depth, count + later))
        return false;
    for (uint32_t w = next_write(x, read, 0); w < x->g->count && !x->over;
         w = next_write(x, read, w + 1))
        try_way(x, take(x, r, w), depth, count + later);
    if (later && !x->over) {
        r->waits = true;
        go_on(x, depth, count + later);
    }
    return false;
}

/* The write stands behind `before` in co, and before all that followed that one. */
static void put_behind(explorer *x, uint32_t write, uint32_t before)
{
    x->doubtful = x->doubtful || before != cm_explorer_last_write(x, write);
    for (uint32_t k = 0; k < x->co.words; k++)
        cm_rel_row(&x->co, write)[k] = cm_rel_row(&x->co, before)[k];
    for (uint32_t a = 0; a < x->g->count; a++)
        if (a == before || cm_rel_has(&x->co, a, before))
            cm_rel_add(&x->co, a, write);
    happen(x, write);
}

/* The next write that was done gets its place. */
static bool place_next(explorer *x, uint32_t depth)
{
    if (is_stuck(x)) /* asked while the write is still to come */
        return false;
    uint32_t write = x->place++, count = count_writes(x, write);
    x->asked = 0;
    if (count == 0)
        return false;
    if (count == 1) {
        put_behind(x, write, next_write(x, write, 0));
        return true;
    }
    if (!split(x, depth, count))
        return false;
    for (uint32_t w = next_write(x, write, 0); w < x->g->count && !x->over;
         w = next_write(x, write, w + 1)) {
        put_behind(x, write, w);
        try_way(x, true, depth, count);
    }
    return false;
}

/* May it stay in its loop, with no write to come, because another one than this is last? */
static bool may_stay_behind(const explorer *x, const runner *r, uint32_t write)
{
    return cm_explorer_may_stay(x, r) && cm_explorer_last_write(x, r->part) != write;
}

/* Asks the next thread whether it has waited for the write that was placed last. */
static bool ask_next(explorer *x, uint32_t depth)
{
    bool asked = is_to_be_asked(x, x->asked);
    runner *r = &x->runners[x->asked++];
    uint32_t write = x->place - 1;
    if (!asked)
        return true;
    bool later = (cm_explorer_may_find(x, r->part) && !is_stuck(x)) || may_stay_behind(x, r, write);
    if (!later)
        return take(x, r, write);
    if (!split(x, depth, 1 + later))
        return false;
    try_way(x, take(x, r, write), depth, 1 + later);
    if (later && !x->over)
        go_on(x, depth, 1 + later);
    return false;
}

static bool choose(explorer *x, runner *r, uint32_t depth)
{
    if (!split(x, depth, 2))
        return false;
    for (int value = 0; value < 2 && !x->over; value++) {
        cm_thread_choose(&r->state, value);
        try_way(x, move_on(x, r), depth, 2);
    }
    return false;
}

static bool step_thread(explorer *x, runner *r, uint32_t depth)
{
    uint32_t before = r->state.action_count, first = 0, end = 0;
    cm_need need = cm_thread_step(&r->state);
    if (need == CM_NEED_END)
        return !r->state.nowhere && cm_explorer_allowed(x) && cm_explorer_give_up(x);
    if (need == CM_NEED_CHOICE)
        return choose(x, r, depth);
    if (r->state.action_count > before && !note_action(x, r, &first, &end))
        return false;
    if (need == CM_NEED_VALUE) {
        r->first = r->part = first;
        r->end = end;
        return true;
    }
    if (first < end && x->events[first].kind == 'W') {
        x->place = first;
        x->place_end = end;
    } else if (first < end)
        happen(x, first);
    return move_on(x, r);
}

/* ---- the whole ------------------------------------------------------------------ */

/* The first thread that can go on; NULL: none. */
static runner *next_runner(explorer *x)
{
    for (int t = 0; t < x->job->test->thread_count; t++)
        if (!x->runners[t].ended && !x->runners[t].waits && !x->runners[t].stays)
            return &x->runners[t];
    return NULL;
}

static bool all_ended(const explorer *x)
{
    for (int t = 0; t < x->job->test->thread_count; t++)
        if (!x->runners[t].ended)
            return false;
    return true;
}

/* Lets the thread go on in the round that it waits in, on what is written last: until it stays
 * there, leaves it, or has a choice. false: no execution goes on like this, or it is not known. */
static bool finish_round(explorer *x, runner *r, cm_need *need)
{
    *need = CM_NEED_NOTHING;
    while (!r->ended && !r->stays && !x->over && x->in_wait[r->state.index][r->visit]) {
        uint32_t first = 0, end = 0, before = r->state.action_count;
        if (r->part < r->end) {
            if (!take(x, r, cm_explorer_last_write(x, r->part)))
                return false;
            continue;
        }
        *need = cm_thread_step(&r->state);
        if (*need == CM_NEED_END)
            return !r->state.nowhere && cm_explorer_may_hang(x);
        if (*need == CM_NEED_CHOICE)
            return true;
        bool acts = r->state.action_count > before;
        if (acts && !note_action(x, r, &first, &end))
            return false;
        if (*need == CM_NEED_VALUE) {
            r->first = r->part = first;
            r->end = end;
            continue;
        }
        for (uint32_t i = first; acts && i < end; i++)
            if (x->events[i].kind == 'W')
                put_behind(x, i, cm_explorer_last_write(x, i));
            else
                happen(x, i);
        if (!move_on(x, r))
            return r->stays;
    }
    return r->stays;
}

/* Do the threads from this one on stay for ever in the rounds that they wait in, in one way at
 * least? */
static bool all_stay(explorer *x, int thread, uint32_t depth)
{
    cm_need need;
    for (; thread < x->job->test->thread_count; thread++) {
        runner *r = &x->runners[thread];
        if (r->ended || r->stays)
            continue;
        if (!finish_round(x, r, &need))
            return false;
        if (need != CM_NEED_CHOICE)
            continue;
        bool stay = false;
        cm_explorer_save(x, depth);
        for (int value = 0; value < 2 && !stay; value++) {
            cm_thread_choose(&r->state, value);
            stay = move_on(x, r) && all_stay(x, thread, depth + 1);
            cm_explorer_restore(x, depth);
        }
        return stay;
    }
    return cm_explorer_allowed(x);
}

/* No thread can go on: do those that have not ended stay where they are for ever? */
static void look_for_hang(explorer *x, uint32_t depth)
{
    for (int t = 0; t < x->job->test->thread_count; t++)
        if (x->runners[t].waits && !cm_explorer_may_stay(x, &x->runners[t]))
            return;
    cm_explorer_save(x, depth);
    x->closing = true;
    x->out->hangs |= all_stay(x, 0, depth + 1);
    x->closing = false;
    cm_explorer_restore(x, depth);
}

static void explore(explorer *x, uint32_t depth)
{
    for (bool goes_on = true; goes_on && !x->over;) {
        runner *r = next_runner(x);
        if (x->place > 0 && x->asked < x->job->test->thread_count)
            goes_on = ask_next(x, depth);
        else if (x->place < x->place_end)
            goes_on = place_next(x, depth);
        else if (!r) {
            if (all_ended(x))
                cm_explorer_complete(x);
            else if (x->out->live && !x->out->hangs && !x->followed)
                look_for_hang(x, depth);
            break;
        } else if (r->part < r->end)
            goes_on = read_next(x, r, depth);
        else
            goes_on = step_thread(x, r, depth);
    }
}

static void start_thread(explorer *x, int t)
{
    const cm_thread_run *run = cm_explorer_run(x, t);
    x->access_of[t] = CM_NEW_ARRAY(x->job->arena, (size_t)run->code.count, int);
    for (int i = 0; i < run->code.count; i++)
        x->access_of[t][i] = CM_NOT_DONE;
    for (int i = 0; i < run->access_count; i++)
        x->access_of[t][run->accesses[i].visit] = i;
    x->in_wait[t] = CM_NEW_ARRAY(x->job->arena, (size_t)run->code.count, bool);
    for (int i = 0; i < run->cut_count; i++) {
        int end = run->cuts[i].visit;
        int head = x->job->test->threads[t].steps[run->code.visits[end].step].target;
        for (int v = 0; v < run->code.count && x->g->only_waits[t][end]; v++)
            x->in_wait[t][v] |= cm_unrolled_in_round(&run->code, v, head, end);
    }
    cm_thread_start(&x->runners[t].state, x->arena, x->job->test, t, (uint32_t)run->access_count);
    x->runners[t].ended = run->code.count == 0;
}

void cm_explorer_start(explorer *x)
{
    size_t threads = (size_t)x->job->test->thread_count;
    x->going = CM_NEW_ARRAY(x->job->arena, threads, bool);
    x->runners = CM_NEW_ARRAY(x->job->arena, threads, runner);
    x->access_of = CM_NEW_ARRAY(x->job->arena, threads, int *);
    x->in_wait = CM_NEW_ARRAY(x->job->arena, threads, bool *);
    cm_explorer_begin(x);
    for (int t = 0; t < x->job->test->thread_count; t++)
        start_thread(x, t);
    x->ahead = cm_explorer_room_ahead(x);
    x->asked = x->job->test->thread_count;
    int po = cm_model_base(x->model, CM_BASE_PO);
    x->po = po < 0 ? NULL : &x->fixed[x->model->nodes[po].index].rel;
    x->coherent = x->po && cm_model_is_coherent(x->model);
    cm_explorer_save(x, 0);
}

void cm_explorer_follow(explorer *x)
{
    x->followed->ways = 0;
    x->followed->whole = 0;
    explore(x, 1);
    cm_explorer_restore(x, 0);
}

explorer cm_explorer_new(cm_graph *graph, cm_exploration *exploration)
{
    cm_job *job = graph->job;
    explorer x = {.job = job,
                  .g = graph,
                  .model = job->model,
                  .out = exploration,
                  .arena = cm_solver_scratch(job->solver)};
    if (x.arena)
        cm_arena_reset(x.arena, 0);
    if (exploration->symmetry)
        x.turn_count = cm_symmetry_turns(exploration->symmetry, graph, &x.turns);
    return x;
}

static void explore_all(void *explorer_)
{
    explorer *x = explorer_;
    cm_explorer_start(x);
    explore(x, 1);
}

bool cm_explore(cm_graph *graph, cm_exploration *exploration)
{
    explorer x = cm_explorer_new(graph, exploration);
    exploration->states = cm_states_new(graph->job->arena, graph->job->test);
    return x.arena && cm_arena_protect(x.arena, explore_all, &x) && !x.over;
}
