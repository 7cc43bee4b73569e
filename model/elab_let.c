/* let and let rec.
 *
 * A recursive set or relation becomes a CM_NODE_FIX. To know whether it is a set
 * or a relation, its definition is first evaluated with the empty value in its
 * place, which is also the first step of the iteration that defines it. */
#include "model/elab.h"

#include <string.h>

const cm_env *cm_elab_let(cm_elab *elab, const cm_env *env, const cm_cat_binding *bindings,
                          int count)
{
    const cm_env *result = env; /* the values do not see each other */
    for (int i = 0; i < count; i++) {
        const cm_cat_value *value = cm_elab_eval(elab, env, bindings[i].value);
        result = cm_env_match(elab, result, &bindings[i].pattern, value, bindings[i].place);
    }
    return result;
}

/* ---- what is still open ----------------------------------------------- */

static bool mark_node(const cm_elab *elab, int i)
{
    const cm_node *node = &elab->graph->nodes[i];
    const unsigned char *marks = elab->marks;
    if (node->op != CM_NODE_FIX)
        return (node->a >= 0 && marks[node->a]) || (node->b >= 0 && marks[node->b]);
    const cm_elab_fix *fix = &elab->fixes[node->index];
    return fix->open || (fix->fix.body >= 0 && marks[fix->fix.body]);
}

/* Sweeps the graph until nothing changes: children come first, and only the
 * bodies of finished recursive definitions need a further sweep. Nothing older
 * than the outermost open definition can depend on it. */
bool cm_elab_is_open(cm_elab *elab, int node, cm_place place)
{
    int count = elab->graph->count, first = elab->first_open;
    if (elab->open_count == 0 || node < first)
        return false;
    if (elab->mark_capacity < count) {
        elab->mark_capacity = count * 2;
        elab->marks = CM_NEW_ARRAY(elab->arena, (size_t)elab->mark_capacity, unsigned char);
    }
    memset(elab->marks, 0, (size_t)count);
    for (bool changed = true; changed;) {
        changed = false;
        cm_elab_spend(elab, place, count - first);
        for (int i = first; i < count; i++) {
            if (!elab->marks[i] && elab->graph->nodes[i].recursive && mark_node(elab, i)) {
                elab->marks[i] = 1;
                changed = true;
            }
        }
    }
    return elab->marks[node];
}

/* ---- one group of definitions ----------------------------------------- */

typedef struct rec_group {
    const cm_cat_binding *bindings;
    int count;
    const cm_cat_value **values; /* by binding: what the name stands for; NULL: a function */
    int *fixes;                  /* by binding: index into elab->fixes, or -1 */
} rec_group;

/* Binds the names to their values, and the functions to closures that see all
 * of these. */
static const cm_env *bind_group(cm_elab *elab, const cm_env *env, const rec_group *group)
{
    cm_cat_value **closures = CM_NEW_ARRAY(elab->arena, (size_t)group->count, cm_cat_value *);
    for (int i = 0; i < group->count; i++) {
        const cm_cat_value *value = group->values[i];
        if (!value) {
            closures[i] = cm_cat_value_new(elab, CM_CAT_VALUE_FUN);
            closures[i]->fun = group->bindings[i].value;
            value = closures[i];
        }
        env = cm_env_bind(elab, env, group->bindings[i].pattern.names[0], value);
    }
    for (int i = 0; i < group->count; i++)
        if (closures[i])
            closures[i]->env = env;
    return env;
}

static void check_sort(cm_elab *elab, const cm_cat_value *value, const cm_cat_binding *binding)
{
    if (!cm_cat_value_is_term(value))
        cm_elab_fail_hard(elab, binding->place,
                          "expected a recursive set of events, relation or function, found %s",
                          cm_cat_value_what(elab, value));
}

/* Evaluates with 0 for what is not known yet, until no more is learnt. What
 * stays unknown is a relation. */
static void find_sorts(cm_elab *elab, const cm_env *env, rec_group *group)
{
    for (bool learnt = true; learnt;) {
        learnt = false;
        const cm_env *inner = bind_group(elab, env, group);
        for (int i = 0; i < group->count; i++) {
            if (!group->values[i] || group->values[i]->kind != CM_CAT_VALUE_EMPTY)
                continue;
            const cm_cat_value *value = cm_elab_eval(elab, inner, group->bindings[i].value);
            check_sort(elab, value, &group->bindings[i]);
            if (value->kind == CM_CAT_VALUE_EMPTY || value->kind == CM_CAT_VALUE_ALL)
                continue;
            bool is_set = value->kind != CM_CAT_VALUE_REL;
            group->values[i] = cm_cat_value_node(elab, cm_terms_empty(elab->graph, is_set));
            learnt = true;
        }
    }
}

/* ---- groups ----------------------------------------------------------- */

static int open_group(cm_elab *elab)
{
    CM_RESERVE(elab->arena, elab->open_groups, elab->open_count, elab->open_capacity);
    int group = elab->group_count;
    if (elab->open_count == 0)
        elab->first_open = elab->graph->count;
    CM_RESERVE(elab->arena, elab->group_order, elab->group_count, elab->group_order_capacity);
    elab->group_order[elab->group_count++] = -1;
    elab->open_groups[elab->open_count++] = group;
    return group;
}

static void open_fixes(cm_elab *elab, rec_group *group, int number)
{
    for (int i = 0; i < group->count; i++) {
        group->fixes[i] = -1;
        if (!group->values[i])
            continue;
        CM_RESERVE(elab->arena, elab->fixes, elab->fix_count, elab->fix_capacity);
        int index = elab->fix_count++;
        bool is_set = group->values[i]->kind == CM_CAT_VALUE_SET;
        int node = cm_terms_leaf(elab->graph, CM_NODE_FIX, is_set, index);
        cm_fix fix = {group->bindings[i].pattern.names[0], node, -1, number};
        elab->fixes[index] = (cm_elab_fix){fix, true};
        group->fixes[i] = index;
        group->values[i] = cm_cat_value_node(elab, node);
    }
}

static bool group_reaches_open(cm_elab *elab, const rec_group *group)
{
    for (int i = 0; i < group->count; i++)
        if (group->fixes[i] >= 0 &&
            cm_elab_is_open(elab, elab->fixes[group->fixes[i]].fix.body, group->bindings[i].place))
            return true;
    return false;
}

/* ---- closures written as recursion ------------------------------------ */

/* Splits a chain of unions into operands. */
static int union_operands(const cm_terms *g, int node, int *operands, int limit)
{
    int count = 0;
    while (g->nodes[node].op == CM_NODE_UNION) {
        /* one side is a chain, the other an operand; unions are binary */
        int a = g->nodes[node].a, b = g->nodes[node].b;
        bool chain_left = g->nodes[a].op == CM_NODE_UNION;
        if (!chain_left && g->nodes[b].op != CM_NODE_UNION) {
            if (count + 2 > limit)
                return -1;
            operands[count++] = a;
            operands[count++] = b;
            return count;
        }
        if (count + 1 > limit)
            return -1;
        operands[count++] = chain_left ? b : a;
        node = chain_left ? a : b;
    }
    if (count + 1 > limit)
        return -1;
    operands[count++] = node;
    return count;
}

/* let rec x = r | x;x is x = r+: gives r, or -1. Called while x is open and
 * nothing else is known about it. */
static int closure_of(cm_elab *elab, const cm_fix *fix)
{
    int operands[64];
    int count = union_operands(elab->graph, fix->body, operands, 64);
    int rest = cm_terms_empty(elab->graph, false);
    bool steps = false;
    for (int i = count - 1; i >= 0; i--) {
        /* x ; x */
        if (elab->graph->nodes[operands[i]].op == CM_NODE_SEQ &&
            elab->graph->nodes[operands[i]].a == fix->node &&
            elab->graph->nodes[operands[i]].b == fix->node)
            steps = true;
        else
            rest = cm_terms_binary(elab->graph, CM_NODE_UNION, rest, operands[i]);
    }
    return count > 0 && steps ? rest : -1;
}

/* Does the node depend on this very definition (and not only on outer ones)? */
static bool uses(cm_elab *elab, int node, const rec_group *group)
{
    bool *was_open = CM_NEW_ARRAY(elab->arena, (size_t)elab->fix_count, bool);
    for (int i = 0; i < elab->fix_count; i++) {
        was_open[i] = elab->fixes[i].open;
        elab->fixes[i].open = false;
    }
    for (int i = 0; i < group->count; i++)
        if (group->fixes[i] >= 0)
            elab->fixes[group->fixes[i]].open = true;
    bool result = cm_elab_is_open(elab, node, group->bindings[0].place);
    for (int i = 0; i < elab->fix_count; i++)
        elab->fixes[i].open = was_open[i];
    return result;
}

/* Replaces a definition by a term without recursion where that is easy. */
static void simplify(cm_elab *elab, rec_group *group)
{
    int relations = 0;
    for (int i = 0; i < group->count; i++)
        relations += group->fixes[i] >= 0;
    for (int i = 0; i < group->count; i++) {
        if (group->fixes[i] < 0)
            continue;
        const cm_fix *fix = &elab->fixes[group->fixes[i]].fix;
        int rest = relations == 1 ? closure_of(elab, fix) : -1;
        if (!uses(elab, fix->body, group))
            group->values[i] = cm_cat_value_node(elab, fix->body);
        else if (rest >= 0 && !uses(elab, rest, group))
            group->values[i] =
                cm_cat_value_rel(elab, cm_terms_unary(elab->graph, CM_NODE_PLUS, rest));
    }
}

const cm_env *cm_elab_letrec(cm_elab *elab, const cm_env *env, const cm_cat_binding *bindings,
                             int count)
{
    rec_group group = {bindings, count, NULL, NULL};
    group.values = CM_NEW_ARRAY(elab->arena, (size_t)count, const cm_cat_value *);
    group.fixes = CM_NEW_ARRAY(elab->arena, (size_t)count, int);
    bool terms = false;
    for (int i = 0; i < count; i++) {
        if (bindings[i].pattern.is_tuple || !bindings[i].pattern.names[0])
            cm_elab_fail_hard(elab, bindings[i].place,
                              "expected a name for a recursive definition");
        if (bindings[i].value->kind != CM_CAT_FUN) {
            group.values[i] = cm_cat_value_new(elab, CM_CAT_VALUE_EMPTY);
            terms = true;
        }
    }
    if (terms) {
        find_sorts(elab, env, &group);
        int number = open_group(elab);
        open_fixes(elab, &group, number);
        const cm_env *inner = bind_group(elab, env, &group);
        for (int i = 0; i < group.count; i++) {
            if (group.fixes[i] < 0)
                continue;
            const cm_cat_expr *e = group.bindings[i].value;
            const cm_cat_value *value = cm_elab_eval(elab, inner, e);
            check_sort(elab, value, &group.bindings[i]);
            bool is_set = group.values[i]->kind == CM_CAT_VALUE_SET;
            elab->fixes[group.fixes[i]].fix.body = is_set
                                                       ? cm_cat_value_as_set(elab, value, e->place)
                                                       : cm_cat_value_as_rel(elab, value, e->place);
        }
        simplify(elab, &group);
        /* A definition inside another one that uses the outer one is solved together
         * with it: both are monotone, so the least solutions agree (Bekic). */
        for (int i = 0; i < group.count; i++)
            if (group.fixes[i] >= 0)
                elab->fixes[group.fixes[i]].open = false;
        elab->open_count--;
        if (elab->open_count > 0 && group_reaches_open(elab, &group)) {
            int outer = elab->open_groups[elab->open_count - 1];
            for (int i = 0; i < elab->fix_count; i++)
                if (elab->fixes[i].fix.group == number)
                    elab->fixes[i].fix.group = outer;
        } else {
            elab->group_order[number] = elab->closed_count++;
        }
    }
    return bind_group(elab, env, &group);
}
