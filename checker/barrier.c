/* Barriers. See barrier.h. */
#include "checker/barrier.h"

#include "checker/solver/cycle.h"

#include <string.h>

typedef struct meeting {
    cm_graph *g;
    cm_form *form;
    cm_arena *arena;
    uint32_t *events; /* barrier events: with a count, with a least one, without, or all */
    uint32_t n;
    cm_lit *pair; /* n * n: meet, for those with a count */
} meeting;

struct cm_barriers { /* by event of the graph */
    uint32_t count;
    cm_lit *lits;    /* n * n conditions, 0 where none */
    cm_lit *mixed;   /* it meets another form of its barrier */
    uint32_t *group; /* the first event of the only group that it can meet, or UINT32_MAX */
};

static const cm_ev *event(const meeting *m, uint32_t i)
{
    return &m->g->events[m->events[i]];
}

/* bar.arrive and barrier.cluster.arrive do not wait. */
static bool waits(const cm_step *step)
{
    return !step->arrives;
}

/* A cluster's barrier: its arrivals and its waits are instructions of their own, and
 * an arrival meets a wait only (PTX ISA, "barrier.cluster"). */
static bool is_cluster(const cm_step *step)
{
    return step->clustered;
}

/* Are both in the CTA, the cluster or the GPU that the barrier belongs to? */
static bool same_place(const meeting *m, const cm_step *step, int thread, int other)
{
    return cm_threads_share(m->g->job->test, thread, other, cm_barrier_scope(step));
}

static cm_lit equal_values(meeting *m, const cm_val *a, const cm_val *b)
{
    cm_lit result = CM_FALSE;
    for (uint32_t i = 0; i < a->count; i++)
        result =
            cm_form_or(m->form, result,
                       cm_form_and(m->form, a->choices[i].when, cm_val_is(b, a->choices[i].value)));
    return result;
}

/* Both execute, in one place, the same barrier. */
static cm_lit same_barrier(meeting *m, uint32_t i, uint32_t k)
{
    const cm_ev *a = event(m, i), *b = event(m, k);
    const cm_step *step = a->access->step, *other = b->access->step;
    if (cm_barrier_scope(step) != cm_barrier_scope(other) ||
        !same_place(m, step, a->thread, b->thread))
        return CM_FALSE;
    return cm_form_and(m->form, cm_graph_both(m->g, m->events[i], m->events[k]),
                       equal_values(m, a->value, b->value));
}

/* And with the same count, or without one; for the same time, where that is known. */
static cm_lit same_key(meeting *m, uint32_t i, uint32_t k)
{
    const cm_access *a = event(m, i)->access, *b = event(m, k)->access;
    const cm_val *count = a->quorum, *other = b->quorum;
    if (!count != !other || (a->turn && b->turn && a->turn != b->turn))
        return CM_FALSE;
    cm_lit equal = count ? equal_values(m, count, other) : CM_TRUE;
    return cm_form_and(m->form, same_barrier(m, i, k), equal);
}

typedef enum wanted { UNCOUNTED = 1, COUNTED = 2, LEAST = 4, ALL = 7 } wanted;

static wanted kind_of(const cm_access *access)
{
    return access->step->least ? LEAST : access->quorum ? COUNTED : UNCOUNTED;
}

static meeting arrivals_at(cm_graph *g, wanted which)
{
    meeting m = {.g = g, .form = &g->job->form, .arena = g->job->arena};
    m.events = CM_NEW_ARRAY(m.arena, g->count, uint32_t);
    for (uint32_t i = 0; i < g->count; i++)
        if (g->events[i].kind == 'B' && which & kind_of(g->events[i].access))
            m.events[m.n++] = i;
    return m;
}

/* Conditions for exactly 0, 1, ... count of the literals to hold. */
static cm_lit *count_true(meeting *m, const cm_lit *literals, uint32_t count)
{
    cm_lit *exactly = CM_NEW_ARRAY(m->arena, count + 2, cm_lit);
    for (uint32_t k = 0; k <= count + 1; k++)
        exactly[k] = k == 0 ? CM_TRUE : CM_FALSE;
    uint32_t possible = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (literals[i] == CM_FALSE)
            continue;
        for (uint32_t k = ++possible;; k--) {
            cm_lit stay = cm_form_and(m->form, exactly[k], -literals[i]);
            cm_lit more = k ? cm_form_and(m->form, exactly[k - 1], literals[i]) : CM_FALSE;
            exactly[k] = cm_form_or(m->form, stay, more);
            if (k == 0)
                break;
        }
    }
    return exactly;
}

static void put_meeting(cm_graph *g, uint32_t a, uint32_t b, cm_lit when)
{
    g->barriers->lits[(size_t)a * g->count + b] = when;
    g->barriers->lits[(size_t)b * g->count + a] = when;
}

/* ---- without a count: by turns --------------------------------------- */

static bool an_arrival_and_a_wait(const meeting *m, uint32_t i, uint32_t k)
{
    const cm_step *a = event(m, i)->access->step, *b = event(m, k)->access->step;
    return is_cluster(a) && is_cluster(b) && waits(a) != waits(b);
}

/* The condition, where what it is asked for executes. */
static cm_lit surely(cm_lit condition, cm_lit executes)
{
    return condition == executes ? CM_TRUE : condition;
}

/* Conditions for the arrival, or the wait of a cluster's barrier, to be its thread's first,
 * second, ... `there`, if it executes. */
static cm_lit *turns(meeting *m, uint32_t i, cm_lit (*there)(meeting *, uint32_t, uint32_t))
{
    cm_lit *before = CM_NEW_ARRAY(m->arena, m->n, cm_lit);
    uint32_t count = 0;
    for (uint32_t k = 0; k < i; k++)
        if (event(m, k)->thread == event(m, i)->thread && !an_arrival_and_a_wait(m, k, i))
            before[count++] = surely(there(m, k, i), event(m, i)->exec);
    cm_lit *counted = count_true(m, before, count);
    cm_lit *by_turn = CM_NEW_ARRAY(m->arena, m->n + 1, cm_lit);
    for (uint32_t k = 0; k <= m->n; k++)
        by_turn[k] = k <= count ? counted[k] : CM_FALSE;
    return by_turn;
}

static cm_lit same_turn(meeting *m, const cm_lit *turn, const cm_lit *other)
{
    cm_lit same = CM_FALSE;
    for (uint32_t t = 0; t < m->n; t++)
        same = cm_form_or(m->form, same, cm_form_and(m->form, turn[t], other[t]));
    return same;
}

static void meet_by_turns(cm_graph *g)
{
    meeting m = arrivals_at(g, UNCOUNTED);
    cm_lit **turn = CM_NEW_ARRAY(m.arena, m.n, cm_lit *);
    for (uint32_t i = 0; i < m.n; i++)
        turn[i] = turns(&m, i, same_key);
    for (uint32_t i = 0; i < m.n; i++)
        for (uint32_t k = i + 1; k < m.n; k++) {
            if (event(&m, i)->thread == event(&m, k)->thread ||
                (is_cluster(event(&m, i)->access->step) && !an_arrival_and_a_wait(&m, i, k)))
                continue;
            cm_lit same = same_turn(&m, turn[i], turn[k]);
            put_meeting(g, m.events[i], m.events[k], cm_form_and(m.form, same, same_key(&m, i, k)));
        }
}

/* A count of 0 means nothing (PTX ISA, "bar, barrier"). */
static void doubt_nobody(meeting *m, uint32_t i)
{
    const cm_access *a = event(m, i)->access;
    for (uint32_t q = 0; q < a->quorum->count; q++)
        if (a->quorum->choices[q].value == 0)
            cm_graph_stray(m->g,
                           cm_form_and(m->form, event(m, i)->exec, a->quorum->choices[q].when),
                           a->thread, a->step->instruction, "may meet at a barrier for 0 threads");
}

/* ---- with a least count ----------------------------------------------- */

/* At least so many of the literals hold. */
static cm_lit at_least(meeting *m, const cm_lit *exactly, uint32_t count, uint64_t least)
{
    cm_lit any = CM_FALSE;
    for (uint64_t k = least; k <= count; k++)
        any = cm_form_or(m->form, any, exactly[k]);
    return any;
}

/* The same, where the barrier has one of several counts. */
static cm_lit enough(meeting *m, uint32_t i, const cm_lit *literals, uint32_t count)
{
    const cm_val *least = event(m, i)->access->quorum;
    const cm_lit *exactly = count_true(m, literals, count);
    cm_lit any = CM_FALSE;
    for (uint32_t q = 0; q < least->count; q++)
        any = cm_form_or(m->form, any,
                         cm_form_and(m->form, least->choices[q].when,
                                     at_least(m, exactly, count, least->choices[q].value)));
    return any;
}

/* All go on as soon as enough have come: these first ones meet each other and all the others, who
 * need not meet among themselves. Where fewer come, all stay. */
static void meet_at_least(cm_graph *g)
{
    meeting m = arrivals_at(g, LEAST);
    cm_lit **turn = CM_NEW_ARRAY(m.arena, m.n, cm_lit *);
    cm_lit *first = CM_NEW_ARRAY(m.arena, m.n, cm_lit);
    cm_lit *come = CM_NEW_ARRAY(m.arena, m.n, cm_lit), *early = CM_NEW_ARRAY(m.arena, m.n, cm_lit);
    for (uint32_t i = 0; i < m.n; i++) {
        doubt_nobody(&m, i);
        turn[i] = turns(&m, i, same_barrier);
        first[i] = cm_form_and(m.form, event(&m, i)->exec, cm_form_variable(m.form));
    }
    for (uint32_t i = 0; i < m.n; i++) {
        const cm_ev *e = event(&m, i);
        for (uint32_t k = 0; k < m.n; k++) {
            bool other = event(&m, k)->thread != e->thread;
            come[k] = i == k  ? e->exec
                      : other ? cm_form_and(m.form, same_barrier(&m, i, k),
                                            same_turn(&m, turn[i], turn[k]))
                              : CM_FALSE;
            early[k] = cm_form_and(m.form, come[k], first[k]);
        }
        cm_lit met = cm_form_and(m.form, e->exec, e->access->met);
        cm_lit stays = cm_form_and(m.form, e->exec, -e->access->met);
        for (uint32_t k = 0; k < m.n; k++)
            if (i != k)
                g->barriers->lits[(size_t)m.events[k] * g->count + m.events[i]] =
                    cm_form_and(m.form, early[k], met);
        cm_graph_assert(g, cm_form_or(m.form, -met, enough(&m, i, early, m.n)));
        cm_graph_assert(g, cm_form_or(m.form, -stays, -enough(&m, i, come, m.n)));
        if (!g->job->live && waits(e->access->step))
            cm_graph_assert(g, -stays);
    }
}

/* ---- with a count beside one without ---------------------------------- */

/* One thread comes to a barrier with a count, another one for the same time without: bar.red with a
 * result, and bar.sync or bar.arrive, which "should not be intermixed using the same active
 * barrier" (PTX ISA, "barrier"). What happens then is not said. */
static cm_lit mixed(meeting *m, uint32_t i, uint32_t k)
{
    const cm_access *a = event(m, i)->access, *b = event(m, k)->access;
    if (!a->quorum || b->quorum || a->step->least || a->thread == b->thread)
        return CM_FALSE;
    cm_lit same = same_barrier(m, i, k);
    if (same == CM_FALSE)
        return CM_FALSE;
    return cm_form_and(m->form, same,
                       same_turn(m, turns(m, i, same_barrier), turns(m, k, same_barrier)));
}

static void doubt_mixed(cm_graph *g)
{
    meeting m = arrivals_at(g, ALL);
    cm_lit *any = g->barriers->mixed;
    for (uint32_t i = 0; i < m.n; i++)
        for (uint32_t k = 0; k < m.n; k++) {
            uint32_t a = m.events[i], b = m.events[k];
            cm_lit here = mixed(&m, i, k);
            cm_graph_stray(g, here, event(&m, i)->thread, event(&m, i)->access->step->instruction,
                           "may meet another form of the barrier in another thread");
            any[a] = cm_form_or(m.form, any[a], here);
            any[b] = cm_form_or(m.form, any[b], here);
        }
}

/* Such an execution need not end as others do. */
static cm_lit is_mixed(const meeting *m, uint32_t i)
{
    return m->g->barriers->mixed[m->events[i]];
}

/* ---- with a count: in groups ----------------------------------------- */

static cm_lit *meeting_pair(const meeting *m, uint32_t i, uint32_t k)
{
    return &m->pair[(size_t)i * m->n + k];
}

/* Who may meet: the same barrier with the same count, in different threads. */
static void find_pairs(meeting *m)
{
    m->pair = CM_NEW_ARRAY(m->arena, (size_t)m->n * m->n, cm_lit);
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t k = i; k < m->n; k++) {
            bool other = event(m, i)->thread != event(m, k)->thread;
            *meeting_pair(m, i, k) = *meeting_pair(m, k, i) = other ? same_key(m, i, k) : CM_FALSE;
        }
}

static bool is_grouped(const meeting *m, uint32_t i)
{
    return m->g->barriers->group[m->events[i]] != UINT32_MAX;
}

/* Arrivals that may meet one of them, and that one: are they as many as each of them waits for, and
 * can none of them meet anyone else? Then they meet if all of them execute. */
static bool is_only_group(meeting *m, const uint32_t *members, uint32_t count)
{
    for (uint32_t a = 0; a < count; a++) {
        uint32_t one = members[a], partners = 0;
        const cm_val *quorum = event(m, one)->access->quorum;
        if (quorum->count != 1 || quorum->choices[0].value != count ||
            quorum->choices[0].when != CM_TRUE || is_mixed(m, one) != CM_FALSE)
            return false;
        for (uint32_t k = 0; k < m->n; k++)
            partners += *meeting_pair(m, one, k) != CM_FALSE;
        for (uint32_t b = 0; b < count; b++)
            if (a != b && *meeting_pair(m, one, members[b]) !=
                              cm_graph_both(m->g, m->events[one], m->events[members[b]]))
                return false;
        if (partners != count - 1)
            return false;
    }
    return true;
}

static void join_group(meeting *m, const uint32_t *members, uint32_t count)
{
    cm_lit all = CM_TRUE;
    for (uint32_t a = 0; a < count; a++)
        all = cm_form_and(m->form, all, event(m, members[a])->exec);
    for (uint32_t a = 0; a < count; a++) {
        const cm_ev *e = event(m, members[a]);
        m->g->barriers->group[m->events[members[a]]] = m->events[members[0]];
        cm_graph_assert(m->g,
                        cm_form_or(m->form, -e->exec, cm_form_or(m->form, -e->access->met, all)));
        cm_graph_assert(m->g, cm_form_or(m->form, e->access->met, -all));
        for (uint32_t b = 0; b < a; b++)
            put_meeting(m->g, m->events[members[a]], m->events[members[b]], all);
    }
}

static void join_groups(meeting *m)
{
    uint32_t *members = CM_NEW_ARRAY(m->arena, m->n, uint32_t);
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < m->n; k++)
            if (k == i || *meeting_pair(m, i, k) != CM_FALSE)
                members[count++] = k;
        if (!is_grouped(m, i) && is_only_group(m, members, count))
            join_group(m, members, count);
    }
}

static void choose_pairs(meeting *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t k = i + 1; k < m->n && !is_grouped(m, i); k++) {
            cm_lit parts[3] = {*meeting_pair(m, i, k), event(m, i)->access->met,
                               event(m, k)->access->met};
            cm_lit possible = cm_form_and_all(m->form, parts, 3);
            if (possible == CM_FALSE)
                continue;
            cm_lit meets = cm_form_and(m->form, possible, cm_form_variable(m->form));
            *meeting_pair(m, i, k) = *meeting_pair(m, k, i) = meets;
            put_meeting(m->g, m->events[i], m->events[k], meets);
        }
}

/* Condition for some arrival of the thread to wait where arrival i does. */
static cm_lit thread_waits(meeting *m, uint32_t i, int thread)
{
    cm_lit any = CM_FALSE;
    for (uint32_t k = 0; k < m->n; k++)
        if (event(m, k)->thread == thread) {
            cm_lit parts[3] = {same_key(m, i, k), -event(m, k)->access->met, -is_mixed(m, k)};
            any = cm_form_or(m->form, any, cm_form_and_all(m->form, parts, 3));
        }
    return any;
}

/* An arrival that meets does so with as many as its count says; the threads of
 * those that wait are too few to meet. */
static void require_counts(meeting *m, uint32_t i)
{
    const cm_access *a = event(m, i)->access;
    doubt_nobody(m, i);
    uint32_t threads = (uint32_t)m->g->job->test->thread_count, others = 0;
    cm_lit *waiting = CM_NEW_ARRAY(m->arena, threads, cm_lit);
    for (uint32_t t = 0; t < threads; t++)
        if ((int)t != event(m, i)->thread)
            waiting[others++] = thread_waits(m, i, (int)t);
    cm_lit *meet = count_true(m, meeting_pair(m, i, 0), m->n);
    cm_lit *wait = count_true(m, waiting, others);
    cm_lit meets = cm_form_and(m->form, event(m, i)->exec, a->met);
    cm_lit stays = cm_form_and(m->form, event(m, i)->exec, -a->met);
    for (uint32_t q = 0; q < a->quorum->count; q++) {
        uint64_t count = a->quorum->choices[q].value;
        cm_lit when = a->quorum->choices[q].when, full = CM_FALSE, few = is_mixed(m, i);
        if (count == 0)
            continue;
        if (count <= m->n)
            full = meet[count - 1];
        for (uint32_t c = 0; c <= others && c + UINT64_C(1) < count; c++)
            few = cm_form_or(m->form, few, wait[c]);
        cm_graph_assert(m->g, cm_form_or(m->form, -cm_form_and(m->form, meets, when), full));
        cm_graph_assert(m->g, cm_form_or(m->form, -cm_form_and(m->form, stays, when), few));
    }
}

/* Meeting is transitive, and a group has one arrival of a thread at most. */
static void require_groups(meeting *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t j = 0; j < m->n; j++) {
            if (is_grouped(m, i) || *meeting_pair(m, i, j) == CM_FALSE)
                continue;
            for (uint32_t k = 0; k < m->n; k++) {
                cm_lit chain[3] = {*meeting_pair(m, i, j), *meeting_pair(m, j, k),
                                   -*meeting_pair(m, i, k)};
                if (k != i && chain[1] != CM_FALSE)
                    cm_graph_assert(m->g, -cm_form_and_all(m->form, chain, 3));
            }
        }
}

static void meet_in_groups(cm_graph *g)
{
    meeting m = arrivals_at(g, COUNTED);
    find_pairs(&m);
    join_groups(&m);
    choose_pairs(&m);
    require_groups(&m);
    for (uint32_t i = 0; i < m.n; i++)
        if (!is_grouped(&m, i))
            require_counts(&m, i);
}

/* ---- who waits for whom ---------------------------------------------- */

/* By barrier event: itself, or the first one of the only group that it can meet. */
static uint32_t *nodes_of(const meeting *m)
{
    uint32_t *place = CM_NEW_ARRAY(m->arena, m->g->count, uint32_t);
    uint32_t *node = CM_NEW_ARRAY(m->arena, m->n, uint32_t);
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t group = m->g->barriers->group[m->events[i]];
        place[m->events[i]] = i;
        node[i] = group == UINT32_MAX ? i : place[group];
    }
    return node;
}

/* Does thread of arrival k wait, before k, where arrival i meets? */
static cm_lit comes_later(meeting *m, uint32_t i, uint32_t k)
{
    cm_lit any = CM_FALSE;
    for (uint32_t j = 0; j < k; j++) { /* event order within a thread is po */
        if (event(m, j)->thread != event(m, k)->thread || !waits(event(m, j)->access->step))
            continue;
        cm_lit joined = cm_barrier_meet(m->g, m->events[i], m->events[j]);
        if (joined == CM_FALSE)
            continue;
        cm_lit both = cm_graph_both(m->g, m->events[j], m->events[k]);
        any = cm_form_or(m->form, any, cm_form_and(m->form, joined, both));
    }
    return any;
}

/* A group meets at one time, and what a thread does after it waited there comes
 * later: between groups that order has no cycle. */
static void require_order(meeting *m)
{
    const uint32_t *node = nodes_of(m);
    cm_lit *before = CM_NEW_ARRAY(m->arena, (size_t)m->n * m->n, cm_lit);
    for (size_t i = 0; i < (size_t)m->n * m->n; i++)
        before[i] = CM_FALSE;
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t k = 0; k < m->n && node[i] == i; k++) {
            cm_lit *edge = &before[(size_t)i * m->n + node[k]];
            *edge = cm_form_or(m->form, *edge, comes_later(m, i, k));
        }
    cm_graph_assert(m->g, -cm_closure_cycle(m->g->job, m->n, before));
}

/* A place where a thread may stay for ever. */
typedef struct stop {
    int thread;
    const bool *reach; /* by step: where it would go from there */
    cm_lit when;
    uint32_t event; /* the arrival, or UINT32_MAX: in a loop */
} stop;

typedef struct stops {
    stop *items;
    uint32_t count, capacity;
} stops;

/* The steps that a thread may still come to, by its code alone, whatever its
 * branches depend on. */
static const bool *find_reach(meeting *m, const cm_thread *thread, int from)
{
    size_t steps = (size_t)thread->step_count;
    bool *reach = CM_NEW_ARRAY(m->arena, steps + 1, bool);
    int *open = CM_NEW_ARRAY(m->arena, 2 * steps + 1, int), count = 0;
    open[count++] = from;
    while (count > 0) {
        int step = open[--count];
        if (reach[step])
            continue;
        reach[step] = true;
        if (step == thread->step_count)
            continue;
        const cm_step *s = &thread->steps[step];
        if (s->kind == CM_STEP_BRANCH && s->addr) { /* to anywhere */
            memset(reach, true, steps);
            return reach;
        }
        if (s->kind == CM_STEP_BRANCH)
            open[count++] = s->target;
        if (s->kind != CM_STEP_BRANCH || s->value || s->guard)
            open[count++] = step + 1;
    }
    return reach;
}

static void add_stop(meeting *m, stops *all, stop one, int from)
{
    if (one.when == CM_FALSE)
        return;
    one.reach = find_reach(m, &m->g->job->test->threads[one.thread], from);
    CM_RESERVE(m->arena, all->items, all->count, all->capacity);
    all->items[all->count++] = one;
}

/* Arrivals that are not met; and loops, when the question is what never ends. */
static stops find_stops(meeting *m)
{
    stops all = {0};
    for (uint32_t i = 0; i < m->n; i++) {
        const cm_access *a = event(m, i)->access;
        cm_lit stays = cm_form_and(m->form, event(m, i)->exec, -a->met);
        if (waits(a->step))
            add_stop(m, &all, (stop){a->thread, NULL, stays, m->events[i]},
                     (int)(a->step - m->g->job->test->threads[a->thread].steps) + 1);
    }
    for (int t = 0; m->g->job->live && t < m->g->job->test->thread_count; t++) {
        const cm_thread_run *run = &m->g->memory.runs[t];
        for (int i = 0; i < run->cut_count; i++) {
            int jump = run->cuts[i].jump;
            add_stop(m, &all, (stop){t, NULL, run->cuts[i].guard, UINT32_MAX}, jump);
        }
    }
    return all;
}

static bool uses_register(const cm_expr *e)
{
    return e && (e->op == CM_OP_REG || uses_register(e->a) || uses_register(e->b) ||
                 uses_register(e->c));
}

/* May the expression have a value that the other one may have? */
static bool may_equal(meeting *m, const cm_expr *expr, const cm_val *value)
{
    return uses_register(expr) ||
           equal_values(m, cm_val_expr(m->g->job, expr, NULL), value) != CM_FALSE;
}

/* Is the step an arrival at the barrier of the event? */
static bool arrives_at(meeting *m, const cm_step *step, const cm_ev *e)
{
    return step->kind == CM_STEP_BARRIER && !step->quorum == !e->access->quorum &&
           is_cluster(step) == is_cluster(e->access->step) && (!is_cluster(step) || !waits(step)) &&
           may_equal(m, step->value, e->value) &&
           (!step->quorum || may_equal(m, step->quorum, e->access->quorum));
}

static bool may_arrive(meeting *m, const stop *p, const cm_ev *barrier)
{
    const cm_thread *thread = &m->g->job->test->threads[p->thread];
    for (int i = 0; i < thread->step_count; i++)
        if (p->reach[i] && arrives_at(m, &thread->steps[i], barrier))
            return true;
    return false;
}

/* Condition for arrival i to happen while a thread that may yet arrive there, and
 * has not, stays for ever where it is. */
static cm_lit lacks(meeting *m, uint32_t i, const stop *p)
{
    const cm_ev *e = event(m, i);
    if (p->thread == e->thread || !same_place(m, e->access->step, p->thread, e->thread) ||
        !may_arrive(m, p, e))
        return CM_FALSE;
    cm_lit there = CM_FALSE;
    for (uint32_t k = 0; k < m->n; k++) {
        if (event(m, k)->thread != p->thread)
            continue;
        cm_lit joined = !e->access->quorum ? cm_barrier_meet(m->g, m->events[i], m->events[k])
                        : m->events[k] == p->event ? same_key(m, i, k)
                                                   : CM_FALSE;
        there = cm_form_or(m->form, there, joined);
    }
    cm_lit parts[3] = {e->exec, p->when, -there};
    return cm_form_and_all(m->form, parts, 3);
}

/* A barrier without a count is passed when no thread that has not ended may yet
 * arrive; one with a count when so many came. A thread that waits for one that
 * itself stays for ever has no final state, whatever is observed. */
static void require_ends(meeting *m)
{
    stops all = find_stops(m);
    for (uint32_t i = 0; i < m->n; i++) {
        const cm_access *a = event(m, i)->access;
        if (!waits(a->step) || a->step->least)
            continue;
        cm_lit lacking = CM_FALSE;
        for (uint32_t p = 0; p < all.count; p++)
            if (all.items[p].event != m->events[i])
                lacking = cm_form_or(m->form, lacking, lacks(m, i, &all.items[p]));
        lacking = cm_form_and(m->form, lacking, -is_mixed(m, i));
        cm_lit stays = cm_form_and(m->form, event(m, i)->exec, -a->met);
        if (a->step->assumed)
            cm_graph_assert(m->g, -stays);
        else if (!m->g->job->live)
            cm_graph_assert(m->g, -cm_form_and(m->form, lacking, a->quorum ? stays : CM_TRUE));
        else if (!a->quorum) {
            cm_graph_assert(m->g, cm_form_or(m->form, -lacking, -a->met));
            cm_graph_assert(m->g, cm_form_or(m->form, -stays, lacking));
        }
    }
}

void cm_barrier_build(cm_graph *graph)
{
    cm_arena *arena = graph->job->arena;
    bool any = false;
    for (uint32_t i = 0; i < graph->count && !any; i++)
        any = graph->events[i].kind == 'B';
    if (!any)
        return;
    graph->barriers = CM_NEW(arena, struct cm_barriers);
    graph->barriers->lits = CM_NEW_ARRAY(arena, (size_t)graph->count * graph->count, cm_lit);
    graph->barriers->mixed = CM_NEW_ARRAY(arena, graph->count, cm_lit);
    graph->barriers->group = CM_NEW_ARRAY(arena, graph->count, uint32_t);
    for (uint32_t i = 0; i < graph->count; i++) {
        graph->barriers->mixed[i] = CM_FALSE;
        graph->barriers->group[i] = UINT32_MAX;
    }
    meet_by_turns(graph);
    meet_at_least(graph);
    doubt_mixed(graph);
    meet_in_groups(graph);
    meeting all = arrivals_at(graph, ALL);
    require_order(&all);
    require_ends(&all);
}

cm_lit cm_barrier_meet(const cm_graph *graph, uint32_t a, uint32_t b)
{
    if (graph->events[a].kind != 'B' || graph->events[b].kind != 'B')
        return CM_FALSE;
    if (a == b)
        return CM_TRUE;
    cm_lit when = graph->barriers->lits[(size_t)a * graph->count + b];
    return when ? when : CM_FALSE;
}
