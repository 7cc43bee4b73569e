/* What is known of values while threads go through their programs before a run
 * (ptx_native_lanes.c). */
#include "litmus/isa/ptx/ptx_native_walk.h"

const value *cm_ptxn_value_node(walk *w, value v)
{
    v.nodes = 1 + (v.a ? v.a->nodes : 0) + (v.b ? v.b->nodes : 0) + (v.c ? v.c->nodes : 0);
    if (v.nodes > MOST_NODES)
        return NULL;
    value *kept = CM_NEW(w->n->work->arena, value);
    *kept = v;
    return kept;
}

const value *cm_ptxn_value_number(walk *w, uint64_t imm)
{
    return cm_ptxn_value_node(w, (value){.op = CM_OP_CONST, .imm = imm});
}

bool cm_ptxn_value_is_number(const value *v)
{
    return v && v->op == CM_OP_CONST;
}

bool cm_ptxn_value_equal(const value *a, const value *b)
{
    if (a == b || !a || !b)
        return a == b;
    return a->op == b->op && a->bits == b->bits && a->imm == b->imm &&
           cm_ptxn_value_equal(a->a, b->a) && cm_ptxn_value_equal(a->b, b->b) &&
           cm_ptxn_value_equal(a->c, b->c);
}

static const value *operate(walk *w, const lane *l, const cm_expr *e)
{
    const value *a = e->a ? cm_ptxn_evaluate(w, l, e->a) : NULL,
                *b = e->b ? cm_ptxn_evaluate(w, l, e->b) : NULL;
    const value *c = e->c ? cm_ptxn_evaluate(w, l, e->c) : NULL;
    if (e->op == CM_OP_SELECT && cm_ptxn_value_is_number(a))
        return a->imm ? b : c;
    if ((e->a && !a) || (e->b && !b) || (e->c && !c))
        return NULL;
    bool known = (!a || cm_ptxn_value_is_number(a)) && (!b || cm_ptxn_value_is_number(b)) &&
                 (!c || cm_ptxn_value_is_number(c));
    if (known)
        return cm_ptxn_value_number(w, cm_op_apply(e->op, e->bits, e->imm, a ? a->imm : 0,
                                                   b ? b->imm : 0, c ? c->imm : 0, c != NULL));
    return cm_ptxn_value_node(
        w, (value){.op = e->op, .bits = e->bits, .imm = e->imm, .a = a, .b = b, .c = c});
}

const value *cm_ptxn_evaluate(walk *w, const lane *l, const cm_expr *e)
{
    if (e->op == CM_OP_CONST)
        return cm_ptxn_value_number(w, e->imm);
    return e->op == CM_OP_REG ? l->registers[e->reg] : operate(w, l, e);
}

bool cm_ptxn_value_is_truth(const value *v)
{
    return v->op >= CM_OP_EQ && v->op <= CM_OP_SLE;
}

const value *cm_ptxn_value_core(const value *v, bool *turned)
{
    while ((v->op == CM_OP_EQ || v->op == CM_OP_NE) && cm_ptxn_value_is_number(v->b) &&
           v->b->imm == 0 && cm_ptxn_value_is_truth(v->a)) {
        *turned = *turned != (v->op == CM_OP_EQ);
        v = v->a;
    }
    return v;
}
