/* Base sets and relations over the events of a test: their literals. What each one relates:
 * model/relations.h. */
#include "checker/encode.h"

#include "checker/barrier.h"
#include "checker/forms.h"
#include "checker/threads/deps.h"

/* A base being built. */
typedef struct builder {
    cm_world world; /* first: the functions get this */
    cm_graph *g;
    cm_form *form;
    uint32_t n;
    cm_bound bound;
    cm_lit *pairs; /* n * n conditions, of pairs that need not hold; NULL: none */
} builder;

static builder *of(cm_world *world)
{
    return (builder *)world;
}

static const cm_ev *event(const builder *b, uint32_t i)
{
    return &b->g->events[i];
}

/* ---- the world of literals ------------------------------------------------- */

static cm_lit both(cm_world *w, cm_lit x, cm_lit y)
{
    return cm_form_and(of(w)->form, x, y);
}

static cm_lit either(cm_world *w, cm_lit x, cm_lit y)
{
    return cm_form_or(of(w)->form, x, y);
}

static cm_lit happens(cm_world *w, uint32_t e)
{
    return event(of(w), e)->exec;
}

static uint32_t targets(cm_world *w, uint32_t e, const cm_target **found)
{
    *found = event(of(w), e)->targets;
    return event(of(w), e)->target_count;
}

static const cm_deps *deps_of(const cm_access *a, cm_way way)
{
    switch (way) {
    case CM_WAY_ADDR:
        return a->addr;
    case CM_WAY_DATA:
        return a->data;
    case CM_WAY_CTRL:
        return a->ctrl;
    case CM_WAY_PAIR:
        return a->rmw;
    }
    return NULL;
}

/* On every part of what its access depends on. */
static void depends(cm_world *w, uint32_t e, cm_way way, bool pick, cm_world_visit *visit,
                    void *context)
{
    const cm_access *a = event(of(w), e)->access;
    const cm_deps *deps = deps_of(a, way);
    const uint32_t *first = of(w)->g->first_event[a->thread];
    for (uint32_t i = 0; deps && i < deps->count; i++) {
        const cm_dep *d = &deps->items[i];
        if (d->pick != pick && way != CM_WAY_PAIR)
            continue;
        for (uint32_t r = first[d->access]; r < first[d->access + 1]; r++)
            visit(context, r, d->when);
    }
}

static cm_lit counts(cm_world *w, uint32_t e, unsigned kind)
{
    return cm_forms_depends(of(w)->g, event(of(w), e)->access->step, kind);
}

static void sources(cm_world *w, uint32_t read, cm_world_visit *visit, void *context)
{
    const cm_ev *e = event(of(w), read);
    for (uint32_t i = 0; i < e->source_count; i++)
        visit(context, e->sources[i].write, e->sources[i].when);
}

static cm_lit meets(cm_world *w, uint32_t x, uint32_t y)
{
    return cm_barrier_meet(of(w)->g, x, y);
}

static void relate(cm_world *w, uint32_t x, uint32_t y, cm_lit when)
{
    builder *b = of(w);
    cm_lit executed = when == CM_FALSE ? CM_FALSE : cm_graph_both(b->g, x, y);
    when = cm_form_and(b->form, when, executed);
    if (when == CM_FALSE)
        return;
    bool known = cm_rel_has(&b->bound.may, x, y);
    cm_rel_add(&b->bound.may, x, y);
    if (when != executed && !b->pairs)
        b->pairs = CM_NEW_ARRAY(b->form->arena, (size_t)b->n * b->n, cm_lit);
    if (when != executed) {
        cm_lit *lit = &b->pairs[(size_t)x * b->n + y];
        when = *lit = known && *lit ? cm_form_or(b->form, *lit, when) : when;
    }
    if (when == executed)
        cm_rel_add(&b->bound.must, x, y);
}

static cm_outline outline(const cm_graph *g, const cm_ev *e)
{
    cm_outline o = {.kind = e->kind, .thread = e->thread, .part = e->part, .width = e->width};
    const cm_access *access = e->access;
    if (!access) {
        o.location = e->targets[0].spot.location;
        return o;
    }
    o.step = access->step;
    o.tags = access->step->tags;
    o.instance = access->instance;
    o.whole = (uint32_t)access->whole;
    o.access = (uint32_t)(access - g->memory.runs[e->thread].accesses);
    return o;
}

const cm_outline *cm_graph_outlines(cm_graph *g)
{
    if (g->outlines)
        return g->outlines;
    g->outlines = CM_NEW_ARRAY(g->job->arena, g->count, cm_outline);
    for (uint32_t i = 0; i < g->count; i++)
        g->outlines[i] = outline(g, &g->events[i]);
    return g->outlines;
}

/* ---- bounds ------------------------------------------------------------------ */

static void put_member(builder *b, uint32_t i, cm_lit when)
{
    cm_lit executed = event(b, i)->exec;
    when = cm_form_and(b->form, executed, when);
    b->bound.lits[i] = when;
    if (when != CM_FALSE)
        cm_set_add(&b->bound.may_set, i);
    if (when == executed)
        cm_set_add(&b->bound.must_set, i);
}

static cm_lit bound_pair(const builder *b, uint32_t x, uint32_t y)
{
    if (cm_rel_has(&b->bound.must, x, y))
        return cm_graph_both(b->g, x, y);
    return cm_rel_has(&b->bound.may, x, y) ? b->pairs[(size_t)x * b->n + y] : CM_FALSE;
}

cm_bound cm_bound_base(cm_graph *g, const cm_base *base)
{
    cm_arena *arena = g->job->arena;
    builder b = {.world = {.test = g->job->test,
                           .outlines = cm_graph_outlines(g),
                           .count = g->count,
                           .init_count = g->init_count,
                           .arena = arena,
                           .both = both,
                           .either = either,
                           .happens = happens,
                           .targets = targets,
                           .depends = depends,
                           .counts = counts,
                           .sources = sources,
                           .meets = meets,
                           .relate = relate},
                 .g = g,
                 .form = &g->job->form,
                 .n = g->count};
    if (base->pairs) {
        b.bound.may = cm_rel_new(arena, b.n);
        b.bound.must = cm_rel_new(arena, b.n);
        cm_world_relate(&b.world, base);
        b.bound.lits = b.pairs;
    }
    if (base->is_set) {
        b.bound.may_set = cm_set_new(arena, b.n);
        b.bound.must_set = cm_set_new(arena, b.n);
        b.bound.lits = CM_NEW_ARRAY(arena, b.n, cm_lit);
        if (base->pairs) {
            /* The ends of the relation's pairs. */
            for (uint32_t i = 0; i < b.n; i++) {
                cm_lit any = CM_FALSE;
                for (uint32_t k = 0; k < b.n; k++)
                    any =
                        cm_form_or(b.form, any,
                                   cm_form_or(b.form, bound_pair(&b, i, k), bound_pair(&b, k, i)));
                put_member(&b, i, any);
            }
        } else {
            /* The solver may choose the tags of an event. */
            const cm_test *test = b.g->job->test;
            bool chosen = base->kind == CM_BASE_TAG && test->form_places > 0;
            for (uint32_t i = 0; i < b.n; i++) {
                const cm_access *access = event(&b, i)->access;
                if (chosen && access)
                    put_member(&b, i, cm_forms_tagged(b.g, access->step, base->name));
                else if (cm_base_has(test, base, &b.world.outlines[i]))
                    put_member(&b, i, CM_TRUE);
            }
        }
    }
    return b.bound;
}
