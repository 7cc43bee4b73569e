/* Facts that an execution lacks, put in and tried: the model is evaluated. See lacks.h. */
#include "explain/lacks.h"
#include "litmus/isa/weaken.h"

#include <string.h>

const cm_tag_choice **cm_nearing_choices(const cm_nearing *g, char kind)
{
    const char *letter = kind ? strchr(CM_NEARING_KIND_LETTERS, kind) : NULL;
    return letter ? g->choices[letter - CM_NEARING_KIND_LETTERS] : NULL;
}

/* The event has the tag in place of those of its group. */
static void put_tag(const cm_nearing *g, cm_execution_graph *graph, uint32_t event, const char *tag)
{
    const cm_model *m = g->e->model;
    char kind = cm_nearing_kind(g, event);
    const cm_tag_choice *choice = cm_tag_choice_of(tag, kind),
                        **others = cm_nearing_choices(g, kind);
    for (int i = 0; choice && others && i < m->base_count; i++)
        if (m->bases[i]->is_set && others[i] && strcmp(others[i]->group, choice->group) == 0)
            cm_set_remove(&graph->sets[i], event);
    int index = cm_nearing_base(m, tag);
    if (index >= 0)
        cm_set_add(&graph->sets[index], event);
}

static void put_tags(const cm_nearing *g, cm_execution_graph *graph, uint32_t event,
                     const cm_fact *fact)
{
    for (int i = 0; i < fact->tag_count; i++)
        put_tag(g, graph, event, fact->tags[i]);
}

/* The read by a fence (PTX) has no value: it is in no rf, so that whatever it reads the axiom fails
 * by what it orders. */
static void put_ghost(const cm_nearing *g, cm_execution_graph *graph, uint32_t ghost,
                      const cm_fact *fact)
{
    const cm_model *m = g->e->model;
    for (int i = 0; i < m->base_count; i++) {
        const char *kinds = m->bases[i]->events;
        if (kinds && strchr(kinds, g->ghosts[ghost]))
            cm_set_add(&graph->sets[i], ghost);
    }
    if (g->ghosts[ghost] == 'R') {
        put_tag(g, graph, ghost, "WEAK");
        put_tag(g, graph, ghost, "GEN");
    }
    put_tags(g, graph, ghost, fact);
}

static void put_fact(const cm_nearing *g, cm_execution_graph *graph, const cm_fact *fact)
{
    if (fact->kind == CM_FACT_DEPENDENCY) {
        int base = cm_nearing_base(g->e->model, fact->tags[0]);
        cm_rel_add(&graph->rels[base], fact->event, fact->next);
    } else if (fact->kind == CM_FACT_TAG) {
        put_tags(g, graph, fact->event, fact);
    } else {
        for (uint32_t i = g->x->event_count; i < g->n; i++)
            if (g->after[i] == fact->event && g->object[i] == fact->object)
                put_ghost(g, graph, i, fact);
    }
}

static cm_execution_graph copy_graph(const cm_nearing *g)
{
    const cm_model *m = g->e->model;
    cm_arena *arena = g->e->arena;
    cm_execution_graph copy = g->graph;
    copy.sets = CM_NEW_ARRAY(arena, (size_t)m->base_count, cm_set);
    copy.rels = CM_NEW_ARRAY(arena, (size_t)m->base_count, cm_rel);
    for (int i = 0; i < m->base_count; i++)
        if (m->bases[i]->is_set) {
            copy.sets[i] = cm_set_new(arena, g->n);
            cm_set_copy(&copy.sets[i], &g->graph.sets[i]);
        } else {
            copy.rels[i] = cm_rel_new(arena, g->n);
            cm_rel_copy(&copy.rels[i], &g->graph.rels[i]);
        }
    return copy;
}

void cm_nearing_begin_trials(cm_nearing *g)
{
    const cm_model *m = g->e->model;
    g->trials = cm_evaluator_new(g->e->arena, m, g->n);
    for (int i = 0; i < m->free_count; i++)
        cm_evaluator_free(g->trials, i, &g->graph.frees[i]);
    for (int k = 0; k < CM_NEARING_KINDS; k++) {
        g->choices[k] = CM_NEW_ARRAY(g->e->arena, (size_t)m->base_count, const cm_tag_choice *);
        for (int i = 0; i < m->base_count; i++)
            g->choices[k][i] = cm_tag_choice_of(m->bases[i]->name, CM_NEARING_KIND_LETTERS[k]);
    }
}

/* The order of writes (co) is the execution's. */
static bool relates_writes(const cm_nearing *g, int index)
{
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t k = 0; k < g->n; k++)
            if (cm_rel_has(&g->graph.frees[index], i, k) && cm_nearing_kind(g, i) == 'W')
                return true;
    return false;
}

/* Events that an order which the model chooses may relate. More than `most`: too many. */
static int chosen_among(const cm_nearing *g, int index, uint32_t *events, int most)
{
    const cm_free *free = &g->e->model->frees[index];
    if (free->generator == CM_LINEARISATIONS)
        return 0;
    const cm_rel *bound = &cm_evaluator_value(g->trials, free->relation)->rel;
    int count = 0;
    for (uint32_t i = 0; i < g->n && count <= most; i++) {
        bool within = false;
        for (uint32_t k = 0; k < g->n && !within; k++)
            within = k != i && (cm_rel_has(bound, i, k) || cm_rel_has(bound, k, i));
        if (within)
            events[count++] = i;
    }
    return count;
}

/* The choice with that number: of each two of the events neither, or one of them, is first. */
static cm_rel choice_of_orders(const cm_nearing *g, const uint32_t *events, int count, int number)
{
    cm_rel made = cm_rel_new(g->e->arena, g->n);
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++, number /= 3)
            if (number % 3 > 0)
                cm_rel_add(&made, events[number % 3 == 1 ? i : k], events[number % 3 == 1 ? k : i]);
    return made;
}

/* Might the model have chosen otherwise, and allow it then? Of few events all choices are tried. */
static bool chooses_otherwise(const cm_nearing *g)
{
    enum { MOST = 3 };
    static const int choices[MOST + 1] = {1, 1, 3, 27}; /* by count */
    const cm_model *m = g->e->model;
    bool allowed = false;
    for (int f = 0; f < m->free_count && !allowed; f++) {
        uint32_t events[MOST + 1];
        int count = relates_writes(g, f) ? MOST + 1 : chosen_among(g, f, events, MOST);
        for (int n = 0; count <= MOST && n < choices[count] && !allowed; n++) {
            cm_rel chosen = choice_of_orders(g, events, count, n);
            cm_evaluator_free(g->trials, f, &chosen);
            allowed = cm_evaluator_consistent(g->trials, g->e->arena, NULL);
        }
        cm_evaluator_free(g->trials, f, &g->graph.frees[f]);
    }
    return allowed;
}

bool cm_nearing_suffice(const cm_nearing *g, const cm_fact *facts, int count, int constraint)
{
    const cm_model *m = g->e->model;
    cm_execution_graph graph = copy_graph(g);
    for (int i = 0; i < count; i++)
        put_fact(g, &graph, &facts[i]);
    for (int i = 0; i < m->base_count; i++)
        if (m->bases[i]->is_set)
            cm_evaluator_base_set(g->trials, i, &graph.sets[i]);
        else
            cm_evaluator_base_rel(g->trials, i, &graph.rels[i]);
    return !cm_evaluator_holds(g->trials, g->e->arena, constraint) && !chooses_otherwise(g);
}
