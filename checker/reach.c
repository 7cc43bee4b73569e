/* Can the loop bound be reached at all? See reach.h. */
#include "checker/reach.h"

#include "checker/encode.h"
#include "checker/flow.h"
#include "checker/loops/monotone.h"
#include "checker/loops/shape.h"
#include "checker/solver/cycle.h"
#include "checker/solver/solver.h"

/* Which dependencies and reads-from are in a relation that the model lets have no cycle; as bits,
 * by place in `all`. */
static const cm_base_kind all[] = {
    CM_BASE_RF,        CM_BASE_ADDR,      CM_BASE_DATA,      CM_BASE_CTRL,      CM_BASE_PICK_ADDR,
    CM_BASE_PICK_DATA, CM_BASE_PICK_CTRL, CM_BASE_IICO_DATA, CM_BASE_IICO_CTRL, CM_BASE_RMW};
enum { KINDS = sizeof(all) / sizeof(all[0]), ALL_KINDS = (1U << KINDS) - 1 };

/* The base relations that the term is a union of, as bits. loosely: also those of which it may have
 * only some pairs. */
static unsigned united(const cm_model *model, int node, bool loosely)
{
    const cm_node *n = &model->nodes[node];
    if (n->op == CM_NODE_UNION)
        return united(model, n->a, loosely) | united(model, n->b, loosely);
    if (n->op == CM_NODE_SEQ && model->nodes[n->b].op == CM_NODE_OPT)
        return united(model, n->a, loosely);
    if (loosely && (n->op == CM_NODE_DIFF || n->op == CM_NODE_SEQ))
        return united(model, n->a, true) | (n->op == CM_NODE_SEQ ? united(model, n->b, true) : 0);
    if (n->op != CM_NODE_BASE)
        return 0;
    if (model->bases[n->index]->kind == CM_BASE_PO)
        return ALL_KINDS & ~1U; /* what leads from a read to a write of its thread is in it */
    for (unsigned i = 0; i < KINDS; i++)
        if (model->bases[n->index]->kind == all[i])
            return 1U << i;
    return 0;
}

static bool is_of_all(const cm_constraint *c)
{
    return c->kind == CM_ACYCLIC && !c->negated && !c->is_flag && c->element_count == 0;
}

static bool has_po(const cm_model *model, int node)
{
    const cm_node *n = &model->nodes[node];
    return n->op == CM_NODE_UNION
               ? has_po(model, n->a) || has_po(model, n->b)
               : n->op == CM_NODE_BASE && model->bases[n->index]->kind == CM_BASE_PO;
}

/* Does the model forbid, of all events, that one comes about by itself? ordered: and program order
 * counts, too. */
static bool is_founded(const cm_model *model, bool *ordered)
{
    bool founded = false;
    *ordered = false;
    for (int i = 0; i < model->constraint_count; i++) {
        const cm_constraint *c = &model->constraints[i];
        if (is_of_all(c) && united(model, c->node, false) == ALL_KINDS) {
            founded = true;
            *ordered |= has_po(model, c->node);
        }
    }
    int follows = cm_model_find(model, "founded"); /* reach.h */
    if (follows >= 0 && united(model, follows, false) == ALL_KINDS) {
        founded = true;
        *ordered |= has_po(model, follows);
    }
    return founded;
}

bool cm_model_orders_reads(const cm_model *model)
{
    bool ordered;
    return is_founded(model, &ordered) && ordered;
}

bool cm_model_orders_values(const cm_model *model, const cm_test *test)
{
    bool fits = cm_model_is_coherent(model) && cm_model_orders_reads(model);
    for (int t = 0; t < test->thread_count && fits; t++)
        for (int i = 0; i < test->threads[t].step_count; i++)
            fits &= test->threads[t].steps[i].kind != CM_STEP_BARRIER &&
                    test->threads[t].steps[i].async.role == CM_ASYNC_NONE;
    return fits;
}

/* May it, of the events of some tests? */
static bool may_be_founded(const cm_model *model)
{
    for (int i = 0; i < model->constraint_count; i++) {
        const cm_constraint *c = &model->constraints[i];
        if (is_of_all(c) && united(model, c->node, true) == ALL_KINDS)
            return true;
    }
    return false;
}

/* Which of these pairs of the base relation are in the term wherever they are in that relation. */
static cm_rel kept(const cm_encoder *e, int node, cm_base_kind kind, const cm_rel *pairs)
{
    const cm_node *n = &e->model->nodes[node];
    cm_rel rel = cm_rel_new(e->job->arena, e->n);
    cm_rel_copy(&rel, &e->bounds[node].must);
    if (n->op == CM_NODE_BASE && e->model->bases[n->index]->kind == kind) {
        cm_rel_copy(&rel, pairs);
    } else if (n->op == CM_NODE_UNION) {
        cm_rel a = kept(e, n->a, kind, pairs), b = kept(e, n->b, kind, pairs);
        cm_rel_union(&rel, &a, &b);
    } else if (n->op == CM_NODE_DIFF) {
        cm_rel a = kept(e, n->a, kind, pairs);
        cm_rel_diff(&rel, &a, &e->bounds[n->b].may);
    } else if (n->op == CM_NODE_SEQ && e->model->nodes[n->a].op == CM_NODE_IDENTITY) {
        cm_rel b = kept(e, n->b, kind, pairs);
        cm_rel_seq(&rel, &e->bounds[n->a].must, &b);
    } else if (n->op == CM_NODE_SEQ && e->model->nodes[n->b].op == CM_NODE_IDENTITY) {
        cm_rel a = kept(e, n->a, kind, pairs);
        cm_rel_seq(&rel, &a, &e->bounds[n->b].must);
    }
    return rel;
}

static bool keeps(const cm_encoder *e, int node, cm_base_kind kind)
{
    cm_bound bound = cm_bound_base(e->graph, cm_base_of(kind));
    cm_rel in = kept(e, node, kind, &bound.may);
    for (uint32_t a = 0; a < e->n; a++)
        CM_EACH(cm_rel_row(&bound.may, a), bound.may.words, e->n, b)
    if (e->graph->events[b].access && !cm_rel_has(&in, a, b))
        return false;
    return true;
}

/* Of the events of this test, for all their accesses. */
static bool is_founded_here(const cm_encoder *e)
{
    for (int i = 0; i < e->model->constraint_count; i++) {
        const cm_constraint *c = &e->model->constraints[i];
        bool all_kept = is_of_all(c);
        for (unsigned k = 0; k < KINDS && all_kept; k++)
            all_kept = keeps(e, c->node, all[k]);
        if (all_kept)
            return true;
    }
    return false;
}

/* A barrier that no other thread can come to. */
static bool is_alone(const cm_test *test, int thread, const cm_step *s)
{
    for (int other = 0; other < test->thread_count; other++)
        if (other != thread && cm_threads_share(test, thread, other, cm_barrier_scope(s)))
            return false;
    return !s->quorum && !s->arrives && !s->clustered;
}

/* Arrivals of the thread before its first jump, at a barrier of all, by a number that is known. -1:
 * it has others, too. */
static int arrivals_at_first(const cm_thread *t, uint64_t *key)
{
    int count = 0;
    for (int i = 0, jumps = 0; i < t->step_count; i++) {
        const cm_step *s = &t->steps[i];
        jumps += s->kind == CM_STEP_BRANCH;
        if (s->kind != CM_STEP_BARRIER)
            continue;
        if (jumps > 0 || s->guard || s->quorum || s->arrives || s->clustered || s->least ||
            s->value->op != CM_OP_CONST || (count > 0 && s->value->imm != *key))
            return -1;
        *key = s->value->imm;
        count++;
    }
    return count;
}

/* Do all threads come to their barriers as often, whatever they read? */
static bool meet_at_first(const cm_test *test)
{
    uint64_t key = 0, other = 0;
    int count = arrivals_at_first(&test->threads[0], &key);
    for (int t = 1; t < test->thread_count; t++)
        if (arrivals_at_first(&test->threads[t], &other) != count || (count > 0 && other != key))
            return false;
    return count > 0;
}

/* Nothing waits for others but in loops, and all that happens is of the threads' own. */
static bool is_plain(const cm_test *test)
{
    bool meets = meet_at_first(test);
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++) {
            const cm_step *s = &test->threads[t].steps[i];
            if ((s->kind == CM_STEP_BARRIER && !meets && !is_alone(test, t, s)) ||
                s->kind == CM_STEP_NOTE || s->forms || s->async.role != CM_ASYNC_NONE)
                return false;
        }
    return !test->begins;
}

/* ---- what a jump rests on ---------------------------------------------------- */

typedef struct reach {
    cm_job *job;
    cm_graph *graph;
    const cm_encoder *encoder;
    bool ordered;  /* it rests on all that is before it in program order, and so on */
    cm_lit *rests; /* by event: the jump that is asked about rests on it */
} reach;

static void assert_implies(reach *r, cm_lit a, cm_lit b)
{
    cm_graph_assert(r->graph, cm_form_or(&r->job->form, -a, b));
}

/* Where it holds, the jump rests on these reads of the thread. */
static void rest_on(reach *r, cm_lit when, int thread, const cm_deps *deps)
{
    const uint32_t *first = r->graph->first_event[thread];
    for (uint32_t i = 0; deps && i < deps->count; i++) {
        int access = deps->items[i].access;
        cm_lit depends = cm_form_and(&r->job->form, when, deps->items[i].when);
        for (uint32_t e = first[access]; e < first[access + 1]; e++)
            assert_implies(r, depends, r->rests[e]);
    }
}

/* The same of all that the thread does before the visit. */
static void rest_on_all(reach *r, cm_lit when, int thread, int visit)
{
    const cm_graph *g = r->graph;
    const cm_thread_run *run = &g->memory.runs[thread];
    for (int i = 0; r->ordered && i < run->access_count; i++)
        for (uint32_t e = g->first_event[thread][i];
             e < g->first_event[thread][i + 1] && run->accesses[i].visit < visit; e++)
            assert_implies(r, cm_form_and(&r->job->form, when, g->events[e].exec), r->rests[e]);
}

/* What an event that the jump rests on comes of, the jump rests on, too. */
static void find_rests(reach *r)
{
    cm_graph *g = r->graph;
    r->rests = CM_NEW_ARRAY(r->job->arena, g->count + 1, cm_lit);
    for (uint32_t e = 0; e < g->count; e++)
        r->rests[e] = g->events[e].access ? cm_form_variable(&r->job->form) : CM_TRUE;
    for (uint32_t e = g->init_count; e < g->count; e++) {
        const cm_ev *event = &g->events[e];
        const cm_access *a = event->access;
        rest_on(r, r->rests[e], a->thread, a->addr);
        rest_on(r, r->rests[e], a->thread, a->data);
        rest_on(r, r->rests[e], a->thread, a->led);
        rest_on(r, r->rests[e], a->thread, a->rmw);
        rest_on_all(r, r->rests[e], a->thread, a->visit);
        for (uint32_t i = 0; i < event->source_count; i++)
            assert_implies(r, cm_form_and(&r->job->form, r->rests[e], event->sources[i].when),
                           r->rests[event->sources[i].write]);
    }
}

/* ---- loads that find the same again -------------------------------------------- */

static cm_lit same_value(cm_form *form, const cm_val *a, const cm_val *b)
{
    cm_lit same = CM_FALSE;
    for (uint32_t i = 0; i < a->count; i++)
        same = cm_form_or(form, same,
                          cm_form_and(form, a->choices[i].when, cm_val_is(b, a->choices[i].value)));
    return same;
}

/* The thread comes from one of its loads to the other, with nothing in between, and finds what it
 * found; and all of that is in the execution as it is in the run. */
static cm_lit found_again(const reach *r, int thread, int first, int second)
{
    cm_form *form = &r->job->form;
    const cm_graph *g = r->graph;
    const cm_access *done = g->memory.runs[thread].accesses;
    cm_lit again = cm_form_and(form, done[first].guard, done[second].guard);
    for (int i = first + 1; i < second; i++)
        again = cm_form_and(form, again, -done[i].path);
    for (uint32_t e = g->first_event[thread][first]; e < g->first_event[thread][first + 1]; e++)
        again = cm_form_and(form, again, r->rests[e]);
    for (uint32_t e = g->first_event[thread][second]; e < g->first_event[thread][second + 1]; e++)
        again = cm_form_and(form, again, r->rests[e]);
    return again == CM_FALSE
               ? CM_FALSE
               : cm_form_and(form, again, same_value(form, done[first].value, done[second].value));
}

static bool is_half(const cm_thread *thread, int step)
{
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].rmw == step)
            return true;
    return thread->steps[step].exclusive || !cm_step_is_single(thread, &thread->steps[step]);
}

/* Where the jump is one of the thread's: that does not happen twice. */
static void at_most_once(reach *r, int thread, cm_lit reached)
{
    cm_job *job = r->job;
    cm_form *form = &job->form;
    const cm_thread *t = &job->test->threads[thread];
    const cm_thread_run *run = &r->graph->memory.runs[thread];
    cm_lit any = CM_FALSE;
    bool *repeats = CM_NEW_ARRAY(job->arena, (size_t)t->step_count, bool);
    for (int i = 0; i < t->step_count; i++)
        repeats[i] = t->steps[i].kind == CM_STEP_LOAD && !t->steps[i].guard && !is_half(t, i) &&
                     !cm_expr_mentions(t->steps[i].addr, t->steps[i].dst) &&
                     cm_load_repeats(job, thread, i);
    for (int second = 0; second < run->access_count; second++)
        for (int first = 0; first < second && repeats[run->accesses[second].step - t->steps];
             first++) {
            if (run->accesses[first].step != run->accesses[second].step)
                continue;
            cm_lit again = found_again(r, thread, first, second);
            assert_implies(r, reached, -cm_form_and(form, any, again));
            any = cm_form_or(form, any, again);
        }
}

/* One of the jumps that go past the bound is taken, and what it rests on is known. */
static cm_lit any_reached(reach *r)
{
    cm_graph *g = r->graph;
    cm_lit any = CM_FALSE;
    /* May rounds in which a load finds the same go, all but one? */
    bool go = cm_model_monotone(r->job, r->job->model, false) &&
              (r->job->options.no_flags || cm_flags_monotone(r->job, r->job->model, false));
    for (int t = 0; t < r->job->test->thread_count; t++) {
        const cm_thread_run *run = &g->memory.runs[t];
        cm_lit reached = CM_FALSE;
        for (int i = 0; i < run->cut_count; i++) {
            const cm_cut *cut = &run->cuts[i];
            if (g->only_waits[t][cut->visit] || cm_attempts_has(&g->attempts, t, cut->jump))
                continue;
            cm_lit asked = cm_form_variable(&r->job->form);
            assert_implies(r, asked, cut->guard);
            rest_on(r, asked, t, cut->led);
            rest_on_all(r, asked, t, cut->visit);
            reached = cm_form_or(&r->job->form, reached, asked);
        }
        if (go && reached != CM_FALSE)
            at_most_once(r, t, reached);
        any = cm_form_or(&r->job->form, any, reached);
    }
    return any;
}

/* ---- accesses of one place that are coherent ---------------------------------- */

enum { MOST_MEMBERS = 80 }; /* of a group: conditions are as many as their triples */

/* Accesses of the same bytes, every two of which the model has in `coherent`, in the order of
 * their events. */
typedef struct group {
    uint32_t *events, count;
    cm_lit *held; /* by member: it is in the run as it was in the execution */
    cm_lit *co;   /* [a * count + b]: both are held, and writes in this order */
    cm_lit *fr;   /* the same of a read and a write */
} group;

static bool is_of(const cm_ev *e, const cm_ev *other)
{
    return (e->kind == 'R' || e->kind == 'W') && e->target_count == 1 && e->width == other->width &&
           e->targets[0].spot.location == other->targets[0].spot.location &&
           e->targets[0].spot.offset == other->targets[0].spot.offset;
}

/* The thread's barrier of that number, from 0; the graph's count: there is none. */
static uint32_t barrier_of(const cm_graph *g, int thread, int number)
{
    for (uint32_t e = g->init_count; e < g->count; e++)
        if (g->events[e].thread == thread && g->events[e].kind == 'B' && number-- == 0)
            return e;
    return g->count;
}

static int barriers_before(const cm_graph *g, uint32_t event)
{
    int count = 0;
    for (uint32_t e = g->init_count; e < event; e++)
        count += g->events[e].thread == g->events[event].thread && g->events[e].kind == 'B';
    return count;
}

/* Do the threads meet at their first barriers behind a and before b, and does the model say that a
 * is the earlier one then (loops/collective.h, 6)? */
static bool is_before(const reach *r, uint32_t a, uint32_t b)
{
    const cm_graph *g = r->graph;
    const cm_ev *one = &g->events[a], *other = &g->events[b];
    int barred = cm_model_find(r->job->model, "barred"), number = barriers_before(g, a);
    if (barred < 0 || one->thread == other->thread || number >= barriers_before(g, b) ||
        one->targets[0].address != other->targets[0].address)
        return false;
    uint32_t from = barrier_of(g, one->thread, number), to = barrier_of(g, other->thread, number);
    const cm_rel *must = &r->encoder->bounds[barred].must;
    return from < g->count && to < g->count &&
           cm_threads_share(r->job->test, one->thread, other->thread,
                            cm_barrier_scope(g->events[from].access->step)) &&
           cm_rel_has(must, a, from) && cm_rel_has(must, b, to);
}

/* Do both execute in some run, and does the model not have them in `coherent`, nor a barrier
 * between them? */
static bool disagree(const reach *r, const cm_rel *coherent, uint32_t a, uint32_t b)
{
    return a != b && r->graph->events[a].access && r->graph->events[b].access &&
           !(cm_rel_has(coherent, a, b) && cm_rel_has(coherent, b, a)) && !is_before(r, a, b) &&
           !is_before(r, b, a) && cm_graph_both(r->graph, a, b) != CM_FALSE;
}

static uint32_t disagreements(const reach *r, const cm_rel *coherent, const group *m, uint32_t of)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->count; i++)
        count += disagree(r, coherent, m->events[of], m->events[i]);
    return count;
}

/* Those of the place of an initial write, without those that are not coherent with most others. */
static group find_group(const reach *r, const cm_rel *coherent, uint32_t initial)
{
    const cm_graph *g = r->graph;
    group m = {.events = CM_NEW_ARRAY(r->job->arena, g->count, uint32_t)};
    m.events[m.count++] = initial;
    for (uint32_t e = g->init_count; e < g->count; e++)
        if (is_of(&g->events[e], &g->events[initial]))
            m.events[m.count++] = e;
    for (;;) {
        uint32_t worst = 0, most = 0;
        for (uint32_t i = 0; i < m.count; i++) {
            uint32_t count = disagreements(r, coherent, &m, i);
            if (count > most) {
                most = count;
                worst = i;
            }
        }
        if (most == 0)
            return m;
        m.count--;
        for (uint32_t i = worst; i < m.count; i++)
            m.events[i] = m.events[i + 1];
    }
}

static const cm_ev *member(const reach *r, const group *m, uint32_t i)
{
    return &r->graph->events[m->events[i]];
}

/* Is the member the read of the atomic instruction whose write the other one is? */
static bool is_read_of(const reach *r, const group *m, uint32_t read, uint32_t write)
{
    const cm_ev *a = member(r, m, read), *b = member(r, m, write);
    return a->kind == 'R' && b->kind == 'W' && b->access && a->thread == b->thread &&
           a->access->instance == b->access->instance && b->access->step->rmw >= 0 &&
           &r->job->test->threads[b->thread].steps[b->access->step->rmw] == a->access->step;
}

/* Does it happen in every execution, at this place: before a barrier to which its thread comes
 * before its first jump? */
static bool is_at_first(const reach *r, uint32_t event)
{
    const cm_graph *g = r->graph;
    const cm_ev *e = &g->events[event];
    uint64_t address;
    cm_spot spot;
    return e->access && e->exec == CM_TRUE &&
           barrier_of(g, e->thread, barriers_before(g, event)) < g->count &&
           cm_step_place(&g->memory, &r->job->test->threads[e->thread], e->access->step, &address,
                         &spot);
}

/* An atomic instruction that always writes does so where its read is one that the jump rests on. */
static void find_held(const reach *r, group *m)
{
    m->held = CM_NEW_ARRAY(r->job->arena, m->count, cm_lit);
    for (uint32_t i = 0; i < m->count; i++) {
        bool is_write = member(r, m, i)->kind == 'W';
        m->held[i] = is_write && is_at_first(r, m->events[i]) ? CM_TRUE : r->rests[m->events[i]];
    }
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t k = 0; k < m->count; k++)
            if (is_read_of(r, m, i, k) &&
                cm_rel_has(&r->encoder->implies, m->events[i], m->events[k]))
                m->held[k] = cm_form_or(&r->job->form, m->held[k], m->held[i]);
}

static void order_writes(const reach *r, group *m)
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
static void read_from(const reach *r, group *m, cm_lit *edges, uint32_t read)
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
static void keep_coherent(reach *r, group *m)
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
            if ((i < k && member(r, m, i)->thread == member(r, m, k)->thread) ||
                (member(r, m, i)->access && member(r, m, k)->access &&
                 is_before(r, m->events[i], m->events[k])))
                *edge = cm_form_or(form, *edge, cm_form_and(form, m->held[i], m->held[k]));
            for (uint32_t w = 0; w < n && is_read_of(r, m, i, k); w++)
                cm_graph_assert(r->graph, -cm_form_and(form, m->fr[i * n + w], m->co[w * n + k]));
        }
    cm_graph_assert(r->graph, -cm_closure_cycle(r->job, (uint32_t)n, edges));
}

static void keep_all_coherent(reach *r)
{
    int relation = cm_model_find(r->job->model, "coherent");
    for (uint32_t i = 0; relation >= 0 && i < r->graph->init_count; i++) {
        group m = find_group(r, &r->encoder->bounds[relation].must, i);
        if (m.count > 2 && m.count <= MOST_MEMBERS)
            keep_coherent(r, &m);
    }
}

/* ---- the question ------------------------------------------------------------- */

static bool is_out_of_reach(cm_job *job)
{
    reach r = {.job = job};
    bool always = is_founded(job->model, &r.ordered);
    if (job->options.plain || !is_plain(job->test) || !(always || may_be_founded(job->model)))
        return false;
    cm_form_renew(&job->form, job->arena);
    cm_graph *graph = CM_NEW(job->arena, cm_graph);
    cm_encoder *encoder = CM_NEW(job->arena, cm_encoder);
    bool counts = job->counts; /* counters hang on co, which is left open here */
    job->counts = false;
    cm_graph_build(job, graph);
    job->counts = counts;
    if (graph->memory.pruned)
        return false;
    uint32_t asserts = graph->asserts.count;
    cm_encoder_init(encoder, graph); /* for bounds: nothing is asked of free relations here */
    graph->asserts.count = asserts;
    if (!always && !is_founded_here(encoder))
        return false;
    r.graph = graph;
    r.encoder = encoder;
    find_rests(&r);
    cm_lit reached = any_reached(&r);
    keep_all_coherent(&r);
    cm_lit cycle = cm_flow_any_cycle(graph);
    cm_solver *solver = cm_solver_open(job);
    cm_graph_tell(graph, solver);
    cm_lit asked[] = {reached, -cycle};
    bool out = !cm_solver_is_sat(solver, cm_solver_check(solver, asked, 2));
    cm_solver_close(job->solver);
    return out;
}

/* Does some atomic instruction write what hangs on what it reads? Without one, each round may be as
 * the one before it, so that more rounds show nothing. */
static bool has_draws(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++) {
            const cm_step *steps = test->threads[t].steps, *s = &steps[i];
            int read = s->kind == CM_STEP_STORE && s->rmw >= 0 ? steps[s->rmw].dst : -1;
            if (read >= 0 && (cm_expr_mentions(s->value, read) || cm_expr_mentions(s->guard, read)))
                return true;
        }
    return false;
}

bool cm_bound_settle(cm_job *job, uint32_t events, void (*prepare)(void *), void *context)
{
    /* That a loop is followed without being asked to, and the events that there may be about then.
     */
    enum { MOST_ROUNDS = 6, MOST_EVENTS = 150 };
    unsigned given = job->options.unroll, *bound = &job->options.unroll;
    unsigned most = has_draws(job->test) ? MOST_ROUNDS : given + 1;
    bool out = is_out_of_reach(job);
    while (!out && *bound < most && events * (*bound + 1) <= MOST_EVENTS * given) {
        ++*bound;
        prepare(context);
        out = is_out_of_reach(job);
    }
    if (!out)
        *bound = given;
    prepare(context);
    return out;
}
