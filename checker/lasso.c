/* See lasso.h. */
#include "checker/lasso.h"

#include "base/hash.h"
#include "execution/bases.h"
#include "execution/thread.h"

#include <string.h>

enum {
    MOST_STATES = 20000,
    TABLE = 65536,     /* a power of two, above MOST_STATES */
    MOST_STEPS = 1000, /* of a turn */
    MOST_TURNS = 200,  /* of the execution that is evaluated */
    MOST_THREADS = 16,
    NONE = -1
};

/* What a turn did. */
typedef struct turn {
    int accesses;
    int back; /* step of the last jump back, or NONE */
} turn;

typedef struct search {
    cm_job *job;
    const cm_test *test;
    size_t words;    /* of a state: values of locations; then of each thread pc, registers, and
                        whether it has taken a turn */
    size_t *threads; /* by thread: where its words begin */
    uint64_t *states;
    int count;
    int *table; /* by hash: a state + 1 */
    int *next;  /* by state and thread: the state after its turn; NONE: it has ended */
    int *set;   /* by state: the set of states that it and others lead to each other in */
    int sets;
    int *way; /* by state: the turn on a shortest way, scratch of find_way */
    int *from;
    int *queue;
    int turns[MOST_TURNS];
    int turn_count;
} search;

/* ---- which tests ----------------------------------------------------------------- */

static bool is_simple(const cm_step *step)
{
    bool access = step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE;
    bool known = access || step->kind == CM_STEP_ASSIGN || step->kind == CM_STEP_FENCE ||
                 (step->kind == CM_STEP_BRANCH && !step->addr);
    return known && !step->undefined && !step->opaque && !step->exclusive && !step->joined &&
           step->rmw != CM_RMW_EXCLUSIVE && step->async.role == CM_ASYNC_NONE && step->width <= 8 &&
           !(access && step->kind == CM_STEP_LOAD && step->dst < 0 && step->value);
}

static bool fits(const cm_job *job)
{
    const cm_test *test = job->test;
    const cm_model *model = job->model;
    bool fits = test->thread_count <= MOST_THREADS && !test->begins && !test->filter &&
                model->free_count == 1 && model->frees[0].generator == CM_TOTAL_ORDERS;
    for (int t = 0; t < test->thread_count && fits; t++)
        for (int i = 0; i < test->threads[t].step_count && fits; i++)
            fits = is_simple(&test->threads[t].steps[i]);
    return fits;
}

/* ---- turns ------------------------------------------------------------------------ */

static uint64_t evaluate(const uint64_t *registers, const cm_expr *e)
{
    if (e->op == CM_OP_CONST)
        return e->imm;
    if (e->op == CM_OP_REG)
        return registers[e->reg];
    uint64_t a = e->a ? evaluate(registers, e->a) : 0, b = e->b ? evaluate(registers, e->b) : 0;
    uint64_t c = e->c ? evaluate(registers, e->c) : 0;
    return cm_op_apply(e->op, e->bits, e->imm, a, b, c, e->c != NULL);
}

/* The location that a whole access is of, or NONE. */
static int place_of(const cm_test *test, uint64_t address, unsigned width)
{
    uint64_t offset = 1;
    int found = cm_test_locate(test, address, &offset);
    const cm_location *l = found >= 0 ? &test->locations[found] : NULL;
    bool whole = l && offset == 0 && l->count == 1 && l->width == width && l->multimem_of < 0;
    return !whole ? NONE : l->alias_of >= 0 ? l->alias_of : found;
}

static bool has_ended(const search *s, const uint64_t *state, int t)
{
    return state[s->threads[t]] == (uint64_t)s->test->threads[t].step_count;
}

/* The thread's next turn, in the state. False: it is too long, or does what is not looked at. */
static bool take_turn(const search *s, uint64_t *state, int t, turn *did)
{
    const cm_thread *thread = &s->test->threads[t];
    uint64_t *pc = &state[s->threads[t]], *registers = pc + 1;
    int read = NONE;
    *did = (turn){0, NONE};
    registers[thread->register_count] = 1;
    for (int n = 0; n < MOST_STEPS; n++) {
        if (has_ended(s, state, t))
            return true;
        int at = (int)*pc;
        const cm_step *step = &thread->steps[at];
        *pc += 1;
        if (step->guard && evaluate(registers, step->guard) == 0)
            continue;
        bool access = step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE;
        if (access && did->accesses > 0 &&
            !(step->kind == CM_STEP_STORE && step->rmw >= 0 && step->rmw == read)) {
            *pc -= 1;
            return true;
        }
        int place = access ? place_of(s->test, evaluate(registers, step->addr), step->width) : NONE;
        if (access && place == NONE)
            return false;
        did->accesses += access;
        if (step->kind == CM_STEP_LOAD) {
            read = at;
            if (step->dst >= 0)
                registers[step->dst] = state[place];
        } else if (step->kind == CM_STEP_STORE) {
            state[place] = cm_bytes_of(evaluate(registers, step->value), 0, step->width);
            if (step->dst >= 0)
                registers[step->dst] = 0;
        } else if (step->kind == CM_STEP_ASSIGN && step->dst >= 0 &&
                   step->control == CM_CONTROL_NONE) {
            registers[step->dst] = evaluate(registers, step->value);
        } else if (step->kind == CM_STEP_BRANCH &&
                   (!step->value || evaluate(registers, step->value) != 0)) {
            *pc = (uint64_t)step->target;
            did->back = step->target <= at ? at : did->back;
        }
    }
    return false;
}

/* ---- states ------------------------------------------------------------------------- */

static uint64_t *state_at(const search *s, int index)
{
    return s->states + (size_t)index * s->words;
}

/* The state at the end of the list, unless it is there already: its index. */
static int intern(search *s)
{
    const uint64_t *state = state_at(s, s->count);
    uint64_t hash = 0;
    for (size_t i = 0; i < s->words; i++)
        hash = cm_hash_word(hash, state[i]);
    uint32_t slot = cm_hash_fold(hash) % TABLE;
    for (; s->table[slot]; slot = (slot + 1) % TABLE)
        if (memcmp(state_at(s, s->table[slot] - 1), state, s->words * sizeof *state) == 0)
            return s->table[slot] - 1;
    s->table[slot] = s->count + 1;
    return s->count++;
}

static void lay_out(search *s)
{
    const cm_test *test = s->test;
    s->words = (size_t)test->location_count;
    s->threads = CM_NEW_ARRAY(s->job->arena, (size_t)test->thread_count, size_t);
    for (int t = 0; t < test->thread_count; t++) {
        s->threads[t] = s->words;
        s->words += 2 + (size_t)test->threads[t].register_count;
    }
    s->states = CM_NEW_ARRAY(s->job->arena, (MOST_STATES + 1) * s->words, uint64_t);
    s->table = CM_NEW_ARRAY(s->job->arena, TABLE, int);
    s->next =
        CM_NEW_ARRAY(s->job->arena, (size_t)(MOST_STATES + 1) * (size_t)test->thread_count, int);
    for (int l = 0; l < test->location_count; l++)
        s->states[l] = cm_bytes_of(test->locations[l].init[0], 0, test->locations[l].width);
    for (int t = 0; t < test->thread_count; t++)
        for (int r = 0; r < test->threads[t].register_count; r++)
            s->states[s->threads[t] + 1 + (size_t)r] = test->threads[t].registers[r].init->imm;
}

/* All states. False: there are too many, or a turn is not looked at. */
static bool explore(search *s)
{
    intern(s);
    for (int at = 0; at < s->count; at++) {
        if (at % 256 == 0)
            cm_job_poll(s->job);
        for (int t = 0; t < s->test->thread_count; t++) {
            int *next = &s->next[at * s->test->thread_count + t];
            turn did;
            *next = NONE;
            if (has_ended(s, state_at(s, at), t))
                continue;
            if (s->count == MOST_STATES)
                return false;
            memcpy(state_at(s, s->count), state_at(s, at), s->words * sizeof *s->states);
            if (!take_turn(s, state_at(s, s->count), t, &did))
                return false;
            *next = intern(s);
        }
    }
    return true;
}

/* ---- states that lead to each other ----------------------------------------------------- */

/* Tarjan's algorithm, without recursion. */
static void find_sets(search *s)
{
    cm_arena *arena = s->job->arena;
    size_t n = (size_t)s->count;
    int threads = s->test->thread_count;
    int *number = CM_NEW_ARRAY(arena, n, int), *low = CM_NEW_ARRAY(arena, n, int);
    int *open = CM_NEW_ARRAY(arena, n, int), *path = CM_NEW_ARRAY(arena, n, int);
    int *edge = CM_NEW_ARRAY(arena, n, int);
    int numbers = 0, opened = 0, depth = 0;
    s->set = CM_NEW_ARRAY(arena, n, int);
    path[depth++] = 0;
    while (depth > 0) { /* all states are reached from the first */
        int at = path[depth - 1];
        if (edge[at] == 0) {
            number[at] = low[at] = ++numbers;
            open[opened++] = at;
        }
        if (edge[at] < threads) {
            int next = s->next[at * threads + edge[at]++];
            if (next != NONE && number[next] == 0)
                path[depth++] = next;
            else if (next != NONE && s->set[next] == 0 && number[next] < low[at])
                low[at] = number[next];
            continue;
        }
        if (low[at] == number[at]) {
            s->sets++;
            do
                s->set[open[--opened]] = s->sets;
            while (open[opened] != at);
        }
        depth--;
        if (depth > 0 && low[at] < low[path[depth - 1]])
            low[path[depth - 1]] = low[at];
    }
}

/* Of threads that have not ended, as bits: those that are scheduled again and again. */
static unsigned fair_threads(const search *s, int at, unsigned left)
{
    unsigned begun = 0, lowest = left & (0 - left), below = 0;
    for (int t = 0; t < s->test->thread_count; t++) {
        const cm_thread *thread = &s->test->threads[t];
        if (state_at(s, at)[s->threads[t] + 1 + (size_t)thread->register_count]) {
            begun |= 1u << t;
            below = (2u << t) - 1;
        }
    }
    switch (s->job->options.progress) {
    case CM_PROGRESS_HSA:
        return lowest;
    case CM_PROGRESS_HSA_OBE:
        return lowest | (left & begun);
    case CM_PROGRESS_LOBE:
        return left & below;
    case CM_PROGRESS_OBE:
        return left & begun;
    case CM_PROGRESS_FAIR:
        break;
    }
    return left;
}

/* A state of a set in which every thread takes turns that is scheduled again and again, and there
 * is one; or NONE. */
static int find_start(const search *s)
{
    int threads = s->test->thread_count;
    unsigned *turns = CM_NEW_ARRAY(s->job->arena, (size_t)s->sets + 1, unsigned);
    for (int at = 0; at < s->count; at++)
        for (int t = 0; t < threads; t++) {
            int next = s->next[at * threads + t];
            if (next != NONE && s->set[next] == s->set[at])
                turns[s->set[at]] |= 1u << t;
        }
    for (int at = 0; at < s->count; at++) {
        unsigned left = 0;
        for (int t = 0; t < threads; t++)
            left |= (unsigned)(s->next[at * threads + t] != NONE) << t;
        unsigned fair = fair_threads(s, at, left);
        if (fair != 0 && (turns[s->set[at]] & fair) == fair)
            return at;
    }
    return NONE;
}

/* ---- the execution ------------------------------------------------------------------------ */

/* Adds turns from one state on to another one; within its set only. */
static bool find_way(search *s, int from, int to, bool within)
{
    int threads = s->test->thread_count, head = 0, tail = 0;
    for (int i = 0; i < s->count; i++)
        s->from[i] = NONE;
    s->queue[tail++] = from;
    s->from[from] = from;
    while (head < tail && s->from[to] == NONE) {
        int at = s->queue[head++];
        for (int t = 0; t < threads; t++) {
            int next = s->next[at * threads + t];
            if (next == NONE || s->from[next] != NONE || (within && s->set[next] != s->set[from]))
                continue;
            s->from[next] = at;
            s->way[next] = t;
            s->queue[tail++] = next;
        }
    }
    int length = 0;
    for (int at = to; at != from; at = s->from[at])
        length++;
    if (s->turn_count + length > MOST_TURNS)
        return false;
    s->turn_count += length;
    for (int at = to, i = s->turn_count; at != from; at = s->from[at])
        s->turns[--i] = s->way[at];
    return true;
}

/* One round through the set, from the state back to it, with a turn of each thread. */
static bool add_round(search *s, int start)
{
    int threads = s->test->thread_count, at = start;
    for (int t = 0; t < threads; t++) {
        int with = NONE; /* a state of the set in which the thread's turn stays there */
        for (int i = 0; i < s->count && with == NONE; i++) {
            int next = s->set[i] == s->set[start] ? s->next[i * threads + t] : NONE;
            with = next != NONE && s->set[next] == s->set[start] ? i : NONE;
        }
        if (with == NONE)
            continue; /* it has ended */
        if (!find_way(s, at, with, true) || s->turn_count == MOST_TURNS)
            return false;
        s->turns[s->turn_count++] = t;
        at = s->next[with * threads + t];
    }
    return find_way(s, at, start, true);
}

/* Events in the order in which they happened. */
typedef struct done {
    int thread; /* NONE: an initial write */
    uint32_t index;
    int location;
    char kind;
    int source; /* R: which of them */
} done;

typedef struct walk {
    search *s;
    cm_thread_run_state *walkers;
    done *list;
    int count;
    int *latest; /* by location: which of them */
} walk;

static void note(walk *w, int t, const cm_action *a)
{
    bool load = a->step->kind == CM_STEP_LOAD;
    done *d = &w->list[w->count];
    *d = (done){t, (uint32_t)(a - w->walkers[t].actions), a->location, load ? 'R' : 'W',
                w->latest[a->location]};
    if (!load)
        w->latest[a->location] = w->count;
    w->count++;
}

/* The value that a read finds: that of the latest write. */
static cm_word found(const walk *w, int location)
{
    const done *d = &w->list[w->latest[location]];
    const cm_location *l = &w->s->test->locations[location];
    uint64_t value =
        d->thread == NONE ? l->init[0] : w->walkers[d->thread].actions[d->index].value.value;
    value = cm_bytes_of(value, 0, l->width);
    return (cm_word){value, cm_moved(w->s->test, value)};
}

static bool walk_turn(walk *w, int t, int accesses)
{
    cm_thread_run_state *thread = &w->walkers[t];
    while (accesses > 0 && thread->pc < thread->thread->step_count) {
        uint32_t before = thread->action_count;
        cm_need need = cm_thread_step(thread);
        const cm_action *a = &thread->actions[thread->action_count - 1];
        if (need == CM_NEED_CHOICE || need == CM_NEED_END)
            return false;
        if (need == CM_NEED_VALUE) {
            note(w, t, a);
            cm_thread_read(thread, found(w, a->location));
        } else if (thread->action_count > before && a->step->kind == CM_STEP_STORE) {
            note(w, t, a);
        } else {
            continue;
        }
        accesses--;
    }
    return accesses == 0;
}

/* Takes the turns on threads that know their dependencies. */
static bool walk_all(walk *w)
{
    search *s = w->s;
    const cm_test *test = s->test;
    cm_arena *arena = s->job->arena;
    uint64_t *state = state_at(s, s->count); /* a spare one */
    memcpy(state, s->states, s->words * sizeof *state);
    w->walkers = CM_NEW_ARRAY(arena, (size_t)test->thread_count, cm_thread_run_state);
    w->list = CM_NEW_ARRAY(arena, (size_t)test->location_count + 2 * (size_t)s->turn_count, done);
    w->latest = CM_NEW_ARRAY(arena, (size_t)test->location_count, int);
    for (int l = 0; l < test->location_count; l++) {
        w->latest[l] = w->count;
        w->list[w->count++] = (done){NONE, 0, l, 'W', NONE};
    }
    for (int t = 0; t < test->thread_count; t++)
        cm_thread_start(&w->walkers[t], arena, test, t, 16u * MOST_TURNS);
    for (int i = 0; i < s->turn_count; i++) {
        turn did;
        if (!take_turn(s, state, s->turns[i], &did) || !walk_turn(w, s->turns[i], did.accesses))
            return false;
    }
    return true;
}

static uint32_t add_event(cm_execution *x, cm_event event)
{
    event.label = (int)x->event_count;
    x->events[x->event_count] = event;
    return x->event_count++;
}

/* Initial writes, then threads one after the other. *event_of: by what was done. */
static void add_events(walk *w, cm_execution *x, uint32_t *event_of)
{
    const cm_test *test = w->s->test;
    size_t most = (size_t)test->location_count;
    for (int t = 0; t < test->thread_count; t++)
        most += w->walkers[t].action_count;
    x->events = CM_NEW_ARRAY(w->s->job->arena, most, cm_event);
    for (int l = 0; l < test->location_count; l++) {
        const cm_location *at = &test->locations[l];
        if (at->alias_of < 0)
            event_of[l] = add_event(x, (cm_event){.kind = 'W',
                                                  .thread = -1,
                                                  .instruction = -1,
                                                  .width = at->width,
                                                  .address = at->address,
                                                  .location = l,
                                                  .value = w->s->states[l]});
    }
    for (int t = 0; t < test->thread_count; t++)
        for (uint32_t i = 0; i < w->walkers[t].action_count; i++) {
            const cm_action *a = &w->walkers[t].actions[i];
            char kind = a->step->kind == CM_STEP_LOAD    ? 'R'
                        : a->step->kind == CM_STEP_STORE ? 'W'
                                                         : 'F';
            cm_event event = {.kind = kind,
                              .thread = t,
                              .instruction = a->step->instruction,
                              .width = a->step->width,
                              .tags = a->step->tags,
                              .forgets = a->step->forgets,
                              .action = a,
                              .index = i};
            if (kind != 'F') {
                event.address = cm_test_virtual(test, a->address.value);
                event.value = cm_bytes_of(a->value.value, 0, a->step->width);
                event.location = a->location;
                event.offset = a->offset;
            }
            uint32_t made = add_event(x, event);
            for (int k = 0; k < w->count; k++)
                if (w->list[k].thread == t && w->list[k].index == i)
                    event_of[k] = made;
        }
}

static cm_execution *make_execution(walk *w)
{
    cm_job *job = w->s->job;
    cm_execution *x = CM_NEW(job->arena, cm_execution);
    uint32_t *event_of = CM_NEW_ARRAY(job->arena, (size_t)w->count, uint32_t);
    *x = (cm_execution){.test = job->test, .model = job->model};
    add_events(w, x, event_of);
    x->po = cm_rel_new(job->arena, x->event_count);
    x->rf = cm_rel_new(job->arena, x->event_count);
    x->co = cm_rel_new(job->arena, x->event_count);
    x->meets = cm_rel_new(job->arena, x->event_count);
    for (int k = 0; k < w->count; k++) {
        const done *d = &w->list[k];
        if (d->kind == 'R')
            cm_rel_add(&x->rf, event_of[d->source], event_of[k]);
        for (int i = 0; i < k && d->kind == 'W'; i++)
            if (w->list[i].kind == 'W' && w->list[i].location == d->location)
                cm_rel_add(&x->co, event_of[i], event_of[k]);
    }
    x->frees = CM_NEW_ARRAY(job->arena, 1, cm_rel);
    x->frees[0] = x->co;
    cm_facts facts = cm_facts_of(job->arena, x->test, x->events, x->event_count, &x->rf, &x->meets);
    cm_base_relation(&facts, cm_base_of(CM_BASE_PO), &x->po);
    return x;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Where each thread jumps back in the last round, which begins with that turn. */
static void say_where(search *s, int first, cm_liveness *out, cm_execution *x)
{
    const cm_test *test = s->test;
    cm_arena *arena = s->job->arena;
    int back[MOST_THREADS];
    uint64_t *state = state_at(s, s->count);
    memcpy(state, s->states, s->words * sizeof *state);
    for (int t = 0; t < test->thread_count; t++)
        back[t] = NONE;
    for (int i = 0; i < s->turn_count; i++) {
        turn did;
        take_turn(s, state, s->turns[i], &did);
        if (i >= first && did.back != NONE)
            back[s->turns[i]] = did.back;
    }
    out->waits = CM_NEW_ARRAY(arena, (size_t)test->thread_count, cm_wait);
    out->wait_count = 0;
    cm_hang *hang = out->hangs = CM_NEW(arena, cm_hang);
    hang->waits = CM_NEW_ARRAY(arena, (size_t)test->thread_count, int);
    hang->execution = x;
    for (int t = 0; t < test->thread_count; t++) {
        if (back[t] == NONE)
            continue;
        const cm_thread *thread = &test->threads[t];
        const cm_step *jump = &thread->steps[back[t]];
        hang->waits[hang->count++] = out->wait_count;
        out->waits[out->wait_count++] =
            (cm_wait){t, jump->instruction, cm_thread_label(thread, jump->target)};
    }
    out->hang_count = 1;
}

bool cm_lasso_find(cm_job *job, cm_liveness *out)
{
    search s = {.job = job, .test = job->test};
    if (!fits(job))
        return false;
    lay_out(&s);
    if (!explore(&s))
        return false;
    find_sets(&s);
    int start = find_start(&s);
    if (start == NONE)
        return false;
    s.way = CM_NEW_ARRAY(job->arena, (size_t)s.count, int);
    s.from = CM_NEW_ARRAY(job->arena, (size_t)s.count, int);
    s.queue = CM_NEW_ARRAY(job->arena, (size_t)s.count, int);
    if (!find_way(&s, 0, start, false) || !add_round(&s, start))
        return false;
    int last = s.turn_count;
    if (!add_round(&s, start))
        return false;
    walk w = {.s = &s};
    if (!walk_all(&w))
        return false;
    cm_execution *x = make_execution(&w);
    cm_execution_graph graph = cm_execution_values(job->arena, x);
    cm_value *values = cm_eval(job->arena, job->model, &graph);
    if (!cm_eval_consistent(job->arena, job->model, &graph, values, NULL))
        return false;
    say_where(&s, last, out, x);
    return out->wait_count > 0;
}
