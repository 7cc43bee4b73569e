/* Candidates of a forbidden outcome by what they violate. See parts.h. */
#include "explain/parts.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MINIMAL = 256, MOST_SUFFICIENT = 64 };

typedef struct family { /* sets of constraints, none inside another */
    bool **sets;
    int count, capacity;
    bool full; /* there are more than it takes */
} family;

typedef struct grouping {
    cm_explaining *e;
    family minimal; /* sets of violated axioms, over all candidates */
    const char **shapes;
    cm_group *groups;
    unsigned *costs;
    int count, capacity, shape_capacity, cost_capacity;
    cm_deriver **derivers; /* by number of events */
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

static bool *copy_set(const cm_explaining *e, const bool *set)
{
    size_t count = (size_t)e->model->constraint_count + 1;
    return cm_arena_grow(e->arena, set, count, count, sizeof *set);
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
    CM_RESERVE(e->arena, f->sets, f->count, f->capacity);
    f->sets[f->count++] = copy_set(e, set);
}

/* All minimal sets that share something with every set of the family (Berge, "Hypergraphs"):
 * set by set, extending those that miss it. */
static void hitting_sets(const cm_explaining *e, const family *of, family *out)
{
    bool *none = CM_NEW_ARRAY(e->arena, (size_t)e->model->constraint_count + 1, bool);
    add_minimal_set(e, out, none);
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
    bool *kept = CM_NEW_ARRAY(e->arena, (size_t)e->model->constraint_count + 1, bool);
    for (int i = 0; i < e->axiom_count; i++) {
        int axiom = e->axioms[i];
        if (!seen.violated[axiom] || kept[axiom])
            continue;
        bool *demanded = CM_NEW_ARRAY(e->arena, (size_t)e->model->constraint_count + 1, bool);
        for (int k = 0; k < e->axiom_count; k++)
            demanded[e->axioms[k]] = !seen.violated[e->axioms[k]];
        demanded[axiom] = true;
        cm_wanted wanted = {.axioms = demanded, .same_class = same_class};
        if (cm_candidates_find(e->candidates, &wanted))
            seen = cm_explain_see(e);
        else
            kept[axiom] = true;
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

/* The deriver for executions of so many events, which knows what the last of them cost. */
static cm_deriver *deriver_of(grouping *g, const cm_seen *seen)
{
    cm_explaining *e = g->e;
    uint32_t n = seen->graph.n;
    if (n >= g->deriver_capacity) {
        g->derivers =
            cm_arena_grow(e->arena, g->derivers, g->deriver_capacity, n + 16, sizeof *g->derivers);
        g->deriver_capacity = n + 16;
    }
    if (!g->derivers[n])
        g->derivers[n] = cm_deriver_new(e->arena, e->model, &seen->graph, seen->values, -1, NULL);
    return g->derivers[n];
}

/* In that arena. */
static cm_violation *violations_of(grouping *g, const cm_seen *seen, cm_arena *arena)
{
    cm_explaining *e = g->e;
    cm_violation *all = CM_NEW_ARRAY(arena, (size_t)seen->violated_count + 1, cm_violation);
    cm_deriver *common = deriver_of(g, seen);
    cm_deriver_turn(common, arena, &seen->graph, seen->values);
    int count = 0;
    for (int i = 0; i < e->axiom_count; i++) {
        int c = e->axioms[i];
        if (!seen->violated[c])
            continue;
        cm_deriver *d = common;
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

static const char *step_name(const cm_explaining *e, const cm_why *why)
{
    const cm_node *node = &e->model->nodes[why->node];
    if (why->name)
        return why->name->name;
    return node->op == CM_NODE_BASE ? e->model->bases[node->index]->name : "?";
}

/* The axioms, and the names along the first one's cycle from the least of its rotations on. */
static const char *shape_of(const cm_explaining *e, const cm_seen *seen, const cm_violation *first,
                            cm_arena *arena)
{
    cm_text out;
    cm_text_init(&out, arena);
    for (int i = 0; i < e->axiom_count; i++)
        if (seen->violated[e->axioms[i]])
            cm_text_append(&out, "%d ", e->axioms[i]);
    const char *best = NULL;
    for (int start = 0; start < (first->cycle ? first->count : 1); start++) {
        cm_text cycle;
        cm_text_init(&cycle, arena);
        for (int i = 0; i < first->count; i++)
            cm_text_append(&cycle, " %s", step_name(e, first->steps[(start + i) % first->count]));
        if (!best || strcmp(cycle.data, best) < 0)
            best = cycle.data;
    }
    cm_text_add(&out, best ? best : "");
    return out.data;
}

/* A candidate as one of a group. */
typedef struct sketch {
    grouping *g;
    const cm_seen *seen;
    const char *shape;
    unsigned cost;
    int index;               /* of the group; the count: a new one */
    const cm_group *instead; /* to be told in place of what the group tells; NULL: nothing is */
} sketch;

/* By shape and cost, in memory that the next candidate takes. */
static void measure_candidate(void *argument)
{
    sketch *s = argument;
    grouping *g = s->g;
    const cm_violation *all = violations_of(g, s->seen, g->e->scratch);
    const char *shape = shape_of(g->e, s->seen, &all[0], g->e->scratch);
    unsigned sum = 0;
    for (int i = 0; i < s->seen->violated_count; i++)
        sum += all[i].cost;
    s->cost = sum;
    for (s->index = 0; s->index < g->count; s->index++)
        if (strcmp(g->shapes[s->index], shape) == 0)
            return;
    s->shape = shape;
}

/* Where only the verdict is told no picture is drawn of it. */
static const cm_execution *execution_of(const cm_explaining *e, const cm_seen *seen)
{
    if (seen->execution)
        return seen->execution;
    return e->options.verdict_only ? cm_candidates_without_shows(e->candidates)
                                   : cm_candidates_execution(e->candidates);
}

static sketch sketch_of(grouping *g, const cm_seen *seen)
{
    cm_explaining *e = g->e;
    sketch s = {.g = g, .seen = seen};
    cm_arena_reset(e->scratch, e->options.check.memory_limit);
    if (!cm_arena_protect(e->scratch, measure_candidate, &s))
        cm_arena_escape(e->arena);
    bool is_new = s.index == g->count;
    if (is_new)
        s.shape = cm_arena_text(e->arena, s.shape, strlen(s.shape));
    if (!is_new && s.cost >= g->costs[s.index])
        return s;
    cm_group *told = CM_NEW(e->arena, cm_group);
    told->execution = execution_of(e, seen);
    told->violations = violations_of(g, seen, e->arena);
    told->violation_count = seen->violated_count;
    s.instead = told;
    return s;
}

static int add_to_group(grouping *g, const sketch *s)
{
    cm_arena *arena = g->e->arena;
    if (s->index == g->count) {
        CM_RESERVE(arena, g->groups, g->count, g->capacity);
        CM_RESERVE(arena, g->shapes, g->count, g->shape_capacity);
        CM_RESERVE(arena, g->costs, g->count, g->cost_capacity);
        g->shapes[g->count] = s->shape;
        g->groups[g->count++] = (cm_group){0};
    }
    cm_group *group = &g->groups[s->index];
    if (s->instead) {
        size_t classes = group->classes;
        *group = *s->instead;
        group->classes = classes;
        g->costs[s->index] = s->cost;
    }
    return s->index;
}

/* ---- classes ------------------------------------------------------------------------- */

/* Does the model choose nothing but what makes a class? */
static bool is_definite(const cm_model *m)
{
    int co = cm_model_find(m, "co");
    bool chosen = co >= 0 && m->nodes[co].op == CM_NODE_FREE;
    return m->free_count == (chosen ? 1 : 0);
}

/* Does every candidate of the class violate all that this one does? If not, one that does not has
 * been found. */
static bool is_least(const grouping *g, const cm_seen *seen)
{
    const bool *const violated[] = {seen->violated};
    cm_wanted less = {.any = violated, .any_count = 1, .same_class = true};
    return g->definite || !cm_candidates_find(g->e->candidates, &less);
}

/* All least sets of axioms that candidates of the class violate, each with a group; the class
 * counts once in each. From the candidate found last on. */
static void look_closely(grouping *g)
{
    cm_explaining *e = g->e;
    family here = {0};
    bool *counted = NULL;
    int counted_capacity = 0;
    cm_seen seen = cm_explain_see(e);
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
        g->groups[index].classes += !counted[index];
        counted[index] = true;
        if (here.full)
            return;
        cm_wanted others = {
            .any = (const bool *const *)here.sets, .any_count = here.count, .same_class = true};
        if (!cm_candidates_find(e->candidates, &others))
            return;
        seen = cm_explain_see(e);
    }
}

/* Of most classes all candidates violate the same: one question shows it. */
static void look_at_class(grouping *g)
{
    cm_seen seen = cm_explain_glance(g->e);
    sketch s = sketch_of(g, &seen);
    if (!is_least(g, &seen)) {
        look_closely(g);
        return;
    }
    add_minimal_set(g->e, &g->minimal, seen.violated);
    int index = add_to_group(g, &s);
    g->groups[index].classes++;
}

/* The minimal sets that classes not looked at have. */
static void finish_minimal(grouping *g)
{
    cm_explaining *e = g->e;
    while (!g->minimal.full) {
        cm_wanted others = {.any = (const bool *const *)g->minimal.sets,
                            .any_count = g->minimal.count};
        if (!cm_candidates_find(e->candidates, &others))
            return;
        cm_seen seen = least(g, cm_explain_see(e), false);
        add_minimal_set(e, &g->minimal, seen.violated);
    }
}

/* How far the reader may have foreseen it: what is violated lies between threads (0), or a thread
 * does not see its own accesses in order (1), or its own writes are in another order (2). */
static int obviousness(const cm_group *group)
{
    const cm_event *events = group->execution->events;
    const cm_violation *v = &group->violations[0];
    int thread = -1;
    bool writes = true;
    for (int i = 0; i < 2 * v->count; i++) {
        const cm_why *step = v->steps[i / 2];
        const cm_event *event = &events[i % 2 == 0 ? step->from : step->to];
        if (thread >= 0 && event->thread >= 0 && event->thread != thread)
            return 0;
        thread = event->thread >= 0 ? event->thread : thread;
        writes &= event->kind == 'W';
    }
    return writes ? 2 : 1;
}

static int compare_groups(const void *a, const void *b)
{
    const cm_group *x = a, *y = b;
    if (obviousness(x) != obviousness(y))
        return obviousness(x) - obviousness(y);
    if (x->classes != y->classes)
        return x->classes > y->classes ? -1 : 1;
    return compare_violations(&x->violations[0], &y->violations[0]);
}

void cm_explain_classes(cm_explaining *e)
{
    cm_explanation *x = e->result;
    grouping g = {.e = e, .definite = is_definite(e->model)};
    cm_wanted any = {0};
    while (cm_candidates_find(e->candidates, &any)) {
        if (x->classes == e->options.max_classes) {
            x->classes_cut = true;
            break;
        }
        cm_candidates_hold(e->candidates);
        look_at_class(&g);
        cm_candidates_exclude(e->candidates);
        x->classes++;
    }
    bool all = !x->classes_cut || !e->options.verdict_only;
    if (x->classes_cut && all)
        finish_minimal(&g);
    qsort(g.groups, (size_t)g.count, sizeof *g.groups, compare_groups);
    x->groups = g.groups;
    x->group_count = g.count;
    family sufficient = {0};
    hitting_sets(e, &g.minimal, &sufficient);
    x->sufficient = (const bool **)sufficient.sets;
    x->sufficient_count = sufficient.count < MOST_SUFFICIENT ? sufficient.count : MOST_SUFFICIENT;
    x->sufficient_known =
        all && !g.minimal.full && !sufficient.full && sufficient.count <= MOST_SUFFICIENT;
}
