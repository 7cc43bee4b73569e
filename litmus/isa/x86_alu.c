/* Integer arithmetic of x86 and its flags (SDM volume 2, each instruction;
 * volume 1, 3.4.3.1: status flags; appendix B: condition codes).
 *
 * Flags that the SDM leaves undefined get some value. AF and PF are not kept. */
#include "litmus/isa/x86_common.h"

#include <stddef.h>
#include <strings.h>

enum { NO_CARRY = 2, CARRY_BIT = 1 }; /* place of 1 - CF in the flags */

/* ---- flags ----------------------------------------------------------- */

/* A name of the pseudo-register that no program can write. */
static int flags_register(cm_x86 *x)
{
    return cm_asm_register(x->as, ".FLAGS");
}

static const cm_expr *flags(cm_x86 *x)
{
    return cm_asm_reg(x->as, flags_register(x));
}

void cm_x86_set_flags(cm_x86 *x, const cm_expr *value)
{
    cm_emit_assign(x->as, flags_register(x), value);
}

static const cm_expr *constant(cm_x86 *x, uint64_t value)
{
    return cm_asm_const(x->as, value);
}

static const cm_expr *op64(cm_x86 *x, cm_op op, const cm_expr *a, const cm_expr *b)
{
    return cm_asm_op(x->as, op, 64, a, b, NULL);
}

/* 1 - CF, as 0 or 1. */
static const cm_expr *no_carry(cm_x86 *x)
{
    const cm_expr *bit = op64(x, CM_OP_LSHR, flags(x), constant(x, CARRY_BIT));
    return op64(x, CM_OP_AND, bit, constant(x, 1));
}

static const cm_expr *sum_flags(cm_x86 *x, const cm_expr *a, const cm_expr *b, const cm_expr *carry)
{
    const cm_expr *sum = cm_asm_op(x->as, CM_OP_FLAGS_ADD, x->bits, a, b, carry);
    return op64(x, CM_OP_XOR, sum, constant(x, NO_CARRY));
}

const cm_expr *cm_x86_flags_add(cm_x86 *x, const cm_expr *a, const cm_expr *b)
{
    return sum_flags(x, a, b, NULL);
}

const cm_expr *cm_x86_flags_sub(cm_x86 *x, const cm_expr *a, const cm_expr *b)
{
    return cm_asm_op(x->as, CM_OP_FLAGS_SUB, x->bits, a, b, NULL);
}

/* SF and ZF of the result; CF and OF as given (each 0 or 1), NULL: 0. */
static const cm_expr *result_flags(cm_x86 *x, const cm_expr *result, const cm_expr *carry,
                                   const cm_expr *overflow)
{
    const cm_expr *value = cm_asm_op(x->as, CM_OP_FLAGS_LOGIC, x->bits, result, NULL, NULL);
    const cm_expr *inverted = constant(x, NO_CARRY);
    if (carry)
        inverted = op64(x, CM_OP_XOR, op64(x, CM_OP_SHL, carry, constant(x, CARRY_BIT)), inverted);
    value = op64(x, CM_OP_OR, value, inverted);
    return overflow ? op64(x, CM_OP_OR, value, overflow) : value;
}

static const struct {
    const char *names; /* all names of the condition, each ended by a blank */
    int code;          /* Arm ARM C1.2.4, with C as "no borrow" */
} conditions[] = {
    {"E Z ", 0},    {"NE NZ ", 1},  {"AE NB NC ", 2}, {"B C NAE ", 3}, {"S ", 4},
    {"NS ", 5},     {"O ", 6},      {"NO ", 7},       {"A NBE ", 8},   {"BE NA ", 9},
    {"GE NL ", 10}, {"L NGE ", 11}, {"G NLE ", 12},   {"LE NG ", 13},
};

int cm_x86_condition(const char *suffix)
{
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        const char *name = conditions[i].names;
        while (*name) {
            size_t length = 0;
            while (name[length] != ' ')
                length++;
            if (strncasecmp(name, suffix, length) == 0 && suffix[length] == '\0')
                return conditions[i].code;
            name += length + 1;
        }
    }
    return -1;
}

const cm_expr *cm_x86_holds(cm_x86 *x, int condition)
{
    return cm_asm_op_imm(x->as, CM_OP_COND, 64, (uint64_t)condition, flags(x));
}

/* ---- two operands ---------------------------------------------------- */

static const cm_expr *binary_result(cm_x86 *x, int alu, const cm_expr *a, const cm_expr *b)
{
    static const cm_op ops[] = {
        [CM_X86_ADD] = CM_OP_ADD, [CM_X86_ADC] = CM_OP_ADD,  [CM_X86_SUB] = CM_OP_SUB,
        [CM_X86_SBB] = CM_OP_SUB, [CM_X86_AND] = CM_OP_AND,  [CM_X86_OR] = CM_OP_OR,
        [CM_X86_XOR] = CM_OP_XOR, [CM_X86_TEST] = CM_OP_AND, [CM_X86_CMP] = CM_OP_SUB};
    const cm_expr *result = cm_x86_op(x, ops[alu], a, b);
    if (alu != CM_X86_ADC && alu != CM_X86_SBB)
        return result;
    const cm_expr *carry = op64(x, CM_OP_XOR, no_carry(x), constant(x, 1));
    return cm_x86_op(x, ops[alu], result, carry);
}

static const cm_expr *binary_flags(cm_x86 *x, int alu, const cm_expr *a, const cm_expr *b,
                                   const cm_expr *result)
{
    switch (alu) {
    case CM_X86_ADD:
        return cm_x86_flags_add(x, a, b);
    case CM_X86_ADC:
        return sum_flags(x, a, b, op64(x, CM_OP_XOR, no_carry(x), constant(x, 1)));
    case CM_X86_SUB:
    case CM_X86_CMP:
        return cm_x86_flags_sub(x, a, b);
    case CM_X86_SBB:
        return cm_asm_op(x->as, CM_OP_FLAGS_SUB, x->bits, a, b, no_carry(x));
    default:
        return result_flags(x, result, NULL, NULL);
    }
}

void cm_x86_binary(cm_x86 *x, int alu)
{
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    cm_x86_settle_width(x, 0, 1);
    if (to->kind == CM_X86_MEMORY && from->kind == CM_X86_MEMORY)
        cm_asm_fail(x->as, from->place, "two memory operands, expected at most one");
    if (to->kind == CM_X86_IMMEDIATE && alu != CM_X86_TEST)
        cm_asm_fail(x->as, to->place,
                    "an immediate cannot be written, expected a register or memory");
    const cm_expr *b = cm_x86_read(x, from);
    const cm_expr *a = cm_x86_read(x, to);
    const cm_expr *result = binary_result(x, alu, a, b);
    bool uses_carry = alu == CM_X86_ADC || alu == CM_X86_SBB;
    if (uses_carry)
        result = cm_x86_keep(x, result);
    cm_x86_set_flags(x, binary_flags(x, alu, a, b, result));
    if (alu != CM_X86_CMP && alu != CM_X86_TEST)
        cm_x86_write(x, to, result);
}

/* ---- one operand ----------------------------------------------------- */

/* INC and DEC leave CF alone. */
static const cm_expr *keep_carry(cm_x86 *x, const cm_expr *value)
{
    const cm_expr *rest = op64(x, CM_OP_AND, value, constant(x, ~(uint64_t)NO_CARRY));
    const cm_expr *carry = op64(x, CM_OP_AND, flags(x), constant(x, NO_CARRY));
    return op64(x, CM_OP_OR, rest, carry);
}

void cm_x86_unary(cm_x86 *x, int alu)
{
    cm_x86_operand *to = &x->operands[0];
    cm_x86_settle_width(x, 0, 0);
    const cm_expr *a = cm_x86_read(x, to), *one = constant(x, 1), *result;
    switch (alu) {
    case CM_X86_INC:
        result = cm_x86_op(x, CM_OP_ADD, a, one);
        cm_x86_set_flags(x, keep_carry(x, cm_x86_flags_add(x, a, one)));
        break;
    case CM_X86_DEC:
        result = cm_x86_op(x, CM_OP_SUB, a, one);
        cm_x86_set_flags(x, keep_carry(x, cm_x86_flags_sub(x, a, one)));
        break;
    case CM_X86_NEG:
        result = cm_x86_op(x, CM_OP_NEG, a, NULL);
        cm_x86_set_flags(x, cm_x86_flags_sub(x, constant(x, 0), a));
        break;
    default: /* NOT: no flags */
        result = cm_x86_op(x, CM_OP_NOT, a, NULL);
        break;
    }
    cm_x86_write(x, to, result);
}

/* ---- shifts and rotates ---------------------------------------------- */

static const cm_expr *bit_of(cm_x86 *x, const cm_expr *value, const cm_expr *index)
{
    return op64(x, CM_OP_AND, cm_x86_op(x, CM_OP_LSHR, value, index), constant(x, 1));
}

static const cm_expr *top_bit(cm_x86 *x, const cm_expr *value)
{
    return bit_of(x, value, constant(x, x->bits - 1));
}

static const cm_expr *shift_result(cm_x86 *x, int alu, const cm_expr *a, const cm_expr *count)
{
    switch (alu) {
    case CM_X86_SHL:
        return cm_x86_op(x, CM_OP_SHL, a, count);
    case CM_X86_SHR:
        return cm_x86_op(x, CM_OP_LSHR, a, count);
    case CM_X86_SAR:
        return cm_x86_op(x, CM_OP_ASHR, a, count);
    case CM_X86_ROL:
        return cm_x86_op(x, CM_OP_ROR, a, cm_x86_op(x, CM_OP_NEG, count, NULL));
    default:
        return cm_x86_op(x, CM_OP_ROR, a, count);
    }
}

/* Rotates change CF and OF only. */
static const cm_expr *rotate_flags(cm_x86 *x, int alu, const cm_expr *result)
{
    const cm_expr *top = top_bit(x, result), *carry, *overflow;
    if (alu == CM_X86_ROL) {
        carry = op64(x, CM_OP_AND, result, constant(x, 1));
        overflow = op64(x, CM_OP_XOR, top, carry);
    } else {
        carry = top;
        overflow = op64(x, CM_OP_XOR, top, bit_of(x, result, constant(x, x->bits - 2)));
    }
    const cm_expr *kept = op64(x, CM_OP_AND, flags(x), constant(x, 12));
    const cm_expr *inverted = op64(x, CM_OP_XOR, carry, constant(x, 1));
    inverted = op64(x, CM_OP_SHL, inverted, constant(x, CARRY_BIT));
    return op64(x, CM_OP_OR, op64(x, CM_OP_OR, kept, inverted), overflow);
}

/* CF is the last bit shifted out; OF as for a count of 1. */
static const cm_expr *shift_flags(cm_x86 *x, int alu, const cm_expr *a, const cm_expr *count,
                                  const cm_expr *result)
{
    const cm_expr *last = cm_x86_op(x, CM_OP_SUB, count, constant(x, 1));
    if (alu == CM_X86_SHL) {
        const cm_expr *index = cm_x86_op(x, CM_OP_SUB, constant(x, x->bits), count);
        const cm_expr *carry = bit_of(x, a, index);
        return result_flags(x, result, carry, op64(x, CM_OP_XOR, top_bit(x, result), carry));
    }
    if (alu == CM_X86_SHR)
        return result_flags(x, result, bit_of(x, a, last), top_bit(x, a));
    if (alu == CM_X86_SAR) {
        const cm_expr *shifted = cm_x86_op(x, CM_OP_ASHR, a, last);
        return result_flags(x, result, op64(x, CM_OP_AND, shifted, constant(x, 1)), NULL);
    }
    return rotate_flags(x, alu, result);
}

/* The count, masked to 5 bits (6 for 64-bit operands). */
static const cm_expr *shift_count(cm_x86 *x)
{
    uint64_t mask = x->bits == 64 ? 63 : 31;
    const cm_x86_operand *count = &x->operands[1];
    if (x->count == 1)
        return constant(x, 1);
    if (count->kind == CM_X86_IMMEDIATE && !count->symbolic)
        return constant(x, count->number & mask);
    bool is_cl = count->kind == CM_X86_REGISTER && count->reg.number == CM_X86_RCX &&
                 count->reg.bits == 8 && count->reg.shift == 0;
    if (!is_cl)
        cm_asm_fail(x->as, count->place, "a shift count is `CL` or a number, expected one of them");
    return op64(x, CM_OP_AND, cm_x86_get(x, count->reg), constant(x, mask));
}

void cm_x86_shift(cm_x86 *x, int alu)
{
    cm_x86_operand *to = &x->operands[0];
    cm_x86_settle_width(x, 0, 0);
    const cm_expr *count = shift_count(x);
    const cm_expr *a = cm_x86_read(x, to);
    const cm_expr *result = shift_result(x, alu, a, count);
    bool is_constant = count->op == CM_OP_CONST;
    if (!is_constant || count->imm != 0) {
        const cm_expr *value = shift_flags(x, alu, a, count, result);
        if (!is_constant) /* a count of 0 leaves the flags alone */
            value = cm_asm_op(x->as, CM_OP_SELECT, 64, count, value, flags(x));
        cm_x86_set_flags(x, value);
    }
    cm_x86_write(x, to, result);
}

/* ---- multiplication -------------------------------------------------- */

/* CF = OF = the product does not fit in its lower half. */
static void product_flags(cm_x86 *x, bool is_signed, const cm_expr *low, const cm_expr *high)
{
    const cm_expr *expected = constant(x, 0);
    if (is_signed)
        expected = cm_x86_op(x, CM_OP_ASHR, low, constant(x, x->bits - 1));
    const cm_expr *over = cm_x86_op(x, CM_OP_NE, high, expected);
    cm_x86_set_flags(x, result_flags(x, low, over, over));
}

/* One operand: RDX:RAX = RAX * operand. */
static void multiply_wide(cm_x86 *x, bool is_signed)
{
    cm_x86_settle_width(x, 0, 0);
    if (x->bits == 8)
        cm_asm_fail(x->as, x->place, "%s of 8 bits is not supported, expected 16 bits or more",
                    x->mnemonic);
    cm_x86_register accumulator = cm_x86_part(CM_X86_RAX, x->bits);
    const cm_expr *b = cm_x86_read(x, &x->operands[0]);
    const cm_expr *a = cm_x86_get(x, accumulator);
    const cm_expr *low = cm_x86_keep(x, cm_x86_op(x, CM_OP_MUL, a, b));
    const cm_expr *high = cm_x86_keep(x, cm_x86_op(x, is_signed ? CM_OP_SMULH : CM_OP_UMULH, a, b));
    product_flags(x, is_signed, low, high);
    cm_x86_set(x, accumulator, low);
    cm_x86_set(x, cm_x86_part(CM_X86_RDX, x->bits), high);
}

/* IMUL to, from   IMUL to, from, number   IMUL to, number (to = to * number) */
void cm_x86_multiply(cm_x86 *x, int is_signed)
{
    if (x->count == 1) {
        multiply_wide(x, is_signed != 0);
        return;
    }
    cm_x86_operand *to = &x->operands[0];
    if (!is_signed || to->kind != CM_X86_REGISTER)
        cm_asm_fail(x->as, to->place,
                    "%s writes this operand, expected a register and IMUL for this form",
                    x->mnemonic);
    cm_x86_settle_width(x, 0, x->count - 1);
    if (x->bits == 8)
        cm_asm_fail(x->as, to->place, "IMUL of 8 bits is not supported, expected a wider register");
    if (x->count == 3 && x->operands[2].kind != CM_X86_IMMEDIATE)
        cm_asm_fail(x->as, x->operands[2].place,
                    "the third operand of IMUL is a number, expected one");
    const cm_expr *b = cm_x86_read(x, &x->operands[x->count - 1]);
    const cm_expr *a = cm_x86_read(x, &x->operands[x->count - 2]);
    const cm_expr *low = cm_x86_op(x, CM_OP_MUL, a, b);
    product_flags(x, true, low, cm_x86_op(x, CM_OP_SMULH, a, b));
    cm_x86_write(x, to, low);
}

/* ---- bit test -------------------------------------------------------- */

/* The bit number is taken modulo the width, except that a register number with a
 * memory operand may address memory beyond it: refused. */
static const cm_expr *bit_index(cm_x86 *x)
{
    const cm_x86_operand *index = &x->operands[1];
    if (index->kind == CM_X86_MEMORY ||
        (index->kind == CM_X86_REGISTER && x->operands[0].kind == CM_X86_MEMORY))
        cm_asm_fail(x->as, index->place,
                    "the bit number of a bit in memory must be constant, expected a number");
    if (index->kind == CM_X86_IMMEDIATE && index->symbolic)
        cm_asm_fail(x->as, index->place, "an address is no bit number, expected a number");
    const cm_expr *number =
        index->kind == CM_X86_REGISTER ? cm_x86_get(x, index->reg) : constant(x, index->number);
    return op64(x, CM_OP_AND, number, constant(x, x->bits - 1));
}

void cm_x86_bit_test(cm_x86 *x, int alu)
{
    cm_x86_operand *to = &x->operands[0];
    bool counted = x->operands[1].kind == CM_X86_REGISTER;
    cm_x86_settle_width(x, 0, counted ? 1 : 0);
    const cm_expr *index = bit_index(x);
    const cm_expr *a = cm_x86_read(x, to);
    const cm_expr *mask = cm_x86_op(x, CM_OP_SHL, constant(x, 1), index);
    const cm_expr *inverted = op64(x, CM_OP_XOR, bit_of(x, a, index), constant(x, 1));
    const cm_expr *rest = op64(x, CM_OP_AND, flags(x), constant(x, ~(uint64_t)NO_CARRY));
    inverted = op64(x, CM_OP_SHL, inverted, constant(x, CARRY_BIT));
    cm_x86_set_flags(x, op64(x, CM_OP_OR, rest, inverted));
    if (alu == CM_X86_BTS)
        cm_x86_write(x, to, cm_x86_op(x, CM_OP_OR, a, mask));
    else if (alu == CM_X86_BTR)
        cm_x86_write(x, to, cm_x86_op(x, CM_OP_AND, a, cm_x86_op(x, CM_OP_NOT, mask, NULL)));
    else if (alu == CM_X86_BTC)
        cm_x86_write(x, to, cm_x86_op(x, CM_OP_XOR, a, mask));
}
