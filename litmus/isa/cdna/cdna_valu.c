/* Vector instructions of CDNA on registers (MI300 ISA, "VOP1", "VOP2", "VOP3", "VOPC"
 * instructions), for one lane: a mask is 0 or 1. */
#include "litmus/isa/cdna/cdna.h"

static cm_cdna_reg destination(cm_cdna *a, unsigned bits)
{
    cm_cdna_reg to = cm_cdna_vector(a, bits / 32);
    cm_cdna_comma(a);
    return to;
}

static void write_mask(cm_cdna *a, cm_cdna_reg to, const cm_expr *bit)
{
    cm_cdna_write(a, to, 0, 64, bit);
}

static const cm_expr *mask_bit(cm_cdna *a)
{
    return cm_cdna_op(a, CM_OP_AND, 64, cm_cdna_source(a, 64), cm_cdna_const(a, 1));
}

/* ---- one result of one, two or three sources ----------------------------------- */

static void move(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, row->bits);
    cm_cdna_write(a, to, 0, row->bits, cm_cdna_source(a, row->bits));
}

static void invert(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, 32);
    cm_cdna_write(a, to, 0, 32, cm_cdna_op(a, (cm_op)row->op, 32, cm_cdna_source(a, 32), NULL));
}

enum { REVERSED = 1, IS_SHIFT = 2 }; /* op of the second and the first source */

static void binary(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, row->bits);
    bool shift = row->flags & IS_SHIFT;
    const cm_expr *x = cm_cdna_source(a, shift ? 32 : row->bits);
    cm_cdna_comma(a);
    const cm_expr *y = cm_cdna_source(a, row->bits);
    if (shift)
        x = cm_cdna_op(a, CM_OP_AND, 32, x, cm_cdna_const(a, row->bits - 1));
    bool reversed = shift || (row->flags & REVERSED);
    cm_cdna_write(a, to, 0, row->bits,
                  cm_cdna_op(a, (cm_op)row->op, row->bits, reversed ? y : x, reversed ? x : y));
}

/* v_lshl_add_u32 d, x, n, y: (x << n) + y; of v_add_lshl_u32 and v_and_or_b32 likewise: the
 * operations are the two bytes of op. */
static void ternary(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, row->bits);
    cm_op first = (cm_op)(row->op & 255), then = (cm_op)(row->op >> 8);
    const cm_expr *x = cm_cdna_source(a, row->bits);
    cm_cdna_comma(a);
    const cm_expr *y = cm_cdna_source(a, first == CM_OP_SHL ? 32 : row->bits);
    cm_cdna_comma(a);
    const cm_expr *z = cm_cdna_source(a, then == CM_OP_SHL ? 32 : row->bits);
    const cm_expr *low = cm_cdna_const(a, row->bits - 1);
    y = first == CM_OP_SHL ? cm_cdna_op(a, CM_OP_AND, 32, y, low) : y;
    z = then == CM_OP_SHL ? cm_cdna_op(a, CM_OP_AND, 32, z, low) : z;
    cm_cdna_write(a, to, 0, row->bits,
                  cm_cdna_op(a, then, row->bits, cm_cdna_op(a, first, row->bits, x, y), z));
}

/* v_add_co_u32 d, vcc, x, y; v_addc_co_u32 d, vcc, x, y, vcc: the carry, or the borrow. */
enum { WITH_CARRY = 1, BORROWS = 2 };

static void add_carry(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, 32);
    cm_cdna_reg carry = cm_cdna_scalar(a, 2);
    cm_cdna_comma(a);
    const cm_expr *x = cm_asm_op_imm(a->as, CM_OP_ZEXT, 64, 32, cm_cdna_source(a, 32));
    cm_cdna_comma(a);
    const cm_expr *y = cm_asm_op_imm(a->as, CM_OP_ZEXT, 64, 32, cm_cdna_source(a, 32));
    cm_op op = row->flags & BORROWS ? CM_OP_SUB : CM_OP_ADD;
    const cm_expr *sum = cm_cdna_op(a, op, 64, x, y);
    if (row->flags & WITH_CARRY) {
        cm_cdna_comma(a);
        sum = cm_cdna_op(a, op, 64, sum, mask_bit(a));
    }
    sum = cm_cdna_keep(a, sum);
    const cm_expr *low = cm_asm_op_imm(a->as, CM_OP_ZEXT, 64, 32, sum);
    cm_cdna_write(a, to, 0, 32, low);
    write_mask(a, carry, cm_cdna_op(a, CM_OP_NE, 64, sum, low));
}

/* v_cndmask_b32 d, x, y, vcc: y where the mask has the lane. */
static void select_by_mask(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, row->bits);
    const cm_expr *x = cm_cdna_source(a, 32);
    cm_cdna_comma(a);
    const cm_expr *y = cm_cdna_source(a, 32);
    cm_cdna_comma(a);
    const cm_expr *bit = mask_bit(a);
    cm_cdna_write(a, to, 0, 32, cm_asm_op(a->as, CM_OP_SELECT, 32, bit, y, x));
}

/* v_mbcnt_lo_u32_b32 d, mask, x: x and the lanes of the mask below this one, of which there
 * are none. */
static void count_below(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = destination(a, row->bits);
    cm_cdna_source(a, 32);
    cm_cdna_comma(a);
    cm_cdna_write(a, to, 0, 32, cm_cdna_source(a, 32));
}

/* ---- from lanes to scalar registers: also where none is active ---------------------- */

static void read_first_lane(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = cm_cdna_scalar(a, 1);
    cm_cdna_comma(a);
    cm_cdna_write(a, to, 0, row->bits, cm_cdna_part(a, cm_cdna_vector(a, 1), 0));
}

enum { SWAPPED = 1 };

/* Of 16 bits it is the lower half of a register, or a number that fits. */
static const cm_expr *compared(cm_cdna *a, unsigned bits)
{
    cm_place place = a->lex->token.place;
    const cm_expr *x = cm_cdna_source(a, bits < 32 ? 32 : bits);
    bool fits = x->op != CM_OP_CONST || bits != 16 ||
                ((int32_t)x->imm >= INT16_MIN && (int32_t)x->imm <= UINT16_MAX);
    if (!fits)
        cm_asm_fail(a->as, place, "number is out of range, expected one of 16 bits");
    return x;
}

/* v_cmp_eq_u32 vcc, x, y: the mask has the lane where it holds and the lane is active. */
static void compare(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_reg to = cm_cdna_scalar(a, 2);
    cm_cdna_comma(a);
    const cm_expr *x = compared(a, row->bits);
    cm_cdna_comma(a);
    const cm_expr *y = compared(a, row->bits);
    bool swapped = row->flags & SWAPPED;
    const cm_expr *holds =
        cm_cdna_op(a, (cm_op)row->op, row->bits, swapped ? y : x, swapped ? x : y);
    if (cm_cdna_masked(a))
        holds = cm_cdna_op(a, CM_OP_AND, 32, holds, cm_asm_reg(a->as, cm_cdna_exec(a)));
    write_mask(a, to, holds);
}

#define TWO(FIRST, THEN) ((unsigned)(FIRST) | (unsigned)(THEN) << 8)

static const cm_cdna_row rows[] = {
    {"v_mov_b32", move, 0, 32, 0},
    {"v_mov_b64", move, 0, 64, 0},
    {"v_not_b32", invert, CM_OP_NOT, 32, 0},
    {"v_add_u32", binary, CM_OP_ADD, 32, 0},
    {"v_sub_u32", binary, CM_OP_SUB, 32, 0},
    {"v_subrev_u32", binary, CM_OP_SUB, 32, REVERSED},
    {"v_and_b32", binary, CM_OP_AND, 32, 0},
    {"v_or_b32", binary, CM_OP_OR, 32, 0},
    {"v_xor_b32", binary, CM_OP_XOR, 32, 0},
    {"v_min_u32", binary, CM_OP_UMIN, 32, 0},
    {"v_max_u32", binary, CM_OP_UMAX, 32, 0},
    {"v_min_i32", binary, CM_OP_SMIN, 32, 0},
    {"v_max_i32", binary, CM_OP_SMAX, 32, 0},
    {"v_mul_lo_u32", binary, CM_OP_MUL, 32, 0},
    {"v_lshlrev_b32", binary, CM_OP_SHL, 32, IS_SHIFT},
    {"v_lshrrev_b32", binary, CM_OP_LSHR, 32, IS_SHIFT},
    {"v_ashrrev_i32", binary, CM_OP_ASHR, 32, IS_SHIFT},
    {"v_lshlrev_b64", binary, CM_OP_SHL, 64, IS_SHIFT},
    {"v_lshrrev_b64", binary, CM_OP_LSHR, 64, IS_SHIFT},
    {"v_lshl_add_u32", ternary, TWO(CM_OP_SHL, CM_OP_ADD), 32, 0},
    {"v_lshl_add_u64", ternary, TWO(CM_OP_SHL, CM_OP_ADD), 64, 0},
    {"v_lshl_or_b32", ternary, TWO(CM_OP_SHL, CM_OP_OR), 32, 0},
    {"v_add_lshl_u32", ternary, TWO(CM_OP_ADD, CM_OP_SHL), 32, 0},
    {"v_add3_u32", ternary, TWO(CM_OP_ADD, CM_OP_ADD), 32, 0},
    {"v_or3_b32", ternary, TWO(CM_OP_OR, CM_OP_OR), 32, 0},
    {"v_and_or_b32", ternary, TWO(CM_OP_AND, CM_OP_OR), 32, 0},
    {"v_add_co_u32", add_carry, 0, 32, 0},
    {"v_addc_co_u32", add_carry, 0, 32, WITH_CARRY},
    {"v_sub_co_u32", add_carry, 0, 32, BORROWS},
    {"v_subb_co_u32", add_carry, 0, 32, BORROWS | WITH_CARRY},
    {"v_cndmask_b32", select_by_mask, 0, 32, 0},
    {"v_mbcnt_lo_u32_b32", count_below, 0, 32, 0},
    {"v_mbcnt_hi_u32_b32", count_below, 0, 32, 0},
};

#define COMPARISONS(TYPE, BITS, LT, LE)                                                            \
    {"v_cmp_eq_" TYPE, compare, CM_OP_EQ, BITS, 0},                                                \
        {"v_cmp_ne_" TYPE, compare, CM_OP_NE, BITS, 0}, {"v_cmp_lt_" TYPE, compare, LT, BITS, 0},  \
        {"v_cmp_le_" TYPE, compare, LE, BITS, 0}, {"v_cmp_gt_" TYPE, compare, LT, BITS, SWAPPED},  \
    {                                                                                              \
        "v_cmp_ge_" TYPE, compare, LE, BITS, SWAPPED                                               \
    }

static const cm_cdna_row masks[] = {
    {"v_readfirstlane_b32", read_first_lane, 0, 32, 0},
    COMPARISONS("u16", 16, CM_OP_ULT, CM_OP_ULE),
    COMPARISONS("i16", 16, CM_OP_SLT, CM_OP_SLE),
    COMPARISONS("u32", 32, CM_OP_ULT, CM_OP_ULE),
    COMPARISONS("i32", 32, CM_OP_SLT, CM_OP_SLE),
    COMPARISONS("u64", 64, CM_OP_ULT, CM_OP_ULE),
    COMPARISONS("i64", 64, CM_OP_SLT, CM_OP_SLE),
};

const cm_cdna_table cm_cdna_valu_table = {rows, sizeof rows / sizeof *rows, true};
const cm_cdna_table cm_cdna_mask_table = {masks, sizeof masks / sizeof *masks, false};
