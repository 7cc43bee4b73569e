/* What is coherent in an execution is so in the run. See reach.h. */
#include "checker/reach_parts.h"
#include "checker/solver/cycle.h"

enum { MOST_MEMBERS = 80 }; /* of a group: conditions are as many as their triples */

/* Accesses of the same bytes, every two of which the model has in `coherent`, in the order of
 * their events. */
typedef struct group {
    uint32_t *events, count;
    cm_lit *agree;  /* [a * count + b]: both agree, where they are held */
    cm_lit *before; /* the same: threads meet between them */
    cm_lit *held;   /* by member: it is in the run as it was in the execution */
    cm_lit *co;     /* [a * count + b]: both are held, and writes in this order */
    cm_lit *fr;     /* the same of a read and a write */
} group;

static bool is_of(const cm_ev *e, const cm_ev *other)
{
    return (e->kind == 'R' || e->kind == 'W') && e->target_count == 1 && e->width == other->width &&
           e->targets[0].spot.location == other->targets[0].spot.location &&
           e->targets[0].spot.offset == other->targets[0].spot.offset;
}

/* Does thread of event b come past a barrier, before it, that is its thread's for the same time?
 * And does the model say that a is the earlier one then (loops/collective.h, 6)? */
static bool has_met(const cm_reaching *r, uint32_t a, uint32_t from, uint32_t b)
{
    const cm_graph *g = r->graph;
    const cm_ev *one = &g->events[from];
    int barred = cm_model_find(r->job->model, "barred");
    const cm_rel *must = &r->encoder->bounds[barred].must;
    if (one->access->turn == 0 || !cm_rel_has(must, a, from))
        return false;
    for (uint32_t to = b; to-- > g->init_count && g->events[to].thread == g->events[b].thread;)
        if (g->events[to].kind == 'B' && g->events[to].access->turn == one->access->turn &&
            cm_barrier_scope(g->events[to].access->step) == cm_barrier_scope(one->access->step) &&
            cm_form_implies(&r->job->form, g->events[b].exec, g->events[to].exec))
            return cm_rel_has(must, b, to);
    return false;
}

/* Do the threads meet at barriers behind a and before b? */
static cm_lit is_before(const cm_reaching *r, uint32_t a, uint32_t b)
{
    const cm_graph *g = r->graph;
    const cm_ev *one = &g->events[a], *other = &g->events[b];
    cm_lit any = CM_FALSE;
    if (cm_model_find(r->job->model, "barred") < 0 || one->thread < 0 || other->thread < 0 ||
        one->thread == other->thread || one->targets[0].address != other->targets[0].address)
        return CM_FALSE;
    for (uint32_t e = a + 1; e < g->count && g->events[e].thread == one->thread && any != CM_TRUE;
         e++)
        if (g->events[e].kind == 'B' &&
            cm_threads_share(r->job->test, one->thread, other->thread,
                             cm_barrier_scope(g->events[e].access->step)) &&
            has_met(r, a, e, b))
            any = cm_form_implies(&r->job->form, one->exec, g->events[e].exec)
                      ? CM_TRUE
                      : cm_form_or(&r->job->form, any, cm_reach_passes(r, e));
    return any;
}

/* Does the model have both in `coherent`, or do they never both execute, or is a barrier between
 * them? Two reads need no order. */
static cm_lit agree(const cm_reaching *r, const cm_rel *coherent, uint32_t a, uint32_t b,
                    cm_lit *before)
{
    *before = CM_FALSE;
    if (a == b || !r->graph->events[a].access || !r->graph->events[b].access)
        return CM_TRUE;
    *before = is_before(r, a, b);
    if ((cm_rel_has(coherent, a, b) && cm_rel_has(coherent, b, a)) ||
        (r->graph->events[a].kind == 'R' && r->graph->events[b].kind == 'R') ||
        cm_graph_both(r->graph, a, b) == CM_FALSE)
        return CM_TRUE;
    return cm_form_or(&r->job->form, *before, is_before(r, b, a));
}

static uint32_t disagreements(const group *m, uint32_t of)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->count; i++)
        count += m->agree[(size_t)of * m->count + i] == CM_FALSE;
    return count;
}

static void leave_member(group *m, uint32_t which)
{
    uint32_t n = m->count, to = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (i != which && k != which) {
                m->agree[to] = m->agree[(size_t)i * n + k];
                m->before[to++] = m->before[(size_t)i * n + k];
            }
    m->count--;
    for (uint32_t i = which; i < m->count; i++)
        m->events[i] = m->events[i + 1];
}

/* Those of the place of an initial write, without those that are not coherent with most others. */
static group find_group(const cm_reaching *r, const cm_rel *coherent, uint32_t initial)
{
    const cm_graph *g = r->graph;
    group m = {.events = CM_NEW_ARRAY(r->job->arena, g->count, uint32_t)};
    m.events[m.count++] = initial;
    for (uint32_t e = g->init_count; e < g->count; e++)
        if (is_of(&g->events[e], &g->events[initial]))
            m.events[m.count++] = e;
    if (m.count > 2 * MOST_MEMBERS)
        return m;
    m.agree = CM_NEW_ARRAY(r->job->arena, (size_t)m.count * m.count, cm_lit);
    m.before = CM_NEW_ARRAY(r->job->arena, (size_t)m.count * m.count, cm_lit);
    for (uint32_t i = 0; i < m.count; i++)
        for (uint32_t k = 0; k < m.count; k++) {
            size_t at = (size_t)i * m.count + k;
            m.agree[at] = agree(r, coherent, m.events[i], m.events[k], &m.before[at]);
        }
    for (;;) {
        uint32_t worst = 0, most = 0;
        for (uint32_t i = 0; i < m.count; i++) {
            uint32_t count = disagreements(&m, i);
            if (count > most) {
                most = count;
                worst = i;
            }
        }
        if (most == 0)
            return m;
        leave_member(&m, worst);
    }
}

static const cm_ev *member(const cm_reaching *r, const group *m, uint32_t i)
{
    return &r->graph->events[m->events[i]];
}

/* Is the member the read of the atomic instruction whose write the other one is? */
static bool is_read_of(const cm_reaching *r, const group *m, uint32_t read, uint32_t write)
{
    const cm_ev *a = member(r, m, read), *b = member(r, m, write);
    return a->kind == 'R' && b->kind == 'W' && b->access && a->thread == b->thread &&
           a->access->instance == b->access->instance && b->access->step->rmw >= 0 &&
           &r->job->test->threads[b->thread].steps[b->access->step->rmw] == a->access->step;
}

/* The write happens in the execution, too, at this place, whatever it writes: its thread comes past
 * it, or past a barrier, whatever it reads. */
static cm_lit is_at_place(const cm_reaching *r, uint32_t event)
{
    const cm_graph *g = r->graph;
    const cm_ev *e = &g->events[event];
    uint64_t address;
    cm_spot spot;
    if (!e->access || e->kind != 'W' ||
        !cm_step_place(&g->memory, &r->job->test->threads[e->thread], e->access->step, &address,
                       &spot))
        return CM_FALSE;
    for (uint32_t b = event + 1; b < g->count && g->events[b].thread == e->thread; b++)
        if (g->events[b].kind == 'B' && e->exec == CM_TRUE)
            return CM_TRUE;
    return cm_reach_passes(r, event);
}

/* An atomic instruction that always writes does so where its read is one that the jump rests on. */
static void find_held(const cm_reaching *r, group *m)
{
    m->held = CM_NEW_ARRAY(r->job->arena, m->count, cm_lit);
    for (uint32_t i = 0; i < m->count; i++)
        m->held[i] =
            cm_form_or(&r->job->form, r->rests[m->events[i]], is_at_place(r, m->events[i]));
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t k = 0; k < m->count; k++)
            if (is_read_of(r, m, i, k) &&
                cm_rel_has(&r->encoder->implies, m->events[i], m->events[k]))
                m->held[k] = cm_form_or(&r->job->form, m->held[k], m->held[i]);
    /* Of two that need not agree, the one that comes second here is not looked at: of a read and a
     * write the read. */
    cm_lit *held = CM_NEW_ARRAY(r->job->arena, m->count, cm_lit);
    for (int reads = 0; reads < 2; reads++)
        for (uint32_t i = 0; i < m->count; i++) {
            if ((member(r, m, i)->kind == 'R') != reads)
                continue;
            held[i] = m->held[i];
            for (uint32_t k = 0; k < m->count; k++)
                if (k != i && held[k] && m->agree[(size_t)i * m->count + k] != CM_TRUE)
                    held[i] = cm_form_and(
                        &r->job->form, held[i],
                        cm_form_or(&r->job->form, -held[k], m->agree[(size_t)i * m->count + k]));
        }
    m->held = held;
}

static void order_writes(const cm_reaching *r, group *m)
{
    cm_form *form = &r->job->form;
    m->co = CM_NEW_ARRAY(r->job->arena, (size_t)m->count * m->count, cm_lit);
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t k = 0; k < m->count; k++)
            m->co[(size_t)i * m->count + k] = CM_FALSE;
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t k = i + 1; k < m->count; k++) {
            if (member(r, m, i)->kind != 'W' || member(r, m, k)->kind != 'W')
                continue;
            cm_lit first = i == 0 ? CM_TRUE : cm_form_variable(form);
            cm_lit both = cm_form_and(form, m->held[i], m->held[k]);
            m->co[(size_t)i * m->count + k] = cm_form_and(form, both, first);
            m->co[(size_t)k * m->count + i] = cm_form_and(form, both, -first);
        }
}

/* Where the read finds the write: fr from it to what is behind that. */
static void read_from(const cm_reaching *r, group *m, cm_lit *edges, uint32_t read)
{
    cm_form *form = &r->job->form;
    const cm_ev *e = member(r, m, read);
    for (uint32_t i = 0; i < e->source_count; i++)
        for (uint32_t w = 0; w < m->count; w++) {
            if (m->events[w] != e->sources[i].write)
                continue;
            cm_lit found = cm_form_and(form, m->held[read], e->sources[i].when);
            edges[(size_t)w * m->count + read] = cm_form_and(form, m->held[w], found);
            for (uint32_t k = 0; k < m->count; k++) {
                cm_lit *fr = &m->fr[(size_t)read * m->count + k];
                *fr = cm_form_or(form, *fr,
                                 cm_form_and(form, found, m->co[(size_t)w * m->count + k]));
            }
        }
}

/* Asserts of the group: `po-loc | rf | co | fr` has no cycle, and nothing comes between the two
 * halves of an atomic instruction. */
static void keep_coherent(cm_reaching *r, group *m)
{
    cm_form *form = &r->job->form;
    size_t n = m->count;
    cm_lit *edges = CM_NEW_ARRAY(r->job->arena, n * n, cm_lit);
    m->fr = CM_NEW_ARRAY(r->job->arena, n * n, cm_lit);
    for (size_t i = 0; i < n * n; i++)
        edges[i] = m->fr[i] = CM_FALSE;
    find_held(r, m);
    order_writes(r, m);
    for (uint32_t i = 0; i < n; i++)
        if (member(r, m, i)->kind == 'R')
            read_from(r, m, edges, i);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++) {
            cm_lit *edge = &edges[i * n + k];
            *edge = cm_form_or(form, *edge, cm_form_or(form, m->co[i * n + k], m->fr[i * n + k]));
            cm_lit first = i < k && member(r, m, i)->thread == member(r, m, k)->thread
                               ? CM_TRUE
                               : m->before[i * n + k];
            cm_lit parts[3] = {m->held[i], m->held[k], first};
            *edge = cm_form_or(form, *edge, cm_form_and_all(form, parts, 3));
            for (uint32_t w = 0; w < n && is_read_of(r, m, i, k); w++)
                cm_graph_assert(r->graph, -cm_form_and(form, m->fr[i * n + w], m->co[w * n + k]));
        }
    cm_graph_assert(r->graph, -cm_closure_cycle(r->job, (uint32_t)n, edges));
}

void cm_reach_keep_coherent(cm_reaching *r)
{
    int relation = cm_model_find(r->job->model, "coherent");
    for (uint32_t i = 0; relation >= 0 && i < r->graph->init_count; i++) {
        group m = find_group(r, &r->encoder->bounds[relation].must, i);
        if (m.count > 2 && m.count <= MOST_MEMBERS)
            keep_coherent(r, &m);
    }
}
