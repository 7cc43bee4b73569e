/* Barriers and the order of kernels, and programs without them. See meeting.h. */
#include "litmus/meeting.h"

typedef struct listing {
    cm_arena *arena;
    const cm_test *test;
    cm_meeting *meetings;
    int count, capacity;
    bool all;
} listing;

/* A barrier of a thread: the step. */
typedef struct visitor {
    int thread, step;
} visitor;

/* All who may meet at one barrier, by thread. */
typedef struct crowd {
    visitor *items;
    int count, capacity;
} crowd;

static const cm_step *step_of(const listing *l, visitor v)
{
    return &l->test->threads[v.thread].steps[v.step];
}

/* ---- who may meet ------------------------------------------------------------ */

/* The same number; one that is not constant may be any. */
static bool same_number(const cm_step *a, const cm_step *b)
{
    return a->value->op != CM_OP_CONST || b->value->op != CM_OP_CONST ||
           a->value->imm == b->value->imm;
}

static bool may_meet(const listing *l, visitor a, visitor b)
{
    const cm_step *x = step_of(l, a), *y = step_of(l, b);
    return cm_barrier_scope(x) == cm_barrier_scope(y) && same_number(x, y) &&
           cm_threads_share(l->test, a.thread, b.thread, cm_barrier_scope(x));
}

static void join_crowd(listing *l, crowd *c, visitor v)
{
    CM_PUSH(l->arena, c->items, c->count, c->capacity, v);
}

/* All barriers of the test, by thread. */
static crowd all_barriers(listing *l)
{
    crowd all = {0};
    for (int t = 0; t < l->test->thread_count; t++)
        for (int i = 0; i < l->test->threads[t].step_count; i++)
            if (l->test->threads[t].steps[i].kind == CM_STEP_BARRIER)
                join_crowd(l, &all, (visitor){t, i});
    return all;
}

static bool is_in(const crowd *c, visitor v)
{
    int i = 0;
    while (i < c->count && (c->items[i].thread != v.thread || c->items[i].step != v.step))
        i++;
    return i < c->count;
}

/* Whoever may meet the first one, or one that may meet that one, ...: in the order of `all`. */
static crowd crowd_of(listing *l, const crowd *all, visitor first)
{
    crowd found = {0}, sorted = {0};
    join_crowd(l, &found, first);
    for (int i = 0; i < found.count; i++)
        for (int k = 0; k < all->count; k++)
            if (!is_in(&found, all->items[k]) && may_meet(l, found.items[i], all->items[k]))
                join_crowd(l, &found, all->items[k]);
    for (int k = 0; k < all->count; k++)
        if (is_in(&found, all->items[k]))
            join_crowd(l, &sorted, all->items[k]);
    return sorted;
}

/* ---- meetings ---------------------------------------------------------------- */

/* At the barrier of a cluster a thread notes that it has arrived, for its wait (ptx_sync.c). What
 * is computed before it is for the barrier, or a register's first value. */
static bool is_result(const cm_step *step, const cm_step *barrier)
{
    if (step->kind == CM_STEP_BARRIER || step->kind == CM_STEP_FENCE)
        return false;
    if (step->kind != CM_STEP_ASSIGN)
        return true;
    return step > barrier && !(barrier->clustered && step->value->op == CM_OP_CONST);
}

/* Does the instruction nothing but meet? */
static bool only_meets(const listing *l, visitor v)
{
    const cm_thread *thread = &l->test->threads[v.thread];
    const cm_step *barrier = step_of(l, v);
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].instruction == barrier->instruction &&
            is_result(&thread->steps[i], barrier))
            return false;
    return true;
}

static bool branches(const cm_thread *thread)
{
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].kind == CM_STEP_BRANCH)
            return true;
    return false;
}

/* Does the thread surely wait there, for all threads of its CTA, and under that number? */
static bool is_plain(const listing *l, visitor v, const cm_step *first)
{
    const cm_step *step = step_of(l, v);
    return !step->guard && !step->arrives && !step->clustered && !step->quorum &&
           step->value->op == CM_OP_CONST && step->value->imm == first->value->imm &&
           !branches(&l->test->threads[v.thread]);
}

/* How many times each thread comes, and all come equally often; 0: that cannot be said. */
static int rounds(const listing *l, const crowd *c)
{
    int each = 0, own = 0;
    for (int i = 0; i < c->count; i++) {
        bool last = i + 1 == c->count || c->items[i + 1].thread != c->items[i].thread;
        if (!is_plain(l, c->items[i], step_of(l, c->items[0])))
            return 0;
        own++;
        if (last && each > 0 && own != each)
            return 0;
        each = last ? own : each;
        own = last ? 0 : own;
    }
    return each;
}

static void add_meeting(listing *l, const cm_meeting_place *places, int count)
{
    CM_PUSH(l->arena, l->meetings, l->count, l->capacity, (cm_meeting){places, count});
}

static void add_crowd(listing *l, const crowd *c)
{
    for (int i = 0; i < c->count; i++)
        if (!only_meets(l, c->items[i])) {
            l->all = false;
            return;
        }
    int each = rounds(l, c);
    for (int from = 0; from < (each ? each : 1); from++) {
        /* Every `each`-th of a thread, from that one on; each 0: all. */
        cm_meeting_place *places = CM_NEW_ARRAY(l->arena, (size_t)c->count, cm_meeting_place);
        int count = 0;
        for (int k = 0; k < c->count; k++)
            if (each == 0 || k % each == from)
                places[count++] =
                    (cm_meeting_place){c->items[k].thread, step_of(l, c->items[k])->instruction};
        add_meeting(l, places, count);
    }
}

int cm_meetings_of(cm_arena *arena, const cm_test *test, cm_meeting **meetings, bool *all)
{
    listing l = {.arena = arena, .test = test, .all = true};
    crowd barriers = all_barriers(&l), done = {0};
    for (int i = 0; i < barriers.count; i++) {
        if (is_in(&done, barriers.items[i]))
            continue;
        crowd c = crowd_of(&l, &barriers, barriers.items[i]);
        for (int k = 0; k < c.count; k++)
            join_crowd(&l, &done, c.items[k]);
        add_crowd(&l, &c);
    }
    if (test->begins)
        add_meeting(&l, NULL, 0);
    *meetings = l.meetings;
    *all = l.all;
    return l.count;
}

/* ---- without one --------------------------------------------------------------- */

static void take_away(cm_thread *thread, int instruction)
{
    for (int i = 0; i < thread->step_count; i++) {
        cm_step *step = &thread->steps[i];
        if (step->instruction == instruction && step->kind == CM_STEP_BARRIER)
            *step = cm_step_of_nothing(step);
    }
}

cm_test *cm_test_without_meeting(cm_arena *arena, const cm_test *test, const cm_meeting *meeting)
{
    cm_test *made = cm_test_with_own_steps(arena, test);
    if (meeting->count == 0) {
        made->begins = NULL;
        for (int t = 0; t < made->thread_count; t++)
            made->threads[t].begins = NULL;
    }
    for (int i = 0; i < meeting->count; i++)
        take_away(&made->threads[meeting->places[i].thread], meeting->places[i].instruction);
    return made;
}
