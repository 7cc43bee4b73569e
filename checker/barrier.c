/* Barriers. See barrier.h. */
#include "checker/barrier_parts.h"

const cm_ev *cm_arrivals_event(const cm_arrivals *m, uint32_t i)
{
    return &m->g->events[m->events[i]];
}

bool cm_arrivals_one_place(const cm_arrivals *m, const cm_step *step, int thread, int other)
{
    return cm_threads_share(m->g->job->test, thread, other, cm_barrier_scope(step));
}

cm_lit cm_arrivals_equal(cm_arrivals *m, const cm_val *a, const cm_val *b)
{
    cm_lit result = CM_FALSE;
    for (uint32_t i = 0; i < a->count; i++)
        result =
            cm_form_or(m->form, result,
                       cm_form_and(m->form, a->choices[i].when, cm_val_is(b, a->choices[i].value)));
    return result;
}

/* Both execute, in one place, the same barrier. */
static cm_lit same_barrier(cm_arrivals *m, uint32_t i, uint32_t k)
{
    const cm_ev *a = cm_arrivals_event(m, i), *b = cm_arrivals_event(m, k);
    const cm_step *step = a->access->step, *other = b->access->step;
    if (cm_barrier_scope(step) != cm_barrier_scope(other) ||
        !cm_arrivals_one_place(m, step, a->thread, b->thread))
        return CM_FALSE;
    return cm_form_and(m->form, cm_graph_both(m->g, m->events[i], m->events[k]),
                       cm_arrivals_equal(m, a->value, b->value));
}

cm_lit cm_arrivals_same_key(cm_arrivals *m, uint32_t i, uint32_t k)
{
    const cm_access *a = cm_arrivals_event(m, i)->access, *b = cm_arrivals_event(m, k)->access;
    const cm_val *count = a->quorum, *other = b->quorum;
    if (!count != !other || (a->turn && b->turn && a->turn != b->turn))
        return CM_FALSE;
    cm_lit equal = count ? cm_arrivals_equal(m, count, other) : CM_TRUE;
    return cm_form_and(m->form, same_barrier(m, i, k), equal);
}

typedef enum wanted { UNCOUNTED = 1, COUNTED = 2, LEAST = 4, ALL = 7 } wanted;

static wanted kind_of(const cm_access *access)
{
    return access->step->least ? LEAST : access->quorum ? COUNTED : UNCOUNTED;
}

static cm_arrivals arrivals_at(cm_graph *g, wanted which)
{
    cm_arrivals m = {.g = g, .form = &g->job->form, .arena = g->job->arena};
    m.events = CM_NEW_ARRAY(m.arena, g->count, uint32_t);
    for (uint32_t i = 0; i < g->count; i++)
        if (g->events[i].kind == 'B' && which & kind_of(g->events[i].access))
            m.events[m.n++] = i;
    return m;
}

/* Conditions for exactly 0, 1, ... count of the literals to hold. */
static cm_lit *count_true(cm_arrivals *m, const cm_lit *literals, uint32_t count)
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

/* Of a cluster's barrier: an arrival meets a wait only (PTX ISA, "barrier.cluster"). */
static bool an_arrival_and_a_wait(const cm_arrivals *m, uint32_t i, uint32_t k)
{
    const cm_step *a = cm_arrivals_event(m, i)->access->step,
                  *b = cm_arrivals_event(m, k)->access->step;
    return a->clustered && b->clustered && a->arrives != b->arrives;
}

/* Conditions for the arrival, or the wait of a cluster's barrier, to be its thread's first,
 * second, ... `there`, if it executes. */
static cm_lit *turns(cm_arrivals *m, uint32_t i, cm_lit (*there)(cm_arrivals *, uint32_t, uint32_t))
{
    int known = there == cm_arrivals_same_key ? cm_arrivals_event(m, i)->access->turn : 0;
    cm_lit *before = CM_NEW_ARRAY(m->arena, m->n, cm_lit);
    uint32_t count = 0;
    for (uint32_t k = 0; k < i && !known; k++)
        if (cm_arrivals_event(m, k)->thread == cm_arrivals_event(m, i)->thread &&
            !an_arrival_and_a_wait(m, k, i)) {
            cm_lit came = there(m, k, i);
            before[count++] = came == cm_arrivals_event(m, i)->exec ? CM_TRUE : came;
        }
    cm_lit *counted = count_true(m, before, count);
    cm_lit *by_turn = CM_NEW_ARRAY(m->arena, m->n + 1, cm_lit);
    for (uint32_t k = 0; k <= m->n; k++)
        by_turn[k] = known        ? (k + 1 == (uint32_t)known ? CM_TRUE : CM_FALSE)
                     : k <= count ? counted[k]
                                  : CM_FALSE;
    return by_turn;
}

static cm_lit same_turn(cm_arrivals *m, const cm_lit *turn, const cm_lit *other)
{
    cm_lit same = CM_FALSE;
    for (uint32_t t = 0; t < m->n; t++)
        same = cm_form_or(m->form, same, cm_form_and(m->form, turn[t], other[t]));
    return same;
}

/* The same barrier for the same time. turn: what is known of each so far; of few it has to be. */
static cm_lit same_time(cm_arrivals *m, cm_lit **turn, uint32_t i, uint32_t k)
{
    cm_lit same = cm_arrivals_same_key(m, i, k);
    if (same == CM_FALSE ||
        (cm_arrivals_event(m, i)->access->turn && cm_arrivals_event(m, k)->access->turn))
        return same;
    if (!turn[i])
        turn[i] = turns(m, i, cm_arrivals_same_key);
    if (!turn[k])
        turn[k] = turns(m, k, cm_arrivals_same_key);
    return cm_form_and(m->form, same_turn(m, turn[i], turn[k]), same);
}

static void meet_by_turns(cm_graph *g)
{
    cm_arrivals m = arrivals_at(g, UNCOUNTED);
    cm_lit **turn = CM_NEW_ARRAY(m.arena, m.n, cm_lit *);
    for (uint32_t i = 0; i < m.n; i++)
        for (uint32_t k = i + 1; k < m.n; k++) {
            if (cm_arrivals_event(&m, i)->thread == cm_arrivals_event(&m, k)->thread ||
                (cm_arrivals_event(&m, i)->access->step->clustered &&
                 !an_arrival_and_a_wait(&m, i, k)))
                continue;
            put_meeting(g, m.events[i], m.events[k], same_time(&m, turn, i, k));
        }
}

/* A count of 0 means nothing (PTX ISA, "bar, barrier"). */
static void doubt_nobody(cm_arrivals *m, uint32_t i)
{
    const cm_access *a = cm_arrivals_event(m, i)->access;
    for (uint32_t q = 0; q < a->quorum->count; q++)
        if (a->quorum->choices[q].value == 0)
            cm_graph_stray(
                m->g,
                cm_form_and(m->form, cm_arrivals_event(m, i)->exec, a->quorum->choices[q].when),
                a->thread, a->step->instruction, "may meet at a barrier for 0 threads");
}

/* ---- with a least count ----------------------------------------------- */

/* At least so many of the literals hold. */
static cm_lit at_least(cm_arrivals *m, const cm_lit *exactly, uint32_t count, uint64_t least)
{
    cm_lit any = CM_FALSE;
    for (uint64_t k = least; k <= count; k++)
        any = cm_form_or(m->form, any, exactly[k]);
    return any;
}

/* The same, where the barrier has one of several counts. */
static cm_lit enough(cm_arrivals *m, uint32_t i, const cm_lit *literals, uint32_t count)
{
    const cm_val *least = cm_arrivals_event(m, i)->access->quorum;
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
    cm_arrivals m = arrivals_at(g, LEAST);
    cm_lit **turn = CM_NEW_ARRAY(m.arena, m.n, cm_lit *);
    cm_lit *first = CM_NEW_ARRAY(m.arena, m.n, cm_lit);
    cm_lit *come = CM_NEW_ARRAY(m.arena, m.n, cm_lit), *early = CM_NEW_ARRAY(m.arena, m.n, cm_lit);
    for (uint32_t i = 0; i < m.n; i++) {
        doubt_nobody(&m, i);
        turn[i] = turns(&m, i, same_barrier);
        first[i] = cm_form_and(m.form, cm_arrivals_event(&m, i)->exec, cm_form_variable(m.form));
    }
    for (uint32_t i = 0; i < m.n; i++) {
        const cm_ev *e = cm_arrivals_event(&m, i);
        for (uint32_t k = 0; k < m.n; k++) {
            bool other = cm_arrivals_event(&m, k)->thread != e->thread;
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
        if (!g->job->live && !e->access->step->arrives)
            cm_graph_assert(g, -stays);
    }
}

/* ---- with a count beside one without ---------------------------------- */

/* One thread comes to a barrier with a count, another one for the same time without: bar.red with a
 * result, and bar.sync or bar.arrive, which "should not be intermixed using the same active
 * barrier" (PTX ISA, "barrier"). What happens then is not said. */
static cm_lit mixed(cm_arrivals *m, uint32_t i, uint32_t k)
{
    const cm_access *a = cm_arrivals_event(m, i)->access, *b = cm_arrivals_event(m, k)->access;
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
    cm_arrivals m = arrivals_at(g, ALL);
    cm_lit *any = g->barriers->mixed;
    for (uint32_t i = 0; i < m.n; i++)
        for (uint32_t k = 0; k < m.n; k++) {
            uint32_t a = m.events[i], b = m.events[k];
            cm_lit here = mixed(&m, i, k);
            cm_graph_stray(g, here, cm_arrivals_event(&m, i)->thread,
                           cm_arrivals_event(&m, i)->access->step->instruction,
                           "may meet another form of the barrier in another thread");
            any[a] = cm_form_or(m.form, any[a], here);
            any[b] = cm_form_or(m.form, any[b], here);
        }
}

cm_lit cm_arrivals_is_mixed(const cm_arrivals *m, uint32_t i)
{
    return m->g->barriers->mixed[m->events[i]];
}

/* ---- with a count: in groups ----------------------------------------- */

static cm_lit *meeting_pair(const cm_arrivals *m, uint32_t i, uint32_t k)
{
    return &m->pair[(size_t)i * m->n + k];
}

/* Threads of one warp, which come as one: "barrier{.cta} instruction causes executing thread to
 * wait for all non-exited threads from its warp" (PTX ISA, "bar, barrier"). */
static bool is_one_party(const cm_arrivals *m, uint32_t i, uint32_t k)
{
    const cm_ev *a = cm_arrivals_event(m, i), *b = cm_arrivals_event(m, k);
    unsigned party = a->access->step->party;
    return a->thread == b->thread ||
           (party != 0 && party == b->access->step->party &&
            cm_arrivals_one_place(m, a->access->step, a->thread, b->thread));
}

static void number_parties(cm_arrivals *m)
{
    m->party = CM_NEW_ARRAY(m->arena, m->n, int);
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t first = 0;
        while (!is_one_party(m, first, i))
            first++;
        m->party[i] = first == i ? m->parties++ : m->party[first];
    }
}

/* Who may meet: the same barrier with the same count, in different threads; threads of a warp each
 * for the same time. */
static void find_pairs(cm_arrivals *m)
{
    number_parties(m);
    m->pair = CM_NEW_ARRAY(m->arena, (size_t)m->n * m->n, cm_lit);
    cm_lit **turn = CM_NEW_ARRAY(m->arena, m->n, cm_lit *);
    for (uint32_t i = 0; i < m->n; i++)
        turn[i] =
            cm_arrivals_event(m, i)->access->step->party ? turns(m, i, cm_arrivals_same_key) : NULL;
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t k = i; k < m->n; k++) {
            bool other = cm_arrivals_event(m, i)->thread != cm_arrivals_event(m, k)->thread;
            cm_lit meets = other ? cm_arrivals_same_key(m, i, k) : CM_FALSE;
            if (other && m->party[i] == m->party[k])
                meets = cm_form_and(m->form, meets, same_turn(m, turn[i], turn[k]));
            *meeting_pair(m, i, k) = *meeting_pair(m, k, i) = meets;
        }
}

/* Do all other threads of the warp come with arrival i? */
static cm_lit warp_comes(cm_arrivals *m, uint32_t i)
{
    cm_lit all = CM_TRUE;
    unsigned others = 0;
    for (uint32_t k = 0; k < m->n;) { /* events of a thread stand together */
        int thread = cm_arrivals_event(m, k)->thread;
        bool of_warp =
            k != i && m->party[i] == m->party[k] && thread != cm_arrivals_event(m, i)->thread;
        cm_lit any = CM_FALSE;
        for (; k < m->n && cm_arrivals_event(m, k)->thread == thread; k++)
            any = cm_form_or(m->form, any, *meeting_pair(m, i, k));
        all = of_warp ? cm_form_and(m->form, all, any) : all;
        others += of_warp;
    }
    return others + 1 == cm_arrivals_event(m, i)->access->step->lanes ? all : CM_FALSE;
}

/* `bar` is aligned: without all threads of the warp it is undefined (PTX ISA, "bar, barrier"). */
static void doubt_parts_of_warps(cm_arrivals *m)
{
    for (uint32_t i = 0; i < m->n; i++) {
        const cm_access *a = cm_arrivals_event(m, i)->access;
        if (a->step->party != 0)
            cm_graph_stray(
                m->g, cm_form_and(m->form, cm_arrivals_event(m, i)->exec, -warp_comes(m, i)),
                a->thread, a->step->instruction, "may come there without all threads of its warp");
    }
}

static bool is_grouped(const cm_arrivals *m, uint32_t i)
{
    return m->g->barriers->group[m->events[i]] != UINT32_MAX;
}

/* Arrivals that may meet one of them, and that one: are they as many as each of them waits for, and
 * can none of them meet anyone else? Then they meet if all of them execute. */
static bool is_only_group(cm_arrivals *m, const uint32_t *members, uint32_t count)
{
    uint32_t parties = 0;
    for (uint32_t a = 0; a < count; a++) {
        uint32_t b = 0;
        while (m->party[members[b]] != m->party[members[a]])
            b++;
        parties += b == a;
    }
    for (uint32_t a = 0; a < count; a++) {
        uint32_t one = members[a], partners = 0;
        const cm_val *quorum = cm_arrivals_event(m, one)->access->quorum;
        if (quorum->count != 1 || quorum->choices[0].value != parties ||
            quorum->choices[0].when != CM_TRUE || cm_arrivals_is_mixed(m, one) != CM_FALSE)
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

static void join_group(cm_arrivals *m, const uint32_t *members, uint32_t count)
{
    cm_lit all = CM_TRUE;
    for (uint32_t a = 0; a < count; a++)
        all = cm_form_and(m->form, all, cm_arrivals_event(m, members[a])->exec);
    for (uint32_t a = 0; a < count; a++) {
        const cm_ev *e = cm_arrivals_event(m, members[a]);
        m->g->barriers->group[m->events[members[a]]] = m->events[members[0]];
        cm_graph_assert(m->g,
                        cm_form_or(m->form, -e->exec, cm_form_or(m->form, -e->access->met, all)));
        cm_graph_assert(m->g, cm_form_or(m->form, e->access->met, -all));
        for (uint32_t b = 0; b < a; b++)
            put_meeting(m->g, m->events[members[a]], m->events[members[b]], all);
    }
}

static void join_groups(cm_arrivals *m)
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

static void choose_pairs(cm_arrivals *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t k = i + 1; k < m->n && !is_grouped(m, i); k++) {
            cm_lit parts[3] = {*meeting_pair(m, i, k), cm_arrivals_event(m, i)->access->met,
                               cm_arrivals_event(m, k)->access->met};
            cm_lit possible = cm_form_and_all(m->form, parts, 3);
            if (possible == CM_FALSE)
                continue;
            bool as_one = m->party[i] == m->party[k];
            if (as_one) {
                cm_lit same = cm_form_and(m->form, parts[1], parts[2]);
                cm_lit either = cm_form_or(m->form, parts[1], parts[2]);
                cm_graph_assert(
                    m->g, -cm_form_and(m->form, parts[0], cm_form_and(m->form, either, -same)));
            }
            cm_lit free = as_one ? CM_TRUE : cm_form_variable(m->form);
            cm_lit meets = cm_form_and(m->form, possible, free);
            *meeting_pair(m, i, k) = *meeting_pair(m, k, i) = meets;
            put_meeting(m->g, m->events[i], m->events[k], meets);
        }
}

/* Condition for some arrival of the party to wait where arrival i does. */
static cm_lit party_waits(cm_arrivals *m, uint32_t i, int party)
{
    cm_lit any = CM_FALSE;
    for (uint32_t k = 0; k < m->n; k++)
        if (m->party[k] == party) {
            cm_lit parts[3] = {cm_arrivals_same_key(m, i, k), -cm_arrivals_event(m, k)->access->met,
                               -cm_arrivals_is_mixed(m, k)};
            any = cm_form_or(m->form, any, cm_form_and_all(m->form, parts, 3));
        }
    return any;
}

/* An arrival that meets does so with as many as its count says; the parties of
 * those that wait are too few to meet. */
static void require_counts(cm_arrivals *m, uint32_t i)
{
    const cm_access *a = cm_arrivals_event(m, i)->access;
    doubt_nobody(m, i);
    uint32_t others = 0;
    cm_lit *waiting = CM_NEW_ARRAY(m->arena, (size_t)m->parties, cm_lit);
    cm_lit *meets_party = CM_NEW_ARRAY(m->arena, (size_t)m->parties, cm_lit);
    for (int p = 0; p < m->parties; p++)
        if (p != m->party[i]) {
            /* Condition for some arrival of the party to meet arrival i. */
            cm_lit any = CM_FALSE;
            for (uint32_t k = 0; k < m->n; k++)
                if (m->party[k] == p)
                    any = cm_form_or(m->form, any, *meeting_pair(m, i, k));
            meets_party[others] = any;
            waiting[others++] = party_waits(m, i, p);
        }
    cm_lit *meet = count_true(m, meets_party, others);
    cm_lit *wait = count_true(m, waiting, others);
    cm_lit meets = cm_form_and(m->form, cm_arrivals_event(m, i)->exec, a->met);
    cm_lit stays = cm_form_and(m->form, cm_arrivals_event(m, i)->exec, -a->met);
    for (uint32_t q = 0; q < a->quorum->count; q++) {
        uint64_t count = a->quorum->choices[q].value;
        cm_lit when = a->quorum->choices[q].when, full = CM_FALSE, few = cm_arrivals_is_mixed(m, i);
        if (count == 0)
            continue;
        if (count <= others + 1)
            full = meet[count - 1];
        for (uint32_t c = 0; c <= others && c + UINT64_C(1) < count; c++)
            few = cm_form_or(m->form, few, wait[c]);
        cm_graph_assert(m->g, cm_form_or(m->form, -cm_form_and(m->form, meets, when), full));
        cm_graph_assert(m->g, cm_form_or(m->form, -cm_form_and(m->form, stays, when), few));
    }
}

/* Meeting is transitive, and a group has one arrival of a thread at most. */
static void require_groups(cm_arrivals *m)
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
    cm_arrivals m = arrivals_at(g, COUNTED);
    find_pairs(&m);
    doubt_parts_of_warps(&m);
    join_groups(&m);
    choose_pairs(&m);
    require_groups(&m);
    for (uint32_t i = 0; i < m.n; i++)
        if (!is_grouped(&m, i))
            require_counts(&m, i);
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
    cm_arrivals all = arrivals_at(graph, ALL);
    cm_arrivals_require_order(&all);
    cm_arrivals_require_ends(&all);
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
