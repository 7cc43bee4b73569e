/* Base sets and relations of an execution. See bases.h. */
#include "execution/bases.h"

/* The world of what happened. */
typedef struct known {
    cm_world world; /* first: the functions get this */
    const cm_facts *f;
    cm_rel *out;
} known;

static const known *of(const cm_world *world)
{
    return (const known *)world;
}

static cm_lit both(cm_world *w, cm_lit x, cm_lit y)
{
    (void)w;
    return x == CM_TRUE ? y : CM_FALSE;
}

static cm_lit either(cm_world *w, cm_lit x, cm_lit y)
{
    (void)w;
    return x == CM_TRUE ? CM_TRUE : y;
}

static cm_lit happens(cm_world *w, uint32_t e)
{
    (void)w, (void)e;
    return CM_TRUE;
}

static const uint64_t *actions_of(const cm_action *a, cm_way way, bool pick)
{
    switch (way) {
    case CM_WAY_ADDR:
        return pick ? a->pick_addr : a->addr;
    case CM_WAY_DATA:
        return pick ? a->pick_data : a->data;
    case CM_WAY_CTRL:
        return pick ? a->pick_ctrl : a->ctrl;
    case CM_WAY_PAIR:
        return a->rmw;
    }
    return NULL;
}

/* On events before it. */
static void depends(cm_world *w, uint32_t e, cm_way way, bool pick, cm_world_visit *visit,
                    void *context)
{
    const cm_event *events = of(w)->f->events, *to = &events[e];
    const uint64_t *on = actions_of(to->action, way, pick);
    uint32_t words = on ? to->action->words : 0, word = 0;
    while (word < words && !on[word])
        word++;
    if (word == words)
        return;
    for (uint32_t a = e; a-- > w->init_count;)
        if (events[a].thread == to->thread && on[events[a].index / 64] >> events[a].index % 64 & 1)
            visit(context, a, CM_TRUE);
}

static cm_lit counts(cm_world *w, uint32_t e, unsigned kind)
{
    return of(w)->f->events[e].forgets & kind ? CM_FALSE : CM_TRUE;
}

static void sources(cm_world *w, uint32_t read, cm_world_visit *visit, void *context)
{
    for (uint32_t write = 0; write < w->count; write++)
        if (cm_rel_has(of(w)->f->rf, write, read))
            visit(context, write, CM_TRUE);
}

static cm_lit meets(cm_world *w, uint32_t a, uint32_t b)
{
    const cm_rel *which = of(w)->f->meets;
    return a == b || (which && cm_rel_has(which, a, b)) ? CM_TRUE : CM_FALSE;
}

static void relate(cm_world *w, uint32_t a, uint32_t b, cm_lit when)
{
    if (when == CM_TRUE)
        cm_rel_add(of(w)->out, a, b);
}

/* ---- the whole ------------------------------------------------------------- */

static cm_outline outline(const cm_event *e)
{
    cm_outline o = {.kind = e->kind,
                    .thread = e->thread,
                    .location = e->location,
                    .tags = e->tags,
                    .part = e->part,
                    .width = e->kind == 'R' || e->kind == 'W' ? e->width : 0};
    if (e->action) {
        o.step = e->action->step;
        o.instance = e->action->instance;
        o.access = e->index;
        o.whole = e->action->whole;
    }
    return o;
}

bool cm_base_of_tags(const cm_base *base, const cm_event *event)
{
    cm_outline o = outline(event);
    return cm_base_has(NULL, base, &o);
}

cm_facts cm_facts_of(cm_arena *arena, const cm_test *test, const cm_event *events, uint32_t count,
                     const cm_rel *rf, const cm_rel *meets)
{
    cm_outline *outlines = CM_NEW_ARRAY(arena, count, cm_outline);
    cm_target *all = CM_NEW_ARRAY(arena, count, cm_target);
    uint32_t init_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const cm_event *e = &events[i];
        outlines[i] = outline(e);
        all[i] = (cm_target){{e->location, e->offset}, e->address, CM_TRUE};
        init_count += e->thread < 0;
    }
    return (cm_facts){test, events, count, init_count, 0, rf, meets, arena, outlines, all};
}

void cm_base_relation(const cm_facts *f, const cm_base *base, cm_rel *out)
{
    known k = {.world = {.test = f->test,
                         .outlines = f->outlines,
                         .count = f->count,
                         .init_count = f->init_count,
                         .from = f->from,
                         .arena = f->arena,
                         .known = true,
                         .both = both,
                         .either = either,
                         .happens = happens,
                         .places = f->targets,
                         .depends = depends,
                         .counts = counts,
                         .sources = sources,
                         .meets = meets,
                         .relate = relate},
               .f = f,
               .out = out};
    cm_world_relate(&k.world, base);
}

void cm_base_set(const cm_facts *f, const cm_base *base, cm_set *out)
{
    if (base->pairs) {
        /* The ends of its pairs. */
        cm_rel pairs = cm_rel_new(f->arena, f->count);
        cm_base_relation(f, base, &pairs);
        for (uint32_t a = 0; a < f->count; a++)
            CM_EACH(cm_rel_row(&pairs, a), pairs.words, pairs.n, b)
            {
                cm_set_add(out, a);
                cm_set_add(out, b);
            }
        return;
    }
    for (uint32_t i = 0; i < f->count; i++)
        if (cm_base_has(f->test, base, &f->outlines[i]))
            cm_set_add(out, i);
}

cm_execution_graph cm_base_graph(const cm_facts *f, cm_arena *arena, const cm_model *m)
{
    cm_execution_graph graph = {.n = f->count};
    graph.sets = CM_NEW_ARRAY(arena, (size_t)m->base_count, cm_set);
    graph.rels = CM_NEW_ARRAY(arena, (size_t)m->base_count, cm_rel);
    for (int i = 0; i < m->base_count; i++) {
        graph.sets[i] = cm_set_new(arena, f->count);
        graph.rels[i] = cm_rel_new(arena, f->count);
        if (m->bases[i]->is_set)
            cm_base_set(f, m->bases[i], &graph.sets[i]);
        else
            cm_base_relation(f, m->bases[i], &graph.rels[i]);
    }
    return graph;
}
