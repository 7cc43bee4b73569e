/* For tests of explain/: derivations looked at again, operator by operator, with values of
 * model/eval. */
#ifndef CM_TESTS_WHY_HELP_H
#define CM_TESTS_WHY_HELP_H

#include "explain/why.h"
#include "tests/unit/cat_help.h"

typedef struct checking {
    const cm_model *m;
    const cm_execution_graph *graph;
    const cm_value *values;
    int seen;
} checking;

static inline bool why_base_holds(const checking *k, const cm_why *why)
{
    const cm_node *n = &k->m->nodes[why->node];
    return n->is_set ? cm_set_has(&k->graph->sets[n->index], why->from)
                     : cm_rel_has(&k->graph->rels[n->index], why->from, why->to);
}

static inline void why_same_pair(const cm_why *part, uint32_t from, uint32_t to)
{
    assert_int_equal(part->from, from);
    assert_int_equal(part->to, to);
}

static inline void why_chain(const cm_why *why)
{
    uint32_t now = why->from;
    assert_true(why->count > 0);
    for (int i = 0; i < why->count; i++) {
        assert_int_equal(why->parts[i]->from, now);
        now = why->parts[i]->to;
    }
    assert_int_equal(now, why->to);
}

static inline bool why_holds(const checking *k, int node, uint32_t from, uint32_t to)
{
    return k->m->nodes[node].is_set ? cm_set_has(&k->values[node].set, from)
                                    : cm_rel_has(&k->values[node].rel, from, to);
}

static inline void check_why(checking *k, const cm_why *why, int depth)
{
    const cm_node *n = &k->m->nodes[why->node];
    assert_true(why_holds(k, why->node, why->from, why->to));
    assert_false(why->missing);
    if (depth > 80 || k->seen++ > 20000)
        return;
    switch (n->op) {
    case CM_NODE_BASE:
        assert_true(why_base_holds(k, why));
        break;
    case CM_NODE_FREE:
        assert_true(cm_rel_has(&k->graph->frees[n->index], why->from, why->to));
        break;
    case CM_NODE_SEQ:
    case CM_NODE_PLUS:
        why_chain(why);
        break;
    case CM_NODE_DIFF:
        assert_false(why_holds(k, n->b, why->from, why->to)); /* fall through */
    case CM_NODE_UNION:
    case CM_NODE_FIX:
        assert_int_equal(why->count, 1);
        why_same_pair(why->parts[0], why->from, why->to);
        break;
    case CM_NODE_INTER:
        assert_true(why->count >= 2);
        for (int i = 0; i < why->count; i++)
            why_same_pair(why->parts[i], why->from, why->to);
        break;
    case CM_NODE_INVERSE:
        why_same_pair(why->parts[0], why->to, why->from);
        break;
    case CM_NODE_IDENTITY:
        assert_int_equal(why->from, why->to);
        why_same_pair(why->parts[0], why->from, why->from);
        break;
    case CM_NODE_CROSS:
        why_same_pair(why->parts[0], why->from, why->from);
        why_same_pair(why->parts[1], why->to, why->to);
        break;
    case CM_NODE_DOMAIN:
        assert_int_equal(why->parts[0]->from, why->from);
        break;
    case CM_NODE_RANGE:
        assert_int_equal(why->parts[0]->to, why->from);
        break;
    default:
        break;
    }
    for (int i = 0; i < why->count; i++)
        check_why(k, why->parts[i], depth + 1);
}

#endif
