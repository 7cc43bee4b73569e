/* What each operation computes on constants.
 *
 * Sources: Arm ARM (DDI 0487) shared pseudocode: AddWithCarry, ConditionHolds,
 * CountLeadingZeroBits, CountLeadingSignBits, Reverse, ROR. */
#include "litmus/expr.h"

#include "litmus/float.h"

#include <stddef.h>

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 signed_wide;

static uint64_t mask_of(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* Two's complement reading of the low `bits` bits of a. */
static int64_t as_signed(uint64_t a, unsigned bits)
{
    if (bits == 0)
        return 0;
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return (int64_t)(((a & mask_of(bits)) ^ sign) - sign);
}

static uint64_t sign_bit(uint64_t a, unsigned bits)
{
    return a >> (bits - 1) & 1;
}

static uint64_t divide(bool is_signed, unsigned bits, uint64_t a, uint64_t b)
{
    if (b == 0)
        return 0;
    if (!is_signed)
        return a / b;
    /* The magnitudes: the smallest number divided by -1 wraps to itself. */
    uint64_t m = as_signed(a, bits) < 0 ? (0 - a) & mask_of(bits) : a;
    uint64_t n = as_signed(b, bits) < 0 ? (0 - b) & mask_of(bits) : b;
    return sign_bit(a, bits) == sign_bit(b, bits) ? m / n : 0 - m / n;
}

static uint64_t shift(cm_op op, unsigned bits, uint64_t a, uint64_t b)
{
    bool all = b >= bits;
    if (op == CM_OP_ASHR)
        return (uint64_t)(as_signed(a, bits) >> (all ? bits - 1 : b));
    if (all)
        return 0;
    return op == CM_OP_SHL ? a << b : a >> b;
}

static uint64_t rotate_right(unsigned bits, uint64_t a, uint64_t b)
{
    uint64_t by = b % bits;
    return by == 0 ? a : a >> by | a << (bits - by);
}

static uint64_t upper_product(bool is_signed, unsigned bits, uint64_t a, uint64_t b)
{
    if (!is_signed)
        return (uint64_t)((wide)a * b >> bits);
    signed_wide product = (signed_wide)as_signed(a, bits) * as_signed(b, bits);
    return (uint64_t)((wide)product >> bits);
}

static uint64_t leading_zeros(unsigned bits, uint64_t a)
{
    uint64_t n = 0;
    while (n < bits && !(a >> (bits - 1 - n) & 1))
        n++;
    return n;
}

/* Bits below the top one that equal it, in a row. */
static uint64_t leading_signs(unsigned bits, uint64_t a)
{
    uint64_t changes = (a ^ a >> 1) & mask_of(bits - 1);
    return leading_zeros(bits - 1, changes);
}

static uint64_t population(uint64_t a)
{
    uint64_t n = 0;
    for (; a != 0; a &= a - 1)
        n++;
    return n;
}

/* Reverses the order of `unit`-bit pieces inside each group of `group` bits. */
static uint64_t reverse(unsigned bits, unsigned group, unsigned unit, uint64_t a)
{
    uint64_t result = 0;
    if (group < unit || group > bits)
        return a;
    for (unsigned at = 0; at < bits; at += unit) {
        unsigned first = at - at % group;
        unsigned to = first + (group - unit - (at - first));
        result |= (a >> at & mask_of(unit)) << to;
    }
    return result;
}

/* AddWithCarry: the flags of a + b + carry. */
static uint64_t flags_of_sum(unsigned bits, uint64_t a, uint64_t b, uint64_t carry)
{
    wide unsigned_sum = (wide)a + b + carry;
    uint64_t sum = (uint64_t)unsigned_sum & mask_of(bits);
    signed_wide signed_sum =
        (signed_wide)as_signed(a, bits) + as_signed(b, bits) + (signed_wide)carry;
    uint64_t n = sign_bit(sum, bits), z = sum == 0;
    uint64_t c = unsigned_sum != (wide)sum;
    uint64_t v = signed_sum != (signed_wide)as_signed(sum, bits);
    return n << 3 | z << 2 | c << 1 | v;
}

/* ConditionHolds: the upper three bits choose the test, the lowest negates it. */
static uint64_t condition_holds(uint64_t code, uint64_t flags)
{
    bool n = flags >> 3 & 1, z = flags >> 2 & 1, c = flags >> 1 & 1, v = flags & 1;
    const bool tests[] = {z, c, n, v, c && !z, n == v, n == v && !z, true};
    bool result = tests[code >> 1 & 7];
    bool negate = (code & 1) != 0 && (code & 15) != 15;
    return negate ? !result : result;
}

static bool compare(cm_op op, unsigned bits, uint64_t a, uint64_t b)
{
    int64_t sa = as_signed(a, bits), sb = as_signed(b, bits);
    switch (op) {
    case CM_OP_EQ:
        return a == b;
    case CM_OP_NE:
        return a != b;
    case CM_OP_ULT:
        return a < b;
    case CM_OP_ULE:
        return a <= b;
    case CM_OP_SLT:
        return sa < sb;
    default:
        return sa <= sb;
    }
}

static uint64_t extreme(cm_op op, unsigned bits, uint64_t a, uint64_t b)
{
    bool is_signed = op == CM_OP_SMIN || op == CM_OP_SMAX;
    bool smallest = op == CM_OP_UMIN || op == CM_OP_SMIN;
    bool less = compare(is_signed ? CM_OP_SLT : CM_OP_ULT, bits, a, b);
    return less == smallest ? a : b;
}

static uint64_t apply_binary(cm_op op, unsigned bits, uint64_t a, uint64_t b)
{
    switch (op) {
    case CM_OP_ADD:
        return a + b;
    case CM_OP_SUB:
        return a - b;
    case CM_OP_MUL:
        return a * b;
    case CM_OP_UMULH:
    case CM_OP_SMULH:
        return upper_product(op == CM_OP_SMULH, bits, a, b);
    case CM_OP_UDIV:
    case CM_OP_SDIV:
        return divide(op == CM_OP_SDIV, bits, a, b);
    case CM_OP_UREM:
    case CM_OP_SREM:
        return a - divide(op == CM_OP_SREM, bits, a, b) * b;
    case CM_OP_AND:
        return a & b;
    case CM_OP_OR:
        return a | b;
    case CM_OP_XOR:
        return a ^ b;
    case CM_OP_SHL:
    case CM_OP_LSHR:
    case CM_OP_ASHR:
        return shift(op, bits, a, b);
    case CM_OP_ROR:
        return rotate_right(bits, a, b);
    case CM_OP_UMIN:
    case CM_OP_UMAX:
    case CM_OP_SMIN:
    case CM_OP_SMAX:
        return extreme(op, bits, a, b);
    case CM_OP_FSUM:
    case CM_OP_FPRODUCT:
    case CM_OP_FQUOTIENT:
    case CM_OP_FMIN:
    case CM_OP_FMAX:
    case CM_OP_FLT:
    case CM_OP_FLE:
    case CM_OP_FEQ:
        return cm_float_apply(op, bits, a, b, 0);
    case CM_OP_BFSUM:
        return cm_float_bfloat_sum(a, b);
    default:
        return compare(op, bits, a, b);
    }
}

static uint64_t apply_unary(cm_op op, unsigned bits, uint64_t imm, uint64_t a)
{
    unsigned low = imm > bits ? bits : (unsigned)imm;
    switch (op) {
    case CM_OP_NOT:
        return ~a;
    case CM_OP_NEG:
        return 0 - a;
    case CM_OP_ZEXT:
        return a & mask_of(low);
    case CM_OP_SEXT:
        return (uint64_t)as_signed(a, low);
    case CM_OP_CLZ:
        return leading_zeros(bits, a);
    case CM_OP_CLS:
        return leading_signs(bits, a);
    case CM_OP_POPC:
        return population(a);
    case CM_OP_RBIT:
        return reverse(bits, bits, 1, a);
    case CM_OP_FROOT:
        return cm_float_apply(op, bits, a, 0, 0);
    case CM_OP_FCONVERT:
        return cm_float_convert((uint32_t)imm, a);
    default: /* CM_OP_REV */
        return reverse(bits, low, 8, a);
    }
}

uint64_t cm_op_apply(cm_op op, unsigned bits, uint64_t imm, uint64_t a, uint64_t b, uint64_t c,
                     bool has_c)
{
    uint64_t mask = mask_of(bits);
    if (op == CM_OP_CONST)
        return imm;
    if (op == CM_OP_PREDICT)
        return c & mask;
    if (op == CM_OP_SELECT) /* the choice is made on all of a */
        return (a != 0 ? b : c) & mask;
    if (op == CM_OP_COND)
        return condition_holds(imm, a);
    a &= mask;
    b &= mask;
    switch (op) {
    case CM_OP_FFUSED:
        return cm_float_apply(op, bits, a, b, c & mask);
    case CM_OP_FLAGS_ADD:
        return flags_of_sum(bits, a, b, has_c ? c & 1 : 0);
    case CM_OP_FLAGS_SUB: /* a - b is a + NOT(b) + 1, and the carry takes the place of 1 */
        return flags_of_sum(bits, a, ~b & mask, has_c ? c & 1 : 1);
    case CM_OP_FLAGS_LOGIC:
        return sign_bit(a, bits) << 3 | (uint64_t)(a == 0) << 2;
    default:
        break;
    }
    bool unary = op >= CM_OP_NOT && op <= CM_OP_REV;
    return (unary ? apply_unary(op, bits, imm, a) : apply_binary(op, bits, a, b)) & mask;
}

uint64_t cm_bytes_of(uint64_t value, unsigned offset, unsigned width)
{
    return offset >= 8 ? 0 : value >> 8 * offset & mask_of(8 * width);
}

bool cm_expr_known(const cm_expr *e, cm_register_known *known, const void *context, uint64_t *value)
{
    uint64_t a = 0, b = 0, c = 0;
    if (e->op == CM_OP_REG)
        return known && known(context, e->reg, value);
    if ((e->a && !cm_expr_known(e->a, known, context, &a)) ||
        (e->b && !cm_expr_known(e->b, known, context, &b)) ||
        (e->c && !cm_expr_known(e->c, known, context, &c)))
        return false;
    *value = cm_op_apply(e->op, e->bits, e->imm, a, b, c, e->c != NULL);
    return true;
}

bool cm_expr_mentions(const cm_expr *e, int reg)
{
    return e && ((e->op == CM_OP_REG && e->reg == reg) || cm_expr_mentions(e->a, reg) ||
                 cm_expr_mentions(e->b, reg) || cm_expr_mentions(e->c, reg));
}
