/* Bounds of terms by the steps of a test. See steps.h. */
#include "model/steps.h"

#include <string.h>

/* ---- matrices -------------------------------------------------------------------- */

void cm_steps_seq(int count, cm_steps_set *to, const cm_steps_set *a, const cm_steps_set *b)
{
    for (int i = 0; i < count; i++)
        for (cm_steps_set rest = a[i]; rest; rest &= rest - 1)
            to[i] |= b[__builtin_ctzll(rest)];
}

void cm_steps_plus(int count, cm_steps_set *rows)
{
    for (int k = 0; k < count; k++)
        for (int i = 0; i < count; i++)
            if (rows[i] >> k & 1)
                rows[i] |= rows[k];
}

void cm_steps_inverse(int count, cm_steps_set *to, const cm_steps_set *rows)
{
    for (int i = 0; i < count; i++)
        for (cm_steps_set rest = rows[i]; rest; rest &= rest - 1)
            to[__builtin_ctzll(rest)] |= (cm_steps_set)1 << i;
}

cm_steps_set cm_steps_domain(int count, const cm_steps_set *rows)
{
    cm_steps_set set = 0;
    for (int i = 0; i < count; i++)
        set |= rows[i] ? (cm_steps_set)1 << i : 0;
    return set;
}

cm_steps_set cm_steps_range(int count, const cm_steps_set *rows)
{
    cm_steps_set set = 0;
    for (int i = 0; i < count; i++)
        set |= rows[i];
    return set;
}

bool cm_steps_any(int count, const cm_steps_set *rows)
{
    return cm_steps_range(count, rows) != 0;
}

static cm_steps_set all_of(int count)
{
    return count == CM_STEPS_MOST ? ~(cm_steps_set)0 : ((cm_steps_set)1 << count) - 1;
}

/* ---- the steps of a test ------------------------------------------------------------ */

static bool has_event(const cm_step *step)
{
    return step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE ||
           step->kind == CM_STEP_FENCE || step->kind == CM_STEP_BARRIER;
}

/* Is each memory known by one name? */
static bool one_name_each(const cm_test *test)
{
    for (int l = 0; l < test->location_count; l++) {
        const cm_location *at = &test->locations[l];
        if (at->alias_of >= 0 || at->virtual_of >= 0 || at->multimem_of >= 0)
            return false;
    }
    return true;
}

bool cm_steps_find(const cm_test *test, cm_steps *steps)
{
    bool named = one_name_each(test);
    *steps = (cm_steps){.test = test, .count = 1};
    steps->items[0].thread = -1;
    for (int t = 0; t < test->thread_count; t++) {
        const cm_thread *thread = &test->threads[t];
        bool loops = cm_thread_has_loop(thread);
        for (int i = 0; i < thread->step_count; i++) {
            const cm_step *step = &thread->steps[i];
            if (step->kind == CM_STEP_NOTE || (has_event(step) && steps->count == CM_STEPS_MOST))
                return false;
            if (!has_event(step))
                continue;
            struct cm_steps_one *one = &steps->items[steps->count++];
            *one = (struct cm_steps_one){.step = step, .thread = t, .loops = loops};
            one->placed =
                named && step->addr && cm_step_fixes(thread, step, step->addr, &one->address);
        }
    }
    return true;
}

/* ---- base sets and relations ---------------------------------------------------------- */

static bool is_kind(const struct cm_steps_one *one, const char *kinds)
{
    static const char letters[] = {[CM_STEP_LOAD] = 'R',
                                   [CM_STEP_STORE] = 'W',
                                   [CM_STEP_FENCE] = 'F',
                                   [CM_STEP_BARRIER] = 'B'};
    return strchr(kinds, one->step ? letters[one->step->kind] : 'W') != NULL;
}

/* True or false of all events of the step; of other sets than these nothing is known: they are
 * `open`. */
static bool in_set(const struct cm_steps_one *one, const cm_base *base, bool *open)
{
    const char *kinds = base->events;
    if (kinds)
        return is_kind(one, kinds);
    if (base->kind == CM_BASE_IW)
        return !one->step;
    if (base->kind == CM_BASE_TAG)
        return one->step && cm_step_has_tag(one->step, base->name);
    *open = true;
    return true;
}

static bool is_memory(const struct cm_steps_one *one)
{
    return is_kind(one, "RW");
}

static bool may_overlap(const struct cm_steps_one *a, const struct cm_steps_one *b)
{
    if (!a->placed || !b->placed || !is_memory(a) || !is_memory(b))
        return true;
    return a->address < b->address + b->step->width && b->address < a->address + a->step->width;
}

/* Both of one thread, the first one not after the second. */
static bool goes_on(const cm_steps *s, int i, int k)
{
    const struct cm_steps_one *a = &s->items[i], *b = &s->items[k];
    return a->thread >= 0 && a->thread == b->thread && (i <= k || a->loops);
}

static bool may_hold(const cm_steps *s, cm_base_steps how, int i, int k)
{
    const struct cm_steps_one *a = &s->items[i], *b = &s->items[k];
    switch (how) {
    case CM_STEPS_ALL:
        return true;
    case CM_STEPS_SELF:
        return i == k;
    case CM_STEPS_LATER:
        return goes_on(s, i, k) && (i < k || a->loops);
    case CM_STEPS_PAIR:
        return goes_on(s, i, k) && is_kind(a, "R") && is_kind(b, "W") &&
               b->step->rmw != CM_RMW_NONE;
    case CM_STEPS_INT:
        return a->thread == b->thread;
    case CM_STEPS_EXT:
        return a->thread != b->thread;
    case CM_STEPS_SOURCE:
        return is_kind(a, "W") && b->step && is_kind(b, "R") && may_overlap(a, b);
    case CM_STEPS_OVERLAP:
        return may_overlap(a, b);
    }
    return true;
}

/* ---- terms ---------------------------------------------------------------------------- */

static cm_steps_set bit_of(int i)
{
    return (cm_steps_set)1 << i;
}

static cm_steps_set bound_tags(const cm_steps *s, const cm_base *base, cm_steps_set *must)
{
    cm_steps_set may = 0;
    for (int i = 0; i < s->count; i++) {
        bool open = false;
        if (!in_set(&s->items[i], base, &open))
            continue;
        may |= bit_of(i);
        *must |= open ? 0 : bit_of(i);
    }
    return may;
}

static void bound_base(cm_steps_terms *t, int node, cm_steps_set *may)
{
    const cm_base *base = t->model->bases[t->model->nodes[node].index];
    int n = t->steps->count;
    if (base->is_set) {
        *may = bound_tags(t->steps, base, &t->must[node]);
        return;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            may[i] |= may_hold(t->steps, base->steps, i, k) ? bit_of(k) : 0;
}

static void bound_set(cm_steps_terms *t, int node, cm_steps_set *may)
{
    const cm_node *term = &t->model->nodes[node];
    const cm_steps_set *x = cm_steps_may(t, term->a);
    if (term->op == CM_NODE_DOMAIN || term->op == CM_NODE_RANGE) {
        *may = term->op == CM_NODE_DOMAIN ? cm_steps_domain(t->steps->count, x)
                                          : cm_steps_range(t->steps->count, x);
        return;
    }
    cm_steps_set y = *cm_steps_may(t, term->b), *must = t->must;
    switch (term->op) {
    case CM_NODE_UNION:
        *may = *x | y;
        must[node] = must[term->a] | must[term->b];
        break;
    case CM_NODE_INTER:
        *may = *x & y;
        must[node] = must[term->a] & must[term->b];
        break;
    default: /* CM_NODE_DIFF */
        *may = *x & ~must[term->b];
        must[node] = must[term->a] & ~y;
        break;
    }
}

/* One row. Of relations that are taken away nothing is certain. */
static cm_steps_set row_of(cm_node_op op, int i, const cm_steps_set *x, const cm_steps_set *y)
{
    switch (op) {
    case CM_NODE_UNION:
        return x[i] | y[i];
    case CM_NODE_INTER:
        return x[i] & y[i];
    case CM_NODE_OPT:
        return x[i] | bit_of(i);
    case CM_NODE_IDENTITY:
        return *x & bit_of(i);
    case CM_NODE_CROSS:
        return *x >> i & 1 ? *y : 0;
    default: /* CM_NODE_DIFF, CM_NODE_PLUS */
        return x[i];
    }
}

static void fill_term(const cm_steps_terms *t, const cm_node *term, cm_steps_set *may)
{
    for (int i = 0; i < (term->is_set ? 1 : t->steps->count); i++)
        may[i] = all_of(t->steps->count);
}

/* Recursive definitions may hold anything. */
static void bound(cm_steps_terms *t, int node, cm_steps_set *may)
{
    const cm_node *term = &t->model->nodes[node];
    switch (term->op) {
    case CM_NODE_BASE:
        bound_base(t, node, may);
        break;
    case CM_NODE_FREE: {
        /* An order that is chosen lies inside what it is chosen from, but for one of all of a set.
         */
        const cm_free *order = &t->model->frees[term->index];
        if (order->generator == CM_LINEARISATIONS)
            fill_term(t, term, may);
        else
            memcpy(may, cm_steps_may(t, order->relation), (size_t)t->steps->count * sizeof *may);
    } break;
    case CM_NODE_ALL:
        t->must[node] = all_of(t->steps->count);
        fill_term(t, term, may);
        break;
    case CM_NODE_FIX:
    case CM_NODE_ELEMENT:
        fill_term(t, term, may);
        break;
    case CM_NODE_EMPTY:
        break;
    default:
        if (term->is_set)
            bound_set(t, node, may);
        else {
            const cm_steps_set *x = cm_steps_may(t, term->a);
            const cm_steps_set *y = term->b >= 0 ? cm_steps_may(t, term->b) : NULL;
            int n = t->steps->count;
            if (term->op == CM_NODE_SEQ)
                cm_steps_seq(n, may, x, y);
            else if (term->op == CM_NODE_INVERSE)
                cm_steps_inverse(n, may, x);
            else
                for (int i = 0; i < n; i++)
                    may[i] = row_of(term->op, i, x, y);
            if (term->op == CM_NODE_PLUS)
                cm_steps_plus(n, may);
        }
        break;
    }
}

cm_steps_terms cm_steps_open(cm_arena *arena, const cm_steps *steps, const cm_model *model)
{
    return (cm_steps_terms){.arena = arena,
                            .steps = steps,
                            .model = model,
                            .may = CM_NEW_ARRAY(arena, (size_t)model->node_count, cm_steps_set *),
                            .must = CM_NEW_ARRAY(arena, (size_t)model->node_count, cm_steps_set)};
}

const cm_steps_set *cm_steps_may(cm_steps_terms *t, int node)
{
    if (t->may[node])
        return t->may[node];
    cm_steps_set *may = CM_NEW_ARRAY(t->arena, (size_t)t->steps->count, cm_steps_set);
    bound(t, node, may);
    t->may[node] = may;
    return may;
}

cm_steps_set cm_steps_must(cm_steps_terms *t, int node)
{
    (void)cm_steps_may(t, node);
    return t->must[node];
}
