/* RISC-V instructions on registers: RV32I, RV64I, M, and the pseudo-instructions that
 * stand for one or two of them ("RISC-V Assembly Programmer's Handbook"). */
#include "litmus/isa/riscv/riscv.h"

/* What the second operand is, and what becomes of the result. */
enum { WORD = 1 /* of 32 bits, the result sign-extended */ };

/* Of what the operands are, as numbers. */
static unsigned width_of(cm_line *a, const cm_row *row)
{
    return row->flags & WORD ? 32 : cm_rv_xlen(a);
}

/* Do the lower halves of operands alone decide that of the result? */
static bool is_modular(cm_op op)
{
    return op == CM_OP_ADD || op == CM_OP_SUB || op == CM_OP_MUL || op == CM_OP_NEG ||
           op == CM_OP_AND || op == CM_OP_OR || op == CM_OP_XOR || op == CM_OP_NOT;
}

/* Of the operation. In RV32 sums of addresses stay whole. */
static unsigned bits_of(cm_line *a, const cm_row *row)
{
    bool whole = !(row->flags & WORD) && is_modular((cm_op)row->op);
    return whole ? 64 : width_of(a, row);
}

static void write_result(cm_line *a, const cm_row *row, cm_rv_reg d, const cm_expr *value)
{
    cm_rv_write(a, d, cm_rv_signed(a, bits_of(a, row), value));
}

static bool is_shift(const cm_row *row)
{
    return row->op == CM_OP_SHL || row->op == CM_OP_LSHR || row->op == CM_OP_ASHR;
}

/* op rd,rs1,rs2. A shift looks at 6 bits of rs2, at 5 of them for words. */
static void binary(cm_line *a, const cm_row *row)
{
    cm_rv_operands of = cm_rv_three(a);
    if (is_shift(row))
        of.y = cm_line_op(a, CM_OP_AND, 64, of.y, cm_line_const(a, width_of(a, row) - 1));
    write_result(a, row, of.d, cm_line_op(a, (cm_op)row->op, bits_of(a, row), of.x, of.y));
}

/* op rd,rs1,imm: 12 bits signed, or the amount of a shift. */
static void immediate(cm_line *a, const cm_row *row)
{
    cm_rv_operands of = cm_rv_two(a);
    cm_line_comma(a);
    int64_t low = is_shift(row) ? 0 : -2048;
    int64_t high = is_shift(row) ? (int64_t)width_of(a, row) - 1 : 2047;
    const cm_expr *y = cm_line_const(a, (uint64_t)cm_line_number(a, NULL, low, high));
    write_result(a, row, of.d, cm_line_op(a, (cm_op)row->op, bits_of(a, row), of.x, y));
}

/* LUI rd,imm: 20 bits, at bit 12. */
static void load_upper(cm_line *a, const cm_row *row)
{
    (void)row;
    cm_rv_reg d = cm_rv_operand(a);
    cm_line_comma(a);
    uint64_t upper = (uint64_t)cm_line_number(a, NULL, 0, 0xfffff) << 12;
    cm_rv_write(a, d, cm_line_const(a, (uint64_t)(int64_t)(int32_t)(uint32_t)upper));
}

/* LI rd,imm. */
static void load_immediate(cm_line *a, const cm_row *row)
{
    (void)row;
    cm_rv_reg d = cm_rv_operand(a);
    cm_line_comma(a);
    bool narrow = cm_rv_xlen(a) == 32;
    cm_rv_write(a, d,
                cm_line_const(a, narrow ? (uint64_t)cm_line_number(a, NULL, INT32_MIN, UINT32_MAX)
                                        : cm_lexer_integer(a->lex, "an immediate number")));
}

/* LA LLA rd,location or label. */
static void load_address(cm_line *a, const cm_row *row)
{
    (void)row;
    cm_rv_reg d = cm_rv_operand(a);
    cm_line_comma(a);
    bool is_location;
    cm_rv_write(a, d, cm_line_symbol(a, "a location or a label", &is_location));
}

/* ---- pseudo-instructions of two registers ------------------------------ */

enum { EXTENDS = 256 }; /* flags: from so many bits, in its lower byte; op: how */

/* MV, NOT, SEXT.W, ...: flags are WORD, or EXTENDS and bits. */
static void unary(cm_line *a, const cm_row *row)
{
    cm_rv_operands of = cm_rv_two(a);
    if (row->flags & EXTENDS)
        cm_rv_write(a, of.d, cm_line_imm_op(a, (cm_op)row->op, 64, row->flags & 255, of.x));
    else if (row->op == CM_OP_REG)
        cm_rv_write(a, of.d, of.x);
    else
        write_result(a, row, of.d, cm_line_op(a, (cm_op)row->op, bits_of(a, row), of.x, NULL));
}

enum { ZERO_FIRST = 256 };

/* SEQZ SNEZ SLTZ SGTZ rd,rs: a comparison with 0. */
static void set_by_zero(cm_line *a, const cm_row *row)
{
    cm_rv_operands of = cm_rv_two(a);
    const cm_expr *zero = cm_line_const(a, 0);
    bool first = row->flags & ZERO_FIRST;
    cm_rv_write(
        a, of.d,
        cm_line_op(a, (cm_op)row->op, bits_of(a, row), first ? zero : of.x, first ? of.x : zero));
}

/* SGT SGTU rd,rs1,rs2. */
static void greater(cm_line *a, const cm_row *row)
{
    cm_rv_operands of = cm_rv_three(a);
    cm_rv_write(a, of.d, cm_line_op(a, (cm_op)row->op, bits_of(a, row), of.y, of.x));
}

/* ---- M: multiplication and division ------------------------------------ */

/* Upper half of a signed and an unsigned factor: that of two unsigned ones, less the
 * second where the first is negative. */
static void multiply_mixed(cm_line *a, const cm_row *row)
{
    unsigned bits = width_of(a, row);
    cm_rv_operands of = cm_rv_three(a);
    const cm_expr *sign = cm_line_op(a, CM_OP_ASHR, bits, of.x, cm_line_const(a, bits - 1));
    const cm_expr *less = cm_line_op(a, CM_OP_AND, bits, sign, of.y);
    const cm_expr *upper = cm_line_op(a, CM_OP_UMULH, bits, of.x, of.y);
    cm_rv_write(a, of.d, cm_rv_signed(a, bits, cm_line_op(a, CM_OP_SUB, bits, upper, less)));
}

/* A quotient by 0 has all bits set; a remainder by 0 is the dividend; the quotient that
 * overflows is the dividend, and its remainder 0 ("M" extension, "Semantics for division
 * by zero and division overflow"). All but the first is what the operations do. */
static void divide(cm_line *a, const cm_row *row)
{
    unsigned bits = bits_of(a, row);
    cm_rv_operands of = cm_rv_three(a);
    const cm_expr *by_zero = cm_line_op(a, CM_OP_EQ, bits, of.y, cm_line_const(a, 0));
    const cm_expr *ones = cm_line_op(a, CM_OP_NEG, bits, by_zero, NULL);
    const cm_expr *quotient = cm_line_op(a, (cm_op)row->op, bits, of.x, of.y);
    write_result(a, row, of.d, cm_line_op(a, CM_OP_OR, bits, quotient, ones));
}

/* On whole registers, and on words. */
#define BOTH(name, assemble, op)                                                                   \
    {name, assemble, op, 0},                                                                       \
    {                                                                                              \
        name "w", assemble, op, WORD | CM_RV_ONLY_64                                               \
    }

static const cm_row rows[] = {
    BOTH("add", binary, CM_OP_ADD),
    BOTH("sub", binary, CM_OP_SUB),
    BOTH("sll", binary, CM_OP_SHL),
    {"slt", binary, CM_OP_SLT, 0},
    {"sltu", binary, CM_OP_ULT, 0},
    {"xor", binary, CM_OP_XOR, 0},
    BOTH("srl", binary, CM_OP_LSHR),
    BOTH("sra", binary, CM_OP_ASHR),
    {"or", binary, CM_OP_OR, 0},
    {"and", binary, CM_OP_AND, 0},
    BOTH("addi", immediate, CM_OP_ADD),
    {"slti", immediate, CM_OP_SLT, 0},
    {"sltiu", immediate, CM_OP_ULT, 0},
    {"xori", immediate, CM_OP_XOR, 0},
    {"ori", immediate, CM_OP_OR, 0},
    {"andi", immediate, CM_OP_AND, 0},
    BOTH("slli", immediate, CM_OP_SHL),
    BOTH("srli", immediate, CM_OP_LSHR),
    BOTH("srai", immediate, CM_OP_ASHR),
    {"lui", load_upper, 0, 0},
    BOTH("mul", binary, CM_OP_MUL),
    {"mulh", binary, CM_OP_SMULH, 0},
    {"mulhsu", multiply_mixed, 0, 0},
    {"mulhu", binary, CM_OP_UMULH, 0},
    BOTH("div", divide, CM_OP_SDIV),
    BOTH("divu", divide, CM_OP_UDIV),
    BOTH("rem", binary, CM_OP_SREM),
    BOTH("remu", binary, CM_OP_UREM),
    {"nop", cm_line_nothing, 0, 0},
    {"li", load_immediate, 0, 0},
    {"la", load_address, 0, 0},
    {"lla", load_address, 0, 0},
    {"mv", unary, CM_OP_REG, 0},
    {"not", unary, CM_OP_NOT, 0},
    BOTH("neg", unary, CM_OP_NEG),
    {"sext.b", unary, CM_OP_SEXT, EXTENDS | 8},
    {"sext.h", unary, CM_OP_SEXT, EXTENDS | 16},
    {"sext.w", unary, CM_OP_SEXT, EXTENDS | 32 | CM_RV_ONLY_64},
    {"zext.b", unary, CM_OP_ZEXT, EXTENDS | 8},
    {"zext.h", unary, CM_OP_ZEXT, EXTENDS | 16},
    {"zext.w", unary, CM_OP_ZEXT, EXTENDS | 32 | CM_RV_ONLY_64},
    {"seqz", set_by_zero, CM_OP_EQ, 0},
    {"snez", set_by_zero, CM_OP_NE, 0},
    {"sltz", set_by_zero, CM_OP_SLT, 0},
    {"sgtz", set_by_zero, CM_OP_SLT, ZERO_FIRST},
    {"sgt", greater, CM_OP_SLT, 0},
    {"sgtu", greater, CM_OP_ULT, 0},
};

const cm_row_table cm_rv_alu_table = {rows, sizeof rows / sizeof *rows};
