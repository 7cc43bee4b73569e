/* Evaluation of expressions to values. */
#include "model/elab.h"

#define THINGS_PER_STEP 64

static cm_cat_value_kind untyped(const cm_elab *elab, int node, cm_cat_value_kind otherwise)
{
    switch (elab->graph->nodes[node].op) {
    case CM_NODE_EMPTY:
        return CM_CAT_VALUE_EMPTY;
    case CM_NODE_ALL:
        return CM_CAT_VALUE_ALL;
    default:
        return otherwise;
    }
}

/* Neither set nor relation yet: 0 and _. */
static bool is_untyped(const cm_cat_value *value)
{
    return value->kind == CM_CAT_VALUE_EMPTY || value->kind == CM_CAT_VALUE_ALL;
}

/* ---- | & \ ~ ---------------------------------------------------------- */

static cm_node_op node_op(cm_cat_kind kind)
{
    switch (kind) {
    case CM_CAT_UNION:
        return CM_NODE_UNION;
    case CM_CAT_INTER:
        return CM_NODE_INTER;
    default:
        return CM_NODE_DIFF;
    }
}

static const cm_cat_value *set_op(cm_elab *elab, cm_cat_kind kind, const cm_cat_value *a,
                                  const cm_cat_value *b, const cm_cat_expr *at)
{
    if (!cm_cat_value_is_term(a) || !cm_cat_value_is_term(b))
        return cm_elab_list_op(elab, kind, a, b, at->place);
    bool untyped_both = is_untyped(a) && is_untyped(b);
    const cm_cat_value *typed = is_untyped(a) ? b : a;
    bool is_set = typed->kind == CM_CAT_VALUE_SET || typed->kind == CM_CAT_VALUE_EVENT;
    int x =
        is_set ? cm_cat_value_as_set(elab, a, at->place) : cm_cat_value_as_rel(elab, a, at->place);
    int y =
        is_set ? cm_cat_value_as_set(elab, b, at->place) : cm_cat_value_as_rel(elab, b, at->place);
    if (kind == CM_CAT_DIFF) {
        /* A recursive definition has a least solution only if it is monotone. */
        if (elab->graph->nodes[y].recursive && cm_elab_is_open(elab, y, at->place))
            cm_elab_fail_hard(elab, at->place,
                              "a recursive definition may not use itself under `~` or on "
                              "the right of `\\`, expected a monotone use");
    }
    int node = cm_terms_binary(elab->graph, node_op(kind), x, y);
    return untyped_both ? cm_cat_value_new(elab, untyped(elab, node, CM_CAT_VALUE_EMPTY))
                        : cm_cat_value_node(elab, node);
}

/* ---- operators on relations ------------------------------------------- */

static int eval_rel(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    return cm_cat_value_as_rel(elab, cm_elab_eval(elab, env, e), e->place);
}

static int eval_set(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    return cm_cat_value_as_set(elab, cm_elab_eval(elab, env, e), e->place);
}

static const cm_cat_value *eval_cross(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    int a = eval_set(elab, env, e->args[0]);
    int b = eval_set(elab, env, e->args[1]);
    return cm_cat_value_rel(elab, cm_terms_binary(elab->graph, CM_NODE_CROSS, a, b));
}

/* The empty relation stays the empty anything under + and ^-1. */
static const cm_cat_value *eval_closure(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    const cm_cat_value *a = cm_elab_eval(elab, env, e->a);
    int node = cm_cat_value_as_rel(elab, a, e->a->place);
    bool opt = e->kind == CM_CAT_OPT || e->kind == CM_CAT_STAR;
    if (is_untyped(a) && !opt)
        return a;
    if (e->kind == CM_CAT_INVERSE)
        node = cm_terms_unary(elab->graph, CM_NODE_INVERSE, node);
    if (e->kind == CM_CAT_PLUS || e->kind == CM_CAT_STAR)
        node = cm_terms_unary(elab->graph, CM_NODE_PLUS, node);
    if (opt)
        node = cm_terms_unary(elab->graph, CM_NODE_OPT, node);
    return cm_cat_value_rel(elab, node);
}

/* ---- functions -------------------------------------------------------- */

static const cm_cat_value *eval_fun(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    cm_cat_value *value = cm_cat_value_new(elab, CM_CAT_VALUE_FUN);
    value->fun = e;
    value->env = env;
    return value;
}

static const cm_cat_value *apply_function(cm_elab *elab, const cm_cat_value *function,
                                          const cm_cat_value *argument, const cm_cat_expr *call)
{
    if (function->kind == CM_CAT_VALUE_PRIMITIVE)
        return function->primitive->apply(elab, function->primitive, argument, call->b->place);
    if (function->kind != CM_CAT_VALUE_FUN)
        cm_elab_fail_hard(elab, call->a->place, "expected a function, found %s",
                          cm_cat_value_what(elab, function));
    const cm_cat_expr *fun = function->fun;
    const cm_cat_pattern *pattern = &fun->pattern;
    int given = argument->kind == CM_CAT_VALUE_TUPLE ? argument->count : 1;
    if (pattern->is_tuple && given != pattern->count)
        cm_elab_fail_hard(elab, call->place, "%s%s%s takes %d arguments, found %d",
                          fun->name ? "`" : "this function", fun->name ? fun->name : "",
                          fun->name ? "`" : "", pattern->count, given);
    const cm_env *env = cm_env_match(elab, function->env, &fun->pattern, argument, call->b->place);
    const cm_elab_call here = {elab->calls, fun->name, call->place};
    elab->calls = &here;
    const cm_cat_value *value = cm_elab_eval(elab, env, fun->a);
    elab->calls = here.outer;
    return value;
}

/* ---- all -------------------------------------------------------------- */

static const cm_cat_value *eval_kind(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    switch (e->kind) {
    case CM_CAT_ZERO:
        return cm_cat_value_new(elab, CM_CAT_VALUE_EMPTY);
    case CM_CAT_UNIVERSE:
        return cm_cat_value_new(elab, CM_CAT_VALUE_ALL);
    case CM_CAT_VAR:
        return cm_elab_lookup(elab, env, e->name, e->place);
    case CM_CAT_TAG:
        return cm_cat_value_tag(elab, e->name);
    case CM_CAT_IDENTITY: {
        int set = eval_set(elab, env, e->a);
        return cm_cat_value_rel(elab, cm_terms_unary(elab->graph, CM_NODE_IDENTITY, set));
    }
    case CM_CAT_PLUS:
    case CM_CAT_STAR:
    case CM_CAT_OPT:
    case CM_CAT_INVERSE:
        return eval_closure(elab, env, e);
    case CM_CAT_COMPLEMENT: {
        const cm_cat_value *a = cm_elab_eval(elab, env, e->a);
        if (!cm_cat_value_is_term(a))
            cm_elab_fail_hard(elab, e->a->place, "expected a set of events or a relation, found %s",
                              cm_cat_value_what(elab, a));
        return set_op(elab, CM_CAT_DIFF, cm_cat_value_new(elab, CM_CAT_VALUE_ALL), a, e->a);
    }
    case CM_CAT_UNION:
    case CM_CAT_INTER:
    case CM_CAT_DIFF: {
        const cm_cat_value *result = cm_elab_eval(elab, env, e->args[0]);
        for (int i = 1; i < e->arg_count; i++)
            result = set_op(elab, e->kind, result, cm_elab_eval(elab, env, e->args[i]), e->args[i]);
        return result;
    }
    case CM_CAT_SEQ: {
        int node = eval_rel(elab, env, e->args[0]);
        for (int i = 1; i < e->arg_count; i++) {
            int nothing = elab->graph->nodes[node].op == CM_NODE_EMPTY;
            elab->of_nothing += nothing;
            node = cm_terms_binary(elab->graph, CM_NODE_SEQ, node, eval_rel(elab, env, e->args[i]));
            elab->of_nothing -= nothing;
        }
        return cm_cat_value_rel(elab, node);
    }
    case CM_CAT_CROSS:
        return eval_cross(elab, env, e);
    case CM_CAT_APPLY: {
        const cm_cat_value *function = cm_elab_eval(elab, env, e->a);
        return apply_function(elab, function, cm_elab_eval(elab, env, e->b), e);
    }
    case CM_CAT_FUN:
        return eval_fun(elab, env, e);
    case CM_CAT_LET:
        return cm_elab_eval(elab, cm_elab_let(elab, env, e->bindings, e->binding_count), e->a);
    case CM_CAT_LETREC:
        return cm_elab_eval(elab, cm_elab_letrec(elab, env, e->bindings, e->binding_count), e->a);
    default:
        return cm_elab_static(elab, env, e);
    }
}

void cm_elab_spend(cm_elab *elab, cm_place place, int things)
{
    elab->steps += things / THINGS_PER_STEP;
    if (++elab->steps > CM_ELAB_MAX_STEPS)
        cm_elab_fail_hard(elab, place, "the model is too large, expected at most %d evaluations",
                          CM_ELAB_MAX_STEPS);
}

void cm_elab_enter(cm_elab *elab, cm_place place)
{
    if (++elab->depth > CM_ELAB_MAX_DEPTH)
        cm_elab_fail_hard(elab, place,
                          "the recursion does not end, expected at most %d nested evaluations",
                          CM_ELAB_MAX_DEPTH);
    cm_elab_spend(elab, place, 0);
}

const cm_cat_value *cm_elab_eval(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    cm_elab_enter(elab, e->place);
    const cm_cat_value *value = eval_kind(elab, env, e);
    elab->depth--;
    return value;
}
