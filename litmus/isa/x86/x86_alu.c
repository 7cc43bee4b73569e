/* Integer arithmetic of x86 and its flags (Intel SDM volume 2 and AMD APM volume 3,
 * each instruction; SDM volume 1, 3.4.3.1: status flags; appendix B: condition
 * codes).
 *
 * Where the two manuals differ, or leave a flag undefined, the flag is a choice
 * over what either permits. */
#include "litmus/isa/x86/x86_common.h"

#include <stddef.h>
#include <strings.h>

/* ---- flags ----------------------------------------------------------- */

typedef enum flag { CARRY, OVERFLOW, SIGN, ZERO, PARITY } flag;

/* New values, each 0 or 1; NULL: as before. */
typedef struct flags {
    const cm_expr *carry, *overflow, *sign, *zero, *parity;
} flags;

/* Hidden registers: names that no program can write. */
static int flag_register(cm_x86 *x, flag which)
{
    static const char *const names[] = {
        [CARRY] = ".CF", [OVERFLOW] = ".OF", [SIGN] = ".SF", [ZERO] = ".ZF", [PARITY] = ".PF"};
    return cm_asm_register(x->as, names[which]);
}

static const cm_expr *old_flag(cm_x86 *x, flag which)
{
    return cm_asm_reg(x->as, flag_register(x, which));
}

static const cm_expr *constant(cm_x86 *x, uint64_t value)
{
    return cm_asm_const(x->as, value);
}

static const cm_expr *op64(cm_x86 *x, cm_op op, const cm_expr *a, const cm_expr *b)
{
    return cm_asm_op(x->as, op, 64, a, b, NULL);
}

/* An operation on flags. */
static const cm_expr *logic(cm_x86 *x, cm_op op, const cm_expr *a, const cm_expr *b)
{
    return cm_asm_op(x->as, op, 8, a, b, NULL);
}

static const cm_expr *inverted(cm_x86 *x, const cm_expr *a)
{
    return logic(x, CM_OP_XOR, a, constant(x, 1));
}

/* Neither of them. */
static const cm_expr *neither(cm_x86 *x, const cm_expr *a, const cm_expr *b)
{
    return inverted(x, logic(x, CM_OP_OR, a, b));
}

static const cm_expr *choice_of(cm_x86 *x, const cm_expr *condition, const cm_expr *yes,
                                const cm_expr *no)
{
    return cm_asm_op(x->as, CM_OP_SELECT, 64, condition, yes, no);
}

const cm_expr *cm_x86_either(cm_x86 *x)
{
    int chosen = cm_asm_temporary(x->as);
    cm_emit_choose(x->as, chosen);
    return cm_asm_reg(x->as, chosen);
}

static void set_flag(cm_x86 *x, flag which, const cm_expr *value)
{
    if (value)
        cm_emit_assign(x->as, flag_register(x, which), value);
}

/* The carry last: of the old flags, the new ones depend on no other. */
static void set_flags(cm_x86 *x, flags f)
{
    set_flag(x, OVERFLOW, f.overflow);
    set_flag(x, SIGN, f.sign);
    set_flag(x, ZERO, f.zero);
    set_flag(x, PARITY, f.parity);
    set_flag(x, CARRY, f.carry);
}

void cm_x86_flag_zero(cm_x86 *x, const cm_expr *value)
{
    set_flags(x, (flags){.zero = value});
}

/* Of flags in the form of CM_OP_FLAGS_ADD: N, Z, C and V are tested one by one
 * (litmus/expr.h). */
enum { IS_ZERO = 0, HAS_CARRY = 2, NO_CARRY = 3, IS_NEGATIVE = 4, OVERFLOWS = 6 };

/* Has the lowest byte an even number of ones? */
static const cm_expr *is_even(cm_x86 *x, const cm_expr *result)
{
    enum { BYTE = 0xff };
    const cm_expr *ones =
        cm_asm_op(x->as, CM_OP_POPC, 64, op64(x, CM_OP_AND, result, constant(x, BYTE)), NULL, NULL);
    return inverted(x, op64(x, CM_OP_AND, ones, constant(x, 1)));
}

static flags unpack(cm_x86 *x, const cm_expr *packed, unsigned carry, const cm_expr *result)
{
    packed = cm_x86_keep(x, packed);
    return (flags){.carry = cm_asm_op_imm(x->as, CM_OP_COND, 64, carry, packed),
                   .overflow = cm_asm_op_imm(x->as, CM_OP_COND, 64, OVERFLOWS, packed),
                   .sign = cm_asm_op_imm(x->as, CM_OP_COND, 64, IS_NEGATIVE, packed),
                   .zero = cm_asm_op_imm(x->as, CM_OP_COND, 64, IS_ZERO, packed),
                   .parity = is_even(x, result)};
}

static flags sum_flags(cm_x86 *x, const cm_expr *a, const cm_expr *b, const cm_expr *carry)
{
    const cm_expr *sum = cm_x86_op(x, CM_OP_ADD, a, b);
    return unpack(x, cm_asm_op(x->as, CM_OP_FLAGS_ADD, x->bits, a, b, carry), HAS_CARRY,
                  carry ? cm_x86_op(x, CM_OP_ADD, sum, carry) : sum);
}

/* x86 subtraction sets CF on a borrow, which CM_OP_FLAGS_SUB has as no carry. */
static flags difference_flags(cm_x86 *x, const cm_expr *a, const cm_expr *b,
                              const cm_expr *no_borrow)
{
    const cm_expr *rest = cm_x86_op(x, CM_OP_SUB, a, b);
    return unpack(x, cm_asm_op(x->as, CM_OP_FLAGS_SUB, x->bits, a, b, no_borrow), NO_CARRY,
                  no_borrow ? cm_x86_op(x, CM_OP_SUB, rest, inverted(x, no_borrow)) : rest);
}

void cm_x86_flags_add(cm_x86 *x, const cm_expr *a, const cm_expr *b)
{
    set_flags(x, sum_flags(x, a, b, NULL));
}

void cm_x86_flags_sub(cm_x86 *x, const cm_expr *a, const cm_expr *b)
{
    set_flags(x, difference_flags(x, a, b, NULL));
}

/* SF and ZF of the result; CF and OF as given. */
static flags result_flags(cm_x86 *x, const cm_expr *result, const cm_expr *carry,
                          const cm_expr *overflow)
{
    flags f = unpack(x, cm_asm_op(x->as, CM_OP_FLAGS_LOGIC, x->bits, result, NULL, NULL), NO_CARRY,
                     result);
    f.carry = carry;
    f.overflow = overflow;
    return f;
}

/* ---- shifts and rotates ---------------------------------------------- */

/* The numbers of their words. */
typedef enum shift_kind { SHL, SHR, SAR, ROL, ROR } shift_kind;

static const cm_expr *bit_of(cm_x86 *x, const cm_expr *value, const cm_expr *index)
{
    return op64(x, CM_OP_AND, cm_x86_op(x, CM_OP_LSHR, value, index), constant(x, 1));
}

static const cm_expr *top_bit(cm_x86 *x, const cm_expr *value)
{
    return bit_of(x, value, constant(x, x->bits - 1));
}

static const cm_expr *shift_result(cm_x86 *x, shift_kind kind, const cm_expr *a,
                                   const cm_expr *count)
{
    switch (kind) {
    case SHL:
        return cm_x86_op(x, CM_OP_SHL, a, count);
    case SHR:
        return cm_x86_op(x, CM_OP_LSHR, a, count);
    case SAR:
        return cm_x86_op(x, CM_OP_ASHR, a, count);
    case ROL:
        return cm_x86_op(x, CM_OP_ROR, a, cm_x86_op(x, CM_OP_NEG, count, NULL));
    default:
        return cm_x86_op(x, CM_OP_ROR, a, count);
    }
}

/* Of SHL and SHR: CF is the last bit shifted out, and undefined when the count
 * reaches the width, which it can only where the width is below 32 bits. */
static const cm_expr *last_out(cm_x86 *x, const cm_expr *bit, const cm_expr *count)
{
    if (count->op == CM_OP_CONST)
        return count->imm < x->bits ? bit : cm_x86_either(x);
    if (x->bits >= 32)
        return bit;
    return choice_of(x, op64(x, CM_OP_ULT, count, constant(x, x->bits)), bit, cm_x86_either(x));
}

/* OF as for a count of 1. */
static flags shift_flags(cm_x86 *x, shift_kind kind, const cm_expr *a, const cm_expr *count,
                         const cm_expr *result)
{
    const cm_expr *last = cm_x86_op(x, CM_OP_SUB, count, constant(x, 1));
    if (kind == SHL) {
        const cm_expr *index = cm_x86_op(x, CM_OP_SUB, constant(x, x->bits), count);
        const cm_expr *carry = last_out(x, bit_of(x, a, index), count);
        return result_flags(x, result, carry, logic(x, CM_OP_XOR, top_bit(x, result), carry));
    }
    if (kind == SHR)
        return result_flags(x, result, last_out(x, bit_of(x, a, last), count), top_bit(x, a));
    if (kind == SAR) {
        const cm_expr *shifted = cm_x86_op(x, CM_OP_ASHR, a, last);
        return result_flags(x, result, op64(x, CM_OP_AND, shifted, constant(x, 1)), constant(x, 0));
    }
    /* Rotates change CF and OF only. OF is that of a count of 1. */
    const cm_expr *top = top_bit(x, result);
    if (kind == ROL) {
        const cm_expr *carry = op64(x, CM_OP_AND, result, constant(x, 1));
        return (flags){.carry = carry, .overflow = logic(x, CM_OP_XOR, top, carry)};
    }
    const cm_expr *next = bit_of(x, result, constant(x, x->bits - 2));
    return (flags){.carry = top, .overflow = logic(x, CM_OP_XOR, top, next)};
}

/* OF is defined for a count of 1 only. */
static const cm_expr *shift_overflow(cm_x86 *x, const cm_expr *overflow, const cm_expr *count)
{
    if (count->op == CM_OP_CONST)
        return count->imm == 1 ? overflow : cm_x86_either(x);
    const cm_expr *once = op64(x, CM_OP_EQ, count, constant(x, 1));
    return choice_of(x, once, overflow, cm_x86_either(x));
}

/* A count of 0 leaves all flags alone. */
static void set_shift_flags(cm_x86 *x, flags f, const cm_expr *count)
{
    f.overflow = shift_overflow(x, f.overflow, count);
    if (count->op != CM_OP_CONST) {
        f.carry = choice_of(x, count, f.carry, old_flag(x, CARRY));
        f.overflow = choice_of(x, count, f.overflow, old_flag(x, OVERFLOW));
        f.sign = f.sign ? choice_of(x, count, f.sign, old_flag(x, SIGN)) : NULL;
        f.zero = f.zero ? choice_of(x, count, f.zero, old_flag(x, ZERO)) : NULL;
        f.parity = f.parity ? choice_of(x, count, f.parity, old_flag(x, PARITY)) : NULL;
    }
    set_flags(x, f);
}

/* The count, masked to 5 bits (6 for 64-bit operands). */
static const cm_expr *shift_count(cm_x86 *x)
{
    uint64_t mask = x->bits == 64 ? 63 : 31;
    const cm_x86_operand *count = &x->operands[x->count - 1];
    if (x->count == 1)
        return constant(x, 1);
    if (count->kind == CM_X86_IMMEDIATE && !count->symbolic)
        return constant(x, count->number & mask);
    bool is_cl = count->kind == CM_X86_REGISTER && count->reg.number == CM_X86_RCX &&
                 count->reg.bits == 8 && count->reg.shift == 0;
    if (!is_cl)
        cm_asm_fail(x->as, count->place,
                    "the shift count is neither `CL` nor a number, expected one of them");
    return op64(x, CM_OP_AND, cm_x86_get(x, count->reg), constant(x, mask));
}

void cm_x86_shift(cm_dotted *w)
{
    cm_x86 *x = w->own;
    shift_kind kind = (shift_kind)x->detail;
    cm_x86_operand *to = &x->operands[0];
    cm_x86_settle_width(x, 0, 0);
    const cm_expr *count = shift_count(x);
    const cm_expr *a = cm_x86_read(x, to);
    const cm_expr *result = shift_result(x, kind, a, count);
    if (count->op != CM_OP_CONST || count->imm != 0)
        set_shift_flags(x, shift_flags(x, kind, a, count, result), count);
    cm_x86_write(x, to, result);
}

/* SHLD and SHRD: what is shifted in comes from the other register. Assemblers take CL where no
 * count is said. */
void cm_x86_shift_double(cm_dotted *w)
{
    cm_x86 *x = w->own;
    shift_kind kind = (shift_kind)x->detail;
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    cm_x86_settle_width(x, 0, 1);
    if (x->bits < 32 || from->kind != CM_X86_REGISTER)
        cm_asm_fail(x->as, from->place,
                    "%s takes another operand here, expected a register of 32 "
                    "or 64 bits",
                    x->mnemonic);
    bool left = kind == SHL;
    const cm_expr *cl = cm_x86_get(x, cm_x86_part(CM_X86_RCX, 8));
    const cm_expr *count =
        x->count == 3 ? shift_count(x) : op64(x, CM_OP_AND, cl, constant(x, x->bits - 1));
    const cm_expr *a = cm_x86_read(x, to), *b = cm_x86_read(x, from);
    const cm_expr *rest = cm_x86_op(x, CM_OP_SUB, constant(x, x->bits), count);
    const cm_expr *result = cm_x86_op(x, CM_OP_OR, shift_result(x, kind, a, count),
                                      cm_x86_op(x, left ? CM_OP_LSHR : CM_OP_SHL, b, rest));
    if (count->op != CM_OP_CONST || count->imm != 0) {
        flags f = shift_flags(x, kind, a, count, result);
        f.overflow = logic(x, CM_OP_XOR, top_bit(x, result), top_bit(x, a));
        set_shift_flags(x, f, count);
    }
    cm_x86_write(x, to, result);
}

/* ---- functions that rows of x86.isa call: most set the flags ------------------ */

static const cm_expr *value_of(cm_x86 *x, const cm_form_argument *a)
{
    return a->expr ? a->expr : constant(x, a->number);
}

static const cm_expr *set_by_row(cm_x86 *x, flags f)
{
    set_flags(x, f);
    return constant(x, 0);
}

static const cm_expr *add(cm_dotted *w, unsigned bits, const cm_form_argument *a)
{
    (void)bits;
    return set_by_row(w->own, sum_flags(w->own, a[0].expr, a[1].expr, a[2].expr));
}

static const cm_expr *sub(cm_dotted *w, unsigned bits, const cm_form_argument *a)
{
    (void)bits;
    return set_by_row(w->own, difference_flags(w->own, value_of(w->own, a), a[1].expr, a[2].expr));
}

/* INC and DEC leave CF alone. */
static const cm_expr *increment(cm_dotted *w, unsigned bits, const cm_form_argument *a)
{
    flags f = sum_flags(w->own, a->expr, constant(w->own, 1), NULL);
    (void)bits;
    f.carry = NULL;
    return set_by_row(w->own, f);
}

static const cm_expr *decrement(cm_dotted *w, unsigned bits, const cm_form_argument *a)
{
    flags f = difference_flags(w->own, a->expr, constant(w->own, 1), NULL);
    (void)bits;
    f.carry = NULL;
    return set_by_row(w->own, f);
}

static const cm_expr *logic_flags(cm_dotted *w, unsigned bits, const cm_form_argument *a)
{
    const cm_expr *zero = constant(w->own, 0);
    (void)bits;
    return set_by_row(w->own, result_flags(w->own, a->expr, zero, zero));
}

/* The others may be anything. */
static const cm_expr *free_but(cm_x86 *x, const cm_expr *carry, const cm_expr *overflow)
{
    carry = carry ? carry : cm_x86_either(x);
    overflow = overflow ? overflow : cm_x86_either(x);
    return set_by_row(
        x, (flags){carry, overflow, cm_x86_either(x), cm_x86_either(x), cm_x86_either(x)});
}

static const cm_expr *free_but_carry(cm_dotted *w, unsigned bits, const cm_form_argument *a)
{
    (void)bits;
    return free_but(w->own, a->expr, NULL);
}

static const cm_expr *over(cm_dotted *w, unsigned bits, const cm_form_argument *a)
{
    (void)bits;
    return free_but(w->own, a->expr, a->expr);
}

/* Its bytes in reverse. */
static const cm_expr *rev(cm_dotted *w, unsigned bits, const cm_form_argument *a)
{
    return cm_asm_op_imm(w->as, CM_OP_REV, bits, bits, a->expr);
}

/* Of numbers of floating point. Of a NaN, as of equal and less ones both and by the parity flag
 * (SDM volume 2, COMISD). */
static const cm_expr *compare(cm_dotted *w, unsigned bits, const cm_form_argument *v)
{
    cm_x86 *x = w->own;
    const cm_expr *zero = constant(x, 0), *a = v[0].expr, *b = v[1].expr;
    const cm_expr *unequal = op64(x, CM_OP_OR, cm_asm_op(x->as, CM_OP_FLT, bits, a, b, NULL),
                                  cm_asm_op(x->as, CM_OP_FLT, bits, b, a, NULL));
    const cm_expr *reaches = cm_asm_op(x->as, CM_OP_FLE, bits, b, a, NULL);
    return set_by_row(
        x, (flags){.carry = op64(x, CM_OP_EQ, reaches, zero),
                   .overflow = zero,
                   .sign = zero,
                   .zero = op64(x, CM_OP_EQ, unequal, zero),
                   .parity = neither(x, reaches, cm_asm_op(x->as, CM_OP_FLE, bits, a, b, NULL))});
}

const cm_form_function cm_x86_functions[] = {{"add", add},
                                             {"sub", sub},
                                             {"increment", increment},
                                             {"decrement", decrement},
                                             {"logic", logic_flags},
                                             {"free", free_but_carry},
                                             {"over", over},
                                             {"rev", rev},
                                             {"compare", compare},
                                             {"fconvert", cm_form_convert},
                                             {NULL, NULL}};
