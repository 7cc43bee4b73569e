/* Instructions on XMM registers, as far as compilers need them for doubles, floats and copies of 16
 * bytes (SDM volume 2).
 *
 * A register is two halves of 64 bits, which no test names. An access of 16 bytes is two of 8, in
 * any order: no more is promised without AVX (SDM volume 3, 9.1.1). Sums and the like are rounded
 * to the nearest, as MXCSR is at reset. */
#include "litmus/isa/x86/x86_common.h"

#include "litmus/float.h"

enum { QUADWORD = 8 };

static const cm_expr *number(cm_x86 *x, uint64_t value)
{
    return cm_asm_const(x->as, value);
}

static int half_of(cm_x86 *x, int reg, int high)
{
    return cm_asm_register(
        x->as, cm_arena_printf(cm_asm_arena(x->as), ".XMM%d%s", reg - CM_X86_XMM, high ? "H" : ""));
}

bool cm_x86_is_xmm(const cm_x86_operand *operand)
{
    return operand->kind == CM_X86_REGISTER && operand->reg.number >= CM_X86_XMM;
}

bool cm_x86_has_xmm(const cm_x86 *x)
{
    return (x->count > 0 && cm_x86_is_xmm(&x->operands[0])) ||
           (x->count > 1 && cm_x86_is_xmm(&x->operands[1]));
}

static const cm_expr *get(cm_x86 *x, const cm_x86_operand *operand, int high)
{
    return cm_asm_reg(x->as, half_of(x, operand->reg.number, high));
}

static void set(cm_x86 *x, const cm_x86_operand *operand, int high, const cm_expr *value)
{
    cm_emit_assign(x->as, half_of(x, operand->reg.number, high), value);
}

void cm_x86_need_xmm(cm_x86 *x, const cm_x86_operand *operand, bool or_memory)
{
    if (!cm_x86_is_xmm(operand) && !(or_memory && operand->kind == CM_X86_MEMORY))
        cm_asm_fail(x->as, operand->place, "%s needs a register XMM0 to XMM15 here, expected one",
                    x->mnemonic);
}

/* Fewer than 64 bits of a half stay, the others are given. */
static const cm_expr *merged(cm_x86 *x, const cm_expr *whole, const cm_expr *part, unsigned bits)
{
    uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    if (bits == 64)
        return part;
    return cm_asm_op(x->as, CM_OP_OR, 64,
                     cm_asm_op(x->as, CM_OP_AND, 64, whole, number(x, ~mask), NULL),
                     cm_asm_op_imm(x->as, CM_OP_ZEXT, 64, bits, part), NULL);
}

/* The lowest bits of the operand. */
const cm_expr *cm_x86_scalar(cm_x86 *x, const cm_x86_operand *operand, unsigned bits)
{
    x->bits = bits;
    if (cm_x86_is_xmm(operand))
        return bits == 64 ? get(x, operand, 0)
                          : cm_asm_op_imm(x->as, CM_OP_ZEXT, 64, bits, get(x, operand, 0));
    return cm_x86_read(x, operand);
}

void cm_x86_set_scalar(cm_x86 *x, const cm_x86_operand *to, unsigned bits, const cm_expr *value)
{
    set(x, to, 0, merged(x, get(x, to, 0), value, bits));
}

/* ---- 16 bytes ------------------------------------------------------------------------ */

static const cm_expr *other(cm_x86 *x, const cm_expr *which)
{
    return cm_asm_op(x->as, CM_OP_XOR, 64, which, number(x, 1), NULL);
}

static const cm_expr *chosen(cm_x86 *x, const cm_expr *which, const cm_expr *high,
                             const cm_expr *low)
{
    return cm_asm_op(x->as, CM_OP_SELECT, 64, which, high, low);
}

static cm_x86_operand half_in_memory(cm_x86 *x, const cm_x86_operand *memory, const cm_expr *which)
{
    cm_x86_operand half = *memory;
    const cm_expr *offset = cm_asm_op(x->as, CM_OP_MUL, 64, which, number(x, QUADWORD), NULL);
    half.value = cm_asm_op(x->as, CM_OP_ADD, 64, memory->value, offset, NULL);
    return half;
}

/* Both halves of a register or of memory. */
static void read_both(cm_x86 *x, const cm_x86_operand *from, const cm_expr *halves[2])
{
    x->bits = 64;
    if (cm_x86_is_xmm(from)) {
        halves[0] = get(x, from, 0);
        halves[1] = get(x, from, 1);
        return;
    }
    const cm_expr *first = cm_x86_either(x), *second = other(x, first);
    cm_x86_operand a = half_in_memory(x, from, first), b = half_in_memory(x, from, second);
    const cm_expr *of_a = cm_x86_read(x, &a), *of_b = cm_x86_read(x, &b);
    halves[0] = chosen(x, first, of_b, of_a);
    halves[1] = chosen(x, first, of_a, of_b);
}

static void write_both(cm_x86 *x, const cm_x86_operand *to, const cm_expr *const halves[2])
{
    x->bits = 64;
    if (cm_x86_is_xmm(to)) {
        const cm_expr *high = cm_x86_keep(x, halves[1]);
        set(x, to, 0, halves[0]);
        set(x, to, 1, high);
        return;
    }
    const cm_expr *first = cm_x86_either(x), *second = other(x, first);
    cm_x86_operand a = half_in_memory(x, to, first), b = half_in_memory(x, to, second);
    cm_x86_write(x, &a, chosen(x, first, halves[1], halves[0]));
    cm_x86_write(x, &b, chosen(x, first, halves[0], halves[1]));
}

void cm_x86_move_both(cm_dotted *w)
{
    cm_x86 *x = w->own;
    const cm_expr *halves[2];
    cm_x86_need_xmm(x, &x->operands[0], cm_x86_is_xmm(&x->operands[1]));
    cm_x86_need_xmm(x, &x->operands[1], cm_x86_is_xmm(&x->operands[0]));
    read_both(x, &x->operands[1], halves);
    write_both(x, &x->operands[0], halves);
}

typedef enum logic { AND, AND_NOT, OR, XOR, ADD, SUB, EQUAL } logic;

/* Halves by themselves. What is combined with itself may not depend on it. */
void cm_x86_logical(cm_dotted *w)
{
    cm_x86 *x = w->own;
    int which = x->detail;
    static const cm_op ops[] = {CM_OP_AND, CM_OP_AND, CM_OP_OR, CM_OP_XOR, CM_OP_ADD, CM_OP_SUB};
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    const cm_expr *a[2], *b[2];
    cm_x86_need_xmm(x, to, false);
    cm_x86_need_xmm(x, from, true);
    bool same = cm_x86_is_xmm(from) && from->reg.number == to->reg.number;
    if (which == EQUAL && !same)
        cm_asm_fail(
            x->as, x->place,
            "%s of two different registers is not supported, expected the same register twice",
            x->mnemonic);
    read_both(x, to, a);
    read_both(x, from, b);
    for (int i = 0; i < 2; i++) {
        if (which == AND_NOT)
            a[i] = cm_asm_op(x->as, CM_OP_NOT, 64, a[i], NULL, NULL);
        a[i] = same && (which == XOR || which == SUB) ? number(x, 0)
               : which == EQUAL                       ? number(x, UINT64_MAX)
                                : cm_asm_op(x->as, ops[which], 64, a[i], b[i], NULL);
    }
    write_both(x, to, a);
}

/* One half of the register, and memory; MOVHLPS, MOVLHPS, PUNPCKLQDQ: a half of each. */
typedef enum part { LOW, HIGH, HIGH_TO_LOW, LOW_TO_HIGH, UNPACK } part;

void cm_x86_move_half(cm_dotted *w)
{
    cm_x86 *x = w->own;
    int which = x->detail;
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    x->bits = 64;
    if (cm_x86_is_xmm(to) && cm_x86_is_xmm(from) && which >= HIGH_TO_LOW)
        set(x, to, which >= LOW_TO_HIGH, get(x, from, which == HIGH_TO_LOW));
    else if (cm_x86_is_xmm(to) && from->kind == CM_X86_MEMORY &&
             (which < HIGH_TO_LOW || which == UNPACK))
        set(x, to, which != LOW, cm_x86_read(x, from));
    else if (cm_x86_is_xmm(from) && to->kind == CM_X86_MEMORY && which < HIGH_TO_LOW)
        cm_x86_write(x, to, get(x, from, which == HIGH));
    else
        cm_asm_fail(x->as, x->place,
                    "%s does not have these operands, expected memory and a "
                    "register XMM0 to XMM15",
                    x->mnemonic);
}

/* ---- scalars ---------------------------------------------------------------------------- */

/* MOVD, MOVQ: to and from general registers, too; what is above becomes 0. */
void cm_x86_move_xmm(cm_x86 *x, int bits)
{
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    unsigned wide = (unsigned)bits;
    for (int i = 0; i < 2; i++) /* MOVD with a register of 64 bits is MOVQ */
        if (x->operands[i].kind == CM_X86_REGISTER && !cm_x86_is_xmm(&x->operands[i]))
            wide = x->operands[i].reg.bits;
    if (!cm_x86_has_xmm(x) || wide < 32 || wide < (unsigned)bits ||
        from->kind == CM_X86_IMMEDIATE || (bits == 32 && cm_x86_is_xmm(to) && cm_x86_is_xmm(from)))
        cm_asm_fail(x->as, x->place,
                    "%s does not have these operands, expected a register XMM0 to "
                    "XMM15, and one of 32 or 64 bits or memory",
                    x->mnemonic);
    const cm_expr *value = cm_x86_scalar(x, from, wide);
    x->bits = wide;
    if (!cm_x86_is_xmm(to)) {
        cm_x86_write(x, to, value);
        return;
    }
    set(x, to, 0, value);
    set(x, to, 1, number(x, 0));
}

void cm_x86_movd(cm_dotted *w)
{
    enum { BITS = 32 };
    cm_x86_move_xmm(w->own, BITS);
}

/* MOVSD, MOVSS: a register's other bits stay, and memory's become 0. */
void cm_x86_move_scalar(cm_dotted *w)
{
    cm_x86 *x = w->own;
    unsigned bits = (unsigned)x->detail;
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    cm_x86_need_xmm(x, to, cm_x86_is_xmm(from));
    cm_x86_need_xmm(x, from, cm_x86_is_xmm(to));
    const cm_expr *value = cm_x86_scalar(x, from, bits);
    if (!cm_x86_is_xmm(to)) {
        cm_x86_write(x, to, value);
        return;
    }
    set(x, to, 0, cm_x86_is_xmm(from) ? merged(x, get(x, to, 0), value, bits) : value);
    if (!cm_x86_is_xmm(from))
        set(x, to, 1, number(x, 0));
}

void cm_x86_from_integer(cm_dotted *w)
{
    cm_x86 *x = w->own;
    unsigned bits = (unsigned)x->detail;
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    unsigned wide = from->kind == CM_X86_REGISTER ? from->reg.bits
                    : x->suffix_bits              ? x->suffix_bits
                                                  : 32;
    cm_x86_need_xmm(x, to, false);
    if (cm_x86_is_xmm(from) || from->kind == CM_X86_IMMEDIATE || wide < 32 ||
        (x->suffix_bits && wide != x->suffix_bits))
        cm_asm_fail(x->as, from->place,
                    "%s takes an integer, expected a register of 32 or 64 bits "
                    "or memory",
                    x->mnemonic);
    uint32_t how = CM_FLOAT_CONVERSION(CM_KIND_SIGNED, wide, CM_KIND_FLOAT, bits, CM_TO_NEAREST);
    const cm_expr *value =
        cm_asm_op_imm(x->as, CM_OP_FCONVERT, 64, how, cm_x86_scalar(x, from, wide));
    cm_x86_set_scalar(x, to, bits, value);
}

/* What does not fit, and a NaN, is the least number. */
void cm_x86_to_integer(cm_dotted *w)
{
    cm_x86 *x = w->own;
    cm_x86_operand *to = &x->operands[0];
    unsigned from = (unsigned)x->detail;
    cm_x86_need_xmm(x, &x->operands[1], true);
    if (to->kind != CM_X86_REGISTER || cm_x86_is_xmm(to) || to->reg.bits < 32 ||
        (x->suffix_bits && to->reg.bits != x->suffix_bits))
        cm_asm_fail(x->as, to->place, "%s gives an integer, expected a register of 32 or 64 bits",
                    x->mnemonic);
    const cm_expr *value = cm_x86_scalar(x, &x->operands[1], from);
    unsigned wide = to->reg.bits;
    uint64_t least = UINT64_C(1) << (wide - 1);
    uint64_t above = cm_float_convert(
        CM_FLOAT_CONVERSION(CM_KIND_UNSIGNED, 64, CM_KIND_FLOAT, from, CM_TO_NEAREST), least);
    uint32_t how = CM_FLOAT_CONVERSION(CM_KIND_FLOAT, from, CM_KIND_SIGNED, wide, CM_TO_ZERO);
    const cm_expr *made = cm_asm_op_imm(x->as, CM_OP_FCONVERT, 64, how, value);
    x->bits = wide;
    cm_x86_set(x, to->reg,
               cm_asm_op(x->as, CM_OP_SELECT, wide,
                         cm_asm_op(x->as, CM_OP_FLT, from, value, number(x, above), NULL), made,
                         number(x, least)));
}
