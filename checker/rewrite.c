/* See rewrite.h. */
#include "checker/rewrite.h"

#include "checker/attempts.h"

static bool accesses_in(const cm_ev *e, cm_spot spot, unsigned width)
{
    for (uint32_t i = 0; i < e->target_count; i++)
        if (e->targets[i].spot.location == spot.location &&
            e->targets[i].spot.offset < spot.offset + width &&
            spot.offset < e->targets[i].spot.offset + e->width)
            return true;
    return false;
}

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

/* Do several accesses of the thread happen as one? */
static bool is_joined(const cm_encoder *e, const cm_ev *ev)
{
    const cm_thread *t = &e->job->test->threads[ev->thread];
    const cm_step *s = ev->access->step;
    return s->joined || (s + 1 < t->steps + t->step_count && s[1].joined);
}

/* Is the other access such that the model lets the instruction go? */
static bool let_go(const cm_encoder *e, int relation, uint32_t read, uint32_t other)
{
    const cm_ev *r = &e->graph->events[read], *o = &e->graph->events[other];
    const cm_target *target = &r->targets[0];
    if (!o->access || !accesses_in(o, target->spot, r->width))
        return true;
    if (is_joined(e, o) || !accesses_just(o, target, r->width))
        return false;
    if (o->access->instance == r->access->instance && o->thread == r->thread)
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

bool cm_loops_hold(const cm_encoder *encoder)
{
    cm_job *job = encoder->job;
    bool rewrites = rewrites_hold(encoder), attempts = cm_attempts_hold(encoder);
    bool collectives = cm_collectives_hold(encoder);
    job->keep_rewrites |= !rewrites;
    job->keep_attempts |= !attempts;
    job->keep_collectives |= !collectives;
    return rewrites && attempts && collectives;
}
