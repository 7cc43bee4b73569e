/* Where may two models differ on a test? Both graphs are gone through side by side: of two terms a
 * matrix of steps (steps.h) has every pair of events that one of them alone may relate.
 *
 *      a;b and c;d differ where         a;b or c;d goes through a pair that a or c alone has,
 *                                       or one that b or d alone has
 *
 * Terms of different form, of which nothing is known but what they may hold, may differ in all of
 * that. What is compared in the end is what cm_models_same compares. */
#include "model/same.h"

#include "model/steps.h"

#include <string.h>

enum { MOST_PAIRS = 1 << 15 }; /* gone into; what is left is taken for different */

typedef cm_steps_set set;

typedef struct walk {
    cm_arena *arena;
    const cm_model *models[2];
    const cm_test *test;
    cm_steps steps;
    cm_steps_terms terms[2];
    int n, pairs;
    const set *none; /* rows of nothing, which is told by its address */
    /* by node of the first model: the one of the second that it was compared with last, plus 1;
     * where they differ */
    int *other;
    const set **known;
    int fix_pairs;  /* components that were come to */
    int *fix_other; /* by component: as `other`, but kept */
    set **fix;      /* where components differ, as far as was found; NULL: nowhere */
} walk;

static const set *differ(walk *w, int a, int b);

static int rows_of(const walk *w, int a)
{
    return w->models[0]->nodes[a].is_set ? 1 : w->n;
}

static set *new_rows(walk *w)
{
    return CM_NEW_ARRAY(w->arena, (size_t)w->n, set);
}

/* What either may hold. */
static set *either_may_hold(walk *w, int a, int b)
{
    const set *x = cm_steps_may(&w->terms[0], a), *y = cm_steps_may(&w->terms[1], b);
    set *rows = new_rows(w);
    for (int i = 0; i < rows_of(w, a); i++)
        rows[i] = x[i] | y[i];
    return rows;
}

/* ---- leaves -------------------------------------------------------------------------- */

static bool same_order(walk *w, int index)
{
    if (index >= w->models[1]->free_count)
        return false;
    const cm_free *a = &w->models[0]->frees[index], *b = &w->models[1]->frees[index];
    if (a->generator != b->generator || (a->set < 0) != (b->set < 0))
        return false;
    return (a->set < 0 || differ(w, a->set, b->set) == w->none) &&
           differ(w, a->relation, b->relation) == w->none;
}

static bool same_element(walk *w, int index)
{
    return index < w->models[1]->element_count &&
           differ(w, w->models[0]->elements[index].set, w->models[1]->elements[index].set) ==
               w->none;
}

/* True: they are the same events, or pairs, in every execution. */
static bool same_leaf(walk *w, const cm_node *a, const cm_node *b)
{
    switch (a->op) {
    case CM_NODE_BASE:
        return cm_base_same(w->models[0]->bases[a->index], w->models[1]->bases[b->index]);
    case CM_NODE_FREE:
        return a->index == b->index && same_order(w, a->index);
    case CM_NODE_ELEMENT:
        return a->index == b->index && same_element(w, a->index);
    case CM_NODE_EMPTY:
    case CM_NODE_ALL:
        return true;
    default:
        return false;
    }
}

/* ---- operators ------------------------------------------------------------------------- */

/* Two terms of one form. */
typedef struct pair {
    const cm_node *a, *b;
    const set *first, *second; /* where their operands differ */
} pair;

static set *either_first(walk *w, const pair *p)
{
    return either_may_hold(w, p->a->a, p->b->a);
}

static set *either_second(walk *w, const pair *p)
{
    return either_may_hold(w, p->a->b, p->b->b);
}

static void through(walk *w, const pair *p, set *out)
{
    switch (p->a->op) {
    case CM_NODE_SEQ:
        if (p->first != w->none)
            cm_steps_seq(w->n, out, p->first, either_second(w, p));
        if (p->second != w->none)
            cm_steps_seq(w->n, out, either_first(w, p), p->second);
        break;
    case CM_NODE_PLUS: {
        /* Paths that go through a pair in which they differ. */
        set *paths = either_first(w, p), *begun = new_rows(w);
        cm_steps_plus(w->n, paths);
        for (int i = 0; i < w->n; i++)
            paths[i] |= (set)1 << i;
        cm_steps_seq(w->n, begun, paths, p->first);
        cm_steps_seq(w->n, out, begun, paths);
    } break;
    case CM_NODE_CROSS: {
        set first = *either_first(w, p), second = *either_second(w, p);
        for (int i = 0; i < w->n; i++)
            out[i] = (*p->first >> i & 1 ? second : 0) | (first >> i & 1 ? *p->second : 0);
    } break;
    case CM_NODE_INVERSE:
        cm_steps_inverse(w->n, out, p->first);
        break;
    case CM_NODE_IDENTITY:
        for (int i = 0; i < w->n; i++)
            out[i] = *p->first & (set)1 << i;
        break;
    case CM_NODE_DOMAIN:
        *out = cm_steps_domain(w->n, p->first);
        break;
    case CM_NODE_RANGE:
        *out = cm_steps_range(w->n, p->first);
        break;
    default: /* UNION, INTER, DIFF, OPT */
    {
        /* Of either, what is in one operand of one alone. */
        const set *first = NULL, *second = NULL;
        bool inter = p->a->op == CM_NODE_INTER;
        if (inter || p->a->op == CM_NODE_DIFF)
            first = either_first(w, p);
        if (inter)
            second = either_second(w, p);
        for (int i = 0; i < rows_of(w, p->a->a); i++)
            out[i] = (p->first[i] & (second ? second[i] : ~(set)0)) |
                     (p->second[i] & (first ? first[i] : ~(set)0));
    } break;
    }
}

/* ---- two terms --------------------------------------------------------------------------- */

/* A set is exact where all events of a step are in both. */
static const set *within(walk *w, int a, int b, set *out)
{
    const set *most = either_may_hold(w, a, b);
    int rows = rows_of(w, a);
    for (int i = 0; i < rows; i++)
        out[i] &= most[i];
    if (w->models[0]->nodes[a].is_set)
        *out &= ~(cm_steps_must(&w->terms[0], a) & cm_steps_must(&w->terms[1], b));
    return cm_steps_any(rows, out) ? out : w->none;
}

static const set *anywhere(walk *w, int a, int b)
{
    set *out = new_rows(w);
    for (int i = 0; i < rows_of(w, a); i++)
        out[i] = ~(set)0;
    return within(w, a, b, out);
}

/* The only operand of a union that may hold anything, or itself. */
static int only_operand(cm_steps_terms *terms, int node)
{
    const cm_node *term = &terms->model->nodes[node];
    while (term->op == CM_NODE_UNION) {
        int rows = term->is_set ? 1 : terms->steps->count;
        if (!cm_steps_any(rows, cm_steps_may(terms, term->a)))
            node = term->b;
        else if (!cm_steps_any(rows, cm_steps_may(terms, term->b)))
            node = term->a;
        else
            break;
        term = &terms->model->nodes[node];
    }
    return node;
}

static const set *compare_nodes(walk *w, int a, int b)
{
    pair p = {.a = &w->models[0]->nodes[a], .b = &w->models[1]->nodes[b]};
    if (w->pairs++ > MOST_PAIRS)
        return anywhere(w, a, b);
    if (p.a->op != p.b->op || p.a->is_set != p.b->is_set) {
        /* Terms of different form. */
        int x = only_operand(&w->terms[0], a), y = only_operand(&w->terms[1], b);
        return x == a && y == b ? anywhere(w, a, b) : differ(w, x, y);
    }
    if (p.a->op == CM_NODE_FIX) {
        /* A component is gone through with the same one of the other model only. */
        int x = w->models[0]->nodes[a].index, y = w->models[1]->nodes[b].index;
        if (w->fix_other[x] == 0) {
            w->fix_other[x] = y + 1;
            w->fix_pairs++;
        }
        if (w->fix_other[x] != y + 1)
            return anywhere(w, a, b);
        return w->fix[x] ? w->fix[x] : w->none;
    }
    if (p.a->op <= CM_NODE_ALL)
        return same_leaf(w, p.a, p.b) ? w->none : anywhere(w, a, b);
    p.first = differ(w, p.a->a, p.b->a);
    p.second = p.a->b >= 0 ? differ(w, p.a->b, p.b->b) : w->none;
    if (p.first == w->none && p.second == w->none)
        return w->none;
    set *out = new_rows(w);
    through(w, &p, out);
    return within(w, a, b, out);
}

/* The recursion is as deep as the models' terms. */
static const set *differ(walk *w, int a, int b)
{
    if (w->other[a] == b + 1)
        return w->known[a];
    const set *found = compare_nodes(w, a, b);
    w->other[a] = b + 1;
    w->known[a] = found;
    return found;
}

/* ---- the whole ----------------------------------------------------------------------------- */

static bool same_node(walk *w, int a, int b)
{
    if (a < 0 || b < 0)
        return a == b;
    return w->models[0]->nodes[a].is_set == w->models[1]->nodes[b].is_set &&
           differ(w, a, b) == w->none;
}

/* Does no execution violate it? */
static bool is_idle(walk *w, int side, const cm_constraint *c)
{
    if (c->is_flag || c->negated)
        return c->is_flag;
    bool is_set = w->models[side]->nodes[c->node].is_set;
    return !cm_steps_any(is_set ? 1 : w->n, cm_steps_may(&w->terms[side], c->node));
}

static bool same_constraint(walk *w, const cm_constraint *a, const cm_constraint *b)
{
    bool same = !a->is_flag && !b->is_flag && a->kind == b->kind && a->negated == b->negated &&
                a->element_count == b->element_count;
    for (int i = 0; i < a->element_count && same; i++)
        same = a->elements[i] == b->elements[i] && same_element(w, a->elements[i]);
    return same && same_node(w, a->node, b->node);
}

/* Is each constraint of either one of the other, too? */
static bool same_constraints(walk *w)
{
    const cm_model *a = w->models[0], *b = w->models[1];
    bool *found = CM_NEW_ARRAY(w->arena, (size_t)b->constraint_count + 1, bool);
    for (int i = 0; i < a->constraint_count; i++) {
        bool same = false;
        for (int k = 0; k < b->constraint_count && !same; k++) {
            int at = (i + k) % b->constraint_count;
            same = same_constraint(w, &a->constraints[i], &b->constraints[at]);
            found[at] |= same;
        }
        if (!same && !is_idle(w, 0, &a->constraints[i]))
            return false;
    }
    for (int k = 0; k < b->constraint_count; k++)
        if (!found[k] && !is_idle(w, 1, &b->constraints[k]))
            return false;
    return true;
}

static bool same_choices(walk *w)
{
    const cm_model *a = w->models[0], *b = w->models[1];
    bool same = a->free_count == b->free_count;
    for (int i = 0; i < a->free_count && same; i++)
        same = same_order(w, i);
    return same;
}

/* Do components differ in more than was taken for granted? Then that is taken for granted. Those
 * that others lead to are new. */
static bool grow_components(walk *w)
{
    int pairs = w->fix_pairs;
    const cm_model *a = w->models[0], *b = w->models[1];
    bool grown = false;
    for (int i = 0; i < a->fix_count; i++) {
        if (!w->fix_other[i])
            continue;
        const set *now = differ(w, a->fixes[i].body, b->fixes[w->fix_other[i] - 1].body);
        int rows = rows_of(w, a->fixes[i].node);
        if (now == w->none)
            continue;
        if (!w->fix[i])
            w->fix[i] = new_rows(w);
        for (int k = 0; k < rows; k++) {
            grown |= (now[k] & ~w->fix[i][k]) != 0;
            w->fix[i][k] |= now[k];
        }
    }
    grown |= w->fix_pairs != pairs;
    if (grown)
        memset(w->other, 0, (size_t)a->node_count * sizeof *w->other);
    return grown;
}

static bool compare_all(walk *w, const cm_same_names *names)
{
    bool same = true;
    for (int i = 0; i < names->count; i++)
        same = same_node(w, cm_model_find(w->models[0], names->items[i]),
                         cm_model_find(w->models[1], names->items[i])) &&
               same;
    same = same_choices(w) && same;
    return same_constraints(w) && same;
}

bool cm_models_same_by_steps(cm_arena *arena, const cm_model *a, const cm_model *b,
                             const cm_test *test, const cm_same_names *names)
{
    walk w = {.arena = arena, .models = {a, b}, .test = test};
    if (a->registers || b->registers || !cm_steps_find(test, &w.steps))
        return false;
    w.n = w.steps.count;
    w.none = new_rows(&w);
    w.terms[0] = cm_steps_open(arena, &w.steps, a);
    w.terms[1] = cm_steps_open(arena, &w.steps, b);
    w.other = CM_NEW_ARRAY(arena, (size_t)a->node_count, int);
    w.known = CM_NEW_ARRAY(arena, (size_t)a->node_count, const set *);
    w.fix_other = CM_NEW_ARRAY(arena, (size_t)a->fix_count + 1, int);
    w.fix = CM_NEW_ARRAY(arena, (size_t)a->fix_count + 1, set *);
    while (compare_all(&w, names))
        if (!grow_components(&w))
            return true;
    return false;
}
