/* Barriers. See barrier.h. */
#include "checker/barrier.h"

#include "checker/closure.h"

typedef struct meeting {
    cm_graph *g;
    cm_form *form;
    cm_arena *arena;
    uint32_t *events; /* barrier events: with a count, or without */
    uint32_t n;
    cm_lit *pair; /* n * n: meet, for those with a count */
} meeting;

struct cm_barriers { /* by event of the graph: n * n conditions, 0 where none */
    uint32_t count;
    cm_lit *lits;
};

static const cm_ev *event(const meeting *m, uint32_t i)
{
    return &m->g->events[m->events[i]];
}

static bool same_cta(const meeting *m, uint32_t i, uint32_t k)
{
    const cm_test *test = m->g->job->test;
    const cm_placement *a = &test->threads[event(m, i)->thread].at;
    const cm_placement *b = &test->threads[event(m, k)->thread].at;
    return a->cta == b->cta && a->cluster == b->cluster && a->gpu == b->gpu &&
           (a->system < 0 ? 0 : a->system) == (b->system < 0 ? 0 : b->system);
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

/* Both execute, in one CTA, the same barrier with the same count. */
static cm_lit same_key(meeting *m, uint32_t i, uint32_t k)
{
    const cm_ev *a = event(m, i), *b = event(m, k);
    if (!same_cta(m, i, k))
        return CM_FALSE;
    cm_lit parts[3] = {cm_graph_both(m->g, m->events[i], m->events[k]),
                       equal_values(m, a->value, b->value), CM_TRUE};
    if (a->access->quorum)
        parts[2] = equal_values(m, a->access->quorum, b->access->quorum);
    return cm_form_and_all(m->form, parts, 3);
}

static meeting collect(cm_graph *g, bool counted)
{
    meeting m = {.g = g, .form = &g->job->form, .arena = g->job->arena};
    m.events = CM_NEW_ARRAY(m.arena, g->count, uint32_t);
    for (uint32_t i = 0; i < g->count; i++)
        if (g->events[i].kind == 'B' && (g->events[i].access->quorum != NULL) == counted)
            m.events[m.n++] = i;
    return m;
}

/* Conditions for exactly 0, 1, ... count of the literals to hold. */
static cm_lit *count_true(meeting *m, const cm_lit *literals, uint32_t count)
{
    cm_lit *exactly = CM_NEW_ARRAY(m->arena, count + 2, cm_lit);
    for (uint32_t k = 0; k <= count + 1; k++)
        exactly[k] = k == 0 ? CM_TRUE : CM_FALSE;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1;; k--) {
            cm_lit stay = cm_form_and(m->form, exactly[k], -literals[i]);
            cm_lit more = k ? cm_form_and(m->form, exactly[k - 1], literals[i]) : CM_FALSE;
            exactly[k] = cm_form_or(m->form, stay, more);
            if (k == 0)
                break;
        }
    return exactly;
}

static void put(cm_graph *g, uint32_t a, uint32_t b, cm_lit when)
{
    g->barriers->lits[(size_t)a * g->count + b] = when;
    g->barriers->lits[(size_t)b * g->count + a] = when;
}

/* ---- without a count: by turns --------------------------------------- */

/* Conditions for the arrival to be its thread's first, second, ... there. */
static cm_lit *turns(meeting *m, uint32_t i)
{
    cm_lit *before = CM_NEW_ARRAY(m->arena, m->n, cm_lit);
    uint32_t count = 0;
    for (uint32_t k = 0; k < i; k++)
        if (event(m, k)->thread == event(m, i)->thread)
            before[count++] = same_key(m, k, i);
    cm_lit *counted = count_true(m, before, count);
    cm_lit *by_turn = CM_NEW_ARRAY(m->arena, m->n + 1, cm_lit);
    for (uint32_t k = 0; k <= m->n; k++)
        by_turn[k] = k <= count ? counted[k] : CM_FALSE;
    return by_turn;
}

static void meet_by_turns(cm_graph *g)
{
    meeting m = collect(g, false);
    cm_lit **turn = CM_NEW_ARRAY(m.arena, m.n, cm_lit *);
    for (uint32_t i = 0; i < m.n; i++)
        turn[i] = turns(&m, i);
    for (uint32_t i = 0; i < m.n; i++)
        for (uint32_t k = i + 1; k < m.n; k++) {
            if (event(&m, i)->thread == event(&m, k)->thread)
                continue;
            cm_lit same = CM_FALSE;
            for (uint32_t t = 0; t < m.n; t++)
                same = cm_form_or(m.form, same, cm_form_and(m.form, turn[i][t], turn[k][t]));
            put(g, m.events[i], m.events[k], cm_form_and(m.form, same, same_key(&m, i, k)));
        }
}

/* ---- with a count: in groups ----------------------------------------- */

static cm_lit *pair(const meeting *m, uint32_t i, uint32_t k)
{
    return &m->pair[(size_t)i * m->n + k];
}

static void require(meeting *m, cm_lit literal)
{
    cm_lits_add(m->arena, &m->g->asserts, literal);
}

static void choose_pairs(meeting *m)
{
    m->pair = CM_NEW_ARRAY(m->arena, (size_t)m->n * m->n, cm_lit);
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t k = 0; k < m->n; k++)
            *pair(m, i, k) = CM_FALSE;
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t k = i + 1; k < m->n; k++) {
            if (event(m, i)->thread == event(m, k)->thread)
                continue;
            cm_lit parts[4] = {same_key(m, i, k), event(m, i)->access->met,
                               event(m, k)->access->met, CM_TRUE};
            cm_lit possible = cm_form_and_all(m->form, parts, 3);
            if (possible == CM_FALSE)
                continue;
            cm_lit meets = cm_form_and(m->form, possible, cm_form_variable(m->form));
            *pair(m, i, k) = *pair(m, k, i) = meets;
            put(m->g, m->events[i], m->events[k], meets);
        }
}

/* Meeting is transitive, and a group has one arrival of a thread at most. */
static void require_groups(meeting *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t j = 0; j < m->n; j++)
            for (uint32_t k = 0; k < m->n; k++) {
                if (i == j || j == k || i == k)
                    continue;
                cm_lit chain[3] = {*pair(m, i, j), *pair(m, j, k), -*pair(m, i, k)};
                require(m, -cm_form_and_all(m->form, chain, 3));
            }
}

/* Condition for some arrival of the thread to wait where arrival i does. */
static cm_lit thread_waits(meeting *m, uint32_t i, int thread)
{
    cm_lit any = CM_FALSE;
    for (uint32_t k = 0; k < m->n; k++)
        if (event(m, k)->thread == thread)
            any = cm_form_or(m->form, any,
                             cm_form_and(m->form, same_key(m, i, k), -event(m, k)->access->met));
    return any;
}

/* An arrival that meets does so with as many as its count says; the threads of
 * those that wait are too few to meet. */
static void require_counts(meeting *m, uint32_t i)
{
    const cm_access *a = event(m, i)->access;
    uint32_t threads = (uint32_t)m->g->job->test->thread_count, others = 0;
    cm_lit *waiting = CM_NEW_ARRAY(m->arena, threads, cm_lit);
    for (uint32_t t = 0; t < threads; t++)
        if ((int)t != event(m, i)->thread)
            waiting[others++] = thread_waits(m, i, (int)t);
    cm_lit *meet = count_true(m, pair(m, i, 0), m->n);
    cm_lit *wait = count_true(m, waiting, others);
    cm_lit meets = cm_form_and(m->form, event(m, i)->exec, a->met);
    cm_lit waits = cm_form_and(m->form, event(m, i)->exec, -a->met);
    for (uint32_t q = 0; q < a->quorum->count; q++) {
        uint64_t count = a->quorum->choices[q].value;
        cm_lit when = a->quorum->choices[q].when, full = CM_FALSE, few = CM_FALSE;
        if (count == 0)
            cm_graph_stray(m->g, cm_form_and(m->form, event(m, i)->exec, when), a->thread,
                           a->step->instruction, "may meet at a barrier for 0 threads");
        if (count == 0)
            continue;
        if (count <= m->n)
            full = meet[count - 1];
        for (uint32_t c = 0; c <= others && c + UINT64_C(1) < count; c++)
            few = cm_form_or(m->form, few, wait[c]);
        require(m, cm_form_or(m->form, -cm_form_and(m->form, meets, when), full));
        require(m, cm_form_or(m->form, -cm_form_and(m->form, waits, when), few));
    }
}

/* A group meets at one time: program order between groups has no cycle. */
static void require_order(meeting *m)
{
    cm_lit *before = CM_NEW_ARRAY(m->arena, (size_t)m->n * m->n, cm_lit);
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t k = 0; k < m->n; k++) {
            cm_lit any = CM_FALSE;
            for (uint32_t j = 0; j < k; j++) { /* event order within a thread is po */
                if (event(m, j)->thread != event(m, k)->thread)
                    continue;
                cm_lit joined = i == j ? CM_TRUE : *pair(m, i, j);
                cm_lit both = cm_graph_both(m->g, m->events[j], m->events[k]);
                any = cm_form_or(m->form, any, cm_form_and(m->form, joined, both));
            }
            before[(size_t)i * m->n + k] = any;
        }
    require(m, -cm_cycle(m->g->job, m->n, before));
}

static void meet_in_groups(cm_graph *g)
{
    meeting m = collect(g, true);
    if (m.n == 0)
        return;
    choose_pairs(&m);
    require_groups(&m);
    for (uint32_t i = 0; i < m.n; i++)
        require_counts(&m, i);
    require_order(&m);
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
    meet_by_turns(graph);
    meet_in_groups(graph);
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
