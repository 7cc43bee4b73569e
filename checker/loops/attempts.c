/* Loops whose rounds are counted. See attempts.h. */
#include "checker/loops/attempts.h"

#include "checker/loops/limits.h"
#include "checker/loops/round.h"

/* Rounds cost what their events cost. */
enum { MOST_ATTEMPTS = 6 };

/* ---- who writes the location ----------------------------------------- */

/* Does the store change the location once at most? Outside of all loops, or in one whose
 * round it ends for good. */
static bool changes_once(cm_job *job, int thread, int store)
{
    cm_loop l;
    if (!cm_loop_around(job->test, thread, store, &l))
        return false;
    if (l.end < 0)
        return true;
    cm_round r = cm_round_follow_kept(job, l);
    return cm_round_never(job, cm_form_and(&job->form, r.back, cm_round_at(&r, store)->changes));
}

/* An access by itself, of just these bytes. */
static bool is_plain(const cm_thread *t, const cm_step *s, cm_spot spot, const cm_attempt *a)
{
    return spot.offset == a->spot.offset && s->width == a->width && cm_step_is_single(t, s);
}

/* Counts the stores of a thread to the location. false: they cannot be counted. */
static bool count_stores(cm_memory *memory, int thread, const cm_attempt *a, unsigned *count)
{
    cm_job *job = memory->job;
    const cm_thread *t = &job->test->threads[thread];
    for (int i = 0; i < t->step_count; i++) {
        const cm_step *s = &t->steps[i];
        cm_spot spot;
        uint64_t address;
        if (!cm_step_is_access(s))
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
        if (s->kind == CM_STEP_STORE && !changes_once(job, thread, i))
            return false;
        *count += s->kind == CM_STEP_STORE;
    }
    return true;
}

/* ---- what a round that jumps back has read --------------------------- */

/* Two loads of the location, in every round that jumps back, of different values? */
static bool reads_two(const cm_round *r, int first, int second, unsigned width)
{
    cm_form *form = &r->job->form;
    const cm_happening *a = cm_round_at(r, first), *b = cm_round_at(r, second);
    cm_lit both = cm_form_and(form, a->when, b->when);
    cm_lit differ = -cm_vector_equal(form, &a->value, &b->value, 8 * width);
    return cm_round_never(r->job, cm_form_and(form, r->back, -cm_form_and(form, both, differ)));
}

/* One load in every round that jumps back, of another value than the round before left in
 * the register, and does this one leave it there for the next? */
static bool reads_anew(const cm_round *r, int load, int reg, unsigned width)
{
    cm_form *form = &r->job->form;
    const cm_happening *a = cm_round_at(r, load);
    cm_lit differs = -cm_vector_equal(form, &a->value, &r->start[reg], 8 * width);
    cm_lit kept = cm_vector_equal(form, &a->value, &r->after[reg], 8 * width);
    cm_lit good = cm_form_and(form, a->when, cm_form_and(form, differs, kept));
    return cm_round_never(r->job, cm_form_and(form, r->back, -good));
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
    for (int first = r->loop.head; first < second; first++) {
        cm_attempt other;
        if (steps[first].instruction != steps[second].instruction &&
            may_try(memory, r, first, &other) && same_place(a, &other) &&
            reads_two(r, first, second, a->width))
            return true;
    }
    return false;
}

static bool tries_anew(const cm_round *r, int load, const cm_attempt *a)
{
    for (int reg = 0; reg < r->thread->register_count; reg++)
        if (cm_thread_assigns(r->thread, reg) && reads_anew(r, load, reg, a->width))
            return true;
    return false;
}

/* By the load that is the later one of the two, or the only one. */
static bool is_attempt(cm_memory *memory, const cm_round *r, int load, cm_attempt *a)
{
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
        if (!count_stores(memory, t, a, t == a->loop.thread ? &own : &a->most))
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

static bool find_attempt(cm_memory *memory, cm_loop l, cm_attempt *a)
{
    cm_loop only;
    for (int i = l.head; i <= l.end; i++)
        if (!cm_loop_around(l.test, l.thread, i, &only))
            return false;
    cm_round r = cm_round_follow_kept(memory->job, l);
    for (int i = l.head; i <= l.end && r.after; i++) {
        *a = (cm_attempt){.loop = l};
        if (is_attempt(memory, &r, i, a))
            return true;
    }
    return false;
}

static void add_attempts(cm_memory *memory, int thread, const bool *waits, unsigned bound,
                         cm_attempts *out)
{
    cm_job *job = memory->job;
    int room = out->count;
    for (int head = 0; head < job->test->threads[thread].step_count; head++) {
        cm_loop l;
        cm_attempt a;
        if (!cm_loop_at(job->test, thread, head, &l) || all_wait(&l, waits) ||
            !find_attempt(memory, l, &a) || (a.most > MOST_ATTEMPTS && a.most > bound))
            continue;
        CM_RESERVE(job->arena, out->items, out->count, room);
        out->items[out->count++] = a;
    }
}

cm_attempts cm_attempts_find(cm_memory *memory, bool *const *waits, unsigned bound)
{
    cm_attempts found = {0};
    const cm_test *test = memory->job->test;
    if (memory->job->keep_attempts || !cm_loops_can_be_followed(test) ||
        cm_model_find(memory->job->model, "coherent") < 0)
        return found;
    for (int t = 0; t < test->thread_count; t++)
        add_attempts(memory, t, waits ? waits[t] : NULL, bound, &found);
    return found;
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
