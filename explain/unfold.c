/* Derivations as lines. See unfold.h. */
#include "explain/unfold.h"

#include "report/execution.h"

#include <string.h>

char *cm_explain_place(cm_arena *arena, cm_place place)
{
    unsigned line = 0, column = 0;
    cm_place_position(place, &line, &column);
    return cm_arena_printf(arena, "%s:%u", cm_file_name(place.source->name), line);
}

const char *cm_explain_name(const cm_model *model, const cm_why *why)
{
    const cm_node *node = &model->nodes[why->node];
    if (node->op == CM_NODE_BASE)
        return model->bases[node->index]->name;
    if (why->name)
        return why->name->name;
    return node->op == CM_NODE_FREE ? model->frees[node->index].name : "";
}

static cm_node_op op_of(const cm_model *m, const cm_why *why)
{
    return m->nodes[why->node].op;
}

/* ---- what is worth telling --------------------------------------------------- */

static bool all_filters(const cm_model *m, const cm_why *why);

/* Filters: they hold of many pairs or events, and the events show as much. */
static bool is_filter(const cm_model *m, const cm_why *why)
{
    if (why->name || why->missing)
        return false;
    switch (op_of(m, why)) {
    case CM_NODE_ALL:
    case CM_NODE_CROSS:
        return true;
    case CM_NODE_UNION:
    case CM_NODE_INTER:
    case CM_NODE_DIFF:
    case CM_NODE_IDENTITY:
        return all_filters(m, why);
    case CM_NODE_BASE:
        return m->bases[m->nodes[why->node].index]->traits & CM_BASE_FILTER;
    default:
        return false;
    }
}

static bool all_filters(const cm_model *m, const cm_why *why)
{
    for (int i = 0; i < why->count; i++)
        if (!is_filter(m, why->parts[i]))
            return false;
    return true;
}

/* Through terms that say nothing of their own: a union's branch, an option, the positive side
 * of a difference, a component of a recursive definition, the one conjunct that is no filter. */
static const cm_why *core(const cm_model *m, const cm_why *why)
{
    for (;;) {
        cm_node_op op = op_of(m, why);
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
        if (only->name || op_of(m, only) == CM_NODE_BASE)
            return only;
        why = only;
    }
}

static bool is_leaf(const cm_model *m, const cm_why *why)
{
    cm_node_op op = op_of(m, why);
    return op == CM_NODE_BASE || op == CM_NODE_FREE || op == CM_NODE_ELEMENT || op == CM_NODE_ALL;
}

/* A step at one event, or a set. */
static bool stays(const cm_model *m, const cm_why *why)
{
    return m->nodes[why->node].is_set || why->from == why->to;
}

/* `r?` that stays where it is, under a name or not. */
static bool is_nothing(const cm_model *m, const cm_why *why)
{
    cm_node_op op = op_of(m, why);
    if (op == CM_NODE_UNION && why->count == 1)
        return is_nothing(m, why->parts[0]);
    return op == CM_NODE_OPT && why->count == 0;
}

/* A step at one event by relations alone, which relate all events to themselves: parts of one
 * access, say. */
static bool is_reflexive(const cm_model *m, const cm_why *why, int depth)
{
    const cm_node *node = &m->nodes[why->node];
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

typedef struct unfolder {
    const cm_execution *x;
    const cm_model *m; /* of that */
    bool spells;       /* events as their instructions, not as letters */
} unfolder;

static const char *name_of(const unfolder *u, const cm_why *why)
{
    return cm_explain_name(u->m, why);
}

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
    const char *name = name_of(u, why);
    if (!*name) {
        add_body(out, u, why);
        return;
    }
    add_label(out, u, why->from);
    if (stays(u->m, why)) {
        cm_text_append(out, " in %s", name);
        return;
    }
    cm_text_append(out, " -%s-> ", name);
    add_label(out, u, why->to);
}

/* Steps that say something, of a sequence within a sequence, too. */
static void flatten(cm_arena *arena, const cm_model *m, const cm_why *why, cm_whys *to)
{
    why = why->name ? why : core(m, why);
    cm_node_op op = op_of(m, why);
    if (!why->name && (op == CM_NODE_SEQ || op == CM_NODE_PLUS)) {
        for (int i = 0; i < why->count; i++)
            flatten(arena, m, why->parts[i], to);
    } else if (!is_nothing(m, why) && !is_reflexive(m, why, 0) &&
               !(stays(m, why) && is_filter(m, why))) {
        CM_PUSH(arena, to->items, to->count, to->capacity, why);
    }
}

/* Of a sequence or a closure; none of anything else. */
static cm_whys flat_parts(cm_arena *arena, const cm_model *m, const cm_why *why)
{
    cm_whys path = {0};
    bool is = op_of(m, why) == CM_NODE_SEQ || op_of(m, why) == CM_NODE_PLUS;
    for (int i = 0; is && i < why->count; i++)
        flatten(arena, m, why->parts[i], &path);
    return path;
}

/* Does the text of the step end at its last event, so that the next may go on from there? */
static bool is_arrow(const unfolder *u, const cm_why *why)
{
    return *name_of(u, why) && !stays(u->m, why);
}

static void add_path(cm_text *out, const unfolder *u, const cm_whys *path)
{
    bool open = false; /* the text ends with the event that the next step starts from */
    for (int i = 0; i < path->count; i++) {
        const cm_why *why = path->items[i];
        if (open && is_arrow(u, why)) {
            cm_text_append(out, " -%s-> ", name_of(u, why));
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
        if (is_filter(u->m, why->parts[i]))
            continue;
        if (!first)
            cm_text_add(out, " and ");
        first = false;
        cm_text one = cm_text_new(out->arena);
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
    const cm_why *inner = core(u->m, why);
    if (inner != why && *name_of(u, inner)) {
        add_derived_step(out, u, inner);
        return;
    }
    why = inner;
    cm_whys path = flat_parts(out->arena, u->m, why);
    switch (op_of(u->m, why)) {
    case CM_NODE_SEQ:
    case CM_NODE_PLUS:
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

static const char *step_of(cm_arena *arena, const cm_execution *x, const cm_why *why,
                           void (*add)(cm_text *, const unfolder *, const cm_why *))
{
    unfolder u = {x, x->model, false};
    cm_text out = cm_text_new(arena);
    add(&out, &u, why);
    return out.data;
}

const char *cm_unfold_step(cm_arena *arena, const cm_execution *x, const cm_why *why)
{
    return step_of(arena, x, why, add_derived_step);
}

void cm_unfold_path(cm_text *out, const cm_execution *x, const cm_violation *v, bool spelled)
{
    unfolder u = {x, x->model, spelled};
    cm_whys path = {0};
    cm_text text = cm_text_new(out->arena);
    for (int i = 0; i < v->count; i++)
        flatten(out->arena, u.m, v->steps[i], &path);
    add_path(&text, &u, &path);
    cm_text_add(out, text.data);
}

void cm_unfold_conjuncts(cm_text *out, const cm_execution *x, const cm_violation *v)
{
    for (int i = 0; i < v->count; i++)
        if (!is_filter(x->model, v->steps[i]))
            cm_text_append(out, "%s%s", out->length ? " and " : "",
                           cm_unfold_step(out->arena, x, v->steps[i]));
}

/* ---- what there is to unfold --------------------------------------------------------- */

/* The one named step between the same events that the step is made of, but for filters; NULL: it
 * is made of more. */
static const cm_why *other_name(cm_arena *arena, const cm_model *m, const cm_why *why)
{
    const cm_why *inner = core(m, why);
    if (inner == why || !*cm_explain_name(m, inner)) {
        cm_whys path = flat_parts(arena, m, inner);
        if (path.count != 1)
            return NULL;
        inner = path.items[0];
    }
    bool same = inner->from == why->from && inner->to == why->to && inner != why &&
                *cm_explain_name(m, inner);
    return same ? inner : NULL;
}

/* Through other names to what is made of something; a base relation at the end: nothing is left
 * to tell. */
static const cm_why *told_as(cm_arena *arena, const cm_model *m, const cm_why *why)
{
    const cm_why *other;
    for (int i = 0; i < 100 && (other = other_name(arena, m, why)); i++)
        why = other;
    return why;
}

/* ---- the way of a step ------------------------------------------------------------------ */

enum { DEEPEST = 60 };

/* Is the pair in a closure, or in a recursive definition, whatever else it is in? */
static bool is_closed(const cm_model *m, const cm_why *why, int depth)
{
    if (op_of(m, why) == CM_NODE_PLUS || op_of(m, why) == CM_NODE_FIX)
        return true;
    for (int i = 0; i < why->count && depth < DEEPEST; i++) {
        const cm_why *part = why->parts[i];
        if (part->from == why->from && part->to == why->to && !m->nodes[part->node].is_set &&
            is_closed(m, part, depth + 1))
            return true;
    }
    return false;
}

/* Of what holds of one pair, the closure that says most; NULL: none. */
static const cm_why *closed_part(const cm_model *m, const cm_why *why)
{
    for (int i = 0; i < why->count; i++) {
        const cm_why *part = why->parts[i];
        if (!stays(m, part) && is_closed(m, part, 0))
            return part;
    }
    return NULL;
}

/* What the step is made of, but for what holds of single events, where it leads through
 * others. */
static cm_whys parts_of_way(cm_arena *arena, const cm_model *m, const cm_why *why)
{
    const cm_why *inner = core(m, told_as(arena, m, why)), *closed;
    while (op_of(m, inner) == CM_NODE_INTER && (closed = closed_part(m, inner)))
        inner = core(m, told_as(arena, m, closed));
    cm_whys path = flat_parts(arena, m, inner);
    int kept = 0;
    for (int i = 0; i < path.count; i++)
        if (!stays(m, path.items[i]))
            path.items[kept++] = path.items[i];
    path.count = kept;
    return path;
}

/* Is it to be drawn step by step? A closure is, and what has no name, and what has such a part.
 * Within a thread the column shows what is in between, if it is not the way back to the same event.
 */
static bool leads_on(cm_arena *arena, const cm_execution *x, const cm_why *why, int depth)
{
    const cm_model *m = x->model;
    bool back = why->from == why->to && !m->nodes[why->node].is_set;
    if (depth > DEEPEST || (!back && x->events[why->from].thread == x->events[why->to].thread))
        return false;
    cm_whys path = parts_of_way(arena, m, why);
    if (path.count > 1 && (back || is_closed(m, why, 0) || !*cm_explain_name(m, why)))
        return true;
    for (int i = 0; i < path.count; i++)
        if (path.items[i] != why && leads_on(arena, x, path.items[i], depth + 1))
            return true;
    return false;
}

static void add_way(cm_arena *arena, const cm_execution *x, const cm_why *why, int depth,
                    cm_whys *way)
{
    const cm_why *named = *cm_explain_name(x->model, why) ? NULL : other_name(arena, x->model, why);
    why = named ? named : why;
    if (leads_on(arena, x, why, depth)) {
        cm_whys path = parts_of_way(arena, x->model, why);
        for (int i = 0; i < path.count; i++)
            add_way(arena, x, path.items[i], depth + 1, way);
        return;
    }
    CM_PUSH(arena, way->items, way->count, way->capacity, why);
}

cm_whys cm_unfold_way(cm_arena *arena, const cm_execution *x, const cm_why *why)
{
    cm_whys way = {0};
    add_way(arena, x, why, 0, &way);
    return way;
}

/* ---- gathering ---------------------------------------------------------------------------- */

static bool is_gathered(const cm_whys *all, const cm_why *why)
{
    for (int i = 0; i < all->count; i++)
        if (all->items[i]->node == why->node && all->items[i]->from == why->from &&
            all->items[i]->to == why->to)
            return true;
    return false;
}

/* Steps that cost nothing are about what events are; of these only the first on the way down is
 * told. */
static void gather(cm_arena *arena, const cm_model *m, const cm_why *why, int depth,
                   bool within_free, cm_whys *all)
{
    bool named = why->name && !is_leaf(m, why);
    if (depth > DEEPEST || m->nodes[why->node].is_set || is_reflexive(m, why, 0) ||
        (named && why->cost == 0 && stays(m, why) && within_free))
        return;
    if (named) {
        const cm_why *end = told_as(arena, m, why);
        if (is_gathered(all, why) || (end != why && op_of(m, end) == CM_NODE_ALL))
            return;
        bool filters = end->count > 0 && all_filters(m, end);
        if (!is_nothing(m, end) && !filters && !within_free)
            CM_PUSH(arena, all->items, all->count, all->capacity, why);
        within_free = within_free || why->cost == 0;
        why = end;
    }
    for (int i = 0; i < why->count; i++)
        gather(arena, m, why->parts[i], depth + 1, within_free, all);
}

cm_whys cm_unfold(cm_arena *arena, const cm_model *model, const cm_why *const *steps, int count)
{
    cm_whys all = {0};
    for (int i = 0; i < count; i++)
        gather(arena, model, steps[i], 0, false, &all);
    return all;
}

const char *cm_unfold_line(cm_arena *arena, const cm_execution *x, const cm_why *why,
                           const char **place)
{
    const cm_model *m = x->model;
    cm_text out = cm_text_new(arena);
    cm_text_add(&out, cm_unfold_step(arena, x, why));
    const cm_why *other = other_name(arena, m, why);
    for (int i = 0; i < 100 && other && !is_leaf(m, other); i++) {
        cm_text_append(&out, "%s %s", i ? "," : ", by", cm_explain_name(m, other));
        why = other;
        other = other_name(arena, m, why);
    }
    *place = why->name && why->name->place.source ? cm_explain_place(arena, why->name->place) : "";
    const char *body = other ? cm_unfold_step(arena, x, other) : step_of(arena, x, why, add_body);
    cm_text_append(&out, ": %s", body);
    return *body ? out.data : NULL;
}
