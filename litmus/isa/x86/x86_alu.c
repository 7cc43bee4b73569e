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

/* Of a NaN, as of equal and less ones both and by the parity flag (SDM volume 2, COMISD). */
void cm_x86_flags_float(cm_x86 *x, const cm_expr *a, const cm_expr *b, unsigned bits)
{
    const cm_expr *zero = cm_asm_const(x->as, 0);
    const cm_expr *unequal =
        cm_asm_op(x->as, CM_OP_OR, 64, cm_asm_op(x->as, CM_OP_FLT, bits, a, b, NULL),
                  cm_asm_op(x->as, CM_OP_FLT, bits, b, a, NULL), NULL);
    const cm_expr *reaches = cm_asm_op(x->as, CM_OP_FLE, bits, b, a, NULL);
    set_flags(
        x, (flags){.carry = cm_asm_op(x->as, CM_OP_EQ, 64, reaches, zero, NULL),
                   .overflow = zero,
                   .sign = zero,
                   .zero = cm_asm_op(x->as, CM_OP_EQ, 64, unequal, zero, NULL),
                   .parity = neither(x, reaches, cm_asm_op(x->as, CM_OP_FLE, bits, a, b, NULL))});
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

/* A flag, or several. */
enum { ABOVE = PARITY + 1, LESS, GREATER };

static const struct {
    const char *names; /* all names of the condition, each ended by a blank */
    int test;
    bool negated;
} conditions[] = {
    {"E Z ", ZERO, false},      {"NE NZ ", ZERO, true},   {"B C NAE ", CARRY, false},
    {"AE NB NC ", CARRY, true}, {"S ", SIGN, false},      {"NS ", SIGN, true},
    {"P PE ", PARITY, false},   {"NP PO ", PARITY, true}, {"O ", OVERFLOW, false},
    {"NO ", OVERFLOW, true},    {"A NBE ", ABOVE, false}, {"BE NA ", ABOVE, true},
    {"L NGE ", LESS, false},    {"GE NL ", LESS, true},   {"G NLE ", GREATER, false},
    {"LE NG ", GREATER, true},
};

const char *cm_x86_condition_names(int condition)
{
    size_t count = sizeof conditions / sizeof *conditions;
    return (size_t)condition < count ? conditions[condition].names : NULL;
}

int cm_x86_condition(const char *suffix)
{
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        const char *name = conditions[i].names;
        while (*name) {
            size_t length = 0;
            while (name[length] != ' ')
                length++;
            if (strncasecmp(name, suffix, length) == 0 && suffix[length] == '\0')
                return (int)i;
            name += length + 1;
        }
    }
    return -1;
}

static const cm_expr *is_less(cm_x86 *x)
{
    return logic(x, CM_OP_XOR, old_flag(x, SIGN), old_flag(x, OVERFLOW));
}

const cm_expr *cm_x86_holds(cm_x86 *x, int condition)
{
    int test = conditions[condition].test;
    const cm_expr *value = test == ABOVE     ? neither(x, old_flag(x, CARRY), old_flag(x, ZERO))
                           : test == LESS    ? is_less(x)
                           : test == GREATER ? neither(x, is_less(x), old_flag(x, ZERO))
                                             : old_flag(x, (flag)test);
    return conditions[condition].negated ? inverted(x, value) : value;
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
    return cm_x86_op(x, ops[alu], result, old_flag(x, CARRY));
}

static flags binary_flags(cm_x86 *x, int alu, const cm_expr *a, const cm_expr *b,
                          const cm_expr *result)
{
    switch (alu) {
    case CM_X86_ADD:
        return sum_flags(x, a, b, NULL);
    case CM_X86_ADC:
        return sum_flags(x, a, b, old_flag(x, CARRY));
    case CM_X86_SUB:
    case CM_X86_CMP:
        return difference_flags(x, a, b, NULL);
    case CM_X86_SBB:
        return difference_flags(x, a, b, inverted(x, old_flag(x, CARRY)));
    default:
        return result_flags(x, result, constant(x, 0), constant(x, 0));
    }
}

void cm_x86_binary(cm_x86 *x, int alu)
{
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    cm_x86_settle_width(x, 0, 1);
    if (to->kind == CM_X86_MEMORY && from->kind == CM_X86_MEMORY)
        cm_asm_fail(x->as, from->place,
                    "the instruction has two memory operands, expected at most one");
    if (to->kind == CM_X86_IMMEDIATE && alu != CM_X86_TEST)
        cm_asm_fail(x->as, to->place,
                    "an immediate cannot be written, expected a register or memory");
    const cm_expr *b = cm_x86_read(x, from);
    const cm_expr *a = cm_x86_read(x, to);
    const cm_expr *result = binary_result(x, alu, a, b);
    bool uses_carry = alu == CM_X86_ADC || alu == CM_X86_SBB;
    if (uses_carry)
        result = cm_x86_keep(x, result);
    set_flags(x, binary_flags(x, alu, a, b, result));
    if (alu != CM_X86_CMP && alu != CM_X86_TEST)
        cm_x86_write(x, to, result);
}

/* ---- one operand ----------------------------------------------------- */

/* INC and DEC leave CF alone. */
static void set_all_but_carry(cm_x86 *x, flags f)
{
    f.carry = NULL;
    set_flags(x, f);
}

void cm_x86_unary(cm_x86 *x, int alu)
{
    cm_x86_operand *to = &x->operands[0];
    cm_x86_settle_width(x, 0, 0);
    const cm_expr *a = cm_x86_read(x, to), *one = constant(x, 1), *result;
    switch (alu) {
    case CM_X86_INC:
        result = cm_x86_op(x, CM_OP_ADD, a, one);
        set_all_but_carry(x, sum_flags(x, a, one, NULL));
        break;
    case CM_X86_DEC:
        result = cm_x86_op(x, CM_OP_SUB, a, one);
        set_all_but_carry(x, difference_flags(x, a, one, NULL));
        break;
    case CM_X86_NEG:
        result = cm_x86_op(x, CM_OP_NEG, a, NULL);
        cm_x86_flags_sub(x, constant(x, 0), a);
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

/* Rotates change CF and OF only. OF is that of a count of 1. */
static flags rotate_flags(cm_x86 *x, int alu, const cm_expr *result)
{
    const cm_expr *top = top_bit(x, result);
    if (alu == CM_X86_ROL) {
        const cm_expr *carry = op64(x, CM_OP_AND, result, constant(x, 1));
        return (flags){.carry = carry, .overflow = logic(x, CM_OP_XOR, top, carry)};
    }
    const cm_expr *next = bit_of(x, result, constant(x, x->bits - 2));
    return (flags){.carry = top, .overflow = logic(x, CM_OP_XOR, top, next)};
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
static flags shift_flags(cm_x86 *x, int alu, const cm_expr *a, const cm_expr *count,
                         const cm_expr *result)
{
    const cm_expr *last = cm_x86_op(x, CM_OP_SUB, count, constant(x, 1));
    if (alu == CM_X86_SHL) {
        const cm_expr *index = cm_x86_op(x, CM_OP_SUB, constant(x, x->bits), count);
        const cm_expr *carry = last_out(x, bit_of(x, a, index), count);
        return result_flags(x, result, carry, logic(x, CM_OP_XOR, top_bit(x, result), carry));
    }
    if (alu == CM_X86_SHR)
        return result_flags(x, result, last_out(x, bit_of(x, a, last), count), top_bit(x, a));
    if (alu == CM_X86_SAR) {
        const cm_expr *shifted = cm_x86_op(x, CM_OP_ASHR, a, last);
        return result_flags(x, result, op64(x, CM_OP_AND, shifted, constant(x, 1)), constant(x, 0));
    }
    return rotate_flags(x, alu, result);
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

void cm_x86_shift(cm_x86 *x, int alu)
{
    cm_x86_operand *to = &x->operands[0];
    cm_x86_settle_width(x, 0, 0);
    const cm_expr *count = shift_count(x);
    const cm_expr *a = cm_x86_read(x, to);
    const cm_expr *result = shift_result(x, alu, a, count);
    if (count->op != CM_OP_CONST || count->imm != 0)
        set_shift_flags(x, shift_flags(x, alu, a, count, result), count);
    cm_x86_write(x, to, result);
}

/* SHLD and SHRD: what is shifted in comes from the other register. Assemblers take CL where no
 * count is said. */
void cm_x86_shift_double(cm_x86 *x, int alu)
{
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    cm_x86_settle_width(x, 0, 1);
    if (x->bits < 32 || from->kind != CM_X86_REGISTER)
        cm_asm_fail(x->as, from->place,
                    "%s takes another operand here, expected a register of 32 "
                    "or 64 bits",
                    x->mnemonic);
    bool left = alu == CM_X86_SHL;
    const cm_expr *cl = cm_x86_get(x, cm_x86_part(CM_X86_RCX, 8));
    const cm_expr *count =
        x->count == 3 ? shift_count(x) : op64(x, CM_OP_AND, cl, constant(x, x->bits - 1));
    const cm_expr *a = cm_x86_read(x, to), *b = cm_x86_read(x, from);
    const cm_expr *rest = cm_x86_op(x, CM_OP_SUB, constant(x, x->bits), count);
    const cm_expr *result = cm_x86_op(x, CM_OP_OR, shift_result(x, alu, a, count),
                                      cm_x86_op(x, left ? CM_OP_LSHR : CM_OP_SHL, b, rest));
    if (count->op != CM_OP_CONST || count->imm != 0) {
        flags f = shift_flags(x, alu, a, count, result);
        f.overflow = logic(x, CM_OP_XOR, top_bit(x, result), top_bit(x, a));
        set_shift_flags(x, f, count);
    }
    cm_x86_write(x, to, result);
}

/* ---- multiplication -------------------------------------------------- */

/* CF = OF = the product does not fit in its lower half. SF and ZF are undefined. */
static void product_flags(cm_x86 *x, bool is_signed, const cm_expr *low, const cm_expr *high)
{
    const cm_expr *expected = constant(x, 0);
    if (is_signed)
        expected = cm_x86_op(x, CM_OP_ASHR, low, constant(x, x->bits - 1));
    const cm_expr *over = cm_x86_op(x, CM_OP_NE, high, expected);
    set_flags(x, (flags){over, over, cm_x86_either(x), cm_x86_either(x), cm_x86_either(x)});
}

/* One operand: RDX:RAX = RAX * operand. */
static void multiply_wide(cm_x86 *x, bool is_signed)
{
    cm_x86_settle_width(x, 0, 0);
    if (x->bits == 8)
        cm_asm_fail(x->as, x->place, "%s has no form of 8 bits, expected 16 bits or more",
                    x->mnemonic);
    if (x->operands[0].kind == CM_X86_IMMEDIATE)
        cm_asm_fail(x->as, x->operands[0].place,
                    "%s cannot take a number alone, expected a register or a memory operand",
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
        cm_asm_fail(x->as, to->place, "%s writes this operand, expected a register, and IMUL",
                    x->mnemonic);
    cm_x86_settle_width(x, 0, x->count - 1);
    if (x->bits == 8)
        cm_asm_fail(x->as, to->place, "IMUL of 8 bits is not supported, expected a wider register");
    if (x->count == 3 && x->operands[2].kind != CM_X86_IMMEDIATE)
        cm_asm_fail(x->as, x->operands[2].place,
                    "the third operand of IMUL is not a number, expected one");
    if (x->count == 3 && x->operands[1].kind == CM_X86_IMMEDIATE)
        cm_asm_fail(
            x->as, x->operands[1].place,
            "IMUL multiplies a register or a memory operand by a number, expected one of these");
    const cm_expr *b = cm_x86_read(x, &x->operands[x->count - 1]);
    const cm_expr *a = cm_x86_read(x, &x->operands[x->count - 2]);
    const cm_expr *low = cm_x86_op(x, CM_OP_MUL, a, b);
    product_flags(x, true, low, cm_x86_op(x, CM_OP_SMULH, a, b));
    cm_x86_write(x, to, low);
}

/* ---- division, and bits ------------------------------------------------ */

static void free_flags(cm_x86 *x)
{
    set_flags(x, (flags){cm_x86_either(x), cm_x86_either(x), cm_x86_either(x), cm_x86_either(x),
                         cm_x86_either(x)});
}

/* RDX:RAX by the operand: RAX = quotient, RDX = remainder. Here the upper half extends the lower
 * one, as compilers have it; another one may divide a wider number. A quotient that does not fit
 * is an exception, as a division by 0 is. */
void cm_x86_divide(cm_x86 *x, int is_signed)
{
    cm_x86_settle_width(x, 0, 0);
    if (x->bits == 8)
        cm_asm_fail(x->as, x->place, "%s of 8 bits is not supported, expected 16 bits or more",
                    x->mnemonic);
    if (x->operands[0].kind == CM_X86_IMMEDIATE)
        cm_asm_fail(x->as, x->operands[0].place,
                    "%s cannot take a number alone, expected a register or a memory operand",
                    x->mnemonic);
    cm_x86_register low = cm_x86_part(CM_X86_RAX, x->bits), high = cm_x86_part(CM_X86_RDX, x->bits);
    const cm_expr *b = cm_x86_keep(x, cm_x86_read(x, &x->operands[0])), *a = cm_x86_get(x, low);
    const cm_expr *rest = cm_x86_op(x, is_signed ? CM_OP_SREM : CM_OP_UREM, a, b),
                  *above = constant(x, 0);
    const cm_expr *fails = cm_x86_op(x, CM_OP_EQ, b, above);
    if (is_signed) {
        const cm_expr *least = constant(x, UINT64_C(1) << (x->bits - 1));
        const cm_expr *minus = cm_x86_op(x, CM_OP_EQ, b, constant(x, UINT64_MAX));
        above = cm_x86_op(x, CM_OP_ASHR, a, constant(x, x->bits - 1));
        fails =
            logic(x, CM_OP_OR, fails, logic(x, CM_OP_AND, minus, cm_x86_op(x, CM_OP_EQ, a, least)));
    }
    fails = logic(x, CM_OP_OR, fails, cm_x86_op(x, CM_OP_NE, cm_x86_get(x, high), above));
    int kept = cm_asm_temporary(x->as), step = cm_emit_assign(x->as, kept, rest);
    cm_asm_undefined(
        x->as, step, fails,
        "may divide by 0, or have a dividend or a quotient that does not fit one register");
    cm_x86_set(x, low, cm_x86_op(x, is_signed ? CM_OP_SDIV : CM_OP_UDIV, a, b));
    cm_x86_set(x, high, cm_asm_reg(x->as, kept));
    free_flags(x);
}

/* CLTD and the like: the upper half of what is divided. */
void cm_x86_widen(cm_x86 *x, int bits)
{
    x->bits = (unsigned)bits;
    const cm_expr *a = cm_x86_get(x, cm_x86_part(CM_X86_RAX, x->bits));
    cm_x86_set(x, cm_x86_part(CM_X86_RDX, x->bits),
               cm_x86_op(x, CM_OP_ASHR, a, constant(x, x->bits - 1)));
}

static void expect_wide(cm_x86 *x, const cm_x86_operand *to, unsigned least)
{
    if (to->kind != CM_X86_REGISTER || x->bits < least)
        cm_asm_fail(x->as, to->place, "%s writes this operand, expected a register of %u bits%s",
                    x->mnemonic, least, least < 64 ? " or more" : "");
}

void cm_x86_byte_swap(cm_x86 *x, int detail)
{
    enum { LEAST = 32 };
    (void)detail;
    cm_x86_settle_width(x, 0, 0);
    expect_wide(x, &x->operands[0], LEAST);
    const cm_expr *a = cm_x86_read(x, &x->operands[0]);
    cm_x86_write(x, &x->operands[0], cm_asm_op_imm(x->as, CM_OP_REV, x->bits, x->bits, a));
}

/* What bits are looked for in: a register or memory, of as many bits as the register that is
 * written. */
static const cm_expr *looked_at(cm_x86 *x)
{
    enum { LEAST = 16 };
    if (x->operands[1].kind == CM_X86_IMMEDIATE)
        cm_asm_fail(x->as, x->operands[1].place,
                    "%s cannot take a number, expected a register or a memory operand",
                    x->mnemonic);
    cm_x86_settle_width(x, 0, 1);
    expect_wide(x, &x->operands[0], LEAST);
    return cm_x86_keep(x, cm_x86_read(x, &x->operands[1]));
}

/* BSF and BSR: the number of the lowest or the highest bit that is 1. Of 0 what they write is
 * undefined, and only ZF is defined. */
void cm_x86_bit_scan(cm_x86 *x, int is_reverse)
{
    const cm_expr *a = looked_at(x), *none = constant(x, 0);
    const cm_expr *zero = cm_x86_op(x, CM_OP_EQ, a, none);
    const cm_expr *from = is_reverse ? a : cm_x86_op(x, CM_OP_RBIT, a, NULL);
    const cm_expr *number = cm_x86_op(x, CM_OP_CLZ, from, NULL);
    if (is_reverse)
        number = cm_x86_op(x, CM_OP_SUB, constant(x, x->bits - 1), number);
    int kept = cm_asm_temporary(x->as);
    cm_asm_opaque(x->as, cm_emit_assign(x->as, kept, number), zero, "may look for a bit in 0");
    free_flags(x);
    cm_x86_flag_zero(x, zero);
    cm_x86_write(x, &x->operands[0], cm_asm_reg(x->as, kept));
}

/* POPCNT; LZCNT and TZCNT, which say by CF that there was no bit, and leave OF, SF and PF
 * undefined. */
void cm_x86_bit_count(cm_x86 *x, int which)
{
    const cm_expr *a = looked_at(x), *none = constant(x, 0);
    const cm_expr *zero = cm_x86_op(x, CM_OP_EQ, a, none);
    const cm_expr *from = which == 'T' ? cm_x86_op(x, CM_OP_RBIT, a, NULL) : a;
    const cm_expr *count = cm_x86_op(x, which == 'P' ? CM_OP_POPC : CM_OP_CLZ, from, NULL);
    if (which == 'P') {
        set_flags(x, (flags){none, none, none, zero, none});
    } else {
        free_flags(x);
        set_flags(x, (flags){.carry = zero, .zero = cm_x86_op(x, CM_OP_EQ, count, none)});
    }
    cm_x86_write(x, &x->operands[0], count);
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
                    "the number of a bit in memory is not constant, expected a number");
    if (index->kind == CM_X86_IMMEDIATE && index->symbolic)
        cm_asm_fail(x->as, index->place, "a bit number cannot be an address, expected a number");
    if (index->kind == CM_X86_IMMEDIATE && index->number > 255 && ~index->number > 127)
        cm_asm_fail(x->as, index->place, "a bit number has 8 bits, expected a smaller one");
    const cm_expr *number =
        index->kind == CM_X86_REGISTER ? cm_x86_get(x, index->reg) : constant(x, index->number);
    return op64(x, CM_OP_AND, number, constant(x, x->bits - 1));
}

/* CF is the bit. OF and SF are undefined; so is ZF by AMD and by older manuals of
 * Intel, while newer ones leave it unaffected. */
void cm_x86_bit_test(cm_x86 *x, int alu)
{
    cm_x86_operand *to = &x->operands[0];
    bool counted = x->operands[1].kind == CM_X86_REGISTER;
    cm_x86_settle_width(x, 0, counted ? 1 : 0);
    const cm_expr *index = bit_index(x);
    const cm_expr *a = cm_x86_read(x, to);
    const cm_expr *mask = cm_x86_op(x, CM_OP_SHL, constant(x, 1), index);
    set_flags(x, (flags){.carry = bit_of(x, a, index),
                         .overflow = cm_x86_either(x),
                         .sign = cm_x86_either(x),
                         .zero = cm_x86_either(x),
                         .parity = cm_x86_either(x)});
    if (alu == CM_X86_BTS)
        cm_x86_write(x, to, cm_x86_op(x, CM_OP_OR, a, mask));
    else if (alu == CM_X86_BTR)
        cm_x86_write(x, to, cm_x86_op(x, CM_OP_AND, a, cm_x86_op(x, CM_OP_NOT, mask, NULL)));
    else if (alu == CM_X86_BTC)
        cm_x86_write(x, to, cm_x86_op(x, CM_OP_XOR, a, mask));
}
