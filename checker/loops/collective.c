/* Loops in which threads meet at barriers. See collective.h. */
#include "checker/loops/collective.h"

#include "checker/loops/monotone.h"

/* ---- barriers -------------------------------------------------------- */

/* Is it known by the text at which barrier it is, and for how many? */
static bool has_fixed_key(const cm_step *s)
{
    return s->value->op == CM_OP_CONST && (!s->quorum || s->quorum->op == CM_OP_CONST);
}

/* As barrier.c has it: the same number and the same count. */
static bool same_key(const cm_step *a, const cm_step *b)
{
    return !a->clustered && !b->clustered && a->value->imm == b->value->imm &&
           !a->quorum == !b->quorum && (!a->quorum || a->quorum->imm == b->quorum->imm);
}

static bool is_barrier(const cm_step *s)
{
    return s->kind == CM_STEP_BARRIER;
}

static bool is_barrier_between(const cm_thread *t, int from, int end)
{
    for (int i = from; i < end; i++)
        if (is_barrier(&t->steps[i]))
            return true;
    return false;
}

/* ---- who takes part -------------------------------------------------- */

/* The one loop of the thread that has barriers; end -1: none. false: there are several, or
 * it is none that can be followed. */
static bool find_loop(const cm_test *test, int thread, cm_loop *out)
{
    const cm_thread *t = &test->threads[thread];
    *out = (cm_loop){test, thread, 0, -1};
    for (int i = 0; i < t->step_count; i++) {
        cm_loop around;
        if (!is_barrier(&t->steps[i]))
            continue;
        if (!cm_loop_around(test, thread, i, &around))
            return false;
        if (around.end < 0)
            continue;
        if (out->end >= 0 && out->head != around.head)
            return false;
        *out = around;
    }
    return true;
}

static void add_member(cm_job *job, cm_collective *c, cm_loop loop)
{
    const cm_thread *t = cm_loop_thread(&loop);
    cm_member m = {.loop = loop};
    int count = 0;
    m.barriers = CM_NEW_ARRAY(job->arena, (size_t)t->step_count, int);
    for (int i = loop.head; i <= loop.end; i++)
        if (is_barrier(&t->steps[i]))
            m.barriers[count++] = i;
    if (c->count == 0 || c->barrier_count < count)
        c->barrier_count = count;
    CM_PUSH(job->arena, c->members, c->count, c->capacity, m);
}

/* All threads of the CTA with such a loop. */
static bool find_members(cm_job *job, int thread, cm_collective *c)
{
    for (int t = 0; t < job->test->thread_count; t++) {
        cm_loop loop;
        if (t != thread && !cm_threads_share(job->test, t, thread, CM_SCOPE_CTA))
            continue;
        if (!find_loop(job->test, t, &loop))
            return false;
        if (loop.end >= 0)
            add_member(job, c, loop);
    }
    return true;
}

static const cm_thread *thread_of(const cm_member *m)
{
    return cm_loop_thread(&m->loop);
}

static const cm_step *barrier_of(const cm_member *m, int number)
{
    return &thread_of(m)->steps[m->barriers[number]];
}

/* How many barriers of its round the step comes after. */
static int segment_of(const cm_collective *c, const cm_member *m, int step)
{
    int passed = 0;
    while (passed < c->barrier_count && m->barriers[passed] < step)
        passed++;
    return passed;
}

/* ---- the form of a round --------------------------------------------- */

/* Whoever jumps does so between two barriers, or after the last one: every round that ends
 * has met at all of them. */
static bool jumps_past_none(const cm_collective *c, const cm_thread *t, const cm_member *m, int i)
{
    int target = t->steps[i].target;
    if (target <= i)
        return segment_of(c, m, i) == c->barrier_count;
    return !is_barrier_between(t, i, target <= m->loop.end ? target : m->loop.end + 1);
}

static bool may_be_left_out(const cm_step *s)
{
    switch (s->kind) {
    case CM_STEP_ASSIGN:
    case CM_STEP_BRANCH:
    case CM_STEP_CHOOSE:
        return true;
    case CM_STEP_FENCE:
        return s->async.role == CM_ASYNC_NONE;
    case CM_STEP_LOAD:
    case CM_STEP_STORE:
        return !s->exclusive && s->rmw != CM_RMW_EXCLUSIVE && s->async.role == CM_ASYNC_NONE;
    case CM_STEP_BARRIER:
        return !s->guard && !s->arrives && !s->clustered && !s->least;
    default:
        return false;
    }
}

static bool has_form(cm_job *job, const cm_collective *c, const cm_member *m)
{
    const cm_thread *t = thread_of(m);
    for (int i = m->loop.head; i <= m->loop.end; i++) {
        if (!may_be_left_out(&t->steps[i]))
            return false;
        if (t->steps[i].kind == CM_STEP_BRANCH && !jumps_past_none(c, t, m, i))
            return false;
    }
    return cm_loop_is_independent(job, m->loop, true);
}

/* Does every path come past all barriers before the loop, and to it, which has some? */
static bool comes_there(const cm_thread *t, const cm_member *m)
{
    for (int i = 0; i < m->loop.head; i++) {
        const cm_step *s = &t->steps[i];
        if (is_barrier(s) && (s->guard || s->arrives))
            return false;
        if (s->kind != CM_STEP_BRANCH)
            continue;
        if (is_barrier_between(t, s->target, i) || is_barrier_between(t, i, s->target))
            return false;
    }
    return true;
}

/* ---- the barriers of all --------------------------------------------- */

static bool is_of_round(const cm_collective *c, const cm_step *barrier)
{
    for (int k = 0; k < c->barrier_count; k++)
        if (same_key(barrier, barrier_of(&c->members[0], k)))
            return true;
    return false;
}

/* The same barriers in the same order, for as many threads as take part. */
static bool meets_as_the_first(const cm_collective *c, const cm_member *m)
{
    int count = 0;
    for (int i = m->loop.head; i <= m->loop.end; i++)
        count += is_barrier(&thread_of(m)->steps[i]);
    if (count != c->barrier_count)
        return false;
    for (int k = 0; k < c->barrier_count; k++) {
        const cm_step *own = barrier_of(m, k), *first = barrier_of(&c->members[0], k);
        if (!has_fixed_key(own) || !has_fixed_key(first) || !same_key(own, first) || own->party ||
            (own->quorum && own->quorum->imm != (uint64_t)c->count))
            return false;
    }
    return true;
}

/* Arrivals before the loop at the barrier. */
static int arrivals_before(const cm_member *m, const cm_step *barrier)
{
    int count = 0;
    for (int i = 0; i < m->loop.head; i++) {
        const cm_step *s = &thread_of(m)->steps[i];
        count += is_barrier(s) && same_key(s, barrier);
    }
    return count;
}

static bool begins_as_the_first(const cm_collective *c, const cm_member *m)
{
    for (int k = 0; k < c->barrier_count; k++) {
        const cm_step *barrier = barrier_of(m, k);
        if (arrivals_before(m, barrier) != arrivals_before(&c->members[0], barrier))
            return false;
    }
    return true;
}

/* The number of the thread among the members; -1: it is none. */
static int member_of(const cm_collective *c, int thread)
{
    for (int i = 0; i < c->count; i++)
        if (c->members[i].loop.thread == thread)
            return i;
    return -1;
}

static bool meet_in_step(cm_job *job, const cm_collective *c)
{
    for (int i = 0; i < c->count; i++) {
        const cm_member *m = &c->members[i];
        if (!meets_as_the_first(c, m) || !has_form(job, c, m) || !comes_there(thread_of(m), m) ||
            !begins_as_the_first(c, m))
            return false;
    }
    /* Is it known of all barriers of the CTA which they are, and does nobody else come to these? */
    for (int t = 0; t < job->test->thread_count; t++) {
        const cm_thread *thread = &job->test->threads[t];
        bool is_member = member_of(c, t) >= 0;
        if (!is_member && !cm_threads_share(job->test, t, c->members[0].loop.thread, CM_SCOPE_CTA))
            continue;
        for (int i = 0; i < thread->step_count; i++) {
            const cm_step *s = &thread->steps[i];
            if (!is_barrier(s) || s->clustered)
                continue;
            if (!has_fixed_key(s) || (!is_member && is_of_round(c, s)))
                return false;
        }
    }
    return true;
}

/* ---- what a round stores --------------------------------------------- */

/* A store of which a round reads its own only. */
typedef struct word {
    cm_memory *memory;
    const cm_collective *collective;
    int member, store;
    uint64_t address;
    cm_spot spot;
    unsigned width;
} word;

static bool reaches(const word *w, int thread, int step, uint64_t *address, bool *overlaps)
{
    const cm_thread *t = &w->memory->job->test->threads[thread];
    cm_spot spot;
    if (!cm_step_place(w->memory, t, &t->steps[step], address, &spot))
        return false;
    *overlaps = cm_spots_overlap(spot, t->steps[step].width, w->spot, w->width);
    return true;
}

/* Does a load of the word find what was stored in its round, or in the last one? It comes later
 * in program order, or there are barriers between; and others of the round between it and the next
 * store (its thread need not come to those of the next round, if it could find what is stored
 * there). */
static bool is_after_store(const word *w, int member, int load, cm_crossing *first,
                           cm_crossing *second)
{
    const cm_collective *c = w->collective;
    const cm_member *m = &c->members[member];
    int stored = segment_of(c, &c->members[w->member], w->store);
    *first = *second = (cm_crossing){w->member, w->store, member, load, 1, c->barrier_count};
    if (member == w->member)
        return load > w->store;
    if (load > m->loop.end) {
        first->from = second->from = stored + 1;
        return stored < c->barrier_count;
    }
    int loaded = segment_of(c, m, load);
    first->from = stored + 1;
    first->to = loaded;
    second->from = loaded + 1;
    return first->from <= first->to && second->from <= second->to;
}

static void add_crossing(cm_job *job, cm_collective *c, cm_crossing crossing)
{
    CM_PUSH(job->arena, c->crossings, c->crossing_count, c->crossing_capacity, crossing);
}

/* An access of the word that is not its store; notes what the model must say of it. */
static bool reads_own_round(cm_collective *c, const word *w, int thread, int step, uint64_t address)
{
    const cm_thread *t = &w->memory->job->test->threads[thread];
    const cm_step *s = &t->steps[step];
    cm_crossing first, second;
    int member = member_of(c, thread);
    if (s->kind != CM_STEP_LOAD || member < 0 || s->width != w->width || address != w->address ||
        !cm_step_is_single(t, s) || !is_after_store(w, member, step, &first, &second))
        return false;
    add_crossing(w->memory->job, c, first);
    add_crossing(w->memory->job, c, second);
    return true;
}

static bool is_word(cm_collective *c, const word *w)
{
    const cm_test *test = w->memory->job->test;
    int writer = c->members[w->member].loop.thread;
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++) {
            uint64_t address;
            bool overlaps;
            if (!cm_step_is_access(&test->threads[t].steps[i]) || (t == writer && i == w->store))
                continue;
            if (!reaches(w, t, i, &address, &overlaps) ||
                (overlaps && !reads_own_round(c, w, t, i, address)))
                return false;
        }
    add_crossing(w->memory->job, c,
                 (cm_crossing){w->member, w->store, w->member, w->store, 1, c->barrier_count});
    return true;
}

/* The words of a round, by member and store. */
typedef struct words {
    word *items;
    int count, capacity;
} words;

static words find_words(cm_memory *memory, cm_collective *c)
{
    words all = {0};
    for (int k = 0; k < c->count; k++) {
        const cm_member *m = &c->members[k];
        for (int i = m->loop.head; i <= m->loop.end; i++)
            if (thread_of(m)->steps[i].kind == CM_STEP_STORE) {
                cm_job *job = memory->job;
                const cm_thread *t = thread_of(&c->members[k]);
                const cm_step *s = &t->steps[i];
                word w = {memory, c, k, i, 0, {0, 0}, s->width};
                int crossings = c->crossing_count;
                if (s->width > 8 || s->rmw != CM_RMW_NONE || !cm_step_is_single(t, s) ||
                    !cm_step_place(memory, t, s, &w.address, &w.spot))
                    continue;
                if (!is_word(c, &w)) {
                    c->crossing_count = crossings;
                    continue;
                }
                CM_PUSH(job->arena, all.items, all.count, all.capacity, w);
            }
    }
    return all;
}

static const word *word_stored(const words *all, int member, int store)
{
    for (int i = 0; i < all->count; i++)
        if (all->items[i].member == member && all->items[i].store == store)
            return &all->items[i];
    return NULL;
}

static const word *word_loaded(const words *all, int thread, int load)
{
    for (int i = 0; i < all->count; i++) {
        uint64_t address;
        bool overlaps;
        if (reaches(&all->items[i], thread, load, &address, &overlaps) && overlaps)
            return &all->items[i];
    }
    return NULL;
}

/* ---- one round of all ------------------------------------------------- */

/* Is a word stored in every round, and all else in none that jumps back? */
static bool stores_words_only(cm_job *job, const words *all, const cm_member *m, int member)
{
    for (int i = m->loop.head; i <= m->loop.end; i++) {
        if (thread_of(m)->steps[i].kind != CM_STEP_STORE)
            continue;
        cm_lit when = cm_round_at(&m->round, i)->when;
        cm_lit wrong =
            word_stored(all, member, i) ? -when : cm_form_and(&job->form, m->round.back, when);
        if (!cm_round_never(job, wrong))
            return false;
    }
    return true;
}

static bool may_go(cm_memory *memory, cm_collective *c)
{
    cm_job *job = memory->job;
    if (!meet_in_step(job, c))
        return false;
    words all = find_words(memory, c);
    for (int k = 0; k < c->count; k++)
        c->members[k].round = cm_round_begin(job, c->members[k].loop);
    for (int segment = 0; segment <= c->barrier_count; segment++)
        for (int k = 0; k < c->count; k++) {
            /* From one barrier to the next: a load of a word finds what was stored in this round.
             */
            for (int i = c->members[k].loop.head; i <= c->members[k].loop.end; i++) {
                const cm_step *s = &thread_of(&c->members[k])->steps[i];
                if (segment_of(c, &c->members[k], i) != segment)
                    continue;
                const word *w = s->kind == CM_STEP_LOAD
                                    ? word_loaded(&all, c->members[k].loop.thread, i)
                                    : NULL;
                if (w)
                    cm_round_at(&c->members[k].round, i)->finds =
                        &cm_round_at(&c->members[w->member].round, w->store)->stored;
                cm_round_step(&c->members[k].round, i);
            }
        }
    for (int k = 0; k < c->count; k++)
        if (!stores_words_only(job, &all, &c->members[k], k))
            return false;
    /* Do all go back, or none? */
    cm_lit first = c->members[0].round.back;
    for (int k = 1; k < c->count; k++) {
        cm_lit other = c->members[k].round.back;
        if (!cm_round_never(job, cm_form_and(&job->form, first, -other)) ||
            !cm_round_never(job, cm_form_and(&job->form, -first, other)))
            return false;
    }
    return true;
}

/* ---- all of a test ---------------------------------------------------- */

cm_collectives cm_collectives_find(cm_memory *memory)
{
    cm_job *job = memory->job;
    const cm_test *test = job->test;
    cm_collectives found = {0};
    if (job->keep_collectives || test->begins || !cm_loops_can_be_followed(test) ||
        cm_model_find(job->model, "barred") < 0 || !cm_model_monotone(job, job->model, true))
        return found;
    for (int t = 0; t < test->thread_count; t++) {
        cm_collective c = {0};
        /* of a CTA, by its first thread with such a loop */
        if (!find_members(job, t, &c) || c.count == 0 || c.members[0].loop.thread != t ||
            !may_go(memory, &c))
            continue;
        CM_PUSH(job->arena, found.items, found.count, found.capacity, c);
    }
    return found;
}

bool cm_collectives_has(const cm_collectives *collectives, int thread, int jump)
{
    for (int i = 0; i < collectives->count; i++)
        for (int k = 0; k < collectives->items[i].count; k++) {
            const cm_member *m = &collectives->items[i].members[k];
            if (m->loop.thread == thread && cm_loop_has(&m->loop, jump))
                return true;
        }
    return false;
}
