/* See loops_hold.h. */
#include "checker/loops_hold.h"

#include "base/clock.h"
#include "checker/threads/counter.h"
#include "litmus/isa/lanes.h"

/* Does the event reach some of these bytes? */
static bool accesses_in(const cm_ev *e, cm_spot spot, unsigned width)
{
    for (uint32_t i = 0; i < e->target_count; i++)
        if (cm_spots_overlap(e->targets[i].spot, e->width, spot, width))
            return true;
    return false;
}

/* ---- rounds that write back what they read ---------------------------- */

/* Does the event reach the target's bytes only as a whole access of just these
 * bytes, under the same address? */
static bool accesses_just(const cm_ev *e, const cm_target *target, unsigned width)
{
    if (e->width != width || e->access->step->width != width)
        return false;
    for (uint32_t i = 0; i < e->target_count; i++)
        if (e->targets[i].spot.location == target->spot.location &&
            e->targets[i].address != target->address)
            return false;
    return true;
}

/* Is the other one what the same instruction wrote in an earlier round of the loop? Rounds go
 * from the first one on, and of a loop in no other one all rounds but the last go. */
static bool goes_before(const cm_encoder *e, uint32_t read, uint32_t other)
{
    const cm_ev *r = &e->graph->events[read], *o = &e->graph->events[other];
    const cm_test *test = e->job->test;
    const cm_step *steps = test->threads[r->thread].steps;
    return o->thread == r->thread && other < read && o->kind == 'W' &&
           o->access->step->rmw == (int)(r->access->step - steps) &&
           cm_loop_is_only(test, r->thread, o->access->step->rmw);
}

/* Is the other access such that the model lets the instruction go? */
static bool let_go(const cm_encoder *e, int relation, uint32_t read, uint32_t other)
{
    const cm_ev *r = &e->graph->events[read], *o = &e->graph->events[other];
    const cm_target *target = &r->targets[0];
    if (!o->access || !accesses_in(o, target->spot, r->width) ||
        cm_graph_both(e->graph, read, other) == CM_FALSE)
        return true;
    if (cm_step_is_joined(&e->job->test->threads[o->thread], o->access->step) ||
        !accesses_just(o, target, r->width))
        return false;
    if (o->access->instance == r->access->instance && o->thread == r->thread)
        return true;
    if (goes_before(e, read, other))
        return true;
    if (o->thread == r->thread &&
        (o->access->step->exclusive || o->access->step->rmw == CM_RMW_EXCLUSIVE))
        return false;
    return cm_rel_has(&e->bounds[relation].must, read, other);
}

/* Does the instruction write whenever it reads? */
static bool always_writes(const cm_encoder *e, uint32_t read)
{
    const cm_ev *r = &e->graph->events[read];
    for (uint32_t k = 0; k < e->graph->count; k++) {
        const cm_ev *w = &e->graph->events[k];
        if (w->kind == 'W' && w->thread == r->thread &&
            w->access->instance == r->access->instance && cm_rel_has(&e->implies, read, k))
            return true;
    }
    return false;
}

static bool read_lets_go(const cm_encoder *e, int relation, uint32_t read)
{
    if (e->graph->events[read].target_count != 1 || !always_writes(e, read))
        return false;
    for (uint32_t other = 0; other < e->graph->count; other++)
        if (!let_go(e, relation, read, other))
            return false;
    return true;
}

static bool rewrites_hold(const cm_encoder *e)
{
    const cm_rewrites *rewrites = &e->graph->memory.rewrites;
    int relation = cm_model_find(e->model, "rewrite");
    if (rewrites->count > 0 && relation < 0)
        return false;
    for (int i = 0; i < rewrites->count; i++) {
        const cm_rewrite *w = &rewrites->items[i];
        const cm_thread *t = &e->job->test->threads[w->thread];
        const cm_step *read = &t->steps[t->steps[w->store].rmw];
        for (uint32_t k = 0; k < e->graph->count; k++) {
            const cm_ev *ev = &e->graph->events[k];
            if (ev->access && ev->thread == w->thread && ev->access->step == read &&
                !read_lets_go(e, relation, k))
                return false;
        }
    }
    return true;
}

/* ---- rounds that are counted -------------------------------------------- */

static bool is_tried(const cm_ev *e, const cm_attempt *a)
{
    return accesses_in(e, a->spot, a->width);
}

static bool is_in_loop(const cm_ev *e, const cm_loop *l)
{
    const cm_step *steps = cm_loop_thread(l)->steps;
    return e->thread == l->thread && e->access->step >= &steps[l->head] &&
           e->access->step <= &steps[l->end];
}

/* An access that the argument is about: a write of any thread, or a load of the loop. */
static bool takes_part(const cm_ev *e, const cm_attempt *a)
{
    return e->access && (e->kind == 'W' || (e->kind == 'R' && is_in_loop(e, &a->loop))) &&
           is_tried(e, a);
}

/* All accesses are of the whole location, and the model orders those of the argument. */
static bool attempt_holds(const cm_encoder *e, int relation, const cm_attempt *a)
{
    const cm_ev *events = e->graph->events;
    for (uint32_t i = 0; i < e->graph->count; i++)
        if (is_tried(&events[i], a) && events[i].width != a->width)
            return false;
    for (uint32_t i = 0; i < e->graph->count; i++)
        for (uint32_t k = 0; k < e->graph->count && takes_part(&events[i], a); k++)
            if (i != k && takes_part(&events[k], a) &&
                !cm_rel_has(&e->bounds[relation].must, i, k) &&
                cm_graph_both(e->graph, i, k) != CM_FALSE)
                return false;
    return true;
}

bool cm_loops_counted(const cm_encoder *e)
{
    const cm_attempts *attempts = &e->graph->attempts;
    int relation = cm_model_find(e->model, "coherent");
    for (int i = 0; i < attempts->count; i++)
        if (!attempt_holds(e, relation, &attempts->items[i]))
            return false;
    return true;
}

/* ---- rounds of several threads ------------------------------------------- */

/* Is the access, wherever it happens, related with the barrier? */
static bool is_barred(const cm_encoder *e, int relation, const cm_member *m, int step, int barrier)
{
    const cm_step *steps = cm_loop_thread(&m->loop)->steps;
    bool any = false;
    for (uint32_t i = 0; i < e->graph->count; i++) {
        const cm_ev *a = &e->graph->events[i];
        if (a->thread != m->loop.thread || a->access->step != &steps[step])
            continue;
        for (uint32_t k = 0; k < e->graph->count; k++) {
            const cm_ev *b = &e->graph->events[k];
            if (b->thread != m->loop.thread || b->access->step != &steps[m->barriers[barrier]])
                continue;
            if (!cm_rel_has(&e->bounds[relation].must, i, k))
                return false;
            any = true;
        }
    }
    return any;
}

static bool crossing_holds(const cm_encoder *e, int relation, const cm_collective *c,
                           const cm_crossing *x)
{
    for (int barrier = x->from - 1; barrier < x->to; barrier++)
        if (is_barred(e, relation, &c->members[x->member], x->step, barrier) &&
            is_barred(e, relation, &c->members[x->other], x->other_step, barrier))
            return true;
    return false;
}

static bool collectives_hold(const cm_encoder *e)
{
    const cm_collectives *all = &e->graph->collectives;
    int relation = cm_model_find(e->model, "barred");
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->items[i].crossing_count; k++)
            if (!crossing_holds(e, relation, &all->items[i], &all->items[i].crossings[k]))
                return false;
    return true;
}

/* ---- what lanes hand to each other ------------------------------------------ */

static bool is_given(const cm_graph *g)
{
    for (uint32_t e = 0; e < g->count; e++)
        if (g->events[e].access && g->events[e].access->giver)
            return true;
    return false;
}

/* Does the model relate every word of a lane with all barriers at which its thread hands over? */
static bool lanes_hold(const cm_encoder *e)
{
    const cm_graph *g = e->graph;
    int relation = cm_model_find(e->model, "barred");
    if (!is_given(g))
        return true;
    for (uint32_t i = 0; i < g->count; i++) {
        const cm_ev *a = &g->events[i];
        if (!a->access || a->kind == 'B' || !cm_step_is_of_lanes(a->access->step))
            continue;
        for (uint32_t k = 0; k < g->count; k++)
            if (g->events[k].kind == 'B' && g->events[k].thread == a->thread &&
                cm_step_is_of_lanes(g->events[k].access->step) &&
                (relation < 0 || !cm_rel_has(&e->bounds[relation].must, i, k)))
                return false;
    }
    return true;
}

/* ---- what barriers of the CTA hand on --------------------------------------- */

/* Has the model a constraint `irreflexive (... | via | ...);T`, where T surely relates a and b? */
static bool leads_back(const cm_encoder *e, int via, uint32_t a, uint32_t b)
{
    for (int i = 0; i < e->model->constraint_count; i++) {
        const cm_constraint *c = &e->model->constraints[i];
        const cm_node *n = &e->model->nodes[c->node];
        if (c->kind == CM_IRREFLEXIVE && !c->is_flag && !c->negated && c->element_count == 0 &&
            n->op == CM_NODE_SEQ && cm_node_unites(e->model, n->a, via) &&
            cm_rel_has(&e->bounds[n->b].must, a, b))
            return true;
    }
    return false;
}

/* Does the model leave the read nothing of the write, since it is later, or before the one that was
 * found in each order of which fr = rf^-1;order is made? */
static bool is_not_found(const cm_encoder *e, uint32_t read, uint32_t found, uint32_t write)
{
    int rf = cm_model_base(e->model, CM_BASE_RF);
    if (rf >= 0 && leads_back(e, rf, read, write))
        return true;
    for (int i = 0; i < e->model->node_count; i++) {
        const cm_node *n = &e->model->nodes[i];
        if (n->op != CM_NODE_SEQ || n->is_set || e->model->nodes[n->a].op != CM_NODE_INVERSE ||
            e->model->nodes[n->a].a != rf || e->model->nodes[n->b].op != CM_NODE_FREE)
            continue;
        if (cm_rel_has(&e->given[e->model->nodes[n->b].index].always, write, found) &&
            leads_back(e, i, found, read))
            return true;
    }
    return false;
}

/* Does the model itself say of each load that it finds its giver? What it says may rest on other
 * such loads, but only on those before. */
static bool handed_hold(const cm_encoder *e)
{
    const cm_graph *g = e->graph;
    for (uint32_t r = 0; r < g->count; r++) {
        const cm_ev *read = &g->events[r];
        if (read->kind != 'R' || !read->access->giver || !read->access->handed)
            continue;
        for (uint32_t w = 0; w < g->count; w++) {
            const cm_ev *write = &g->events[w];
            if (write->kind == 'W' && accesses_in(write, read->targets[0].spot, read->width) &&
                w != read->sources[0].write && !is_not_found(e, r, read->sources[0].write, w))
                return false;
        }
    }
    return true;
}

/* ---- all of them --------------------------------------------------------- */

static bool all_hold(const cm_encoder *encoder)
{
    cm_job *job = encoder->job;
    bool rewrites = rewrites_hold(encoder), attempts = cm_loops_counted(encoder);
    bool collectives = collectives_hold(encoder);
    job->keep_rewrites |= !rewrites;
    job->keep_attempts |= !attempts;
    job->keep_collectives |= !collectives;
    return rewrites && attempts && collectives;
}

static void build(cm_job *job, cm_graph *graph, cm_encoder *encoder)
{
    double start = cm_clock_seconds();
    cm_graph_build(job, graph);
    double unrolled = cm_clock_seconds();
    cm_encoder_init(encoder, graph);
    job->statistics.unroll_seconds += unrolled - start;
    job->statistics.bounds_seconds += cm_clock_seconds() - unrolled;
}

void cm_loops_build(cm_job *job, cm_graph *graph, cm_encoder *encoder, bool judged)
{
    build(job, graph, encoder);
    if (!handed_hold(encoder)) {
        job->keep_handed = true;
        build(job, graph, encoder);
    }
    if (!lanes_hold(encoder)) {
        job->keep_lanes = true;
        build(job, graph, encoder);
    }
    if (judged)
        return;
    if (graph->memory.rewrites.count > 0 && job->failed_rounds == 0) {
        /* what the model says of a round and the next one is seen where both are */
        job->failed_rounds = 1;
        build(job, graph, encoder);
        job->failed_rounds = 0;
        job->keep_rewrites |= !rewrites_hold(encoder);
        build(job, graph, encoder);
    }
    if (!all_hold(encoder))
        build(job, graph, encoder);
}

unsigned cm_loops_most_rounds(const cm_graph *graph)
{
    unsigned most = graph->job->options.unroll;
    for (int i = 0; i < graph->attempts.count; i++)
        if (graph->attempts.items[i].most > most)
            most = graph->attempts.items[i].most;
    return most;
}

bool cm_loops_failed(const cm_job *job)
{
    return job->keep_rewrites || job->keep_attempts || job->keep_collectives;
}

bool cm_loops_fit_together(const cm_graph *graph)
{
    const cm_memory *memory = &graph->memory;
    const cm_job *job = memory->job;
    bool narrowed = !memory->settled && !job->wide_values;
    for (int i = 0; memory->counters && i < job->test->location_count; i++)
        if (memory->counters[i].used)
            return false;
    return graph->waits && !cm_loops_failed(job) && !narrowed && graph->collectives.count == 0;
}
