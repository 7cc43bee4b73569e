/* Can the loop bound be reached at all? See reach.h. */
#include "checker/reach_parts.h"

#include "checker/flow.h"
#include "checker/loops/monotone.h"
#include "checker/loops/shape.h"
#include "checker/solver/cycle.h"
#include "checker/solver/solver.h"
#include "litmus/isa/lanes.h"

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

/* A barrier of all threads that have not ended, which waits for nothing else: no run stays there.
 */
static bool is_passed(const cm_test *test, const cm_step *s)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++) {
            const cm_step *other = &test->threads[t].steps[i];
            if (other->kind == CM_STEP_BARRIER &&
                (other->value->op != CM_OP_CONST || other->value->imm != s->value->imm))
                return false;
        }
    return !s->guard && !s->quorum && !s->arrives && !s->clustered && !s->least &&
           !cm_step_is_of_lanes(s);
}

/* Nothing waits for others but in loops, and at barriers that they all come to or end; and all that
 * happens is of the threads' own. */
static bool is_plain(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++) {
            const cm_step *s = &test->threads[t].steps[i];
            if ((s->kind == CM_STEP_BARRIER && !is_passed(test, s) && !is_alone(test, t, s)) ||
                s->kind == CM_STEP_NOTE || s->forms || s->async.role != CM_ASYNC_NONE)
                return false;
        }
    return true;
}

/* ---- what a jump rests on ---------------------------------------------------- */

static void assert_implies(cm_reaching *r, cm_lit a, cm_lit b)
{
    cm_graph_assert(r->graph, cm_form_or(&r->job->form, -a, b));
}

/* Where it holds, the jump rests on these reads of the thread. */
static void rest_on(cm_reaching *r, cm_lit when, int thread, const cm_deps *deps)
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
static void rest_on_all(cm_reaching *r, cm_lit when, int thread, int visit)
{
    const cm_graph *g = r->graph;
    const cm_thread_run *run = &g->memory.runs[thread];
    for (int i = 0; r->ordered && i < run->access_count; i++)
        for (uint32_t e = g->first_event[thread][i];
             e < g->first_event[thread][i + 1] && run->accesses[i].visit < visit; e++)
            assert_implies(r, cm_form_and(&r->job->form, when, g->events[e].exec), r->rests[e]);
}

/* What an event that the jump rests on comes of, the jump rests on, too. */
static void find_rests(cm_reaching *r)
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

cm_lit cm_reach_passes(const cm_reaching *r, uint32_t event)
{
    const cm_graph *g = r->graph;
    cm_form *form = &r->job->form;
    const cm_ev *e = &g->events[event];
    cm_lit any = r->asked[e->thread];
    for (uint32_t k = event + 1; k < g->count && g->events[k].thread == e->thread; k++)
        any = cm_form_or(form, any, cm_form_and(form, r->rests[k], g->events[k].exec));
    return cm_form_and(form, e->exec, any);
}

/* The thread ends, unless it may come to a barrier yet: no way leads back to where none can be
 * reached. */
static bool ends_or_arrives(cm_job *job, const cm_thread *t)
{
    bool *before = CM_NEW_ARRAY(job->arena, (size_t)t->step_count + 1, bool), any = false;
    for (bool grew = true; grew;) {
        grew = false;
        for (int i = t->step_count; i-- > 0;) {
            const cm_step *s = &t->steps[i];
            bool jumps = s->kind == CM_STEP_BRANCH, goes_on = !jumps || s->value || s->guard;
            bool now = s->kind == CM_STEP_BARRIER || (goes_on && before[i + 1]) ||
                       (jumps && !s->addr && before[s->target]);
            grew |= now && !before[i];
            before[i] |= now;
        }
    }
    for (int i = 0; i < t->step_count; i++) {
        const cm_step *s = &t->steps[i];
        any |= s->kind == CM_STEP_BARRIER;
        if (s->kind == CM_STEP_BRANCH && (s->addr || (s->target <= i && !before[s->target])))
            return false;
    }
    return any;
}

/* What the event that is behind the barrier rests on, or the jump: the others come there, or end
 * without. */
static void rest_on_meeting(cm_reaching *r, uint32_t barrier)
{
    cm_graph *g = r->graph;
    cm_form *form = &r->job->form;
    const cm_access *own = g->events[barrier].access;
    for (int t = 0; own->turn && t < r->job->test->thread_count; t++) {
        const cm_thread_run *run = &g->memory.runs[t];
        cm_lit ended = r->rests[barrier];
        bool known = ends_or_arrives(r->job, &r->job->test->threads[t]);
        if (t == own->thread ||
            !cm_threads_share(r->job->test, t, own->thread, cm_barrier_scope(own->step)))
            continue;
        for (int i = 0; i < run->access_count && known; i++)
            known = run->accesses[i].step->kind != CM_STEP_BARRIER || run->accesses[i].turn;
        for (int i = 0; i < run->access_count && known; i++) {
            const cm_access *a = &run->accesses[i];
            if (a->step->kind != CM_STEP_BARRIER || a->turn != own->turn)
                continue;
            cm_lit comes = cm_form_and(form, r->rests[barrier], a->guard);
            ended = cm_form_and(form, ended, -a->guard);
            assert_implies(r, comes, r->rests[g->first_event[t][i]]);
        }
        for (int i = 0; i < run->cut_count && known; i++)
            assert_implies(r, ended, -run->cuts[i].guard);
        if (known)
            rest_on(r, ended, t, run->final_led);
    }
}

/* Whatever is behind a barrier rests on it. */
static void rest_on_meetings(cm_reaching *r)
{
    cm_graph *g = r->graph;
    for (uint32_t b = g->init_count; b < g->count; b++) {
        const cm_ev *e = &g->events[b];
        if (e->kind != 'B')
            continue;
        assert_implies(r, cm_reach_passes(r, b), r->rests[b]);
        rest_on_meeting(r, b);
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
static cm_lit found_again(const cm_reaching *r, int thread, int first, int second)
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
static void at_most_once(cm_reaching *r, int thread, cm_lit reached)
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
static cm_lit any_reached(cm_reaching *r)
{
    cm_graph *g = r->graph;
    cm_lit any = CM_FALSE;
    /* May rounds in which a load finds the same go, all but one? */
    bool go = cm_model_monotone(r->job, r->job->model, false) &&
              (r->job->options.no_flags || cm_flags_monotone(r->job, r->job->model, false));
    r->asked = CM_NEW_ARRAY(r->job->arena, (size_t)r->job->test->thread_count, cm_lit);
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
        r->asked[t] = reached;
        if (go && reached != CM_FALSE)
            at_most_once(r, t, reached);
        any = cm_form_or(&r->job->form, any, reached);
    }
    return any;
}

/* ---- the question ------------------------------------------------------------- */

static bool is_out_of_reach(cm_job *job)
{
    cm_reaching r = {.job = job};
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
    uint32_t asserts = graph->asserts_of_threads; /* nobody waits at a barrier in a run */
    cm_encoder_init(encoder, graph); /* for bounds: nothing is asked of free relations here */
    graph->asserts.count = asserts;
    if (!always && !is_founded_here(encoder))
        return false;
    r.graph = graph;
    r.encoder = encoder;
    find_rests(&r);
    cm_lit reached = any_reached(&r);
    rest_on_meetings(&r);
    cm_reach_keep_coherent(&r);
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
    enum { MOST_ROUNDS = 8, MOST_EVENTS = 320 };
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
