/* The execution with what might be in it: between any two instructions of a thread there may be a
 * fence (a ghost: no fence yet, in no set), and before a copy of a tensor one that acquires its
 * map. Facts that it lacks are put in and tried: the model is evaluated. See missing.h. */
#include "explain/missing.h"

#include "litmus/isa/isa.h"
#include "litmus/isa/strength.h"
#include "litmus/isa/weaken.h"

#include <string.h>

enum { MOST_EVENTS = 256 };

/* ---- the larger execution -------------------------------------------------------- */

uint32_t cm_nearing_neighbour(const cm_nearing *g, uint32_t event)
{
    return event < g->x->event_count ? event : g->after[event];
}

/* Is there a ghost between this event and the next? The last of its instruction, with one
 * after it in its thread. */
static bool gap_after(const cm_execution *x, uint32_t i)
{
    const cm_event *a = &x->events[i];
    if (i + 1 == x->event_count || a->thread < 0)
        return false;
    const cm_event *b = &x->events[i + 1];
    return a->thread == b->thread && a->action->instance != b->action->instance;
}

static void add_ghost(cm_nearing *g, char kind, uint32_t after, uint32_t object, uint32_t alike)
{
    g->after[g->n] = after;
    g->object[g->n] = object;
    g->alike[g->n] = alike;
    g->ghosts[g->n++] = kind;
}

static bool reads_map(const cm_event *e)
{
    return e->kind == 'R' && e->action && e->action->step->proxy == CM_TENSORMAP;
}

/* fence.proxy.tensormap::generic.acquire is for the map that it names (PTX ISA 9.4, 9.7.15.4), and
 * is events with the addresses of its words: they have their place before the instruction that
 * reads the words. */
static void place_read(cm_nearing *g, uint32_t event)
{
    const cm_event *events = g->x->events;
    uint32_t first = event, object = event;
    while (first > 0 && events[first - 1].thread == events[event].thread &&
           events[first - 1].action->instance == events[event].action->instance) {
        first--;
        if (reads_map(&events[first]) && events[first].location == events[event].location)
            object = first;
    }
    if (first > 0 && gap_after(g->x, first - 1))
        add_ghost(g, 'R', first - 1, object, event);
}

/* At most one of each kind for an event. */
static void place_ghosts(cm_nearing *g)
{
    uint32_t count = g->x->event_count;
    size_t most = (size_t)count * 3;
    g->after = CM_NEW_ARRAY(g->e->arena, most, uint32_t);
    g->object = CM_NEW_ARRAY(g->e->arena, most, uint32_t);
    g->alike = CM_NEW_ARRAY(g->e->arena, most, uint32_t);
    g->ghosts = CM_NEW_ARRAY(g->e->arena, most, char);
    g->n = count;
    for (uint32_t i = 0; i < count; i++)
        if (gap_after(g->x, i))
            add_ghost(g, 'F', i, i, i);
    for (uint32_t i = 0; i < count; i++)
        if (reads_map(&g->x->events[i]))
            place_read(g, i);
}

/* The acquire of a wait, say, is an event of a fence, too, and its instruction is none: it could
 * not be left out. */
static bool may_be_another(const cm_nearing *g, uint32_t event)
{
    const cm_event *e = &g->x->events[event];
    if (e->kind != 'F' || e->thread < 0)
        return false;
    const cm_thread *thread = &g->x->test->threads[e->thread];
    cm_strengths forms = cm_strengths_of(g->e->arena, thread->arch,
                                         &thread->instructions[e->action->step->instruction]);
    for (int i = 0; forms.self >= 0 && i < forms.count; i++)
        if (!forms.items[i].text[0])
            return true;
    return false;
}

static bool is_async(const cm_nearing *g, uint32_t event)
{
    const cm_action *action = event < g->x->event_count ? g->x->events[event].action : NULL;
    return action && cm_step_is_async(action->step);
}

/* Ghosts are in program order, or that of issue, between the events they stand between. */
static bool ordered_with_ghosts(const cm_nearing *g, const cm_base *base, uint32_t a, uint32_t b)
{
    uint32_t count = g->x->event_count;
    if (is_async(g, a) || is_async(g, b) != (base->kind == CM_BASE_ISSUE))
        return false;
    uint32_t last = a < count ? a : g->after[a], first = b < count ? b : g->after[b] + 1;
    if (g->x->events[last].thread != g->x->events[first].thread)
        return false;
    /* A fence without a name comes before those with one, so that they acquire what it
     * releases. */
    if (a >= count && b >= count && g->after[a] == g->after[b])
        return g->ghosts[a] == 'F' && g->ghosts[b] == 'R';
    return last < first;
}

/* Fences go the generic way. */
static bool is_generic(const cm_nearing *g, uint32_t event)
{
    if (g->ghosts[event])
        return g->ghosts[event] == 'R';
    const cm_event *e = &g->x->events[event];
    return (e->kind == 'R' || e->kind == 'W') &&
           (!e->action || e->action->step->proxy == CM_GENERIC);
}

static bool would_hold(const cm_nearing *g, const cm_base *base, const cm_rel *old, uint32_t a,
                       uint32_t b)
{
    uint32_t near_a = cm_nearing_neighbour(g, a), near_b = cm_nearing_neighbour(g, b);
    if (!g->ghosts[a] && !g->ghosts[b])
        return cm_rel_has(old, a, b);
    switch (base->ghosts) {
    case CM_GHOSTS_NONE:
        return false;
    case CM_GHOSTS_SELF:
        return a == b;
    case CM_GHOSTS_INSTANCE:
        /* or both are words of what one fence names */
        return a == b || (g->ghosts[a] == 'R' && g->ghosts[b] == 'R' &&
                          g->after[a] == g->after[b] && g->object[a] == g->object[b]);
    case CM_GHOSTS_ORDER:
        return ordered_with_ghosts(g, base, a, b);
    case CM_GHOSTS_BYTES:
        return g->ghosts[a] != 'F' && g->ghosts[b] != 'F' &&
               cm_rel_has(old, g->ghosts[a] ? g->alike[a] : a, g->ghosts[b] ? g->alike[b] : b);
    case CM_GHOSTS_PROXY:
        return is_generic(g, a) && is_generic(g, b);
    case CM_GHOSTS_NEIGHBOURS:
        return cm_rel_has(old, near_a, near_b);
    case CM_GHOSTS_BOUNDARY:
        return cm_base_of_boundary(g->x->test, g->x->events[near_a].thread,
                                   g->x->events[near_b].thread, NULL);
    }
    return false;
}

static cm_rel enlarge(const cm_nearing *g, const cm_base *base, const cm_rel *old)
{
    cm_rel made = cm_rel_new(g->e->arena, g->n);
    for (uint32_t a = 0; a < g->n; a++)
        for (uint32_t b = 0; b < g->n; b++)
            if (would_hold(g, base, old, a, b))
                cm_rel_add(&made, a, b);
    return made;
}

static cm_set enlarge_set(const cm_nearing *g, const cm_base *base, const cm_set *old)
{
    cm_set made = cm_set_new(g->e->arena, g->n);
    for (uint32_t a = 0; a < g->n; a++)
        if ((!g->ghosts[a] || base->kind == CM_BASE_THREADS) &&
            cm_set_has(old, cm_nearing_neighbour(g, a)))
            cm_set_add(&made, a);
    return made;
}

static void enlarge_graph(cm_nearing *g)
{
    const cm_model *m = g->e->model;
    cm_arena *arena = g->e->arena;
    cm_execution_graph old = cm_execution_values(arena, g->x);
    static const cm_base chosen = {.ghosts = CM_GHOSTS_NONE};
    g->graph = (cm_execution_graph){.n = g->n};
    g->graph.sets = CM_NEW_ARRAY(arena, (size_t)m->base_count, cm_set);
    g->graph.rels = CM_NEW_ARRAY(arena, (size_t)m->base_count, cm_rel);
    g->graph.frees = CM_NEW_ARRAY(arena, (size_t)m->free_count, cm_rel);
    for (int i = 0; i < m->base_count; i++)
        if (m->bases[i]->is_set)
            g->graph.sets[i] = enlarge_set(g, m->bases[i], &old.sets[i]);
        else
            g->graph.rels[i] = enlarge(g, m->bases[i], &old.rels[i]);
    for (int i = 0; i < m->free_count; i++)
        g->graph.frees[i] = enlarge(g, &chosen, &old.frees[i]);
}

/* ---- what may be missing ------------------------------------------------------------ */

static void find_dependencies(cm_nearing *g)
{
    const cm_execution *x = g->x;
    g->dependencies = cm_rel_new(g->e->arena, g->n);
    g->data = cm_rel_new(g->e->arena, g->n);
    for (uint32_t a = 0; a < x->event_count; a++)
        for (uint32_t b = 0; b < x->event_count; b++)
            if (x->events[a].kind == 'R' && cm_rel_has(&x->po, a, b) &&
                (x->events[b].kind == 'R' || x->events[b].kind == 'W') &&
                x->events[a].action->instance != x->events[b].action->instance) {
                cm_rel_add(&g->dependencies, a, b);
                if (x->events[b].kind == 'W')
                    cm_rel_add(&g->data, a, b);
            }
}

int cm_nearing_base(const cm_model *m, const char *name)
{
    for (int i = 0; i < m->base_count; i++)
        if (strcmp(m->bases[i]->name, name) == 0)
            return i;
    return -1;
}

bool cm_nearing_knows_tag(const cm_nearing *g, uint32_t event, const char *tag)
{
    int index = cm_nearing_base(g->e->model, tag);
    int thread = g->x->events[cm_nearing_neighbour(g, event)].thread;
    return index >= 0 && thread >= 0 &&
           (g->e->model->bases[index]->on & CM_ARCH_BIT(g->e->test->threads[thread].arch));
}

const cm_tag_choice *cm_nearing_choices(const cm_nearing *g, uint32_t event)
{
    static const cm_tag_choice none = {0}; /* of initial writes */
    int thread = g->x->events[cm_nearing_neighbour(g, event)].thread;
    return thread < 0 ? &none
                      : cm_isa_for(g->e->test->threads[thread].arch)->family->table->choices;
}

const cm_tag_choice *cm_nearing_choice(const cm_nearing *g, uint32_t event, const char *tag,
                                       char kind)
{
    int thread = g->x->events[cm_nearing_neighbour(g, event)].thread;
    return thread < 0 ? NULL : cm_tag_choice_of(g->e->test->threads[thread].arch, tag, kind);
}

char cm_nearing_kind(const cm_nearing *g, uint32_t event)
{
    return g->ghosts[event] == 'R' ? 'f' : g->ghosts[event] ? 'F' : g->x->events[event].kind;
}

int cm_nearing_may_have(const void *context, uint32_t event, const char *tag)
{
    const cm_nearing *g = context;
    const cm_event *e = g->ghosts[event] ? NULL : &g->x->events[event];
    char kind = cm_nearing_kind(g, event);
    const cm_tag_choice *choice = cm_nearing_choice(g, event, tag, kind);
    if (!choice || !cm_nearing_knows_tag(g, event, tag) ||
        (kind == 'F' && !g->fences[event] && strcmp(choice->group, "scope") != 0))
        return -1;
    /* Some are for steps with another tag. */
    if (choice->of[0] && !(e && e->action &&
                           (cm_step_has_tag(e->action->step, choice->of[0]) ||
                            cm_step_has_tag(e->action->step, choice->of[1]))))
        return -1;
    /* What is there already, and would be lost, is as strong. */
    for (const char *const *had = e ? e->tags : NULL; had && *had; had++) {
        const cm_tag_choice *own = cm_nearing_choice(g, event, *had, e->kind);
        if (own && strcmp(own->group, choice->group) == 0 && own->rank >= choice->rank)
            return -1;
    }
    return choice->rank;
}

/* ---- facts put in, and tried --------------------------------------------------------- */

/* The event has the tag in place of those of its group. */
static void put_tag(const cm_nearing *g, cm_execution_graph *graph, uint32_t event, const char *tag)
{
    const cm_model *m = g->e->model;
    char kind = cm_nearing_kind(g, event);
    const cm_tag_choice *choice = cm_nearing_choice(g, event, tag, kind),
                        *other = cm_nearing_choices(g, event);
    for (; choice && other->tag; other++) {
        int base = cm_nearing_base(m, other->tag);
        if (base >= 0 && strchr(other->kinds, kind) && strcmp(other->group, choice->group) == 0)
            cm_set_remove(&graph->sets[base], event);
    }
    int index = cm_nearing_base(m, tag);
    if (index >= 0)
        cm_set_add(&graph->sets[index], event);
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
    for (int i = 0; i < fact->tag_count; i++)
        put_tag(g, graph, ghost, fact->tags[i]);
}

static void put_fact(const cm_nearing *g, cm_execution_graph *graph, const cm_fact *fact)
{
    if (fact->kind == CM_FACT_DEPENDENCY) {
        int base = cm_nearing_base(g->e->model, fact->tags[0]);
        cm_rel_add(&graph->rels[base], fact->event, fact->next);
    } else if (fact->kind == CM_FACT_TAG) {
        for (int i = 0; i < fact->tag_count; i++)
            put_tag(g, graph, fact->event, fact->tags[i]);
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
    bool holds = cm_evaluator_holds(g->trials, g->e->arena, constraint);
    if (m->constraints[constraint].is_flag)
        return !holds || !cm_evaluator_consistent(g->trials, g->e->arena, NULL);
    return !holds && !chooses_otherwise(g);
}

/* ---- the whole ---------------------------------------------------------------------- */

bool cm_nearing_enlarge(cm_nearing *g)
{
    place_ghosts(g);
    if (g->n > MOST_EVENTS)
        return false;
    g->fences = CM_NEW_ARRAY(g->e->arena, (size_t)g->n, bool);
    for (uint32_t i = 0; i < g->n; i++)
        g->fences[i] = g->ghosts[i] ? g->ghosts[i] == 'F' : may_be_another(g, i);
    enlarge_graph(g);
    find_dependencies(g);
    g->missing = (cm_missing){.ghosts = g->ghosts,
                              .dependencies = &g->dependencies,
                              .data = &g->data,
                              .may_have = cm_nearing_may_have,
                              .context = g};
    /* Once the execution is enlarged, before anything is tried. */
    const cm_model *m = g->e->model;
    g->trials = cm_evaluator_new(g->e->arena, m, g->n, g->flags);
    for (int i = 0; i < m->free_count; i++)
        cm_evaluator_free(g->trials, i, &g->graph.frees[i]);
    return true;
}
