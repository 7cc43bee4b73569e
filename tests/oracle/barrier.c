/* Which barrier events meet.
 *
 * A barrier without a count is met by every thread of the CTA that executes it
 * with that id: first arrivals meet first arrivals, second ones second ones, and
 * so on. One with a count
 * is met in groups of so many arrivals (PTX ISA, bar/barrier); the events of a
 * group are related. Arrivals that do not fill a group wait for ever. A thread
 * that waits for one that itself waits for ever has no final state. */
#include "tests/oracle/internal.h"

typedef struct meeting {
    oracle_run_state *run;
    oracle_graph *graph;
    void (*found)(oracle_run_state *, oracle_graph *);
    uint32_t *events; /* barrier events with a count */
    int count;
    int *group; /* by event in events: first member, or -1: waits */
    bool any;   /* are there barrier events at all? */
} meeting;

static bool is_arrive(const oracle_event *e)
{
    return !e->of->hung && oracle_has_tag(e->of->tags, "ARRIVE");
}

static bool is_cluster(const oracle_event *e)
{
    return oracle_has_tag(e->of->tags, "CLUSTER");
}

/* Does the barrier of a include the other thread? */
static bool includes(const oracle_run_state *run, const oracle_event *a, int thread)
{
    const cm_placement *p = &run->test->threads[a->thread].at;
    const cm_placement *q = &run->test->threads[thread].at;
    if (p->gpu != q->gpu || p->system != q->system)
        return false;
    return p->cluster == q->cluster && (p->cta == q->cta || (is_cluster(a) && p->cluster >= 0));
}

static bool same_key(const oracle_run_state *run, const oracle_event *a, const oracle_event *b)
{
    return is_cluster(a) == is_cluster(b) && includes(run, a, b->thread) &&
           a->of->value == b->of->value && a->of->quorum == b->of->quorum;
}

/* The wait of a cluster's barrier is met by arrivals, one of a CTA by whoever comes. */
static bool is_met_by(const oracle_event *a, const oracle_event *b)
{
    return a == b || !is_cluster(a) || is_arrive(a) != is_arrive(b);
}

static unsigned warp_of(const meeting *m, const oracle_event *e)
{
    return m->run->test->threads[e->thread].steps[e->of->step].party;
}

/* A barrier that counts warps waits for the threads of each as if they were one. */
static bool as_one(const meeting *m, const oracle_event *a, const oracle_event *b)
{
    return a->thread == b->thread ||
           (warp_of(m, a) && warp_of(m, a) == warp_of(m, b) && includes(m->run, a, b->thread));
}

static bool comes_with(const meeting *m, int group, int until, const oracle_event *e)
{
    for (int i = 0; i < until; i++)
        if (m->group[i] == group && as_one(m, e, &m->graph->events[m->events[i]]))
            return true;
    return false;
}

/* How many warps, or threads, are in the group. */
static uint64_t group_size(const meeting *m, int group, int until)
{
    uint64_t size = 0;
    for (int i = 0; i < until; i++)
        size += m->group[i] == group && !comes_with(m, group, i, &m->graph->events[m->events[i]]);
    return size;
}

static bool thread_in_group(const meeting *m, int group, int until, int thread)
{
    for (int i = 0; i < until; i++)
        if (m->group[i] == group && m->graph->events[m->events[i]].thread == thread)
            return true;
    return false;
}

static bool waits_with(const meeting *m, int k, const oracle_event *a)
{
    return m->group[k] < 0 && same_key(m->run, a, &m->graph->events[m->events[k]]);
}

/* How many warps, or threads, wait where event a does. */
static uint64_t waiting_threads(const meeting *m, const oracle_event *a)
{
    uint64_t threads = 0;
    for (int k = 0; k < m->count; k++) {
        bool first = waits_with(m, k, a);
        for (int i = 0; i < k && first; i++)
            first = !(waits_with(m, i, a) &&
                      as_one(m, &m->graph->events[m->events[i]], &m->graph->events[m->events[k]]));
        threads += first;
    }
    return threads;
}

static int arrivals_before(const meeting *m, int i)
{
    const oracle_event *e = &m->graph->events[m->events[i]];
    int before = 0;
    for (int k = 0; k < m->count; k++) {
        const oracle_event *other = &m->graph->events[m->events[k]];
        before +=
            other->thread == e->thread && other->access < e->access && same_key(m->run, other, e);
    }
    return before;
}

/* Threads of one warp are each for the same time in the same group, or wait. */
static bool warps_together(const meeting *m)
{
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < i; k++) {
            const oracle_event *a = &m->graph->events[m->events[i]];
            const oracle_event *b = &m->graph->events[m->events[k]];
            if (a->thread == b->thread || !as_one(m, a, b) || !same_key(m->run, a, b))
                continue;
            bool same_group = m->group[i] == m->group[k];
            bool same_turn = arrivals_before(m, i) == arrivals_before(m, k);
            if (same_turn ? !same_group : same_group && m->group[i] >= 0)
                return false;
        }
    return true;
}

/* Groups are full, and the threads of those who wait are too few to fill one. */
static bool groups_complete(const meeting *m)
{
    for (int i = 0; i < m->count; i++) {
        const oracle_event *a = &m->graph->events[m->events[i]];
        if (m->group[i] >= 0) {
            if (group_size(m, m->group[i], m->count) != a->of->quorum)
                return false;
            continue;
        }
        if (waiting_threads(m, a) >= a->of->quorum)
            return false;
    }
    return true;
}

/* The group of an arrival with a count, by one of its events; -1: it is in none. */
static int group_of(const meeting *m, uint32_t event)
{
    for (int k = 0; k < m->count; k++)
        if (m->events[k] == event)
            return m->group[k];
    return -1;
}

/* Have they met? An arrival that is in a group, or has no count, has met itself. */
static bool have_met(const meeting *m, uint32_t i, uint32_t k)
{
    if (m->graph->events[i].of->quorum)
        return group_of(m, i) >= 0 && group_of(m, i) == group_of(m, k);
    return cm_rel_has(&m->graph->same_barrier, i, k);
}

/* What a thread does after it waited comes after all that it met there: that has no cycle. */
static bool groups_ordered(const meeting *m)
{
    const oracle_graph *g = m->graph;
    cm_rel order = cm_rel_new(m->run->candidate, g->n);
    for (uint32_t j = 0; j < g->n; j++)
        for (uint32_t k = 0; k < g->n; k++) {
            const oracle_event *a = &g->events[j], *b = &g->events[k];
            if (a->kind != 'B' || b->kind != 'B' || a->thread != b->thread ||
                a->access >= b->access || is_arrive(a))
                continue;
            for (uint32_t i = 0; i < g->n; i++)
                if (g->events[i].kind == 'B' && have_met(m, i, j))
                    cm_rel_add(&order, i, k);
        }
    return cm_rel_acyclic(m->run->candidate, &order);
}

/* The value of an expression without registers. */
static bool constant(const cm_expr *e, uint64_t *value)
{
    uint64_t a = 0, b = 0, c = 0;
    if (e->op == CM_OP_CONST)
        *value = e->imm;
    if (e->op == CM_OP_CONST || e->op == CM_OP_REG)
        return e->op == CM_OP_CONST;
    if ((e->a && !constant(e->a, &a)) || (e->b && !constant(e->b, &b)) ||
        (e->c && !constant(e->c, &c)))
        return false;
    *value = cm_op_apply(e->op, e->bits, e->imm, a, b, c, e->c);
    return true;
}

/* May the expression have this value? Any, if it depends on a register. */
static bool may_be(const cm_expr *e, uint64_t value)
{
    uint64_t known;
    return !constant(e, &known) || known == value;
}

/* Has the thread, from a step on, a barrier in its code that may be that of e? */
static bool comes_to(const oracle_run_state *run, int thread, int from, const oracle_event *e,
                     bool *been)
{
    const cm_thread *t = &run->test->threads[thread];
    if (from >= t->step_count || been[from])
        return false;
    been[from] = true;
    const cm_step *s = &t->steps[from];
    bool cluster = oracle_has_tag(s->tags, "CLUSTER") && s->kind == CM_STEP_BARRIER;
    bool arrives = !cluster || oracle_has_tag(s->tags, "ARRIVE");
    if (s->kind == CM_STEP_BARRIER && (s->quorum != NULL) == (e->of->quorum != 0) && arrives &&
        cluster == is_cluster(e)) {
        if (may_be(s->value, e->of->value) && (!s->quorum || may_be(s->quorum, e->of->quorum)))
            return true;
    }
    if (s->kind != CM_STEP_BRANCH)
        return comes_to(run, thread, from + 1, e, been);
    if (s->addr)
        return true;
    return comes_to(run, thread, s->target, e, been) ||
           ((s->value || s->guard) && comes_to(run, thread, from + 1, e, been));
}

static bool has_arrived(const meeting *m, uint32_t at, const oracle_event *stuck)
{
    const oracle_event *e = &m->graph->events[at];
    if (e->of->quorum)
        return same_key(m->run, e, stuck);
    for (uint32_t k = 0; k < m->graph->n; k++)
        if (m->graph->events[k].thread == stuck->thread &&
            cm_rel_has(&m->graph->same_barrier, at, k))
            return true;
    return false;
}

/* Does an arrival wait for a thread that waits for ever before it comes there? With a
 * count, an arrival waits when it is in no group. */
static bool waits_for_stuck(const meeting *m, uint32_t at, uint32_t other)
{
    const oracle_event *e = &m->graph->events[at], *stuck = &m->graph->events[other];
    if (e->kind != 'B' || is_arrive(e) || stuck->kind != 'B' || !stuck->of->hung ||
        e->thread == stuck->thread || (e->of->quorum && !e->of->hung))
        return false;
    if (!includes(m->run, e, stuck->thread))
        return false;
    size_t steps = (size_t)m->run->test->threads[stuck->thread].step_count;
    bool *been = CM_NEW_ARRAY(m->run->candidate, steps + 1, bool);
    return !has_arrived(m, at, stuck) &&
           comes_to(m->run, stuck->thread, stuck->of->step + 1, e, been);
}

static bool none_waits_for_stuck(const meeting *m)
{
    for (uint32_t i = 0; i < m->graph->n; i++)
        for (uint32_t k = 0; k < m->graph->n; k++)
            if (waits_for_stuck(m, i, k))
                return false;
    return true;
}

/* Can arrivals after the first `until` fill the groups of that barrier so far? */
static bool can_be_filled(const meeting *m, const oracle_event *e, int until)
{
    uint64_t lacking = 0, left = 0;
    for (int i = 0; i < m->count; i++) {
        const oracle_event *other = &m->graph->events[m->events[i]];
        if (!same_key(m->run, e, other))
            continue;
        left += i >= until && !other->of->hung;
        if (i < until && m->group[i] == i)
            lacking += e->of->quorum - group_size(m, i, until);
    }
    return lacking <= left;
}

static void relate_groups(meeting *m)
{
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->count; k++)
            if (m->group[i] >= 0 && m->group[i] == m->group[k])
                cm_rel_add(&m->graph->same_barrier, m->events[i], m->events[k]);
}

static void unrelate_all(meeting *m)
{
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->count; k++)
            cm_rel_remove(&m->graph->same_barrier, m->events[i], m->events[k]);
}

static void assign_groups(meeting *m, int i)
{
    if (m->run->too_large)
        return;
    if (i == m->count) {
        if (!m->any || (groups_complete(m) && warps_together(m) && groups_ordered(m) &&
                        none_waits_for_stuck(m))) {
            relate_groups(m);
            m->found(m->run, m->graph);
            unrelate_all(m);
        }
        return;
    }
    const oracle_event *e = &m->graph->events[m->events[i]];
    if (!e->of->hung) {
        for (int g = 0; g <= i; g++) {
            bool fresh = g == i;
            const oracle_event *first = &m->graph->events[m->events[g]];
            if (!fresh && (m->group[g] != g || !same_key(m->run, e, first) ||
                           (group_size(m, g, i) >= e->of->quorum && !comes_with(m, g, i, e)) ||
                           thread_in_group(m, g, i, e->thread)))
                continue;
            m->group[i] = g;
            if (can_be_filled(m, e, i + 1))
                assign_groups(m, i + 1);
        }
    }
    m->group[i] = -1;
    if (e->of->hung || is_arrive(e))
        assign_groups(m, i + 1);
}

/* How many arrivals at the same barrier come before this one in its thread. */
static int turn(const oracle_run_state *run, const oracle_graph *graph, const oracle_event *e)
{
    int before = 0;
    for (uint32_t i = 0; i < graph->n; i++) {
        const oracle_event *other = &graph->events[i];
        before += other->kind == 'B' && other->thread == e->thread && other->access < e->access &&
                  !other->of->quorum && same_key(run, other, e) &&
                  (!is_cluster(e) || is_arrive(e) == is_arrive(other));
    }
    return before;
}

void oracle_barriers(oracle_run_state *run, oracle_graph *graph,
                     void (*found)(oracle_run_state *, oracle_graph *))
{
    cm_arena *arena = run->candidate;
    meeting m = {.run = run, .graph = graph, .found = found};
    m.events = CM_NEW_ARRAY(arena, graph->n, uint32_t);
    m.group = CM_NEW_ARRAY(arena, graph->n, int);
    graph->same_barrier = cm_rel_new(arena, graph->n);
    for (uint32_t i = 0; i < graph->n; i++) {
        const oracle_event *a = &graph->events[i];
        if (a->kind != 'B')
            continue;
        m.any = true;
        if (a->of->quorum)
            m.events[m.count++] = i;
        for (uint32_t k = 0; k < graph->n && !a->of->quorum; k++) {
            const oracle_event *b = &graph->events[k];
            if (b->kind == 'B' && !b->of->quorum && same_key(run, a, b) && is_met_by(a, b) &&
                turn(run, graph, a) == turn(run, graph, b))
                cm_rel_add(&graph->same_barrier, i, k);
        }
    }
    assign_groups(&m, 0);
}
