/* Words of formulas. See vector.h. */
#include "checker/threads/vector.h"

enum { BITS = 64, EXPRESSION_DEPTH = 200 };

cm_vector cm_vector_constant(uint64_t value)
{
    cm_vector made;
    for (unsigned i = 0; i < BITS; i++)
        made.bits[i] = value >> i & 1 ? CM_TRUE : CM_FALSE;
    return made;
}

cm_vector cm_vector_any(cm_form *form, unsigned bits)
{
    cm_vector made = cm_vector_constant(0);
    for (unsigned i = 0; i < BITS && i < bits; i++)
        made.bits[i] = cm_form_variable(form);
    return made;
}

cm_lit cm_vector_nonzero(cm_form *form, const cm_vector *a)
{
    return cm_form_or_all(form, a->bits, BITS);
}

static cm_lit xor_of(cm_form *form, cm_lit a, cm_lit b)
{
    return cm_form_or(form, cm_form_and(form, a, -b), cm_form_and(form, -a, b));
}

cm_lit cm_vector_equal(cm_form *form, const cm_vector *a, const cm_vector *b, unsigned bits)
{
    cm_lit same[BITS];
    unsigned count = bits < BITS ? bits : BITS;
    for (unsigned i = 0; i < count; i++)
        same[i] = -xor_of(form, a->bits[i], b->bits[i]);
    return cm_form_and_all(form, same, count);
}

cm_vector cm_vector_select(cm_form *form, cm_lit when, const cm_vector *a, const cm_vector *b)
{
    cm_vector made;
    for (unsigned i = 0; i < BITS; i++)
        made.bits[i] = a->bits[i] == b->bits[i]
                           ? a->bits[i]
                           : cm_form_or(form, cm_form_and(form, when, a->bits[i]),
                                        cm_form_and(form, -when, b->bits[i]));
    return made;
}

/* ---- operations ------------------------------------------------------ */

/* An operation under way, and its operands. */
typedef struct operation {
    cm_form *form;
    const cm_expr *expr;
    cm_vector a, b, c;
} operation;

static cm_vector low(const cm_vector *a, unsigned bits)
{
    cm_vector made = *a;
    for (unsigned i = bits; i < BITS; i++)
        made.bits[i] = CM_FALSE;
    return made;
}

static cm_vector truth(cm_lit literal)
{
    cm_vector made = cm_vector_constant(0);
    made.bits[0] = literal;
    return made;
}

static cm_vector negated(const cm_vector *a)
{
    cm_vector made;
    for (unsigned i = 0; i < BITS; i++)
        made.bits[i] = -a->bits[i];
    return made;
}

static cm_vector sum(cm_form *form, const cm_vector *a, const cm_vector *b, cm_lit carry)
{
    cm_vector made;
    for (unsigned i = 0; i < BITS; i++) {
        made.bits[i] = xor_of(form, xor_of(form, a->bits[i], b->bits[i]), carry);
        carry = cm_form_or(form, cm_form_and(form, a->bits[i], b->bits[i]),
                           cm_form_and(form, carry, cm_form_or(form, a->bits[i], b->bits[i])));
    }
    return made;
}

static cm_vector difference(cm_form *form, const cm_vector *a, const cm_vector *b)
{
    cm_vector inverse = negated(b);
    return sum(form, a, &inverse, CM_TRUE);
}

/* By a constant; else anything. */
static cm_vector shifted(const operation *o)
{
    if (o->expr->b->op != CM_OP_CONST)
        return cm_vector_any(o->form, o->expr->bits);
    unsigned bits = o->expr->bits;
    uint64_t by = bits == BITS ? o->expr->b->imm : o->expr->b->imm & ((UINT64_C(1) << bits) - 1);
    cm_vector a = low(&o->a, bits), made = cm_vector_constant(0);
    for (uint64_t i = 0; i < bits && by < bits; i++)
        if (o->expr->op == CM_OP_SHL)
            made.bits[i] = i >= by ? a.bits[i - by] : CM_FALSE;
        else
            made.bits[i] = i + by < bits ? a.bits[i + by] : CM_FALSE;
    return made;
}

enum { OVERFLOW, CARRY, ZERO, NEGATIVE }; /* bits of flags */

/* Of a - b: C and V are anything. */
static cm_vector flags_of_difference(const operation *o)
{
    cm_vector left = difference(o->form, &o->a, &o->b), made = cm_vector_any(o->form, 2);
    made.bits[ZERO] = cm_vector_equal(o->form, &o->a, &o->b, o->expr->bits);
    made.bits[NEGATIVE] = left.bits[o->expr->bits - 1];
    return made;
}

/* ConditionHolds of the Arm ARM: the upper three bits of the code say which, the lowest
 * negates it. */
static cm_lit condition(const operation *o)
{
    const cm_lit *f = o->a.bits;
    cm_form *form = o->form;
    cm_lit as_signed = -xor_of(form, f[NEGATIVE], f[OVERFLOW]);
    const cm_lit tests[] = {f[ZERO],
                            f[CARRY],
                            f[NEGATIVE],
                            f[OVERFLOW],
                            cm_form_and(form, f[CARRY], -f[ZERO]),
                            as_signed,
                            cm_form_and(form, as_signed, -f[ZERO]),
                            CM_TRUE};
    cm_lit holds = tests[o->expr->imm >> 1 & 7];
    return (o->expr->imm & 1) != 0 && (o->expr->imm & 15) != 15 ? -holds : holds;
}

static cm_vector apply(const operation *o)
{
    const cm_expr *e = o->expr;
    switch (e->op) {
    case CM_OP_ADD:
        return sum(o->form, &o->a, &o->b, CM_FALSE);
    case CM_OP_SUB:
        return difference(o->form, &o->a, &o->b);
    case CM_OP_AND:
    case CM_OP_OR:
    case CM_OP_XOR: {
        cm_vector made;
        for (unsigned i = 0; i < BITS; i++) {
            cm_lit a = o->a.bits[i], b = o->b.bits[i];
            made.bits[i] = o->expr->op == CM_OP_AND  ? cm_form_and(o->form, a, b)
                           : o->expr->op == CM_OP_OR ? cm_form_or(o->form, a, b)
                                                     : xor_of(o->form, a, b);
        }
        return made;
    }
    case CM_OP_SHL:
    case CM_OP_LSHR:
        return shifted(o);
    case CM_OP_EQ:
        return truth(cm_vector_equal(o->form, &o->a, &o->b, e->bits));
    case CM_OP_NE:
        return truth(-cm_vector_equal(o->form, &o->a, &o->b, e->bits));
    case CM_OP_NOT:
        return negated(&o->a);
    case CM_OP_ZEXT:
    case CM_OP_SEXT: {
        /* The low imm bits of a, the others filled. */
        unsigned from = o->expr->imm < o->expr->bits ? (unsigned)o->expr->imm : o->expr->bits;
        cm_lit fill = o->expr->op == CM_OP_SEXT && from > 0 ? o->a.bits[from - 1] : CM_FALSE;
        cm_vector made = low(&o->a, from);
        for (unsigned i = from; i < BITS; i++)
            made.bits[i] = fill;
        return made;
    }
    case CM_OP_FLAGS_SUB:
        return e->c ? cm_vector_any(o->form, 4) : flags_of_difference(o);
    case CM_OP_FLAGS_LOGIC: {
        cm_vector made = cm_vector_constant(0), a = low(&o->a, o->expr->bits);
        made.bits[ZERO] = -cm_vector_nonzero(o->form, &a);
        made.bits[NEGATIVE] = a.bits[o->expr->bits - 1];
        return made;
    }
    case CM_OP_COND:
        return truth(condition(o));
    case CM_OP_SELECT:
        return cm_vector_select(o->form, cm_vector_nonzero(o->form, &o->a), &o->b, &o->c);
    case CM_OP_PREDICT:
        return o->c;
    default:
        return cm_vector_any(o->form, e->bits);
    }
}

static cm_vector eval(cm_job *job, const cm_expr *e, const cm_vector *registers, int depth)
{
    if (e->op == CM_OP_CONST)
        return cm_vector_constant(e->imm);
    if (e->op == CM_OP_REG)
        return registers[e->reg];
    if (depth > EXPRESSION_DEPTH)
        cm_job_stop(job, "an expression is nested more than %d deep", EXPRESSION_DEPTH);
    operation o = {.form = &job->form, .expr = e, .a = cm_vector_constant(0)};
    o.b = o.c = o.a;
    if (e->a)
        o.a = eval(job, e->a, registers, depth + 1);
    if (e->b)
        o.b = eval(job, e->b, registers, depth + 1);
    if (e->c)
        o.c = eval(job, e->c, registers, depth + 1);
    cm_vector made = apply(&o);
    return e->op == CM_OP_COND ? made : low(&made, e->bits);
}

cm_vector cm_vector_expr(cm_job *job, const cm_expr *expr, const cm_vector *registers)
{
    return eval(job, expr, registers, 0);
}
