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
    CM_PUSH(elab->arena, elab->group_order, elab->group_count, elab->group_order_capacity, -1);
    elab->open_groups[elab->open_count++] = group;
    return group;
}

static int new_fix(cm_elab *elab, const char *name, bool is_set, int group, bool open)
{
    CM_RESERVE(elab->arena, elab->fixes, elab->fix_count, elab->fix_capacity);
    int index = elab->fix_count++;
    int node = cm_terms_leaf(elab->graph, CM_NODE_FIX, is_set, index);
    elab->fixes[index] = (cm_elab_fix){{name, node, -1, group}, open};
    return index;
}

static void open_fixes(cm_elab *elab, rec_group *group, int number)
{
    for (int i = 0; i < group->count; i++) {
        group->fixes[i] = -1;
        if (!group->values[i])
            continue;
        bool is_set = group->values[i]->kind == CM_CAT_VALUE_SET;
        const char *name = group->bindings[i].pattern.names[0];
        int index = new_fix(elab, name, is_set, number, true);
        group->fixes[i] = index;
        group->values[i] = cm_cat_value_node(elab, elab->fixes[index].fix.node);
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

/* ---- brackets that match ------------------------------------------------ */

static bool is_op(const cm_terms *g, int node, cm_node_op op)
{
    return node >= 0 && g->nodes[node].op == op;
}

/* [a];r;[b], as an expression makes it. */
static int between(cm_terms *g, int a, int r, int b)
{
    int from = cm_terms_unary(g, CM_NODE_IDENTITY, a), to = cm_terms_unary(g, CM_NODE_IDENTITY, b);
    return cm_terms_binary(g, CM_NODE_SEQ, cm_terms_binary(g, CM_NODE_SEQ, from, r), to);
}

static int steps_past(cm_terms *g, int r)
{
    return cm_terms_binary(g, CM_NODE_DIFF, r, cm_terms_binary(g, CM_NODE_SEQ, r, r));
}

/* The set whose difference with that end of m the node is, if it is one of a tag; else -1. */
static int tag_without(const cm_terms *g, int node, cm_node_op end, int m)
{
    if (!is_op(g, node, CM_NODE_DIFF))
        return -1;
    int set = g->nodes[node].a, rest = g->nodes[node].b;
    bool is_end = is_op(g, rest, end) && g->nodes[rest].a == m;
    bool is_tag = is_op(g, set, CM_NODE_BASE) && g->bases[g->nodes[set].index]->kind == CM_BASE_TAG;
    return is_end && is_tag ? set : -1;
}

/* The operands of [a];r;[b]: a and b, if it is one. */
static bool take_ends(const cm_terms *g, int node, int *a, int *b)
{
    int first = node, last = node;
    while (is_op(g, first, CM_NODE_SEQ))
        first = g->nodes[first].a;
    while (is_op(g, last, CM_NODE_SEQ))
        last = g->nodes[last].b;
    if (!is_op(g, first, CM_NODE_IDENTITY) || !is_op(g, last, CM_NODE_IDENTITY))
        return false;
    *a = g->nodes[first].a;
    *b = g->nodes[last].a;
    return true;
}

/* herd finds the pairs of rcu_read_lock and rcu_read_unlock by a recursion that is not monotone
 * (linux-kernel.bell): with what no pair of m has so far,
 *
 *      a = L \ domain(m)    b = U \ range(m)    d = [a | b];po;[a | b]
 *      m = m | (([a];po;[b]) \ (d;d))
 *
 * Is the body this? Then what is next to each other is a pair, and so on outwards: brackets. */
static bool is_matching(cm_elab *elab, int body, int m, int po, int *locks, int *unlocks)
{
    cm_terms *g = elab->graph;
    if (!is_op(g, body, CM_NODE_UNION))
        return false;
    int step = g->nodes[body].a == m ? g->nodes[body].b : g->nodes[body].a, a, b;
    if (!is_op(g, step, CM_NODE_DIFF) || !take_ends(g, g->nodes[step].a, &a, &b))
        return false;
    *locks = tag_without(g, a, CM_NODE_DOMAIN, m);
    *unlocks = tag_without(g, b, CM_NODE_RANGE, m);
    if (*locks < 0 || *unlocks < 0)
        return false;
    int either = cm_terms_binary(g, CM_NODE_UNION, a, b), open = between(g, either, po, either);
    int expected = cm_terms_binary(g, CM_NODE_DIFF, between(g, a, po, b),
                                   cm_terms_binary(g, CM_NODE_SEQ, open, open));
    return body == cm_terms_binary(g, CM_NODE_UNION, m, expected);
}

/* The same, monotone: po is total on the fences of a thread, so that an event of both kinds has at
 * most one next, and a lock's unlock comes after the pairs inside:
 *
 *      m = [L];(next;m)*;next;[U] */
static int matching(cm_elab *elab, const char *name, int locks, int unlocks, int po)
{
    cm_terms *g = elab->graph;
    int either = cm_terms_binary(g, CM_NODE_UNION, locks, unlocks);
    int next = steps_past(g, between(g, either, po, either));
    int group = open_group(elab), index = new_fix(elab, name, false, group, true);
    int node = elab->fixes[index].fix.node;
    int inside = cm_terms_binary(g, CM_NODE_SEQ, next, node);
    inside = cm_terms_unary(g, CM_NODE_OPT, cm_terms_unary(g, CM_NODE_PLUS, inside));
    elab->fixes[index].fix.body =
        between(g, locks, cm_terms_binary(g, CM_NODE_SEQ, inside, next), unlocks);
    elab->fixes[index].open = false;
    elab->open_count--;
    elab->group_order[group] = elab->closed_count++;
    return node;
}

/* Evaluates one definition after the other, as herd does, each with what those before it are. */
static const cm_env *in_order(cm_elab *elab, const cm_env *env, const rec_group *group,
                              const cm_cat_value **values)
{
    for (int i = 0; i < group->count; i++) {
        values[i] = cm_elab_eval(elab, env, group->bindings[i].value);
        env = cm_env_bind(elab, env, group->bindings[i].pattern.names[0], values[i]);
    }
    return env;
}

/* If the last definition is the matching of brackets, by the help of the others: their names,
 * bound; else NULL. */
static const cm_env *bind_matching(cm_elab *elab, const cm_env *env, const rec_group *group)
{
    int last = group->count - 1;
    const cm_cat_value *value = group->values[last];
    if (elab->open_count > 0 || last == 0 || !value || value->kind != CM_CAT_VALUE_REL)
        return NULL;
    const cm_env *inner = env;
    int m = -1;
    for (int i = 0; i < group->count; i++) {
        if (!group->values[i])
            return NULL;
        const char *name = group->bindings[i].pattern.names[0];
        bool is_set = group->values[i]->kind == CM_CAT_VALUE_SET;
        int index = new_fix(elab, name, is_set, -1, false);
        m = elab->fixes[index].fix.node;
        inner = cm_env_bind(elab, inner, name, cm_cat_value_node(elab, m));
    }
    const cm_cat_value **values =
        CM_NEW_ARRAY(elab->arena, (size_t)group->count, const cm_cat_value *);
    in_order(elab, inner, group, values);
    cm_place place = group->bindings[last].place;
    static const char order[] = "po";
    const cm_cat_value *po = cm_elab_lookup(
        elab, elab->library_env, cm_names_intern(elab->interned, order, sizeof order - 1), place);
    int locks, unlocks;
    if (values[last]->kind != CM_CAT_VALUE_REL ||
        !is_matching(elab, values[last]->node, m, po->node, &locks, &unlocks))
        return NULL;
    const char *name = group->bindings[last].pattern.names[0];
    int found = matching(elab, name, locks, unlocks, po->node);
    inner = cm_env_bind(elab, env, name, cm_cat_value_rel(elab, found));
    rec_group others = {group->bindings, last, NULL, NULL};
    inner = in_order(elab, inner, &others, values);
    return cm_env_bind(elab, inner, name, cm_cat_value_rel(elab, found));
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
        const cm_env *brackets = bind_matching(elab, env, &group);
        if (brackets)
            return brackets;
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
