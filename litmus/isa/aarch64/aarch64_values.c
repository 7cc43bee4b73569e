/* Values of aarch64.isa that no row can say. */
#include "litmus/isa/aarch64/aarch64.h"

static const cm_expr *expression_of(cm_dotted *w, const cm_form_argument *v)
{
    return v->expr ? v->expr : cm_asm_const(w->as, v->number);
}

static const cm_expr *flags_of(cm_dotted *w, cm_op op, unsigned bits, const cm_form_argument *v)
{
    return cm_asm_op(w->as, op, bits, expression_of(w, &v[0]), expression_of(w, &v[1]), v[2].expr);
}

static const cm_expr *flags_add(cm_dotted *w, unsigned bits, const cm_form_argument *v)
{
    return flags_of(w, CM_OP_FLAGS_ADD, bits, v);
}

static const cm_expr *flags_sub(cm_dotted *w, unsigned bits, const cm_form_argument *v)
{
    return flags_of(w, CM_OP_FLAGS_SUB, bits, v);
}

static const cm_expr *flags_logic(cm_dotted *w, unsigned bits, const cm_form_argument *v)
{
    return cm_asm_op(w->as, CM_OP_FLAGS_LOGIC, bits, expression_of(w, v), NULL, NULL);
}

static const cm_expr *carry(cm_dotted *w, unsigned bits, const cm_form_argument *v)
{
    (void)bits, (void)v;
    return cm_a64_carry(w);
}

/* NULL: always */
static const cm_expr *holds(cm_dotted *w, unsigned bits, const cm_form_argument *v)
{
    (void)bits;
    return cm_a64_holds(w, (unsigned)v[0].number);
}

/* pick(as wide as this, condition, yes, no). With AL neither the flags nor `no` are read. */
static const cm_expr *pick(cm_dotted *w, unsigned bits, const cm_form_argument *v)
{
    const cm_expr *condition = cm_a64_holds(w, (unsigned)v[1].number);
    const cm_expr *yes = expression_of(w, &v[2]);
    return condition ? cm_asm_op(w->as, CM_OP_SELECT, bits, condition, yes, expression_of(w, &v[3]))
                     : cm_line_imm_op(w, CM_OP_ZEXT, bits, bits, yes);
}

/* Bytes reversed in groups of so many bits. */
static const cm_expr *rev(cm_dotted *w, unsigned bits, const cm_form_argument *v)
{
    return cm_asm_op_imm(w->as, CM_OP_REV, bits, v[1].number, expression_of(w, v));
}

/* What the lowest bits of `value` leave behind after so many steps of the division. */
static uint64_t remainder_of(uint64_t value, uint64_t steps, uint64_t polynomial)
{
    for (; steps > 0; steps--)
        value = value >> 1 ^ (value & 1 ? polynomial : 0);
    return value;
}

/* crc(sum so far, value, polynomial, bits of the value). The remainder is linear: each bit of the
 * dividend adds its own. */
static const cm_expr *crc(cm_dotted *w, unsigned bits, const cm_form_argument *v)
{
    uint64_t of = v[3].number;
    (void)bits;
    const cm_expr *so_far = cm_line_imm_op(w, CM_OP_ZEXT, 64, 32, expression_of(w, &v[0]));
    const cm_expr *value = cm_line_imm_op(w, CM_OP_ZEXT, 64, of, expression_of(w, &v[1]));
    int kept = cm_asm_temporary(w->as);
    cm_emit_assign(w->as, kept, cm_line_op(w, CM_OP_XOR, 64, so_far, value));
    const cm_expr *dividend = cm_asm_reg(w->as, kept);
    const cm_expr *sum = of < 32 ? cm_line_op(w, CM_OP_LSHR, 64, dividend, cm_line_const(w, of))
                                 : cm_line_const(w, 0);
    for (unsigned i = 0; i < of; i++) {
        const cm_expr *bit = cm_line_op(w, CM_OP_LSHR, 64, dividend, cm_line_const(w, i));
        uint64_t part = remainder_of(UINT64_C(1) << i, of, v[2].number);
        bit = cm_line_imm_op(w, CM_OP_SEXT, 64, 1, bit);
        sum = cm_line_op(w, CM_OP_XOR, 64, sum,
                         cm_line_op(w, CM_OP_AND, 64, bit, cm_line_const(w, part)));
    }
    return sum;
}

const cm_form_function cm_a64_functions[] = {{"flags_add", flags_add},
                                             {"flags_sub", flags_sub},
                                             {"flags_logic", flags_logic},
                                             {"carry", carry},
                                             {"holds", holds},
                                             {"pick", pick},
                                             {"rev", rev},
                                             {"crc", crc},
                                             {"fconvert", cm_form_convert},
                                             {NULL, NULL}};
