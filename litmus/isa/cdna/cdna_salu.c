/* Scalar instructions of CDNA on registers (MI300 ISA, "SOP1", "SOP2", "SOPC", "SOPK"
 * instructions). SCC is the hidden register .SCC. */
#include "litmus/isa/cdna/cdna.h"

static void set_scc(cm_cdna *a, const cm_expr *value)
{
    cm_emit_assign(a->as, cm_cdna_scc(a), value);
}

static void set_scc_if_not_zero(cm_cdna *a, unsigned bits, const cm_expr *value)
{
    set_scc(a, cm_cdna_op(a, CM_OP_NE, bits, value, cm_cdna_const(a, 0)));
}

static cm_cdna_reg destination(cm_cdna *a, unsigned bits)
{
    cm_cdna_reg to = cm_cdna_scalar(a, bits / 32);
    cm_cdna_comma(a);
    return to;
}

/* ---- one source ------------------------------------------------------------ */

static void move(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, row->bits);
    cm_cdna_write(a, to, 0, row->bits, cm_cdna_source(a, row->bits));
}

/* s_sext_i32_i16: row->op low bits. */
static void extend(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, 32);
    const cm_expr *value = cm_cdna_source(a, 32);
    cm_cdna_write(a, to, 0, row->bits, cm_asm_op_imm(a->as, CM_OP_SEXT, 32, row->op, value));
}

/* s_movk_i32 s0, -1: 16 bits, sign-extended. */
static void move_immediate(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, 32);
    cm_place place = a->lex->token.place;
    int64_t value = (int64_t)cm_lexer_integer(a->lex, "a number of 16 bits");
    if (value < INT16_MIN || value > UINT16_MAX)
        cm_asm_fail(a->as, place, "number is out of range, expected one of 16 bits");
    cm_cdna_write(a, to, 0, row->bits, cm_cdna_const(a, (uint64_t)(int16_t)value & UINT32_MAX));
}

/* s_not_b32, s_bcnt1_i32_b64: op of so many bits; the result of a count has 32. */
enum { COUNTS = 1 };
static void unary(cm_cdna *a, const cm_cdna_row *row)
{
    unsigned bits = row->flags & COUNTS ? 32 : row->bits;
    cm_cdna_reg to = destination(a, bits);
    const cm_expr *value = cm_cdna_keep(
        a, cm_cdna_op(a, (cm_op)row->op, row->bits, cm_cdna_source(a, row->bits), NULL));
    cm_cdna_write(a, to, 0, bits, value);
    set_scc_if_not_zero(a, bits, value);
}

/* ---- two sources --------------------------------------------------------------- */

enum { INVERTS = 1, IS_SHIFT = 2, KEEPS_SCC = 4 };

static const cm_expr *second(cm_cdna *a, const cm_cdna_row *row)
{
    const cm_expr *y = cm_cdna_source(a, row->flags & IS_SHIFT ? 32 : row->bits);
    if (row->flags & IS_SHIFT)
        return cm_cdna_op(a, CM_OP_AND, 32, y, cm_cdna_const(a, row->bits - 1U));
    return row->flags & INVERTS ? cm_cdna_op(a, CM_OP_NOT, row->bits, y, NULL) : y;
}

static void binary(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, row->bits);
    const cm_expr *x = cm_cdna_source(a, row->bits);
    cm_cdna_comma(a);
    const cm_expr *y = second(a, row);
    const cm_expr *value = cm_cdna_keep(a, cm_cdna_op(a, (cm_op)row->op, row->bits, x, y));
    cm_cdna_write(a, to, 0, row->bits, value);
    if (!(row->flags & KEEPS_SCC))
        set_scc_if_not_zero(a, row->bits, value);
}

/* SCC is the carry, the borrow, or of the signed ones the overflow. The carry is bit 32 of
 * the sum of 64 bits. */
enum { WITH_CARRY = 1, SIGNED = 2, BORROWS = 4 };

static const cm_expr *widen(cm_cdna *a, unsigned flags, const cm_expr *value)
{
    return cm_asm_op_imm(a->as, flags & SIGNED ? CM_OP_SEXT : CM_OP_ZEXT, 64, 32, value);
}

static void add(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, 32);
    const cm_expr *x = widen(a, row->flags, cm_cdna_source(a, 32));
    cm_cdna_comma(a);
    const cm_expr *y = widen(a, row->flags, cm_cdna_source(a, 32));
    cm_op op = row->flags & BORROWS ? CM_OP_SUB : CM_OP_ADD;
    const cm_expr *sum = cm_cdna_op(a, op, 64, x, y);
    if (row->flags & WITH_CARRY)
        sum = cm_cdna_op(a, op, 64, sum, cm_asm_reg(a->as, cm_cdna_scc(a)));
    sum = cm_cdna_keep(a, sum);
    const cm_expr *low = cm_asm_op_imm(a->as, CM_OP_ZEXT, 64, 32, sum);
    cm_cdna_write(a, to, 0, 32, low);
    if (row->flags & SIGNED)
        set_scc(a, cm_cdna_op(a, CM_OP_NE, 64, sum, widen(a, SIGNED, sum)));
    else
        set_scc(a, cm_cdna_op(a, CM_OP_NE, 64, sum, low));
}

/* ---- comparisons, selections ------------------------------------------------------- */

enum { SWAPPED = 1 };

static void compare(cm_cdna *a, const cm_cdna_row *row)
{
    const cm_expr *x = cm_cdna_source(a, row->bits);
    cm_cdna_comma(a);
    const cm_expr *y = cm_cdna_source(a, row->bits);
    bool swapped = row->flags & SWAPPED;
    cm_cdna_looks_at(a, cm_cdna_op(a, CM_OP_OR, row->bits, x, y));
    set_scc(a, cm_cdna_op(a, (cm_op)row->op, row->bits, swapped ? y : x, swapped ? x : y));
}

static void select_by_scc(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, row->bits);
    const cm_expr *x = cm_cdna_source(a, row->bits);
    cm_cdna_comma(a);
    const cm_expr *y = cm_cdna_source(a, row->bits);
    const cm_expr *scc = cm_asm_reg(a->as, cm_cdna_scc(a));
    cm_cdna_write(a, to, 0, row->bits, cm_asm_op(a->as, CM_OP_SELECT, row->bits, scc, x, y));
}

/* s_and_saveexec_b64 s[0:1], vcc: exec goes to the first, and exec = source op exec. */
static void save_exec(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg exec = {.file = CM_CDNA_SPECIAL, .first = 2, .count = 2, .place = a->place};
    cm_cdna_reg to = destination(a, 64);
    const cm_expr *source = cm_cdna_keep(a, cm_cdna_source(a, 64));
    const cm_expr *old = cm_cdna_keep(a, cm_cdna_read(a, exec, 0, 64));
    const cm_expr *with = row->flags & INVERTS ? cm_cdna_op(a, CM_OP_NOT, 64, old, NULL) : old;
    const cm_expr *now = cm_cdna_keep(a, cm_cdna_op(a, (cm_op)row->op, 64, source, with));
    cm_cdna_write(a, to, 0, 64, old);
    cm_cdna_write(a, exec, 0, 64, now);
    set_scc_if_not_zero(a, 64, now);
}

static const cm_cdna_row rows[] = {
    {"s_mov_b32", move, 0, 32, 0},
    {"s_mov_b64", move, 0, 64, 0},
    {"s_movk_i32", move_immediate, 0, 32, 0},
    {"s_sext_i32_i8", extend, 8, 32, 0},
    {"s_sext_i32_i16", extend, 16, 32, 0},
    {"s_not_b32", unary, CM_OP_NOT, 32, 0},
    {"s_not_b64", unary, CM_OP_NOT, 64, 0},
    {"s_bcnt1_i32_b32", unary, CM_OP_POPC, 32, COUNTS},
    {"s_bcnt1_i32_b64", unary, CM_OP_POPC, 64, COUNTS},
    {"s_and_b32", binary, CM_OP_AND, 32, 0},
    {"s_and_b64", binary, CM_OP_AND, 64, 0},
    {"s_or_b32", binary, CM_OP_OR, 32, 0},
    {"s_or_b64", binary, CM_OP_OR, 64, 0},
    {"s_xor_b32", binary, CM_OP_XOR, 32, 0},
    {"s_xor_b64", binary, CM_OP_XOR, 64, 0},
    {"s_andn2_b32", binary, CM_OP_AND, 32, INVERTS},
    {"s_andn2_b64", binary, CM_OP_AND, 64, INVERTS},
    {"s_orn2_b64", binary, CM_OP_OR, 64, INVERTS},
    {"s_lshl_b32", binary, CM_OP_SHL, 32, IS_SHIFT},
    {"s_lshl_b64", binary, CM_OP_SHL, 64, IS_SHIFT},
    {"s_lshr_b32", binary, CM_OP_LSHR, 32, IS_SHIFT},
    {"s_lshr_b64", binary, CM_OP_LSHR, 64, IS_SHIFT},
    {"s_ashr_i32", binary, CM_OP_ASHR, 32, IS_SHIFT},
    {"s_mul_i32", binary, CM_OP_MUL, 32, KEEPS_SCC},
    {"s_add_u32", add, 0, 32, 0},
    {"s_addc_u32", add, 0, 32, WITH_CARRY},
    {"s_sub_u32", add, 0, 32, BORROWS},
    {"s_subb_u32", add, 0, 32, BORROWS | WITH_CARRY},
    {"s_add_i32", add, 0, 32, SIGNED},
    {"s_sub_i32", add, 0, 32, SIGNED | BORROWS},
    {"s_cmp_eq_u32", compare, CM_OP_EQ, 32, 0},
    {"s_cmp_lg_u32", compare, CM_OP_NE, 32, 0},
    {"s_cmp_lt_u32", compare, CM_OP_ULT, 32, 0},
    {"s_cmp_le_u32", compare, CM_OP_ULE, 32, 0},
    {"s_cmp_gt_u32", compare, CM_OP_ULT, 32, SWAPPED},
    {"s_cmp_ge_u32", compare, CM_OP_ULE, 32, SWAPPED},
    {"s_cmp_eq_i32", compare, CM_OP_EQ, 32, 0},
    {"s_cmp_lg_i32", compare, CM_OP_NE, 32, 0},
    {"s_cmp_lt_i32", compare, CM_OP_SLT, 32, 0},
    {"s_cmp_le_i32", compare, CM_OP_SLE, 32, 0},
    {"s_cmp_gt_i32", compare, CM_OP_SLT, 32, SWAPPED},
    {"s_cmp_ge_i32", compare, CM_OP_SLE, 32, SWAPPED},
    {"s_cmp_eq_u64", compare, CM_OP_EQ, 64, 0},
    {"s_cmp_lg_u64", compare, CM_OP_NE, 64, 0},
    {"s_cselect_b32", select_by_scc, 0, 32, 0},
    {"s_cselect_b64", select_by_scc, 0, 64, 0},
    {"s_and_saveexec_b64", save_exec, CM_OP_AND, 64, 0},
    {"s_or_saveexec_b64", save_exec, CM_OP_OR, 64, 0},
    {"s_xor_saveexec_b64", save_exec, CM_OP_XOR, 64, 0},
    {"s_andn2_saveexec_b64", save_exec, CM_OP_AND, 64, INVERTS},
};

const cm_cdna_table cm_cdna_salu_table = {rows, sizeof rows / sizeof *rows, false};
