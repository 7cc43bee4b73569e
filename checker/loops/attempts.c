/* Loops whose rounds are counted. See attempts.h. */
#include "checker/loops/attempts.h"

#include "checker/loops/limits.h"
#include "checker/loops/round.h"

#include <string.h>

/* Rounds cost what their events cost. */
enum { MOST_ATTEMPTS = 6 };

/* What has been found out, since every loop that tries for a location asks of the same stores. */
typedef struct finder {
    cm_memory *memory;
    cm_round ***rounds; /* by thread and head of a loop; NULL: not followed yet */
    int8_t **once;      /* by thread and store, changes_once: 1, -1: no, 0: not asked yet */
} finder;

typedef struct known_attempt {
    cm_attempt attempt;
    bool asked, found;
} known_attempt;

/* What was found in each loop, which hangs on nothing but the test: it is looked for once, however
 * often threads are executed. */
typedef struct cm_known_attempts {
    const cm_test *test;
    known_attempt **at; /* by thread and head */
} cm_known_attempts;

static known_attempt *known_at(cm_job *job, const cm_loop *l)
{
    cm_known_attempts *k = job->known_attempts;
    if (!k || k->test != job->test) {
        k = job->known_attempts = CM_NEW(job->arena, cm_known_attempts);
        k->test = job->test;
        k->at = CM_NEW_ARRAY(job->arena, (size_t)k->test->thread_count + 1, known_attempt *);
        for (int t = 0; t < k->test->thread_count; t++)
            k->at[t] =
                CM_NEW_ARRAY(job->arena, (size_t)k->test->threads[t].step_count + 1, known_attempt);
    }
    return &k->at[l->thread][l->head];
}

static finder make_finder(cm_memory *memory)
{
    cm_arena *arena = memory->job->arena;
    const cm_test *test = memory->job->test;
    finder f = {.memory = memory};
    f.rounds = CM_NEW_ARRAY(arena, (size_t)test->thread_count + 1, cm_round **);
    f.once = CM_NEW_ARRAY(arena, (size_t)test->thread_count + 1, int8_t *);
    for (int t = 0; t < test->thread_count; t++) {
        size_t count = (size_t)test->threads[t].step_count + 1;
        f.rounds[t] = CM_NEW_ARRAY(arena, count, cm_round *);
        f.once[t] = CM_NEW_ARRAY(arena, count, int8_t);
    }
    return f;
}

static cm_round *round_of(finder *f, cm_loop l)
{
    cm_round **made = &f->rounds[l.thread][l.head];
    if (!*made || (*made)->loop.end != l.end) {
        *made = CM_NEW(f->memory->job->arena, cm_round);
        **made = cm_round_follow_kept(f->memory->job, l);
    }
    return *made;
}

/* ---- who writes the location ----------------------------------------- */

/* Does the store change the location once at most? Outside of all loops, or in one whose
 * round it ends for good. */
static bool ask_changes_once(finder *f, int thread, int store)
{
    cm_job *job = f->memory->job;
    cm_loop l;
    if (!cm_loop_around(job->test, thread, store, &l))
        return false;
    if (l.end < 0)
        return true;
    const cm_round *r = round_of(f, l);
    return cm_round_never(job, cm_form_and(&job->form, r->back, cm_round_at(r, store)->changes));
}

static bool changes_once(finder *f, int thread, int store)
{
    int8_t *once = &f->once[thread][store];
    if (*once == 0)
        *once = ask_changes_once(f, thread, store) ? 1 : -1;
    return *once > 0;
}

/* An access by itself, of just these bytes. */
static bool is_plain(const cm_thread *t, const cm_step *s, cm_spot spot, const cm_attempt *a)
{
    return spot.offset == a->spot.offset && s->width == a->width && cm_step_is_single(t, s);
}

/* Counts the stores of a thread to the location. false: they cannot be counted. */
static bool count_stores(finder *f, int thread, const cm_attempt *a, unsigned *count)
{
    cm_memory *memory = f->memory;
    const cm_thread *t = &memory->job->test->threads[thread];
    for (int i = 0; i < t->step_count; i++) {
        const cm_step *s = &t->steps[i];
        cm_spot spot;
        uint64_t address, happens = 1;
        if (!cm_step_is_access(s) ||
            (s->guard && cm_step_fixes(t, s, s->guard, &happens) && happens == 0))
            continue;
        if (!cm_step_place(memory, t, s, &address, &spot)) {
            if (s->kind == CM_STEP_STORE)
                return false;
            continue; /* what it reads is no matter */
        }
        if (!cm_spots_overlap(spot, s->width, a->spot, a->width))
            continue;
        if (!is_plain(t, s, spot, a))
            return false;
        if (s->kind == CM_STEP_STORE && !changes_once(f, thread, i))
            return false;
        *count += s->kind == CM_STEP_STORE;
    }
    return true;
}

/* ---- what a round that jumps back has read --------------------------- */

/* When it is not so that a round that jumps back has two loads of the location, of different
 * values. */
static cm_lit reads_no_two(const cm_round *r, int first, int second, unsigned width)
{
    cm_form *form = &r->job->form;
    const cm_happening *a = cm_round_at(r, first), *b = cm_round_at(r, second);
    cm_lit both = cm_form_and(form, a->when, b->when);
    cm_lit differ = -cm_vector_equal(form, &a->value, &b->value, 8 * width);
    return cm_form_and(form, r->back, -cm_form_and(form, both, differ));
}

/* When it is not so that a round that jumps back has one load, of another value than the round
 * before left in the register, and leaves it there for the next. */
static cm_lit reads_nothing_new(const cm_round *r, int load, int reg, unsigned width)
{
    cm_form *form = &r->job->form;
    const cm_happening *a = cm_round_at(r, load);
    cm_lit differs = -cm_vector_equal(form, &a->value, &r->start[reg], 8 * width);
    cm_lit kept = cm_vector_equal(form, &a->value, &r->after[reg], 8 * width);
    cm_lit good = cm_form_and(form, a->when, cm_form_and(form, differs, kept));
    return cm_form_and(form, r->back, -good);
}

/* Does the load reach one place, by itself? */
static bool may_try(const cm_memory *memory, const cm_round *r, int step, cm_attempt *a)
{
    const cm_step *s = &r->thread->steps[step];
    uint64_t address;
    if (s->kind != CM_STEP_LOAD || s->width > 8 ||
        !cm_step_place(memory, r->thread, s, &address, &a->spot))
        return false;
    a->width = s->width;
    return is_plain(r->thread, s, a->spot, a);
}

static bool same_place(const cm_attempt *a, const cm_attempt *b)
{
    return a->spot.location == b->spot.location && a->spot.offset == b->spot.offset &&
           a->width == b->width;
}

/* Loads of one instruction are in no order. */
static bool tries_twice(const cm_memory *memory, const cm_round *r, int second, const cm_attempt *a)
{
    const cm_step *steps = r->thread->steps;
    cm_lits fails = {0};
    for (int first = r->loop.head; first < second; first++) {
        cm_attempt other;
        if (steps[first].instruction != steps[second].instruction &&
            may_try(memory, r, first, &other) && same_place(a, &other))
            cm_lits_add(r->job->arena, &fails, reads_no_two(r, first, second, a->width));
    }
    return cm_round_any_never(r->job, fails.items, (int)fails.count);
}

static cm_vector half_of(const cm_vector *value, int half)
{
    cm_vector made = *value;
    memcpy(made.bits, &value->bits[32 * half], 32 * sizeof *made.bits);
    return made;
}

/* The same of 64 bits, of which two registers have a half each. */
static bool tries_halves(const cm_round *r, int load)
{
    cm_form *form = &r->job->form;
    const cm_happening *h = cm_round_at(r, load);
    const cm_vector halves[] = {half_of(&h->value, 0), half_of(&h->value, 1)};
    int count = r->thread->register_count;
    cm_lit *lost = CM_NEW_ARRAY(r->job->arena, 2 * (size_t)count + 1, cm_lit);
    bool *kept = CM_NEW_ARRAY(r->job->arena, 2 * (size_t)count + 1, bool);
    cm_lits fails = {0};
    for (int i = 0; i < 2 * count; i++) {
        cm_lit same = cm_vector_equal(form, &halves[i / count], &r->after[i % count], 32);
        lost[i] = cm_form_and(form, r->back, -cm_form_and(form, h->when, same));
    }
    cm_round_find_never(r->job, lost, 2 * count, kept);
    for (int low = 0; low < count; low++)
        for (int high = 0; high < count && kept[low]; high++) {
            cm_lit same = cm_form_and(form, cm_vector_equal(form, &halves[0], &r->start[low], 32),
                                      cm_vector_equal(form, &halves[1], &r->start[high], 32));
            if (kept[count + high])
                cm_lits_add(r->job->arena, &fails, cm_form_and(form, r->back, same));
        }
    return cm_round_any_never(r->job, fails.items, (int)fails.count);
}

static bool tries_anew(const cm_round *r, int load, const cm_attempt *a)
{
    cm_lits fails = {0};
    for (int reg = 0; reg < r->thread->register_count; reg++)
        if (cm_thread_assigns(r->thread, reg))
            cm_lits_add(r->job->arena, &fails, reads_nothing_new(r, load, reg, a->width));
    return cm_round_any_never(r->job, fails.items, (int)fails.count) ||
           (a->width == 8 && tries_halves(r, load));
}

/* By the load that is the later one of the two, or the only one. */
static bool is_attempt(finder *f, const cm_round *r, int load, cm_attempt *a)
{
    cm_memory *memory = f->memory;
    if (!may_try(memory, r, load, a))
        return false;
    a->most = 0;
    if (!tries_twice(memory, r, load, a)) {
        if (!tries_anew(r, load, a))
            return false;
        a->most = 1; /* the first round has none before it */
    }
    /* The most rounds: one for each store of another thread. Those of the thread itself only have
     * to be such that no round that jumps back changes the location. */
    unsigned own = 0;
    for (int t = 0; t < memory->job->test->thread_count; t++)
        if (!count_stores(f, t, a, t == a->loop.thread ? &own : &a->most))
            return false;
    return true;
}

/* ---- all loops ------------------------------------------------------- */

static bool all_wait(const cm_loop *l, const bool *waits)
{
    for (int i = l->head; i <= l->end; i++)
        if (cm_loop_closes(l, i) && !(waits && waits[i]))
            return false;
    return true;
}

static bool look_for_attempt(finder *f, cm_loop l, cm_attempt *a)
{
    cm_loop only;
    for (int i = l.head; i <= l.end; i++)
        if (!cm_loop_around(l.test, l.thread, i, &only))
            return false;
    const cm_round *r = round_of(f, l);
    for (int i = l.head; i <= l.end && r->after; i++) {
        *a = (cm_attempt){.loop = l};
        if (is_attempt(f, r, i, a))
            return true;
    }
    return false;
}

static bool find_attempt(finder *f, cm_loop l, cm_attempt *a)
{
    known_attempt *known = known_at(f->memory->job, &l);
    if (!known->asked)
        known->found = look_for_attempt(f, l, &known->attempt);
    known->asked = true;
    *a = known->attempt;
    return known->found;
}

static void add_attempts(finder *f, int thread, const bool *waits, unsigned bound, cm_attempts *out)
{
    cm_job *job = f->memory->job;
    int room = out->count;
    for (int head = 0; head < job->test->threads[thread].step_count; head++) {
        cm_loop l;
        cm_attempt a;
        if (!cm_loop_at(job->test, thread, head, &l) || all_wait(&l, waits) ||
            !find_attempt(f, l, &a) || (a.most > MOST_ATTEMPTS && a.most > bound))
            continue;
        CM_PUSH(job->arena, out->items, out->count, room, a);
    }
}

cm_attempts cm_attempts_find(cm_memory *memory, bool *const *waits, unsigned bound)
{
    cm_attempts found = {0};
    const cm_test *test = memory->job->test;
    if (memory->job->keep_attempts || !cm_loops_can_be_followed(test) ||
        cm_model_find(memory->job->model, "coherent") < 0)
        return found;
    finder f = make_finder(memory);
    for (int t = 0; t < test->thread_count; t++)
        add_attempts(&f, t, waits ? waits[t] : NULL, bound, &found);
    return found;
}

static bool is_memory(const cm_model *model, int node)
{
    const cm_node *n = &model->nodes[node];
    return n->op == CM_NODE_BASE && model->bases[n->index]->kind == CM_BASE_M;
}

bool cm_model_is_coherent(const cm_model *model)
{
    int coherent = cm_model_find(model, "coherent");
    const cm_node *n = coherent < 0 ? NULL : &model->nodes[coherent];
    return n && n->op == CM_NODE_CROSS && is_memory(model, n->a) && is_memory(model, n->b);
}

bool cm_attempts_has(const cm_attempts *attempts, int thread, int jump)
{
    for (int i = 0; i < attempts->count; i++)
        if (attempts->items[i].loop.thread == thread &&
            cm_loop_closes(&attempts->items[i].loop, jump))
            return true;
    return false;
}

void cm_attempts_check(const cm_loop_limits *limits, cm_attempts *attempts)
{
    int kept = 0;
    for (int i = 0; i < attempts->count; i++) {
        const cm_attempt *a = &attempts->items[i];
        if (limits->known[a->loop.thread][a->loop.end] >= a->most)
            attempts->items[kept++] = *a;
    }
    attempts->count = kept;
}

void cm_attempts_limit(cm_job *job, const cm_attempts *attempts, cm_loop_limits *limits)
{
    for (int i = 0; i < attempts->count; i++) {
        const cm_attempt *a = &attempts->items[i];
        cm_loop_limits_know(job, limits);
        for (int k = a->loop.head; k <= a->loop.end; k++)
            if (cm_loop_closes(&a->loop, k))
                limits->known[a->loop.thread][k] = a->most > 0 ? a->most : 1;
    }
}
