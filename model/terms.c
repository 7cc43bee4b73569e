/* Hash-consing and the laws.
 *
 * A law either gives a smaller term or a form that is easier for whoever
 * consumes the graph; none loses sharing. An operator's function tries its laws
 * in turn and makes a plain node when none applies. */
#include "model/terms.h"

#include "base/hash.h"

#define HASH_SIZE     4096 /* a power of two; models have a few hundred nodes */
#define INVERSE_DEPTH 64
#define DROP_DEPTH    8

cm_terms *cm_terms_new(cm_arena *arena)
{
    cm_terms *g = CM_NEW(arena, cm_terms);
    g->arena = arena;
    g->heads = CM_NEW_ARRAY(arena, HASH_SIZE, int);
    for (int i = 0; i < HASH_SIZE; i++)
        g->heads[i] = -1;
    return g;
}

/* ---- making nodes ----------------------------------------------------- */

static unsigned hash_node(const cm_node *n)
{
    unsigned parts[] = {(unsigned)n->op, n->is_set, (unsigned)n->a, (unsigned)n->b,
                        (unsigned)n->index};
    uint64_t hash = CM_HASH_EMPTY;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        hash = cm_hash_word(hash, parts[i]);
    return cm_hash_fold(hash) & (HASH_SIZE - 1);
}

static int make_node(cm_terms *g, cm_node node)
{
    unsigned hash = hash_node(&node);
    for (int i = g->heads[hash]; i >= 0; i = g->next[i])
        if (g->nodes[i].op == node.op && g->nodes[i].is_set == node.is_set &&
            g->nodes[i].a == node.a && g->nodes[i].b == node.b && g->nodes[i].index == node.index)
            return i;
    if (g->count == g->capacity) {
        size_t old = (size_t)g->capacity, more = old ? old * 2 : 64;
        g->nodes = cm_arena_grow(g->arena, g->nodes, old, more, sizeof *g->nodes);
        g->next = cm_arena_grow(g->arena, g->next, old, more, sizeof *g->next);
        g->inverses = cm_arena_grow(g->arena, g->inverses, old, more, sizeof *g->inverses);
        g->capacity = (int)more;
    }
    node.recursive = node.op == CM_NODE_FIX || (node.a >= 0 && g->nodes[node.a].recursive) ||
                     (node.b >= 0 && g->nodes[node.b].recursive);
    int i = g->count++;
    g->nodes[i] = node;
    g->inverses[i] = -1;
    g->next[i] = g->heads[hash];
    g->heads[hash] = i;
    return i;
}

int cm_terms_leaf(cm_terms *g, cm_node_op op, bool is_set, int index)
{
    return make_node(g, (cm_node){.op = op, .is_set = is_set, .a = -1, .b = -1, .index = index});
}

int cm_terms_empty(cm_terms *g, bool is_set)
{
    return cm_terms_leaf(g, CM_NODE_EMPTY, is_set, -1);
}

int cm_terms_all(cm_terms *g, bool is_set)
{
    return cm_terms_leaf(g, CM_NODE_ALL, is_set, -1);
}

static int plain(cm_terms *g, cm_node_op op, bool is_set, int a, int b)
{
    return make_node(g, (cm_node){.op = op, .is_set = is_set, .a = a, .b = b, .index = -1});
}

/* Names of one kind are one base; id is the identity on all events. */
int cm_terms_base(cm_terms *g, const cm_base *base)
{
    if (base->kind == CM_BASE_ID)
        return cm_terms_unary(g, CM_NODE_IDENTITY, cm_terms_all(g, true));
    for (int i = 0; i < g->base_count; i++)
        if (cm_base_same(g->bases[i], base))
            return cm_terms_leaf(g, CM_NODE_BASE, base->is_set, i);
    CM_PUSH(g->arena, g->bases, g->base_count, g->base_capacity, base);
    return cm_terms_leaf(g, CM_NODE_BASE, base->is_set, g->base_count - 1);
}

/* ---- looking at nodes ------------------------------------------------- */

static bool is(const cm_terms *g, int node, cm_node_op op)
{
    return g->nodes[node].op == op;
}

static int left(const cm_terms *g, int node)
{
    return g->nodes[node].a;
}

static int right(const cm_terms *g, int node)
{
    return g->nodes[node].b;
}

static bool is_id(const cm_terms *g, int node)
{
    return is(g, node, CM_NODE_IDENTITY) && is(g, left(g, node), CM_NODE_ALL);
}

static int identity_on(cm_terms *g, int set)
{
    return cm_terms_unary(g, CM_NODE_IDENTITY, set);
}

/* Is x one of the operands of the chain of `op` that ends in `chain`? Looks at
 * the last few only. */
static bool has_operand(const cm_terms *g, cm_node_op op, int chain, int x)
{
    for (int steps = 0; steps < 32; steps++) {
        if (chain == x)
            return true;
        if (!is(g, chain, op))
            return false;
        if (left(g, chain) == x || right(g, chain) == x)
            return true;
        chain = left(g, chain);
    }
    return false;
}

static int ordered(cm_terms *g, cm_node_op op, int a, int b)
{
    bool is_set = g->nodes[a].is_set;
    return a < b ? plain(g, op, is_set, a, b) : plain(g, op, is_set, b, a);
}

/* ---- union, intersection, difference ---------------------------------- */

static bool is_complement(const cm_terms *g, int a, int b)
{
    return is(g, a, CM_NODE_DIFF) && is(g, left(g, a), CM_NODE_ALL) && right(g, a) == b;
}

static int make_union(cm_terms *g, int a, int b)
{
    if (is(g, a, CM_NODE_EMPTY) || is(g, b, CM_NODE_ALL))
        return b; /* 0 | b = b    a | _ = _ */
    if (is(g, b, CM_NODE_EMPTY) || is(g, a, CM_NODE_ALL))
        return a;
    if (is_complement(g, a, b) || is_complement(g, b, a))
        return cm_terms_all(g, g->nodes[a].is_set); /* a | ~a = _ */
    if (has_operand(g, CM_NODE_UNION, a, b))
        return a; /* (b | c) | b = b | c */
    if (has_operand(g, CM_NODE_UNION, b, a))
        return b;
    if ((is(g, a, CM_NODE_PLUS) || is(g, a, CM_NODE_OPT)) && left(g, a) == b)
        return a; /* b+ | b = b+    b? | b = b? */
    if ((is(g, b, CM_NODE_PLUS) || is(g, b, CM_NODE_OPT)) && left(g, b) == a)
        return b;
    if (is(g, a, CM_NODE_IDENTITY) && is(g, b, CM_NODE_IDENTITY)) /* [s] | [t] = [s | t] */
        return identity_on(g, cm_terms_binary(g, CM_NODE_UNION, left(g, a), left(g, b)));
    if (is_id(g, a))
        return cm_terms_unary(g, CM_NODE_OPT, b); /* id | b = b? */
    if (is_id(g, b))
        return cm_terms_unary(g, CM_NODE_OPT, a);
    if (is(g, a, CM_NODE_OPT)) /* a? | b = (a | b)? */
        return cm_terms_unary(g, CM_NODE_OPT, make_union(g, left(g, a), b));
    if (is(g, b, CM_NODE_OPT))
        return cm_terms_unary(g, CM_NODE_OPT, make_union(g, a, left(g, b)));
    return ordered(g, CM_NODE_UNION, a, b);
}

static int make_inter(cm_terms *g, int a, int b)
{
    if (is(g, a, CM_NODE_EMPTY) || is(g, b, CM_NODE_ALL))
        return a; /* 0 & b = 0    a & _ = a */
    if (is(g, b, CM_NODE_EMPTY) || is(g, a, CM_NODE_ALL))
        return b;
    if (is_complement(g, a, b) || is_complement(g, b, a))
        return cm_terms_empty(g, g->nodes[a].is_set); /* a & ~a = 0 */
    if (has_operand(g, CM_NODE_INTER, a, b))
        return a; /* (b & c) & b = b & c */
    if (has_operand(g, CM_NODE_INTER, b, a))
        return b;
    if (is(g, a, CM_NODE_IDENTITY) && is(g, b, CM_NODE_IDENTITY)) /* [s] & [t] = [s & t] */
        return identity_on(g, make_inter(g, left(g, a), left(g, b)));
    if (is(g, a, CM_NODE_CROSS) && is(g, b, CM_NODE_CROSS)) /* s*t & u*v = (s & u)*(t & v) */
        return cm_terms_binary(g, CM_NODE_CROSS, make_inter(g, left(g, a), left(g, b)),
                               make_inter(g, right(g, a), right(g, b)));
    return ordered(g, CM_NODE_INTER, a, b);
}

static int make_diff(cm_terms *g, int a, int b)
{
    bool is_set = g->nodes[a].is_set;
    if (a == b || is(g, a, CM_NODE_EMPTY) || is(g, b, CM_NODE_ALL))
        return cm_terms_empty(g, is_set); /* a \ a = 0 \ b = a \ _ = 0 */
    if (is(g, b, CM_NODE_EMPTY))
        return a;                                                 /* a \ 0 = a */
    if (is(g, b, CM_NODE_DIFF) && is(g, left(g, b), CM_NODE_ALL)) /* a \ ~c = a & c */
        return make_inter(g, a, right(g, b));
    if (is(g, a, CM_NODE_DIFF) && right(g, a) == b)
        return a; /* (c \ b) \ b = c \ b */
    return plain(g, CM_NODE_DIFF, is_set, a, b);
}

/* ---- composition and product ------------------------------------------ */

static int make_cross(cm_terms *g, int a, int b)
{
    if (is(g, a, CM_NODE_EMPTY) || is(g, b, CM_NODE_EMPTY))
        return cm_terms_empty(g, false);
    if (is(g, a, CM_NODE_ALL) && is(g, b, CM_NODE_ALL))
        return cm_terms_all(g, false);
    return plain(g, CM_NODE_CROSS, false, a, b);
}

/* [s] ; b, or -1 when no law applies */
static int restrict_left(cm_terms *g, int set, int b)
{
    if (is(g, b, CM_NODE_IDENTITY)) /* [s] ; [t] = [s & t] */
        return identity_on(g, make_inter(g, set, left(g, b)));
    if (is(g, b, CM_NODE_CROSS)) /* [s] ; t*u = (s & t)*u */
        return make_cross(g, make_inter(g, set, left(g, b)), right(g, b));
    if (is(g, b, CM_NODE_ALL)) /* [s] ; _*_ = s*_ */
        return make_cross(g, set, cm_terms_all(g, true));
    if (is(g, b, CM_NODE_SEQ) && is(g, left(g, b), CM_NODE_IDENTITY)) /* [s];([t];c) */
        return cm_terms_binary(
            g, CM_NODE_SEQ, identity_on(g, make_inter(g, set, left(g, left(g, b)))), right(g, b));
    return -1;
}

/* a ; [s], or -1 */
static int restrict_right(cm_terms *g, int a, int set)
{
    if (is(g, a, CM_NODE_CROSS)) /* t*u ; [s] = t*(u & s) */
        return make_cross(g, left(g, a), make_inter(g, right(g, a), set));
    if (is(g, a, CM_NODE_ALL)) /* _*_ ; [s] = _*s */
        return make_cross(g, cm_terms_all(g, true), set);
    if (is(g, a, CM_NODE_SEQ) && is(g, right(g, a), CM_NODE_IDENTITY)) /* (c;[t]);[s] */
        return cm_terms_binary(g, CM_NODE_SEQ, left(g, a),
                               identity_on(g, make_inter(g, left(g, right(g, a)), set)));
    return -1;
}

static int make_seq(cm_terms *g, int a, int b)
{
    if (is(g, a, CM_NODE_EMPTY) || is_id(g, b))
        return a; /* 0 ; b = 0    a ; id = a */
    if (is(g, b, CM_NODE_EMPTY) || is_id(g, a))
        return b;
    if (is(g, a, CM_NODE_ALL) && is(g, b, CM_NODE_ALL))
        return a; /* _*_ ; _*_ = _*_ */
    int simpler = -1;
    if (is(g, a, CM_NODE_IDENTITY))
        simpler = restrict_left(g, left(g, a), b);
    if (simpler < 0 && is(g, b, CM_NODE_IDENTITY))
        simpler = restrict_right(g, a, left(g, b));
    if (simpler >= 0)
        return simpler;
    if (a == b && is(g, a, CM_NODE_OPT) && is(g, left(g, a), CM_NODE_PLUS))
        return a; /* r* ; r* = r* */
    return plain(g, CM_NODE_SEQ, false, a, b);
}

int cm_terms_binary(cm_terms *g, cm_node_op op, int a, int b)
{
    switch (op) {
    case CM_NODE_UNION:
        return make_union(g, a, b);
    case CM_NODE_INTER:
        return make_inter(g, a, b);
    case CM_NODE_DIFF:
        return make_diff(g, a, b);
    case CM_NODE_SEQ:
        return make_seq(g, a, b);
    default:
        return make_cross(g, a, b);
    }
}

/* ---- inverse ---------------------------------------------------------- */

static bool is_symmetric(const cm_terms *g, const cm_node *node)
{
    if (node->op != CM_NODE_BASE)
        return node->op == CM_NODE_EMPTY || node->op == CM_NODE_ALL || node->op == CM_NODE_IDENTITY;
    return g->bases[node->index]->traits & CM_BASE_SYMMETRIC;
}

static int inverse(cm_terms *g, int a, int depth);

/* The inverse goes inwards, to the leaves, where it costs nothing. */
static int push_inverse(cm_terms *g, int a, int depth)
{
    const cm_node node = g->nodes[a];
    if (is_symmetric(g, &node))
        return a;
    if (node.op == CM_NODE_INVERSE)
        return node.a; /* (r^-1)^-1 = r */
    if (node.op == CM_NODE_CROSS)
        return make_cross(g, node.b, node.a); /* (s*t)^-1 = t*s */
    if (depth >= INVERSE_DEPTH)
        return plain(g, CM_NODE_INVERSE, false, a, -1);
    switch (node.op) {
    case CM_NODE_UNION: /* (r | s)^-1 = r^-1 | s^-1, the same for & and \ */
    case CM_NODE_INTER:
    case CM_NODE_DIFF: {
        int first = inverse(g, node.a, depth + 1);
        return cm_terms_binary(g, node.op, first, inverse(g, node.b, depth + 1));
    }
    case CM_NODE_SEQ: { /* (r ; s)^-1 = s^-1 ; r^-1 */
        int first = inverse(g, node.b, depth + 1);
        return make_seq(g, first, inverse(g, node.a, depth + 1));
    }
    case CM_NODE_PLUS: /* (r+)^-1 = (r^-1)+, the same for ? */
    case CM_NODE_OPT:
        return cm_terms_unary(g, node.op, inverse(g, node.a, depth + 1));
    default:
        return plain(g, CM_NODE_INVERSE, false, a, -1);
    }
}

/* Remembered, or a term with much sharing would take exponential time. */
static int inverse(cm_terms *g, int a, int depth)
{
    if (g->inverses[a] < 0) {
        int result = push_inverse(g, a, depth);
        g->inverses[a] = result;
        if (g->inverses[result] < 0)
            g->inverses[result] = a;
    }
    return g->inverses[a];
}

/* ---- closures, identity, domain and range ----------------------------- */

/* (r | s+)+ = (r | s)+: the term without the + of its operands. */
static int drop_plus(cm_terms *g, int a, int depth)
{
    if (is(g, a, CM_NODE_PLUS))
        return left(g, a);
    if (!is(g, a, CM_NODE_UNION) || depth == DROP_DEPTH)
        return a;
    int x = drop_plus(g, left(g, a), depth + 1);
    int y = drop_plus(g, right(g, a), depth + 1);
    return x == left(g, a) && y == right(g, a) ? a : make_union(g, x, y);
}

static int make_plus(cm_terms *g, int a)
{
    switch (g->nodes[a].op) {
    case CM_NODE_EMPTY:
    case CM_NODE_ALL:
    case CM_NODE_IDENTITY:
    case CM_NODE_CROSS: /* s*t is transitive */
    case CM_NODE_PLUS:
        return a;
    case CM_NODE_OPT: /* (r?)+ = (r+)? */
        return cm_terms_unary(g, CM_NODE_OPT, make_plus(g, left(g, a)));
    default:
        break;
    }
    int inner = drop_plus(g, a, 0);
    return inner == a ? plain(g, CM_NODE_PLUS, false, a, -1) : make_plus(g, inner);
}

/* domain, and range as its mirror image */
static int make_side(cm_terms *g, cm_node_op op, int a)
{
    bool first = op == CM_NODE_DOMAIN;
    switch (g->nodes[a].op) {
    case CM_NODE_EMPTY:
        return cm_terms_empty(g, true);
    case CM_NODE_ALL:
    case CM_NODE_OPT: /* domain(r?) = _ */
        return cm_terms_all(g, true);
    case CM_NODE_IDENTITY: /* domain([s]) = s */
        return left(g, a);
    case CM_NODE_INVERSE: /* domain(r^-1) = range(r) */
        return make_side(g, first ? CM_NODE_RANGE : CM_NODE_DOMAIN, left(g, a));
    case CM_NODE_PLUS: /* domain(r+) = domain(r) */
        return make_side(g, op, left(g, a));
    case CM_NODE_CROSS: /* domain(s*_) = s */
        if (is(g, first ? right(g, a) : left(g, a), CM_NODE_ALL))
            return first ? left(g, a) : right(g, a);
        break;
    case CM_NODE_SEQ: /* domain([s];r) = s & domain(r) */
        if (is(g, first ? left(g, a) : right(g, a), CM_NODE_IDENTITY)) {
            int rest = make_side(g, op, first ? right(g, a) : left(g, a));
            return make_inter(g, left(g, first ? left(g, a) : right(g, a)), rest);
        }
        break;
    default:
        break;
    }
    return plain(g, op, true, a, -1);
}

int cm_terms_unary(cm_terms *g, cm_node_op op, int a)
{
    switch (op) {
    case CM_NODE_INVERSE:
        return inverse(g, a, 0);
    case CM_NODE_PLUS:
        return make_plus(g, a);
    case CM_NODE_OPT:
        if (is(g, a, CM_NODE_OPT) || is(g, a, CM_NODE_ALL))
            return a;
        if (is(g, a, CM_NODE_EMPTY) || is(g, a, CM_NODE_IDENTITY)) /* 0? = [s]? = id */
            return identity_on(g, cm_terms_all(g, true));
        return plain(g, CM_NODE_OPT, false, a, -1);
    case CM_NODE_IDENTITY:
        if (is(g, a, CM_NODE_EMPTY))
            return cm_terms_empty(g, false);
        return plain(g, CM_NODE_IDENTITY, false, a, -1);
    default:
        return make_side(g, op, a);
    }
}

/* ---- constraints ------------------------------------------------------ */

int cm_terms_constraint(cm_terms *g, cm_constraint_kind *kind, int node)
{
    if (*kind == CM_EMPTY)
        return node;
    if (*kind == CM_IRREFLEXIVE && is(g, node, CM_NODE_PLUS))
        *kind = CM_ACYCLIC; /* irreflexive r+ = acyclic r */
    if (*kind == CM_ACYCLIC)
        return drop_plus(g, node, 0); /* acyclic (r | s+) = acyclic (r | s) */
    return node;
}
