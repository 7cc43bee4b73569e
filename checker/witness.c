/* Executions from solutions. See witness.h. */
#include "checker/witness.h"

#include "model/eval.h"

typedef struct reader {
    cm_encoder *e;
    cm_graph *g;
    cm_solver *solver;
    uint32_t *events; /* executed ones */
    uint32_t count;
} reader;

static reader make_reader(cm_encoder *encoder, cm_solver *solver)
{
    reader r = {.e = encoder, .g = encoder->graph, .solver = solver};
    r.events = CM_NEW_ARRAY(encoder->job->arena, r.g->count, uint32_t);
    for (uint32_t i = 0; i < r.g->count; i++)
        if (cm_solver_value(solver, r.g->events[i].exec))
            r.events[r.count++] = i;
    return r;
}

static uint64_t value_of(const reader *r, const cm_val *value)
{
    for (uint32_t i = 0; value && i < value->count; i++)
        if (cm_solver_value(r->solver, value->choices[i].when))
            return value->choices[i].value;
    return 0;
}

static uint64_t address_of(const reader *r, const cm_ev *e)
{
    for (uint32_t i = 0; i < e->target_count; i++)
        if (cm_solver_value(r->solver, e->targets[i].when))
            return e->targets[i].address;
    return 0;
}

/* Does the pair of a bound hold in the solution? */
static bool pair_holds(const reader *r, const cm_bound *bound, uint32_t a, uint32_t b)
{
    if (cm_rel_has(&bound->must, a, b))
        return true;
    if (!cm_rel_has(&bound->may, a, b))
        return false;
    return cm_solver_value(r->solver, bound->lits[(size_t)a * r->g->count + b]);
}

static cm_rel read_relation(const reader *r, const cm_bound *bound)
{
    cm_rel result = cm_rel_new(r->e->job->arena, r->count);
    for (uint32_t a = 0; a < r->count; a++)
        for (uint32_t b = 0; b < r->count; b++)
            if (pair_holds(r, bound, r->events[a], r->events[b]))
                cm_rel_add(&result, a, b);
    return result;
}

static cm_set read_set(const reader *r, const cm_bound *bound)
{
    cm_set result = cm_set_new(r->e->job->arena, r->count);
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t e = r->events[i];
        if (cm_set_has(&bound->must_set, e) ||
            (cm_set_has(&bound->may_set, e) && cm_solver_value(r->solver, bound->lits[e])))
            cm_set_add(&result, i);
    }
    return result;
}

/* The concrete base sets, relations and orders of the solution. */
static cm_execution_graph concrete(const reader *r)
{
    const cm_model *m = r->e->model;
    cm_arena *arena = r->e->job->arena;
    cm_execution_graph graph = {.n = r->count};
    graph.sets = CM_NEW_ARRAY(arena, (size_t)m->base_count, cm_set);
    graph.rels = CM_NEW_ARRAY(arena, (size_t)m->base_count, cm_rel);
    graph.frees = CM_NEW_ARRAY(arena, (size_t)m->free_count, cm_rel);
    for (int i = 0; i < m->node_count; i++) {
        const cm_node *node = &m->nodes[i];
        if (node->op == CM_NODE_FREE)
            graph.frees[node->index] = read_relation(r, &r->e->bounds[i]);
        else if (node->op == CM_NODE_BASE && node->is_set)
            graph.sets[node->index] = read_set(r, &r->e->bounds[i]);
        else if (node->op == CM_NODE_BASE)
            graph.rels[node->index] = read_relation(r, &r->e->bounds[i]);
    }
    return graph;
}

const char *cm_witness_verify(cm_encoder *encoder, cm_solver *solver)
{
    reader r = make_reader(encoder, solver);
    cm_arena *arena = encoder->job->arena;
    cm_execution_graph graph = concrete(&r);
    cm_value *values = cm_eval(arena, encoder->model, &graph);
    int violated = -1;
    if (cm_eval_consistent(arena, encoder->model, &graph, values, &violated))
        return NULL;
    return violated < 0 ? "an order" : encoder->model->constraints[violated].name;
}

/* ---- for people ------------------------------------------------------ */

static cm_event describe(const reader *r, uint32_t index, int label)
{
    const cm_ev *e = &r->g->events[index];
    cm_event event = {.kind = e->kind,
                      .thread = e->thread,
                      .instruction = e->access ? e->access->step->instruction : -1,
                      .label = label,
                      .width = (uint8_t)e->width,
                      .tags = e->access ? e->access->step->tags : NULL};
    if (e->width > 0) {
        event.address = address_of(r, e);
        event.value = value_of(r, e->value);
    }
    return event;
}

static cm_rel base_relation(const reader *r, cm_base_kind kind, const char *name)
{
    cm_base base = {.name = name, .kind = kind};
    cm_bound bound = cm_bound_base(r->g, &base);
    return read_relation(r, &bound);
}

static void describe_shows(const reader *r, cm_execution *x)
{
    const cm_model *m = r->e->model;
    cm_arena *arena = r->e->job->arena;
    if (m->show_count == 0)
        return;
    cm_execution_graph graph = concrete(r);
    cm_value *values = cm_eval(arena, m, &graph);
    x->shows = CM_NEW_ARRAY(arena, (size_t)m->show_count, cm_named_rel);
    x->show_count = m->show_count;
    for (int i = 0; i < m->show_count; i++)
        x->shows[i] = (cm_named_rel){.name = m->shows[i].name,
                                     .rel = values[m->shows[i].node].rel,
                                     .set = values[m->shows[i].node].set,
                                     .is_set = m->nodes[m->shows[i].node].is_set};
}

cm_execution *cm_witness(cm_encoder *encoder, cm_solver *solver)
{
    reader r = make_reader(encoder, solver);
    cm_arena *arena = encoder->job->arena;
    cm_execution *x = CM_NEW(arena, cm_execution);
    x->events = CM_NEW_ARRAY(arena, r.count, cm_event);
    x->event_count = r.count;
    for (uint32_t i = 0; i < r.count; i++)
        x->events[i] = describe(&r, r.events[i], (int)i);
    x->po = base_relation(&r, CM_BASE_PO, "po");
    x->rf = base_relation(&r, CM_BASE_RF, "rf");
    int co = cm_model_find(encoder->model, "co");
    if (co >= 0) {
        cm_execution_graph graph = concrete(&r);
        x->co = cm_eval(arena, encoder->model, &graph)[co].rel;
    } else {
        x->co = cm_rel_new(arena, r.count);
    }
    describe_shows(&r, x);
    return x;
}
