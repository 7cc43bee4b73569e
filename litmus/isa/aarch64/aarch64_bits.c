/* AArch64 shifts, bitfields, bit operations and checksums (Arm ARM C6.2). */
#include "litmus/isa/aarch64/aarch64.h"

/* Which result a bitfield instruction makes of the bits it moves. */
enum { UNSIGNED_FIELD, SIGNED_FIELD, INSERT_FIELD };

static uint64_t ones(unsigned count)
{
    return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

/* `width` bits of n from bit `from`, put at bit `to` of d: what UBFM, SBFM and BFM
 * do for every choice of immr and imms; one of from and to is 0. */
static void move_field(cm_line *a, unsigned how, cm_a64_reg d, cm_a64_reg n, unsigned from,
                       unsigned to, unsigned width)
{
    const cm_expr *x = cm_a64_read(a, n);
    if (from > 0)
        x = cm_line_op(a, CM_OP_LSHR, d.bits, x, cm_line_const(a, from));
    x = cm_line_imm_op(a, how == SIGNED_FIELD ? CM_OP_SEXT : CM_OP_ZEXT, d.bits, width, x);
    if (to > 0)
        x = cm_line_op(a, CM_OP_SHL, d.bits, x, cm_line_const(a, to));
    if (how == INSERT_FIELD) {
        uint64_t keep = ~(ones(width) << to) & ones(d.bits);
        const cm_expr *rest =
            cm_line_op(a, CM_OP_AND, d.bits, cm_a64_read(a, d), cm_line_const(a, keep));
        x = cm_line_op(a, CM_OP_OR, d.bits, rest, x);
    }
    cm_a64_write(a, d, x);
}

static void parse_two(cm_line *a, cm_a64_reg *d, cm_a64_reg *n)
{
    *d = cm_a64_any_reg(a);
    cm_line_comma(a);
    *n = cm_a64_sized_reg(a, d->bits);
    cm_line_comma(a);
}

static unsigned parse_number(cm_line *a, unsigned low, unsigned high)
{
    return (unsigned)cm_a64_immediate(a, low, high);
}

/* UBFM SBFM BFM Rd,Rn,#immr,#imms. */
static void bitfield_move(cm_line *a, const cm_row *row)
{
    cm_a64_reg d, n;
    parse_two(a, &d, &n);
    unsigned immr = parse_number(a, 0, d.bits - 1);
    cm_line_comma(a);
    unsigned imms = parse_number(a, 0, d.bits - 1);
    if (imms >= immr)
        move_field(a, row->op, d, n, immr, 0, imms - immr + 1);
    else
        move_field(a, row->op, d, n, 0, d.bits - immr, imms + 1);
}

enum { EXTRACT, INSERT };

/* UBFX SBFX BFXIL, UBFIZ SBFIZ BFI: Rd,Rn,#lsb,#width. */
static void bitfield_alias(cm_line *a, const cm_row *row)
{
    cm_a64_reg d, n;
    parse_two(a, &d, &n);
    unsigned lsb = parse_number(a, 0, d.bits - 1);
    cm_line_comma(a);
    unsigned width = parse_number(a, 1, d.bits - lsb);
    bool extract = row->flags == EXTRACT;
    move_field(a, row->op, d, n, extract ? lsb : 0, extract ? 0 : lsb, width);
}

/* BFC Rd,#lsb,#width. */
static void bitfield_clear(cm_line *a, const cm_row *row)
{
    (void)row;
    cm_a64_reg d = cm_a64_any_reg(a), zero = {.reg = -1, .bits = d.bits, .number = 31};
    cm_line_comma(a);
    unsigned lsb = parse_number(a, 0, d.bits - 1);
    cm_line_comma(a);
    move_field(a, INSERT_FIELD, d, zero, 0, lsb, parse_number(a, 1, d.bits - lsb));
}

/* SXTB .. UXTW: op as above, flags is the width. The source is a W register. */
static void extend(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = cm_a64_any_reg(a);
    cm_line_comma(a);
    cm_a64_reg n = cm_a64_sized_reg(a, 32);
    if (row->flags == 32 && d.bits != 64)
        cm_asm_fail(a->as, d.place, "register of 32 bits, expected one of 64 bits");
    move_field(a, row->op, d, n, 0, 0, row->flags);
}

/* LSL LSR ASR ROR Rd,Rn,Rm|#n; the amount in a register counts modulo the width. */
static void shift(cm_line *a, const cm_row *row)
{
    cm_a64_reg d, n;
    parse_two(a, &d, &n);
    const cm_expr *amount;
    if (row->flags == 0 && cm_a64_at_immediate(a))
        amount = cm_line_const(a, parse_number(a, 0, d.bits - 1));
    else
        amount = cm_line_op(a, CM_OP_AND, d.bits, cm_a64_read(a, cm_a64_sized_reg(a, d.bits)),
                            cm_line_const(a, d.bits - 1));
    cm_a64_write(a, d, cm_line_op(a, (cm_op)row->op, d.bits, cm_a64_read(a, n), amount));
}

/* EXTR Rd,Rn,Rm,#lsb: bits lsb.. of Rn:Rm. */
static void extract_pair(cm_line *a, const cm_row *row)
{
    (void)row;
    cm_a64_reg d, n;
    parse_two(a, &d, &n);
    cm_a64_reg m = cm_a64_sized_reg(a, d.bits);
    cm_line_comma(a);
    unsigned lsb = parse_number(a, 0, d.bits - 1);
    const cm_expr *low =
        cm_line_op(a, CM_OP_LSHR, d.bits, cm_a64_read(a, m), cm_line_const(a, lsb));
    const cm_expr *high =
        cm_line_op(a, CM_OP_SHL, d.bits, cm_a64_read(a, n), cm_line_const(a, d.bits - lsb));
    cm_a64_write(a, d, cm_line_op(a, CM_OP_OR, d.bits, high, low));
}

/* RBIT CLZ CLS REV..: flags is the group in which REV reverses bytes, 0: the
 * register. */
static void unary(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = row->flags == 32 ? cm_a64_sized_reg(a, 64) : cm_a64_any_reg(a);
    cm_line_comma(a);
    cm_a64_reg n = cm_a64_sized_reg(a, d.bits);
    uint64_t group = row->flags ? row->flags : d.bits;
    cm_a64_write(a, d, cm_line_imm_op(a, (cm_op)row->op, d.bits, group, cm_a64_read(a, n)));
}

/* ---- FEAT_CSSC ---------------------------------------------------------- */

enum { SIGNED_IMMEDIATE = 1 };

/* SMAX SMIN UMAX UMIN Rd,Rn,Rm|#imm: 8 bits, with a sign or without. */
static void least_or_greatest(cm_line *a, const cm_row *row)
{
    cm_a64_reg d, n;
    parse_two(a, &d, &n);
    const cm_expr *y;
    if (!cm_a64_at_immediate(a))
        y = cm_a64_read(a, cm_a64_sized_reg(a, d.bits));
    else if (row->flags == SIGNED_IMMEDIATE)
        y = cm_line_const(a, (uint64_t)cm_a64_immediate(a, -128, 127));
    else
        y = cm_line_const(a, (uint64_t)cm_a64_immediate(a, 0, 255));
    cm_a64_write(a, d, cm_line_op(a, (cm_op)row->op, d.bits, cm_a64_read(a, n), y));
}

/* ABS: the greater of the number and its negative; of the least number, itself. CTZ: what
 * CLZ gives for the bits in reverse. */
static void absolute_or_trailing(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = cm_a64_any_reg(a);
    cm_line_comma(a);
    cm_a64_reg n = cm_a64_sized_reg(a, d.bits);
    const cm_expr *x = cm_a64_read(a, n), *result;
    if (row->op == CM_OP_SMAX)
        result = cm_line_op(a, CM_OP_SMAX, d.bits, x, cm_line_op(a, CM_OP_NEG, d.bits, x, NULL));
    else
        result = cm_line_op(a, CM_OP_CLZ, d.bits, cm_line_op(a, CM_OP_RBIT, d.bits, x, NULL), NULL);
    cm_a64_write(a, d, result);
}

/* ---- CRC32, CRC32C ---------------------------------------------------- */

/* The polynomials of C6.2, CRC32 and CRC32C, with their bits in reverse: the pseudocode
 * reverses accumulator, value and result instead. */
enum { CRC32_POLYNOMIAL, CRC32C_POLYNOMIAL };
static const uint32_t polynomials[] = {UINT32_C(0xedb88320), UINT32_C(0x82f63b78)};

/* What the lowest bits of `value` leave behind after so many steps of the division. */
static uint64_t remainder_of(uint64_t value, unsigned steps, uint32_t polynomial)
{
    for (; steps > 0; steps--)
        value = value >> 1 ^ (value & 1 ? polynomial : 0);
    return value;
}

/* CRC32{C}(B|H|W|X) Wd,Wn,Wm: op is the polynomial, flags the bits of the value. The
 * remainder is linear: each bit of the dividend adds its own. */
static void checksum(cm_line *a, const cm_row *row)
{
    unsigned bits = row->flags, wide = bits == 64 ? 64 : 32;
    cm_a64_reg d = cm_a64_sized_reg(a, 32);
    cm_line_comma(a);
    cm_a64_reg n = cm_a64_sized_reg(a, 32);
    cm_line_comma(a);
    cm_a64_reg m = cm_a64_sized_reg(a, wide);
    const cm_expr *value = cm_line_imm_op(a, CM_OP_ZEXT, 64, bits, cm_a64_read(a, m));
    int kept = cm_asm_temporary(a->as);
    cm_emit_assign(a->as, kept, cm_line_op(a, CM_OP_XOR, 64, cm_a64_read_exact(a, n), value));
    const cm_expr *dividend = cm_asm_reg(a->as, kept);
    const cm_expr *sum = bits < 32 ? cm_line_op(a, CM_OP_LSHR, 64, dividend, cm_line_const(a, bits))
                                   : cm_line_const(a, 0);
    for (unsigned i = 0; i < bits; i++) {
        const cm_expr *bit = cm_line_op(a, CM_OP_LSHR, 64, dividend, cm_line_const(a, i));
        uint64_t part = remainder_of(UINT64_C(1) << i, bits, polynomials[row->op]);
        bit = cm_line_imm_op(a, CM_OP_SEXT, 64, 1, bit);
        sum = cm_line_op(a, CM_OP_XOR, 64, sum,
                         cm_line_op(a, CM_OP_AND, 64, bit, cm_line_const(a, part)));
    }
    cm_a64_write(a, d, sum);
}

/* By a register or a number; with V, by a register. */
#define SHIFT(name, op)                                                                            \
    {name, shift, op, 0},                                                                          \
    {                                                                                              \
        name "V", shift, op, 1                                                                     \
    }
#define CHECKSUM(name, polynomial)                                                                 \
    {name "B", checksum, polynomial, 8}, {name "H", checksum, polynomial, 16},                     \
        {name "W", checksum, polynomial, 32},                                                      \
    {                                                                                              \
        name "X", checksum, polynomial, 64                                                         \
    }

static const cm_row rows[] = {
    SHIFT("LSL", CM_OP_SHL),
    SHIFT("LSR", CM_OP_LSHR),
    SHIFT("ASR", CM_OP_ASHR),
    SHIFT("ROR", CM_OP_ROR),
    {"UBFM", bitfield_move, UNSIGNED_FIELD, 0},
    {"SBFM", bitfield_move, SIGNED_FIELD, 0},
    {"BFM", bitfield_move, INSERT_FIELD, 0},
    {"UBFX", bitfield_alias, UNSIGNED_FIELD, EXTRACT},
    {"SBFX", bitfield_alias, SIGNED_FIELD, EXTRACT},
    {"BFXIL", bitfield_alias, INSERT_FIELD, EXTRACT},
    {"UBFIZ", bitfield_alias, UNSIGNED_FIELD, INSERT},
    {"SBFIZ", bitfield_alias, SIGNED_FIELD, INSERT},
    {"BFI", bitfield_alias, INSERT_FIELD, INSERT},
    {"BFC", bitfield_clear, 0, 0},
    {"SXTB", extend, SIGNED_FIELD, 8},
    {"SXTH", extend, SIGNED_FIELD, 16},
    {"SXTW", extend, SIGNED_FIELD, 32},
    {"UXTB", extend, UNSIGNED_FIELD, 8},
    {"UXTH", extend, UNSIGNED_FIELD, 16},
    {"UXTW", extend, UNSIGNED_FIELD, 32},
    {"EXTR", extract_pair, 0, 0},
    {"RBIT", unary, CM_OP_RBIT, 0},
    {"REV", unary, CM_OP_REV, 0},
    {"REV64", unary, CM_OP_REV, 0},
    {"REV32", unary, CM_OP_REV, 32},
    {"REV16", unary, CM_OP_REV, 16},
    {"CLZ", unary, CM_OP_CLZ, 0},
    {"CLS", unary, CM_OP_CLS, 0},
    {"CNT", unary, CM_OP_POPC, 0},
    {"CTZ", absolute_or_trailing, CM_OP_CLZ, 0},
    {"ABS", absolute_or_trailing, CM_OP_SMAX, 0},
    {"SMAX", least_or_greatest, CM_OP_SMAX, SIGNED_IMMEDIATE},
    {"SMIN", least_or_greatest, CM_OP_SMIN, SIGNED_IMMEDIATE},
    {"UMAX", least_or_greatest, CM_OP_UMAX, 0},
    {"UMIN", least_or_greatest, CM_OP_UMIN, 0},
    CHECKSUM("CRC32", CRC32_POLYNOMIAL),
    CHECKSUM("CRC32C", CRC32C_POLYNOMIAL),
};

const cm_row_table cm_a64_bits_table = {rows, sizeof rows / sizeof *rows};
