/* Derivations as lines. See unfold.h. */
#include "explain/unfold.h"

#include "explain/text.h"
#include "report/execution.h"

#include <string.h>

typedef struct unfolder {
    const cm_model *model;
    const cm_execution *x;
    bool spells; /* events as their instructions, not as letters */
} unfolder;

static const cm_node *node_of(const cm_model *m, const cm_why *why)
{
    return &m->nodes[why->node];
}

/* ---- what is worth telling --------------------------------------------------- */

/* Filters: they hold of many pairs or events, and the events show as much. */
static bool is_filter(const cm_model *m, const cm_why *why)
{
    const cm_node *node = node_of(m, why);
    if (why->name || why->missing)
        return false;
    if (node->op == CM_NODE_ALL || node->op == CM_NODE_CROSS)
        return true;
    if (node->op == CM_NODE_UNION || node->op == CM_NODE_INTER || node->op == CM_NODE_DIFF) {
        for (int i = 0; i < why->count; i++)
            if (!is_filter(m, why->parts[i]))
                return false;
        return true;
    }
    if (node->op == CM_NODE_IDENTITY)
        return is_filter(m, why->parts[0]);
    if (node->op != CM_NODE_BASE)
        return false;
    return m->bases[node->index]->traits & CM_BASE_FILTER;
}

/* Through terms that say nothing of their own: a union's branch, an option, the positive side
 * of a difference, a component of a recursive definition, the one conjunct that is no filter. */
static const cm_why *core(const cm_model *m, const cm_why *why)
{
    for (;;) {
        cm_node_op op = node_of(m, why)->op;
        const cm_why *only = NULL;
        int told = 0;
        if (op == CM_NODE_INTER) {
            for (int i = 0; i < why->count; i++)
                if (!is_filter(m, why->parts[i])) {
                    only = why->parts[i];
                    told++;
                }
        } else if (op == CM_NODE_UNION || op == CM_NODE_DIFF || op == CM_NODE_FIX ||
                   op == CM_NODE_OPT || op == CM_NODE_PLUS) {
            only = why->count > 0 ? why->parts[0] : NULL;
            told = why->count;
        }
        if (told != 1)
            return why;
        if (only->name || node_of(m, only)->op == CM_NODE_BASE)
            return only;
        why = only;
    }
}

static bool is_leaf(const cm_model *m, const cm_why *why)
{
    cm_node_op op = node_of(m, why)->op;
    return op == CM_NODE_BASE || op == CM_NODE_FREE || op == CM_NODE_ELEMENT || op == CM_NODE_ALL;
}

/* A step at one event, or a set. */
static bool stays(const cm_model *m, const cm_why *why)
{
    return node_of(m, why)->is_set || why->from == why->to;
}

/* `r?` that stays where it is, under a name or not. */
static bool is_nothing(const cm_model *m, const cm_why *why)
{
    cm_node_op op = node_of(m, why)->op;
    if (op == CM_NODE_UNION && why->count == 1)
        return is_nothing(m, why->parts[0]);
    return op == CM_NODE_OPT && why->count == 0;
}

/* A step at one event by relations alone, which relate all events to themselves: parts of one
 * access, say. */
static bool is_reflexive(const cm_model *m, const cm_why *why, int depth)
{
    const cm_node *node = node_of(m, why);
    if (node->is_set || why->from != why->to || depth > 40)
        return false;
    if (node->op == CM_NODE_BASE || (node->op == CM_NODE_OPT && why->count == 0))
        return true;
    for (int i = 0; i < why->count; i++)
        if (!is_reflexive(m, why->parts[i], depth + 1))
            return false;
    return why->count > 0;
}

/* ---- the text ---------------------------------------------------------------------- */

static void add_label(cm_text *out, const unfolder *u, uint32_t event)
{
    const cm_event *e = &u->x->events[event];
    if (u->spells && e->thread < 0)
        cm_text_add(out, "the initial value");
    else if (u->spells)
        cm_text_append(out, "P%d `%s`", u->x->test->threads[e->thread].id,
                       u->x->test->threads[e->thread].instructions[e->instruction].text);
    else
        cm_report_label(out, e);
}

static void add_body(cm_text *out, const unfolder *u, const cm_why *why);

static void add_derived_step(cm_text *out, const unfolder *u, const cm_why *why)
{
    const char *name = cm_explain_name(u->model, why);
    if (!*name) {
        add_body(out, u, why);
        return;
    }
    add_label(out, u, why->from);
    if (stays(u->model, why)) {
        cm_text_append(out, " in %s", name);
        return;
    }
    cm_text_append(out, " -%s-> ", name);
    add_label(out, u, why->to);
}

/* Steps that say something, of a sequence within a sequence, too. */
typedef struct steps {
    const cm_why **items;
    int count, capacity;
} steps;

static void flatten(cm_arena *arena, const unfolder *u, const cm_why *why, steps *to)
{
    why = why->name ? why : core(u->model, why);
    cm_node_op op = node_of(u->model, why)->op;
    if (!why->name && (op == CM_NODE_SEQ || op == CM_NODE_PLUS)) {
        for (int i = 0; i < why->count; i++)
            flatten(arena, u, why->parts[i], to);
        return;
    }
    if (is_nothing(u->model, why) || is_reflexive(u->model, why, 0) ||
        (stays(u->model, why) && is_filter(u->model, why)))
        return;
    CM_RESERVE(arena, to->items, to->count, to->capacity);
    to->items[to->count++] = why;
}

/* Does the text of the step end at its last event, so that the next may go on from there? */
static bool is_arrow(const unfolder *u, const cm_why *why)
{
    return *cm_explain_name(u->model, why) && !stays(u->model, why);
}

static void add_path(cm_text *out, const unfolder *u, const steps *path)
{
    bool open = false; /* the text ends with the event that the next step starts from */
    for (int i = 0; i < path->count; i++) {
        const cm_why *why = path->items[i];
        if (open && is_arrow(u, why)) {
            cm_text_append(out, " -%s-> ", cm_explain_name(u->model, why));
            add_label(out, u, why->to);
            continue;
        }
        if (out->length > 0 && i > 0)
            cm_text_add(out, ", ");
        add_derived_step(out, u, why);
        open = is_arrow(u, why);
    }
}

static void add_conjuncts(cm_text *out, const unfolder *u, const cm_why *why)
{
    bool first = true;
    for (int i = 0; i < why->count; i++) {
        if (is_filter(u->model, why->parts[i]))
            continue;
        if (!first)
            cm_text_add(out, " and ");
        first = false;
        cm_text one;
        cm_text_init(&one, out->arena);
        add_derived_step(&one, u, why->parts[i]);
        bool several = strstr(one.data, ", ") || strstr(one.data, " and ");
        cm_text_append(out, several ? "(%s)" : "%s", one.data);
    }
    if (first)
        for (int i = 0; i < why->count; i++) {
            if (i)
                cm_text_add(out, " and ");
            add_derived_step(out, u, why->parts[i]);
        }
}

static void add_body(cm_text *out, const unfolder *u, const cm_why *why)
{
    const cm_why *inner = core(u->model, why);
    if (inner != why && *cm_explain_name(u->model, inner)) {
        add_derived_step(out, u, inner);
        return;
    }
    why = inner;
    steps path = {0};
    switch (node_of(u->model, why)->op) {
    case CM_NODE_SEQ:
    case CM_NODE_PLUS:
        for (int i = 0; i < why->count; i++)
            flatten(out->arena, u, why->parts[i], &path);
        add_path(out, u, &path);
        break;
    case CM_NODE_INTER:
        add_conjuncts(out, u, why);
        break;
    case CM_NODE_OPT:
        if (why->count == 0) {
            add_label(out, u, why->from);
            break;
        }
        add_derived_step(out, u, why->parts[0]);
        break;
    default:
        for (int i = 0; i < why->count; i++) {
            if (i)
                cm_text_add(out, ", ");
            add_derived_step(out, u, why->parts[i]);
        }
        if (why->count == 0) { /* no words for it: at least the pair */
            add_label(out, u, why->from);
            cm_text_add(out, " -> ");
            add_label(out, u, why->to);
        }
        break;
    }
}

char *cm_unfold_step(cm_arena *arena, const cm_model *model, const cm_execution *execution,
                     const cm_why *why)
{
    unfolder u = {model, execution, false};
    cm_text out;
    cm_text_init(&out, arena);
    add_derived_step(&out, &u, why);
    return out.data;
}

/* What the step is made of. */
static char *body_of_step(cm_arena *arena, const cm_model *model, const cm_execution *execution,
                          const cm_why *why)
{
    unfolder u = {model, execution, false};
    cm_text out;
    cm_text_init(&out, arena);
    add_body(&out, &u, why);
    return out.data;
}

static void add_whole_path(cm_text *out, unfolder u, const cm_why *const *all, int count)
{
    steps path = {0};
    for (int i = 0; i < count; i++)
        flatten(out->arena, &u, all[i], &path);
    cm_text text;
    cm_text_init(&text, out->arena);
    add_path(&text, &u, &path);
    cm_text_add(out, text.data);
}

void cm_unfold_path(cm_text *out, const cm_model *model, const cm_execution *x,
                    const cm_why *const *all, int count)
{
    add_whole_path(out, (unfolder){model, x, false}, all, count);
}

void cm_unfold_path_spelled(cm_text *out, const cm_model *model, const cm_execution *x,
                            const cm_why *const *all, int count)
{
    add_whole_path(out, (unfolder){model, x, true}, all, count);
}

void cm_unfold_conjuncts(cm_text *out, const cm_model *model, const cm_execution *execution,
                         const cm_why *const *parts, int count)
{
    unfolder u = {model, execution, false};
    for (int i = 0; i < count; i++) {
        if (is_filter(model, parts[i]))
            continue;
        cm_text one;
        cm_text_init(&one, out->arena);
        add_derived_step(&one, &u, parts[i]);
        cm_text_append(out, "%s%s", out->length ? " and " : "", one.data);
    }
}

/* ---- what there is to unfold --------------------------------------------------------- */

static bool is_gathered(const cm_unfolding *all, const cm_why *why)
{
    for (int i = 0; i < all->count; i++)
        if (all->items[i]->node == why->node && all->items[i]->from == why->from &&
            all->items[i]->to == why->to)
            return true;
    return false;
}

/* The one named step between the same events that the step is made of, but for filters; NULL: it
 * is made of more. */
static const cm_why *other_name(cm_arena *arena, const unfolder *u, const cm_why *why)
{
    const cm_why *inner = core(u->model, why);
    steps path = {0};
    if (inner == why || !*cm_explain_name(u->model, inner)) {
        cm_node_op op = node_of(u->model, inner)->op;
        if (op != CM_NODE_SEQ && op != CM_NODE_PLUS)
            return NULL;
        for (int i = 0; i < inner->count; i++)
            flatten(arena, u, inner->parts[i], &path);
        if (path.count != 1)
            return NULL;
        inner = path.items[0];
    }
    bool same = inner->from == why->from && inner->to == why->to && inner != why &&
                *cm_explain_name(u->model, inner);
    return same ? inner : NULL;
}

/* Through other names to what is made of something; a base relation at the end: nothing is left
 * to tell. */
static const cm_why *told_as(cm_arena *arena, const cm_model *m, const cm_why *why)
{
    unfolder u = {m, NULL, false};
    const cm_why *other;
    for (int i = 0; i < 100 && (other = other_name(arena, &u, why)); i++)
        why = other;
    return why;
}

static bool all_filters(const cm_model *m, const cm_why *why)
{
    if (why->count == 0)
        return false;
    for (int i = 0; i < why->count; i++)
        if (!is_filter(m, why->parts[i]))
            return false;
    return true;
}

/* ---- the way of a step ------------------------------------------------------------------ */

enum { DEEPEST_WAY = 60 };

/* Is the pair in a closure, or in a recursive definition, whatever else it is in? */
static bool is_closed(const unfolder *u, const cm_why *why, int depth)
{
    const cm_node *node = node_of(u->model, why);
    if (node->op == CM_NODE_PLUS || node->op == CM_NODE_FIX)
        return true;
    for (int i = 0; i < why->count && depth < DEEPEST_WAY; i++) {
        const cm_why *part = why->parts[i];
        bool same =
            part->from == why->from && part->to == why->to && !node_of(u->model, part)->is_set;
        if (same && is_closed(u, part, depth + 1))
            return true;
    }
    return false;
}

/* Of what holds of one pair, the closure that says most. */
static const cm_why *closed_part(const unfolder *u, const cm_why *why)
{
    for (int i = 0; i < why->count; i++) {
        const cm_why *part = why->parts[i];
        if (!node_of(u->model, part)->is_set && part->from != part->to && is_closed(u, part, 0))
            return part;
    }
    return NULL;
}

/* What the step is made of, but for what holds of single events, where it leads through
 * others. */
static steps parts_of_way(cm_arena *arena, const unfolder *u, const cm_why *why)
{
    const cm_why *inner = core(u->model, told_as(arena, u->model, why)), *closed;
    while (node_of(u->model, inner)->op == CM_NODE_INTER && (closed = closed_part(u, inner)))
        inner = core(u->model, told_as(arena, u->model, closed));
    steps all = {0}, path = {0};
    cm_node_op op = node_of(u->model, inner)->op;
    for (int i = 0; i < inner->count && (op == CM_NODE_SEQ || op == CM_NODE_PLUS); i++)
        flatten(arena, u, inner->parts[i], &all);
    for (int i = 0; i < all.count; i++)
        if (!stays(u->model, all.items[i])) {
            CM_RESERVE(arena, path.items, path.count, path.capacity);
            path.items[path.count++] = all.items[i];
        }
    return path;
}

/* Is it to be drawn step by step? A closure is, and what has no name, and what has such a part.
 * Within a thread the column shows what is in between. */
static bool leads_on(cm_arena *arena, const unfolder *u, const cm_why *why, int depth)
{
    if (depth > DEEPEST_WAY || u->x->events[why->from].thread == u->x->events[why->to].thread)
        return false;
    steps path = parts_of_way(arena, u, why);
    if (path.count > 1 && (is_closed(u, why, 0) || !*cm_explain_name(u->model, why)))
        return true;
    for (int i = 0; i < path.count; i++)
        if (path.items[i] != why && leads_on(arena, u, path.items[i], depth + 1))
            return true;
    return false;
}

static void add_way(cm_arena *arena, const unfolder *u, const cm_why *why, int depth,
                    cm_unfolded_way *way)
{
    const cm_why *named = *cm_explain_name(u->model, why) ? NULL : other_name(arena, u, why);
    why = named ? named : why;
    if (leads_on(arena, u, why, depth)) {
        steps path = parts_of_way(arena, u, why);
        for (int i = 0; i < path.count; i++)
            add_way(arena, u, path.items[i], depth + 1, way);
        return;
    }
    CM_RESERVE(arena, way->steps, way->count, way->capacity);
    way->steps[way->count++] = why;
}

void cm_unfold_way(cm_arena *arena, const cm_model *model, const cm_execution *execution,
                   const cm_why *why, cm_unfolded_way *way)
{
    unfolder u = {model, execution, false};
    add_way(arena, &u, why, 0, way);
}

/* ---- gathering ---------------------------------------------------------------------------- */

typedef struct gathering {
    cm_arena *arena;
    const cm_model *model;
    cm_unfolding *all;
} gathering;

/* Steps that cost nothing are about what events are; of these only the first on the way down is
 * told. */
static void gather_leaves(gathering *g, const cm_why *why, int depth, bool within_free)
{
    enum { DEEPEST = 60 };
    if (depth > DEEPEST || node_of(g->model, why)->is_set)
        return;
    bool named = why->name && !is_leaf(g->model, why);
    if (is_reflexive(g->model, why, 0))
        return;
    if (named && why->cost == 0 && stays(g->model, why) && within_free)
        return;
    if (named) {
        const cm_why *end = told_as(g->arena, g->model, why);
        if (is_gathered(g->all, why))
            return;
        if (end != why && is_leaf(g->model, end) && node_of(g->model, end)->op == CM_NODE_ALL)
            return;
        if (!is_nothing(g->model, end) && !all_filters(g->model, end) && !within_free) {
            CM_RESERVE(g->arena, g->all->items, g->all->count, g->all->capacity);
            g->all->items[g->all->count++] = why;
        }
        within_free = within_free || why->cost == 0;
        why = end;
    }
    for (int i = 0; i < why->count; i++)
        gather_leaves(g, why->parts[i], depth + 1, within_free);
}

cm_unfolding cm_unfold(cm_arena *arena, const cm_model *model, const cm_why *const *all_steps,
                       int count)
{
    cm_unfolding all = {0};
    gathering g = {arena, model, &all};
    for (int i = 0; i < count; i++)
        gather_leaves(&g, all_steps[i], 0, false);
    return all;
}

char *cm_unfold_line(cm_arena *arena, const cm_model *model, const cm_execution *execution,
                     const cm_why *why, cm_place *place)
{
    unfolder u = {model, execution, false};
    cm_text out;
    cm_text_init(&out, arena);
    add_derived_step(&out, &u, why);
    const cm_why *other = other_name(arena, &u, why);
    for (int i = 0; i < 100 && other && !is_leaf(model, other); i++) {
        cm_text_append(&out, "%s %s", i ? "," : ", by", cm_explain_name(model, other));
        why = other;
        other = other_name(arena, &u, why);
    }
    *place = why->name ? why->name->place : (cm_place){0};
    const char *body = other ? cm_unfold_step(arena, model, execution, other)
                             : body_of_step(arena, model, execution, why);
    cm_text_append(&out, ": %s", body);
    return *body ? out.data : NULL;
}
