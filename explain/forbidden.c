/* Candidates of a forbidden outcome by what they violate. See explain_parts.h. */
#include "explain/explain_parts.h"
#include "explain/turns.h"
#include "explain/unfold.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MINIMAL = 256, MOST_SUFFICIENT = 64 };

typedef struct family { /* sets of constraints, none inside another */
    bool **sets;
    int count, capacity;
    bool full; /* there are more than it takes */
} family;

typedef struct kind {
    cm_group group;
    const char *shape;
    unsigned cost;   /* what the group tells has this cost */
    int obviousness; /* likewise */
} kind;

typedef struct grouping {
    cm_explaining *e;
    family minimal; /* sets of violated axioms, over all candidates */
    kind *kinds;
    int count, capacity;
    cm_deriver **derivers; /* by number of events: each knows what the last of them cost */
    uint32_t deriver_capacity;
    bool definite; /* a class violates the same axioms, whatever else is chosen */
} grouping;

/* ---- sets of axioms ---------------------------------------------------------- */

static bool inside(const cm_explaining *e, const bool *a, const bool *b)
{
    for (int i = 0; i < e->axiom_count; i++)
        if (a[e->axioms[i]] && !b[e->axioms[i]])
            return false;
    return true;
}

static bool *new_set(const cm_explaining *e)
{
    return CM_NEW_ARRAY(e->arena, (size_t)e->model->constraint_count + 1, bool);
}

static bool *copy_set(const cm_explaining *e, const bool *set)
{
    bool *copy = new_set(e);
    memcpy(copy, set, (size_t)e->model->constraint_count + 1);
    return copy;
}

/* Keeps the family's sets minimal. */
static void add_minimal_set(const cm_explaining *e, family *f, const bool *set)
{
    int kept = 0;
    for (int i = 0; i < f->count; i++)
        if (inside(e, f->sets[i], set))
            return;
    for (int i = 0; i < f->count; i++)
        if (!inside(e, set, f->sets[i]))
            f->sets[kept++] = f->sets[i];
    f->count = kept;
    if (f->count == MOST_MINIMAL) {
        f->full = true;
        return;
    }
    CM_PUSH(e->arena, f->sets, f->count, f->capacity, copy_set(e, set));
}

/* All minimal sets that share something with every set of the family (Berge, "Hypergraphs"):
 * set by set, extending those that miss it. */
static void hitting_sets(const cm_explaining *e, const family *of, family *out)
{
    add_minimal_set(e, out, new_set(e));
    for (int k = 0; k < of->count; k++) {
        family next = {0};
        for (int i = 0; i < out->count; i++) {
            bool hit = false;
            for (int a = 0; a < e->axiom_count; a++)
                hit |= out->sets[i][e->axioms[a]] && of->sets[k][e->axioms[a]];
            if (hit)
                add_minimal_set(e, &next, out->sets[i]);
        }
        for (int i = 0; i < out->count; i++)
            for (int a = 0; a < e->axiom_count; a++) {
                if (!of->sets[k][e->axioms[a]])
                    continue;
                bool *more = copy_set(e, out->sets[i]);
                more[e->axioms[a]] = true;
                add_minimal_set(e, &next, more);
            }
        next.full |= out->full;
        *out = next;
    }
}

/* ---- the least that a class violates -------------------------------------------- */

/* From one candidate to one that violates as little as possible: no other violates less than
 * it. */
static cm_seen least(grouping *g, cm_seen seen, bool same_class)
{
    cm_explaining *e = g->e;
    for (int i = 0; i < e->axiom_count; i++) {
        if (!seen.violated[e->axioms[i]])
            continue;
        bool *demanded = new_set(e);
        for (int k = 0; k < e->axiom_count; k++)
            demanded[e->axioms[k]] = !seen.violated[e->axioms[k]];
        demanded[e->axioms[i]] = true;
        cm_wanted wanted = {.axioms = demanded, .same_class = same_class};
        if (cm_candidates_find(e->candidates, &wanted))
            seen = cm_explain_see(e, true);
    }
    return seen;
}

/* ---- groups ------------------------------------------------------------------------ */

static int compare_violations(const void *a, const void *b)
{
    const cm_violation *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return x->constraint - y->constraint;
}

/* In that arena. */
static cm_violation *violations_of(grouping *g, const cm_seen *seen, cm_arena *arena)
{
    cm_explaining *e = g->e;
    uint32_t n = seen->graph.n;
    cm_violation *all = CM_NEW_ARRAY(arena, (size_t)seen->violated_count + 1, cm_violation);
    if (n >= g->deriver_capacity) {
        g->derivers = cm_arena_grow(e->arena, g->derivers, g->deriver_capacity, (size_t)n + 16,
                                    sizeof(cm_deriver *));
        g->deriver_capacity = n + 16;
    }
    if (!g->derivers[n])
        g->derivers[n] = cm_deriver_new(e->arena, e->model, &seen->graph, seen->values, -1, NULL);
    cm_deriver_turn(g->derivers[n], arena, &seen->graph, seen->values);
    int count = 0;
    for (int i = 0; i < e->axiom_count; i++) {
        int c = e->axioms[i];
        if (!seen->violated[c])
            continue;
        cm_deriver *d = g->derivers[n];
        if (e->model->constraints[c].element_count > 0)
            d = cm_deriver_new(arena, e->model, &seen->graph, seen->values, c, NULL);
        if (!cm_why_violated(d, c, &all[count]) || !cm_why_checked(d, &all[count]))
            cm_explain_broken(e, c);
        count++;
    }
    if (count > 1)
        qsort(all, (size_t)count, sizeof *all, compare_violations);
    return all;
}

/* The axioms, and the names along the first one's cycle from the least of its rotations on. */
static const char *shape_of(const cm_explaining *e, const cm_seen *seen, const cm_violation *first,
                            cm_arena *arena)
{
    cm_text out = cm_text_new(arena);
    for (int i = 0; i < e->axiom_count; i++)
        if (seen->violated[e->axioms[i]])
            cm_text_append(&out, "%d ", e->axioms[i]);
    const char *best = NULL;
    for (int start = 0; start < (first->cycle ? first->count : 1); start++) {
        cm_text cycle = cm_text_new(arena);
        for (int i = 0; i < first->count; i++)
            cm_text_append(&cycle, " %s",
                           cm_explain_name(e->model, first->steps[(start + i) % first->count]));
        if (!best || strcmp(cycle.data, best) < 0)
            best = cycle.data;
    }
    cm_text_add(&out, best ? best : "");
    return out.data;
}

/* ---- how far the reader may have foreseen it -------------------------------------- */

typedef struct told_of {
    const cm_event *events;
    int location; /* of the accesses; -1: none yet */
    bool several; /* there are more, or threads meet at no location */
    bool misses;  /* a thread misses what another one wrote, of another value */
} told_of;

static bool is_access(const cm_event *e)
{
    return e->kind == 'R' || e->kind == 'W';
}

static void look_at_step(told_of *t, const cm_why *why)
{
    const cm_event *from = &t->events[why->from], *to = &t->events[why->to];
    bool external = to->thread >= 0 && from->thread != to->thread;
    t->several = t->several || (external && (!is_access(from) || !is_access(to)));
    for (int i = 0; i < 2; i++) {
        const cm_event *e = i == 0 ? from : to;
        t->several = t->several || (is_access(e) && t->location >= 0 && e->location != t->location);
        t->location = is_access(e) ? e->location : t->location;
    }
    t->misses = t->misses || (external && from->kind == 'R' && to->kind == 'W' &&
                              from->location == to->location && from->value != to->value);
    for (int i = 0; i < why->count; i++)
        look_at_step(t, why->parts[i]);
}

enum { MOST_OBVIOUSNESS = 4 };
/* What is violated lies between threads, one of which misses a write (0) or none (1), at one
 * location (2), or a thread does not see its own accesses in order (3), or its own writes are in
 * another order (4). */
static int obviousness(const cm_event *events, const cm_violation *v)
{
    told_of told = {.events = events, .location = -1};
    int thread = -1;
    bool writes = true, external = false;
    for (int i = 0; i < 2 * v->count; i++) {
        const cm_why *step = v->steps[i / 2];
        const cm_event *event = &events[i % 2 == 0 ? step->from : step->to];
        external = external || (thread >= 0 && event->thread >= 0 && event->thread != thread);
        thread = event->thread >= 0 ? event->thread : thread;
        writes &= event->kind == 'W';
        look_at_step(&told, step);
    }
    if (!external)
        return writes ? MOST_OBVIOUSNESS : 3;
    return !told.several ? 2 : !told.misses;
}

/* A candidate as one of a group. */
typedef struct sketch {
    grouping *g;
    const cm_seen *seen;
    const cm_event *events; /* NULL: only the verdict is told */
    const char *shape;
    unsigned cost;
    int obviousness;
    int index;     /* of the group; the count: a new one */
    bool tells;    /* the group is to tell this candidate in place of the one that it had */
    cm_group told; /* what it tells then, but for its classes */
} sketch;

/* By shape and cost, in memory that the next candidate takes. */
static void measure_candidate(void *argument)
{
    sketch *s = argument;
    grouping *g = s->g;
    const cm_violation *all = violations_of(g, s->seen, g->e->scratch);
    s->shape = shape_of(g->e, s->seen, &all[0], g->e->scratch);
    for (int i = 0; i < s->seen->violated_count; i++)
        s->cost += all[i].cost;
    s->obviousness = s->events ? obviousness(s->events, &all[0]) : 0;
    while (s->index < g->count && strcmp(g->kinds[s->index].shape, s->shape) != 0)
        s->index++;
}

static sketch sketch_of(grouping *g, const cm_seen *seen)
{
    cm_explaining *e = g->e;
    sketch s = {.g = g, .seen = seen};
    const cm_execution *x = seen->execution;
    if (!x && !e->options.verdict_only)
        x = cm_candidates_without_shows(e->candidates);
    s.events = e->options.verdict_only ? NULL : x->events;
    cm_arena_reset(e->scratch, e->options.check.memory_limit);
    if (!cm_arena_protect(e->scratch, measure_candidate, &s))
        cm_arena_escape(e->arena);
    bool is_new = s.index == g->count;
    if (is_new)
        s.shape = cm_arena_text(e->arena, s.shape, strlen(s.shape));
    const kind *k = is_new ? NULL : &g->kinds[s.index];
    s.tells = is_new || s.obviousness < k->obviousness ||
              (s.obviousness == k->obviousness && s.cost < k->cost);
    if (!s.tells)
        return s;
    /* Where only the verdict is told no picture is drawn of it. */
    s.told.execution = seen->execution           ? seen->execution
                       : e->options.verdict_only ? cm_candidates_without_shows(e->candidates)
                                                 : cm_candidates_execution(e->candidates);
    s.told.violations = violations_of(g, seen, e->arena);
    s.told.violation_count = seen->violated_count;
    return s;
}

/* The group's index. */
static int add_to_group(grouping *g, const sketch *s)
{
    if (s->index == g->count)
        CM_PUSH(g->e->arena, g->kinds, g->count, g->capacity, (kind){.shape = s->shape});
    kind *k = &g->kinds[s->index];
    if (s->tells) {
        size_t classes = k->group.classes;
        k->group = s->told;
        k->group.classes = classes;
        k->cost = s->cost;
        k->obviousness = s->obviousness;
    }
    return s->index;
}

/* ---- classes ------------------------------------------------------------------------- */

/* All least sets of axioms that candidates of the class violate, each with a group; the class
 * counts once in each. From the candidate found last on. */
static void look_closely(grouping *g)
{
    cm_explaining *e = g->e;
    family here = {0};
    bool *counted = NULL;
    int counted_capacity = 0;
    cm_seen seen = cm_explain_see(e, true);
    for (;;) {
        seen = least(g, seen, true);
        add_minimal_set(e, &here, seen.violated);
        add_minimal_set(e, &g->minimal, seen.violated);
        sketch s = sketch_of(g, &seen);
        int index = add_to_group(g, &s);
        if (index >= counted_capacity) {
            counted = cm_arena_grow(e->arena, counted, (size_t)counted_capacity, (size_t)index + 16,
                                    sizeof *counted);
            counted_capacity = index + 16;
        }
        g->kinds[index].group.classes += !counted[index];
        counted[index] = true;
        if (here.full)
            return;
        cm_wanted others = {
            .any = (const bool *const *)here.sets, .any_count = here.count, .same_class = true};
        if (!cm_candidates_find(e->candidates, &others))
            return;
        seen = cm_explain_see(e, true);
    }
}

/* Of most classes all candidates violate the same: one question shows it. */
static void look_at_class(grouping *g)
{
    cm_seen seen = cm_explain_see(g->e, false);
    sketch s = sketch_of(g, &seen);
    const bool *const violated[] = {seen.violated};
    cm_wanted less = {.any = violated, .any_count = 1, .same_class = true};
    if (!g->definite && cm_candidates_find(g->e->candidates, &less)) {
        look_closely(g);
        return;
    }
    add_minimal_set(g->e, &g->minimal, seen.violated);
    int index = add_to_group(g, &s);
    g->kinds[index].group.classes++;
}

static int compare_groups(const void *a, const void *b)
{
    const cm_group *x = &((const kind *)a)->group, *y = &((const kind *)b)->group;
    int more = ((const kind *)a)->obviousness - ((const kind *)b)->obviousness;
    if (more)
        return more;
    if (x->classes != y->classes)
        return x->classes > y->classes ? -1 : 1;
    return compare_violations(&x->violations[0], &y->violations[0]);
}

/* A class costs more than the square of its events: of large executions fewer are looked at. */
static size_t most_classes(const cm_explaining *e)
{
    enum { MOST = 500, LEAST = 100, LARGE = 64 };
    if (e->options.max_classes)
        return e->options.max_classes;
    double share = LARGE / (double)cm_candidates_values(e->candidates).graph.n;
    double most = share < 1 ? MOST * share * share * share : MOST;
    return most > LEAST ? (size_t)most : LEAST;
}

void cm_explain_classes(cm_explaining *e)
{
    cm_explanation *x = e->result;
    const cm_model *m = e->model;
    grouping g = {.e = e};
    cm_wanted any = {0};
    /* Does the model choose nothing but what makes a class? */
    int co = cm_model_find(m, "co");
    g.definite = m->free_count == (co >= 0 && m->nodes[co].op == CM_NODE_FREE);
    size_t most = 0;
    for (; cm_candidates_find(e->candidates, &any); x->classes++) {
        most = most ? most : most_classes(e);
        if (x->classes == most) {
            x->classes_cut = true;
            break;
        }
        cm_candidates_hold(e->candidates);
        look_at_class(&g);
        cm_candidates_exclude(e->candidates);
    }
    bool all = !x->bounded && (!x->classes_cut || !e->options.verdict_only);
    while (x->classes_cut && all && !g.minimal.full) { /* those of classes not looked at */
        cm_wanted others = {.any = (const bool *const *)g.minimal.sets,
                            .any_count = g.minimal.count};
        if (!cm_candidates_find(e->candidates, &others))
            break;
        cm_seen seen = least(&g, cm_explain_see(e, true), false);
        add_minimal_set(e, &g.minimal, seen.violated);
        sketch s = sketch_of(&g, &seen);
        add_to_group(&g, &s);
    }
    for (int i = 0; i < g.count; i++) {
        const cm_group *group = &g.kinds[i].group;
        g.kinds[i].obviousness = obviousness(group->execution->events, &group->violations[0]);
        if (cm_turns_at_one_location(e->arena, group->execution))
            g.kinds[i].obviousness += MOST_OBVIOUSNESS; /* nobody asked about those */
    }
    qsort(g.kinds, (size_t)g.count, sizeof *g.kinds, compare_groups);
    x->groups = CM_NEW_ARRAY(e->arena, (size_t)g.count, cm_group);
    while (x->group_count < g.count) {
        x->groups[x->group_count] = g.kinds[x->group_count].group;
        x->group_count++;
    }
    family sufficient = {0};
    hitting_sets(e, &g.minimal, &sufficient);
    x->sufficient = (const bool **)sufficient.sets;
    x->sufficient_count = sufficient.count < MOST_SUFFICIENT ? sufficient.count : MOST_SUFFICIENT;
    x->sufficient_count = x->bounded ? 0 : x->sufficient_count; /* past the bound others decide */
    x->sufficient_known =
        all && !g.minimal.full && !sufficient.full && sufficient.count <= MOST_SUFFICIENT;
}
