/* In which order groups meet at barriers, and who waits there for a thread that itself waits for
 * ever. See barrier.h.
 */
#include "checker/barrier_parts.h"
#include "checker/solver/cycle.h"

#include <string.h>

/* By barrier event: itself, or the first one of the only group that it can meet. */
static uint32_t *nodes_of(const cm_arrivals *m)
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
static cm_lit comes_later(cm_arrivals *m, uint32_t i, uint32_t k)
{
    cm_lit any = CM_FALSE;
    int thread = cm_arrivals_event(m, k)->thread; /* its events stand together, in order of po */
    for (uint32_t j = k; j-- > 0 && cm_arrivals_event(m, j)->thread == thread;) {
        if (cm_arrivals_event(m, j)->access->step->arrives)
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
void cm_arrivals_require_order(cm_arrivals *m)
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
static const bool *find_reach(cm_arrivals *m, const cm_thread *thread, int from)
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

static void add_stop(cm_arrivals *m, stops *all, stop one, int from)
{
    if (one.when == CM_FALSE)
        return;
    one.reach = find_reach(m, &m->g->job->test->threads[one.thread], from);
    CM_RESERVE(m->arena, all->items, all->count, all->capacity);
    all->items[all->count++] = one;
}

/* Arrivals that are not met; and loops, when the question is what never ends. */
static stops find_stops(cm_arrivals *m)
{
    stops all = {0};
    for (uint32_t i = 0; i < m->n; i++) {
        const cm_access *a = cm_arrivals_event(m, i)->access;
        cm_lit stays = cm_form_and(m->form, cm_arrivals_event(m, i)->exec, -a->met);
        if (!a->step->arrives)
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
static bool may_equal(cm_arrivals *m, const cm_expr *expr, const cm_val *value)
{
    return uses_register(expr) ||
           cm_arrivals_equal(m, cm_val_expr(m->g->job, expr, NULL), value) != CM_FALSE;
}

/* Is the step an arrival at the barrier of the event? */
static bool arrives_at(cm_arrivals *m, const cm_step *step, const cm_ev *e)
{
    return step->kind == CM_STEP_BARRIER && !step->quorum == !e->access->quorum &&
           step->clustered == e->access->step->clustered && (!step->clustered || step->arrives) &&
           may_equal(m, step->value, e->value) &&
           (!step->quorum || may_equal(m, step->quorum, e->access->quorum));
}

static bool may_arrive(cm_arrivals *m, const stop *p, const cm_ev *barrier)
{
    const cm_thread *thread = &m->g->job->test->threads[p->thread];
    for (int i = 0; i < thread->step_count; i++)
        if (p->reach[i] && arrives_at(m, &thread->steps[i], barrier))
            return true;
    return false;
}

/* Condition for arrival i to happen while a thread that may yet arrive there, and
 * has not, stays for ever where it is. */
static cm_lit lacks(cm_arrivals *m, uint32_t i, const stop *p)
{
    const cm_ev *e = cm_arrivals_event(m, i);
    if (p->thread == e->thread ||
        !cm_arrivals_one_place(m, e->access->step, p->thread, e->thread) || !may_arrive(m, p, e))
        return CM_FALSE;
    cm_lit there = CM_FALSE;
    for (uint32_t k = 0; k < m->n; k++) {
        if (cm_arrivals_event(m, k)->thread != p->thread)
            continue;
        cm_lit joined = !e->access->quorum ? cm_barrier_meet(m->g, m->events[i], m->events[k])
                        : m->events[k] == p->event ? cm_arrivals_same_key(m, i, k)
                                                   : CM_FALSE;
        there = cm_form_or(m->form, there, joined);
    }
    cm_lit parts[3] = {e->exec, p->when, -there};
    return cm_form_and_all(m->form, parts, 3);
}

/* Does the arrival wait for all threads that have not ended? */
static bool waits_for_all(const cm_ev *e)
{
    return !e->access->step->arrives && !e->access->step->least && !e->access->quorum;
}

/* The reads of these dependencies, by event. */
static void add_reads(const cm_arrivals *m, int thread, const cm_deps *deps, cm_set *reads)
{
    const uint32_t *first = m->g->first_event[thread];
    for (uint32_t i = 0; deps && i < deps->count; i++)
        for (uint32_t e = first[deps->items[i].access]; e < first[deps->items[i].access + 1]; e++)
            if (m->g->events[e].kind == 'R')
                cm_set_add(reads, e);
}

/* Reads by which the thread decided whether to come to the barrier, by event; where its code has it
 * and no execution comes there, those that decided how it ends. */
static cm_set deciding(cm_arrivals *m, const cm_ev *barrier, int thread)
{
    cm_set found = cm_set_new(m->arena, m->g->count);
    const cm_thread *t = &m->g->job->test->threads[thread];
    bool comes = false, may = false;
    for (uint32_t k = 0; k < m->n; k++) {
        const cm_access *a = cm_arrivals_event(m, k)->access;
        if (a->thread != thread || !arrives_at(m, a->step, barrier))
            continue;
        comes = true;
        add_reads(m, thread, a->led, &found);
    }
    for (int i = 0; i < t->step_count && !comes; i++)
        may |= arrives_at(m, &t->steps[i], barrier);
    if (may)
        add_reads(m, thread, m->g->memory.runs[thread].final_led, &found);
    return found;
}

/* The thread never comes to arrival i's barrier for that time, so it has ended when that is passed:
 * what decided so finds nothing that is written behind it. */
static void require_end(cm_arrivals *m, uint32_t i, int thread)
{
    const cm_ev *e = cm_arrivals_event(m, i);
    cm_set reads = deciding(m, e, thread);
    if (cm_set_empty(&reads))
        return;
    cm_lit passed = e->access->met ? cm_form_and(m->form, e->exec, e->access->met) : e->exec;
    for (uint32_t k = 0; k < m->n; k++)
        if (cm_arrivals_event(m, k)->thread == thread)
            passed =
                cm_form_and(m->form, passed, -cm_barrier_meet(m->g, m->events[i], m->events[k]));
    CM_EACH(reads.row, reads.words, m->g->count, r)
    for (uint32_t s = 0; s < m->g->events[r].source_count && passed != CM_FALSE; s++) {
        const cm_source_choice *source = &m->g->events[r].sources[s];
        if (m->g->events[source->write].thread == e->thread && source->write > m->events[i])
            cm_graph_assert(m->g, -cm_form_and(m->form, passed, source->when));
    }
}

/* A barrier without a count is passed when no thread that has not ended may yet
 * arrive; one with a count when so many came. A thread that waits for one that
 * itself stays for ever has no final state, whatever is observed. */
void cm_arrivals_require_ends(cm_arrivals *m)
{
    stops all = find_stops(m);
    for (int t = 0; t < m->g->job->test->thread_count; t++)
        for (uint32_t i = 0; i < m->n && m->g->memory.runs[t].final_led; i++) {
            const cm_ev *e = cm_arrivals_event(m, i);
            if (waits_for_all(e) && t != e->thread &&
                cm_arrivals_one_place(m, e->access->step, t, e->thread))
                require_end(m, i, t);
        }
    for (uint32_t i = 0; i < m->n; i++) {
        const cm_access *a = cm_arrivals_event(m, i)->access;
        if (a->step->arrives || a->step->least)
            continue;
        cm_lit lacking = CM_FALSE;
        for (uint32_t p = 0; p < all.count; p++)
            if (all.items[p].event != m->events[i])
                lacking = cm_form_or(m->form, lacking, lacks(m, i, &all.items[p]));
        lacking = cm_form_and(m->form, lacking, -cm_arrivals_is_mixed(m, i));
        cm_lit stays = cm_form_and(m->form, cm_arrivals_event(m, i)->exec, -a->met);
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
