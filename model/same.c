/* Two models as terms of one graph, with bases that are empty on a test left out. See same.h. */
#include "model/same.h"

#include "model/terms.h"

#include <string.h>

/* A model in the graph of both. */
typedef struct side {
    const cm_model *model;
    int *nodes; /* by node of the model */
    cm_constraint *constraints;
    int constraint_count;
} side;

typedef struct comparing {
    cm_arena *arena;
    const cm_test *test;
    cm_terms *terms;
} comparing;

/* ---- what the test has ------------------------------------------------------------- */

/* Has the test a step with that tag (NULL: any step) that belongs to a pair of that kind (NULL: or
 * to none)? */
static bool has_step(const cm_test *test, const char *tag, bool (*is_pair)(const cm_step *step))
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++) {
            const cm_step *step = &test->threads[t].steps[i];
            if ((!tag || cm_step_has_tag(step, tag)) && (!is_pair || is_pair(step)))
                return true;
        }
    return false;
}

static bool in_pair(const cm_step *step)
{
    return step->rmw != CM_RMW_NONE;
}

static bool in_exclusive_pair(const cm_step *step)
{
    return step->rmw == CM_RMW_EXCLUSIVE;
}

static bool in_instruction(const cm_step *step)
{
    return in_pair(step) && !in_exclusive_pair(step);
}

/* False: the base is empty on every execution of the test. */
static bool may_hold(const comparing *c, const cm_base *base)
{
    if (base->kind == CM_BASE_TAG)
        return has_step(c->test, base->name, NULL);
    if (base->kind == CM_BASE_RMW || base->kind == CM_BASE_RMW_EVENTS)
        return has_step(c->test, NULL, in_pair);
    if (base->kind == CM_BASE_LXSX)
        return has_step(c->test, NULL, in_exclusive_pair);
    if (base->kind == CM_BASE_AMO)
        return has_step(c->test, NULL, in_instruction);
    return true;
}

/* ---- terms --------------------------------------------------------------------------- */

/* What is numbered has the same numbers in both models, or they are not found to be the same. */
static int translate(const comparing *c, const side *s, const cm_node *node)
{
    const cm_base *base;
    switch (node->op) {
    case CM_NODE_BASE:
        base = s->model->bases[node->index];
        return may_hold(c, base) ? cm_terms_base(c->terms, base)
                                 : cm_terms_empty(c->terms, node->is_set);
    case CM_NODE_FREE:
    case CM_NODE_FIX:
    case CM_NODE_ELEMENT:
        return cm_terms_leaf(c->terms, node->op, node->is_set, node->index);
    case CM_NODE_EMPTY:
        return cm_terms_empty(c->terms, node->is_set);
    case CM_NODE_ALL:
        return cm_terms_all(c->terms, node->is_set);
    case CM_NODE_UNION:
    case CM_NODE_INTER:
    case CM_NODE_DIFF:
    case CM_NODE_SEQ:
    case CM_NODE_CROSS:
        return cm_terms_binary(c->terms, node->op, s->nodes[node->a], s->nodes[node->b]);
    default:
        return cm_terms_unary(c->terms, node->op, s->nodes[node->a]);
    }
}

static side translate_model(const comparing *c, const cm_model *m)
{
    side s = {.model = m};
    s.nodes = CM_NEW_ARRAY(c->arena, (size_t)m->node_count, int);
    s.constraints = CM_NEW_ARRAY(c->arena, (size_t)m->constraint_count + 1, cm_constraint);
    for (int i = 0; i < m->node_count; i++)
        s.nodes[i] = translate(c, &s, &m->nodes[i]);
    for (int i = 0; i < m->constraint_count; i++) {
        /* One that no execution violates is left out. */
        cm_constraint constraint = m->constraints[i];
        constraint.node = cm_terms_constraint(c->terms, &constraint.kind, s.nodes[constraint.node]);
        bool empty = c->terms->nodes[constraint.node].op == CM_NODE_EMPTY;
        if (!constraint.is_flag && (!empty || constraint.negated))
            s.constraints[s.constraint_count++] = constraint;
    }
    return s;
}

/* ---- are they the same? -------------------------------------------------------------- */

static int of(const side *s, int node)
{
    return node < 0 ? -1 : s->nodes[node];
}

static bool same_frees(const side *a, const side *b)
{
    const cm_model *m = a->model, *n = b->model;
    bool same = m->free_count == n->free_count;
    for (int i = 0; i < m->free_count && same; i++)
        same = m->frees[i].generator == n->frees[i].generator &&
               of(a, m->frees[i].set) == of(b, n->frees[i].set) &&
               of(a, m->frees[i].relation) == of(b, n->frees[i].relation);
    return same;
}

static bool same_fixes(const side *a, const side *b)
{
    const cm_model *m = a->model, *n = b->model;
    bool same = m->fix_count == n->fix_count;
    for (int i = 0; i < m->fix_count && same; i++)
        same = m->fixes[i].group == n->fixes[i].group &&
               of(a, m->fixes[i].body) == of(b, n->fixes[i].body);
    return same;
}

static bool same_elements(const side *a, const side *b)
{
    const cm_model *m = a->model, *n = b->model;
    bool same = m->element_count == n->element_count;
    for (int i = 0; i < m->element_count && same; i++)
        same = of(a, m->elements[i].set) == of(b, n->elements[i].set);
    return same;
}

/* What the checker asks for by name (docs/cat.md): what final values are of, what is undefined, and
 * which rounds of loops may go. */
static cm_same_names test_names(cm_arena *arena, const cm_test *test)
{
    static const char *const always[] = {"co", "undefined-value", "undefined-behavior"};
    enum { ALWAYS = sizeof always / sizeof *always };
    int claims = 0;
    bool loops = false;
    for (int t = 0; t < test->thread_count; t++)
        loops |= cm_thread_has_loop(&test->threads[t]);
    while (loops && cm_model_claims[claims])
        claims++;
    const char **names = CM_NEW_ARRAY(arena, (size_t)(ALWAYS + claims), const char *);
    memcpy(names, always, sizeof always);
    memcpy(names + ALWAYS, cm_model_claims, (size_t)claims * sizeof *names);
    return (cm_same_names){names, ALWAYS + claims};
}

static bool same_names(const side *a, const side *b, const cm_same_names *names)
{
    bool same = true;
    for (int i = 0; i < names->count; i++)
        same = same && of(a, cm_model_find(a->model, names->items[i])) ==
                           of(b, cm_model_find(b->model, names->items[i]));
    return same;
}

static bool same_constraint(const cm_constraint *a, const cm_constraint *b)
{
    bool same = a->kind == b->kind && a->negated == b->negated && a->node == b->node &&
                a->element_count == b->element_count;
    for (int i = 0; i < a->element_count && same; i++)
        same = a->elements[i] == b->elements[i];
    return same;
}

static bool has_constraints(const side *a, const side *b)
{
    for (int i = 0; i < b->constraint_count; i++) {
        int k = 0;
        while (k < a->constraint_count && !same_constraint(&a->constraints[k], &b->constraints[i]))
            k++;
        if (k == a->constraint_count)
            return false;
    }
    return true;
}

bool cm_models_same(cm_arena *arena, const cm_model *a, const cm_model *b, const cm_test *test)
{
    if (test->form_places > 0 || a->registers != b->registers)
        return false;
    const cm_same_names names = test_names(arena, test);
    if (cm_models_same_by_steps(arena, a, b, test, &names))
        return true;
    const comparing c = {arena, test, cm_terms_new(arena)};
    side s = translate_model(&c, a), t = translate_model(&c, b);
    return same_frees(&s, &t) && same_fixes(&s, &t) && same_elements(&s, &t) &&
           same_names(&s, &t, &names) && has_constraints(&s, &t) && has_constraints(&t, &s);
}
