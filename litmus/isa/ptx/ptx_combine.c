/* What atomics compute (PTX ISA, "atom", "red"). */
#include "litmus/isa/ptx/ptx.h"

static const cm_expr *select_expr(cm_ptx *p, unsigned bits, const cm_expr *condition,
                                  const cm_expr *yes, const cm_expr *no)
{
    return cm_asm_op(p->as, CM_OP_SELECT, bits, condition, yes, no);
}

/* What is written (PTX ISA 9.7.13.5): inc wraps at b, dec wraps to b. */
const cm_expr *cm_ptx_combined(cm_ptx *p, cm_ptx_operation operation, cm_ptx_type type,
                               const cm_expr *old, const cm_expr *b)
{
    bool is_signed = type.kind == CM_PTX_SIGNED;
    unsigned bits = type.bits;
    const cm_expr *zero = cm_ptx_const(p, 0), *one = cm_ptx_const(p, 1);
    if (cm_ptx_is_float(type))
        return cm_ptx_float_combined(p, operation, type, old, b);
    switch (operation) {
    case CM_PTX_ADD:
        return cm_dotted_op(p, CM_OP_ADD, bits, old, b);
    case CM_PTX_SUB:
        return cm_dotted_op(p, CM_OP_SUB, bits, old, b);
    case CM_PTX_INC: /* old >= b ? 0 : old + 1 */
        return select_expr(p, bits, cm_dotted_op(p, CM_OP_ULE, bits, b, old), zero,
                           cm_dotted_op(p, CM_OP_ADD, bits, old, one));
    case CM_PTX_DEC: { /* old == 0 || old > b ? b : old - 1 */
        const cm_expr *empty = cm_dotted_op(p, CM_OP_EQ, bits, old, zero);
        const cm_expr *above = cm_dotted_op(p, CM_OP_ULT, bits, b, old);
        return select_expr(p, bits, cm_dotted_op(p, CM_OP_OR, bits, empty, above), b,
                           cm_dotted_op(p, CM_OP_SUB, bits, old, one));
    }
    case CM_PTX_MIN:
        return cm_dotted_op(p, is_signed ? CM_OP_SMIN : CM_OP_UMIN, bits, old, b);
    case CM_PTX_MAX:
        return cm_dotted_op(p, is_signed ? CM_OP_SMAX : CM_OP_UMAX, bits, old, b);
    case CM_PTX_AND:
        return cm_dotted_op(p, CM_OP_AND, bits, old, b);
    case CM_PTX_OR:
        return cm_dotted_op(p, CM_OP_OR, bits, old, b);
    case CM_PTX_XOR:
        return cm_dotted_op(p, CM_OP_XOR, bits, old, b);
    default: /* CM_PTX_EXCH */
        return b;
    }
}

cm_ptx_operation cm_ptx_take_operation(cm_ptx *p)
{
    return (cm_ptx_operation)cm_ptx_take(p, "add|sub|exch|cas|inc|dec|min|max|and|or|xor");
}
