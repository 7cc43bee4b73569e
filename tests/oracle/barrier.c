/* Which barrier events meet.
 *
 * A barrier without a count is met by every thread of the CTA that executes it
 * with that id: first arrivals meet first arrivals, second ones second ones, and
 * so on. One with a count
 * is met in groups of so many arrivals (PTX ISA, bar/barrier); the events of a
 * group are related. Arrivals that do not fill a group wait for ever. */
#include "tests/oracle/internal.h"

typedef struct meeting {
    oracle_run_state *run;
    oracle_graph *graph;
    void (*found)(oracle_run_state *, oracle_graph *);
    uint32_t *events; /* barrier events with a count */
    int count;
    int *group; /* by event in events: first member, or -1: waits */
} meeting;

static bool same_key(const oracle_run_state *run, const oracle_event *a, const oracle_event *b)
{
    const cm_placement *p = &run->test->threads[a->thread].at;
    const cm_placement *q = &run->test->threads[b->thread].at;
    return p->cta == q->cta && p->gpu == q->gpu && p->system == q->system &&
           a->of->value == b->of->value && a->of->quorum == b->of->quorum;
}

static uint64_t group_size(const meeting *m, int group, int until)
{
    uint64_t size = 0;
    for (int i = 0; i < until; i++)
        size += m->group[i] == group;
    return size;
}

static bool thread_in_group(const meeting *m, int group, int until, int thread)
{
    for (int i = 0; i < until; i++)
        if (m->group[i] == group && m->graph->events[m->events[i]].thread == thread)
            return true;
    return false;
}

/* Groups are full, and those who wait are too few to fill one. */
static bool groups_complete(const meeting *m)
{
    for (int i = 0; i < m->count; i++) {
        const oracle_event *a = &m->graph->events[m->events[i]];
        if (m->group[i] >= 0) {
            if (group_size(m, m->group[i], m->count) != a->of->quorum)
                return false;
            continue;
        }
        uint64_t waiting = 0;
        for (int k = 0; k < m->count; k++)
            waiting += m->group[k] < 0 && same_key(m->run, a, &m->graph->events[m->events[k]]);
        if (waiting >= a->of->quorum)
            return false;
    }
    return true;
}

/* Each group happens at one time: program order between groups has no cycle. */
static bool groups_ordered(const meeting *m)
{
    cm_rel order = cm_rel_new(m->run->candidate, (uint32_t)m->count);
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->count; k++) {
            const oracle_event *a = &m->graph->events[m->events[i]];
            const oracle_event *b = &m->graph->events[m->events[k]];
            if (m->group[i] >= 0 && m->group[k] >= 0 && a->thread == b->thread &&
                a->access < b->access)
                cm_rel_add(&order, (uint32_t)m->group[i], (uint32_t)m->group[k]);
        }
    return cm_rel_acyclic(m->run->candidate, &order);
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

static bool is_arrive(const oracle_event *e)
{
    return !e->of->hung && oracle_has_tag(e->of->tags, "ARRIVE");
}

static void assign_groups(meeting *m, int i)
{
    if (m->run->too_large)
        return;
    if (i == m->count) {
        if (groups_complete(m) && groups_ordered(m)) {
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
            if (!fresh &&
                (m->group[g] != g || !same_key(m->run, e, first) ||
                 group_size(m, g, i) >= e->of->quorum || thread_in_group(m, g, i, e->thread)))
                continue;
            m->group[i] = g;
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
                  !other->of->quorum && same_key(run, other, e);
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
        if (a->of->quorum)
            m.events[m.count++] = i;
        for (uint32_t k = 0; k < graph->n && !a->of->quorum; k++) {
            const oracle_event *b = &graph->events[k];
            if (b->kind == 'B' && !b->of->quorum && same_key(run, a, b) &&
                turn(run, graph, a) == turn(run, graph, b))
                cm_rel_add(&graph->same_barrier, i, k);
        }
    }
    assign_groups(&m, 0);
}
