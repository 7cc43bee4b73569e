/* The part of the language that is decided while a model is read: set literals,
 * matches, conditions and try. */
#include "model/elab.h"

#include "base/text.h"

#include <string.h>

/* ---- sets of tags, relations, ... ------------------------------------- */

static void collect_items(const cm_cat_value *value, const cm_cat_value **items, int *count)
{
    if (value->kind != CM_CAT_VALUE_LIST)
        return;
    for (int i = 0; i < value->count; i++)
        items[(*count)++] = value->items[i];
}

static void expect_list(cm_elab *elab, const cm_cat_value *value, cm_place place)
{
    if (value->kind != CM_CAT_VALUE_LIST && value->kind != CM_CAT_VALUE_EMPTY)
        cm_elab_fail_hard(elab, place, "expected a set literal, found %s",
                          cm_cat_value_what(elab, value));
}

const cm_cat_value *cm_elab_list_op(cm_elab *elab, cm_cat_kind kind, const cm_cat_value *a,
                                    const cm_cat_value *b, cm_place place)
{
    if (a->kind != CM_CAT_VALUE_LIST && b->kind != CM_CAT_VALUE_LIST)
        cm_elab_fail_hard(elab, place, "expected a set or a relation, found %s",
                          cm_cat_value_what(elab, cm_cat_value_is_term(a) ? b : a));
    expect_list(elab, a, place);
    expect_list(elab, b, place);
    const cm_cat_value **items =
        CM_NEW_ARRAY(elab->arena, (size_t)a->count + (size_t)b->count, const cm_cat_value *);
    int count = 0;
    if (kind == CM_CAT_UNION) {
        collect_items(a, items, &count);
        collect_items(b, items, &count);
    } else {
        for (int i = 0; i < a->count; i++)
            if (cm_cat_value_in(elab, a->items[i], b, place) == (kind == CM_CAT_INTER))
                items[count++] = a->items[i];
    }
    return cm_cat_value_list(elab, items, count, place);
}

static const cm_cat_value **eval_args(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    const cm_cat_value **items =
        CM_NEW_ARRAY(elab->arena, (size_t)e->arg_count, const cm_cat_value *);
    for (int i = 0; i < e->arg_count; i++)
        items[i] = cm_elab_eval(elab, env, e->args[i]);
    return items;
}

/* element ++ set */
static const cm_cat_value *eval_add(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    const cm_cat_value *item = cm_elab_eval(elab, env, e->args[0]);
    const cm_cat_value *set = cm_elab_eval(elab, env, e->args[1]);
    if (item->kind == CM_CAT_VALUE_EVENT && (cm_cat_value_is_term(set))) {
        int rest = cm_cat_value_as_set(elab, set, e->args[1]->place);
        return cm_cat_value_set(elab,
                                cm_terms_binary(elab->graph, CM_NODE_UNION, item->node, rest));
    }
    expect_list(elab, set, e->args[1]->place);
    const cm_cat_value **items =
        CM_NEW_ARRAY(elab->arena, (size_t)set->count + 1, const cm_cat_value *);
    int count = 0;
    items[count++] = item;
    collect_items(set, items, &count);
    return cm_cat_value_list(elab, items, count, e->place);
}

/* ---- match ------------------------------------------------------------ */

static const cm_cat_value *eval_match_set(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    const cm_cat_value *value = cm_elab_eval(elab, env, e->a);
    bool term = value->kind == CM_CAT_VALUE_SET || value->kind == CM_CAT_VALUE_REL;
    if (value->kind == CM_CAT_VALUE_EMPTY ||
        (term && elab->graph->nodes[value->node].op == CM_NODE_EMPTY)) /* in every execution */
        return cm_elab_eval(elab, env, e->b);
    if (value->kind != CM_CAT_VALUE_LIST)
        cm_elab_fail_hard(elab, e->a->place,
                          "this differs between executions, so that no match can be on it, "
                          "expected a set literal, found %s",
                          cm_cat_value_what(elab, value));
    const cm_cat_value *rest =
        cm_cat_value_list(elab, value->items + 1, value->count - 1, e->a->place);
    env = cm_env_bind(elab, env, e->pattern.names[0], value->items[0]);
    env = cm_env_bind(elab, env, e->pattern.names[1], rest);
    return cm_elab_eval(elab, env, e->c);
}

/* ---- conditions ------------------------------------------------------- */

/* Terms are equal before any execution is known only if they are one node. */
static bool decide_equal(cm_elab *elab, const cm_cat_value *a, const cm_cat_value *b,
                         const cm_cat_cond *cond)
{
    bool equal = cm_cat_value_equal(elab, a, b, cond->place);
    bool execution = (a->kind >= CM_CAT_VALUE_SET && a->kind <= CM_CAT_VALUE_EVENT) ||
                     (b->kind >= CM_CAT_VALUE_SET && b->kind <= CM_CAT_VALUE_EVENT);
    if (!equal && execution)
        cm_elab_fail_hard(elab, cond->place,
                          "these differ between executions and cannot be compared, expected tags "
                          "or set literals");
    return equal;
}

static bool decide_comparison(cm_elab *elab, const cm_env *env, const cm_cat_cond *cond)
{
    const cm_cat_value *a = cm_elab_eval(elab, env, cond->a);
    const cm_cat_value *b = cm_elab_eval(elab, env, cond->b);
    switch (cond->kind) {
    case CM_COND_EQUAL:
        return decide_equal(elab, a, b, cond);
    case CM_COND_SUBSET:
        if (cm_cat_value_is_term(a) && cm_cat_value_is_term(b) && a->kind != CM_CAT_VALUE_EMPTY)
            return decide_equal(elab, a, b, cond);
        expect_list(elab, a, cond->a->place);
        expect_list(elab, b, cond->b->place);
        for (int i = 0; i < a->count; i++)
            if (!cm_cat_value_in(elab, a->items[i], b, cond->place))
                return false;
        return true;
    default:
        expect_list(elab, b, cond->b->place);
        return cm_cat_value_in(elab, a, b, cond->place);
    }
}

static void note_variant(cm_elab *elab, const char *name)
{
    for (int i = 0; i < elab->variant_count; i++)
        if (elab->variants[i] == name)
            return;
    CM_PUSH(elab->arena, elab->variants, elab->variant_count, elab->variant_capacity, name);
}

bool cm_elab_cond(cm_elab *elab, const cm_env *env, const cm_cat_cond *cond)
{
    switch (cond->kind) {
    case CM_COND_VARIANT:
        note_variant(elab, cond->variant);
        bool on = false;
        for (int i = 0; i < elab->options->variant_count; i++) {
            bool same = strcmp(elab->options->variants[i], cond->variant) == 0;
            elab->variants_asked[i] |= same;
            on |= same;
        }
        return on || cm_word_listed(elab->config.variants, (size_t)elab->config.variant_count,
                                    cond->variant);
    case CM_COND_NOT:
        return !cm_elab_cond(elab, env, cond->left);
    case CM_COND_AND:
        return cm_elab_cond(elab, env, cond->left) && cm_elab_cond(elab, env, cond->right);
    case CM_COND_OR:
        return cm_elab_cond(elab, env, cond->left) || cm_elab_cond(elab, env, cond->right);
    default:
        return decide_comparison(elab, env, cond);
    }
}

/* ---- try -------------------------------------------------------------- */

typedef struct attempt {
    cm_elab *elab;
    const cm_env *env;
    const cm_cat_expr *e;
    const cm_cat_value *value;
} attempt;

static void run_attempt(void *argument)
{
    attempt *a = argument;
    a->value = cm_elab_eval(a->elab, a->env, a->e);
}

const cm_cat_value *cm_elab_try(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    attempt a = {elab, env, e, NULL};
    cm_diags *diags = &elab->work->diags;
    size_t count = diags->count, errors = diags->errors;
    int depth = elab->depth, open_count = elab->open_count, fix_count = elab->fix_count;
    int of_nothing = elab->of_nothing;
    const cm_elab_call *calls = elab->calls;
    elab->hard_error = true; /* until an error says otherwise: out of memory */
    if (cm_arena_protect(elab->arena, run_attempt, &a))
        return a.value;
    if (elab->hard_error)
        cm_arena_escape(elab->arena);
    diags->count = count;
    diags->errors = errors;
    elab->depth = depth;
    elab->of_nothing = of_nothing;
    elab->calls = calls;
    elab->open_count = open_count;
    for (int i = fix_count; i < elab->fix_count; i++)
        elab->fixes[i].open = false;
    return NULL;
}

const cm_cat_value *cm_elab_static(cm_elab *elab, const cm_env *env, const cm_cat_expr *e)
{
    switch (e->kind) {
    case CM_CAT_SET:
        return cm_cat_value_list(elab, eval_args(elab, env, e), e->arg_count, e->place);
    case CM_CAT_TUPLE: {
        cm_cat_value *tuple = cm_cat_value_new(elab, CM_CAT_VALUE_TUPLE);
        tuple->items = eval_args(elab, env, e);
        tuple->count = e->arg_count;
        return tuple;
    }
    case CM_CAT_ADD:
        return eval_add(elab, env, e);
    case CM_CAT_MATCH_TAG: {
        const cm_cat_value *value = cm_elab_eval(elab, env, e->a);
        if (value->kind != CM_CAT_VALUE_TAG)
            cm_elab_fail_hard(elab, e->a->place, "expected a tag, found %s",
                              cm_cat_value_what(elab, value));
        for (int i = 0; i < e->clause_count; i++)
            if (e->clauses[i].tag == value->name)
                return cm_elab_eval(elab, env, e->clauses[i].value);
        if (!e->b)
            cm_elab_fail_hard(elab, e->place,
                              "there is no clause for `'%s`, expected one or `_ -> ...`",
                              value->name);
        return cm_elab_eval(elab, env, e->b);
    }
    case CM_CAT_MATCH_SET:
        return eval_match_set(elab, env, e);
    case CM_CAT_IF:
        return cm_elab_eval(elab, env, cm_elab_cond(elab, env, e->cond) ? e->a : e->b);
    default: /* CM_CAT_TRY */
    {
        /* `try X with 0` is how models say that a set may not exist. In a larger
         * expression an unknown name takes known ones down with it, which weakens the
         * model: that is worth a warning. */
        const cm_cat_value *value = cm_elab_try(elab, env, e->a);
        if (value)
            return value;
        if (e->a->kind != CM_CAT_VAR)
            cm_diag_add(elab->work, CM_WARNING, elab->unknown_place,
                        "there is no name `%s`: the expression after `with` is used instead",
                        elab->unknown);
        return cm_elab_eval(elab, env, e->b);
    }
    }
}
