/* Instructions on XMM registers, as far as compilers need them for doubles, floats and copies of 16
 * bytes (SDM volume 2).
 *
 * A register is two halves of 64 bits, which no test names. An access of 16 bytes is two of 8, in
 * any order: no more is promised without AVX (SDM volume 3, 9.1.1). Sums and the like are rounded
 * to the nearest, as MXCSR is at reset. */
#include "litmus/isa/x86/x86_common.h"

#include "base/text.h"
#include "litmus/float.h"

#include <stdio.h>
#include <string.h>

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

static bool is_xmm(const cm_x86_operand *operand)
{
    return operand->kind == CM_X86_REGISTER && operand->reg.number >= CM_X86_XMM;
}

bool cm_x86_has_xmm(const cm_x86 *x)
{
    return (x->count > 0 && is_xmm(&x->operands[0])) || (x->count > 1 && is_xmm(&x->operands[1]));
}

static const cm_expr *get(cm_x86 *x, const cm_x86_operand *operand, int high)
{
    return cm_asm_reg(x->as, half_of(x, operand->reg.number, high));
}

static void set(cm_x86 *x, const cm_x86_operand *operand, int high, const cm_expr *value)
{
    cm_emit_assign(x->as, half_of(x, operand->reg.number, high), value);
}

/* or_memory: that may be there, too */
static void need_xmm(cm_x86 *x, const cm_x86_operand *operand, bool or_memory)
{
    if (!is_xmm(operand) && !(or_memory && operand->kind == CM_X86_MEMORY))
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
static const cm_expr *scalar(cm_x86 *x, const cm_x86_operand *operand, unsigned bits)
{
    x->bits = bits;
    if (is_xmm(operand))
        return bits == 64 ? get(x, operand, 0)
                          : cm_asm_op_imm(x->as, CM_OP_ZEXT, 64, bits, get(x, operand, 0));
    return cm_x86_read(x, operand);
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
    if (is_xmm(from)) {
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
    if (is_xmm(to)) {
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

static void move_both(cm_x86 *x, int detail)
{
    const cm_expr *halves[2];
    (void)detail;
    need_xmm(x, &x->operands[0], is_xmm(&x->operands[1]));
    need_xmm(x, &x->operands[1], is_xmm(&x->operands[0]));
    read_both(x, &x->operands[1], halves);
    write_both(x, &x->operands[0], halves);
}

typedef enum logic { AND, AND_NOT, OR, XOR, ADD, SUB, EQUAL } logic;

/* Halves by themselves. What is combined with itself may not depend on it. */
static void logical(cm_x86 *x, int which)
{
    static const cm_op ops[] = {CM_OP_AND, CM_OP_AND, CM_OP_OR, CM_OP_XOR, CM_OP_ADD, CM_OP_SUB};
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    const cm_expr *a[2], *b[2];
    need_xmm(x, to, false);
    need_xmm(x, from, true);
    bool same = is_xmm(from) && from->reg.number == to->reg.number;
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

static void move_half(cm_x86 *x, int which)
{
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    x->bits = 64;
    if (is_xmm(to) && is_xmm(from) && which >= HIGH_TO_LOW)
        set(x, to, which >= LOW_TO_HIGH, get(x, from, which == HIGH_TO_LOW));
    else if (is_xmm(to) && from->kind == CM_X86_MEMORY && (which < HIGH_TO_LOW || which == UNPACK))
        set(x, to, which != LOW, cm_x86_read(x, from));
    else if (is_xmm(from) && to->kind == CM_X86_MEMORY && which < HIGH_TO_LOW)
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
        if (x->operands[i].kind == CM_X86_REGISTER && !is_xmm(&x->operands[i]))
            wide = x->operands[i].reg.bits;
    if (!cm_x86_has_xmm(x) || wide < 32 || wide < (unsigned)bits ||
        from->kind == CM_X86_IMMEDIATE || (bits == 32 && is_xmm(to) && is_xmm(from)))
        cm_asm_fail(x->as, x->place,
                    "%s does not have these operands, expected a register XMM0 to "
                    "XMM15, and one of 32 or 64 bits or memory",
                    x->mnemonic);
    const cm_expr *value = scalar(x, from, wide);
    x->bits = wide;
    if (!is_xmm(to)) {
        cm_x86_write(x, to, value);
        return;
    }
    set(x, to, 0, value);
    set(x, to, 1, number(x, 0));
}

/* MOVSD, MOVSS: a register's other bits stay, and memory's become 0. */
static void move_scalar(cm_x86 *x, int bits)
{
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    need_xmm(x, to, is_xmm(from));
    need_xmm(x, from, is_xmm(to));
    const cm_expr *value = scalar(x, from, (unsigned)bits);
    if (!is_xmm(to)) {
        cm_x86_write(x, to, value);
        return;
    }
    set(x, to, 0, is_xmm(from) ? merged(x, get(x, to, 0), value, (unsigned)bits) : value);
    if (!is_xmm(from))
        set(x, to, 1, number(x, 0));
}

/* The width and, above it, what is computed. */
#define COMPUTES(OP, BITS) ((int)(OP) << 8 | (BITS))

/* MINSD and MAXSD give the second where the two compare as neither. */
static void compute(cm_x86 *x, int detail)
{
    unsigned bits = detail & 255;
    cm_op op = (cm_op)(detail >> 8);
    cm_asm *as = x->as;
    cm_x86_operand *to = &x->operands[0];
    need_xmm(x, to, false);
    need_xmm(x, &x->operands[1], true);
    const cm_expr *b = scalar(x, &x->operands[1], bits), *a = scalar(x, to, bits), *value;
    if (op == CM_OP_SUB)
        value = cm_asm_op(
            as, CM_OP_FSUM, bits, a,
            cm_asm_op(as, CM_OP_XOR, bits, b, number(x, UINT64_C(1) << (bits - 1)), NULL), NULL);
    else if (op == CM_OP_FMIN || op == CM_OP_FMAX)
        value = cm_asm_op(as, CM_OP_SELECT, bits,
                          cm_asm_op(as, CM_OP_FLT, bits, op == CM_OP_FMIN ? a : b,
                                    op == CM_OP_FMIN ? b : a, NULL),
                          a, b);
    else if (op == CM_OP_FROOT)
        value = cm_asm_op(as, op, bits, b, NULL, NULL);
    else
        value = cm_asm_op(as, op, bits, a, b, NULL);
    set(x, to, 0, merged(x, get(x, to, 0), value, bits));
}

static void compare(cm_x86 *x, int bits)
{
    need_xmm(x, &x->operands[0], false);
    need_xmm(x, &x->operands[1], true);
    const cm_expr *b = scalar(x, &x->operands[1], (unsigned)bits);
    cm_x86_flags_float(x, scalar(x, &x->operands[0], (unsigned)bits), b, (unsigned)bits);
}

/* CVTSS2SD and CVTSD2SS: to so many bits. */
static void resize(cm_x86 *x, int to_bits)
{
    unsigned to = (unsigned)to_bits, from = 96 - to;
    need_xmm(x, &x->operands[0], false);
    need_xmm(x, &x->operands[1], true);
    uint32_t how = CM_FLOAT_CONVERSION(CM_KIND_FLOAT, from, CM_KIND_FLOAT, to, CM_TO_NEAREST);
    const cm_expr *value =
        cm_asm_op_imm(x->as, CM_OP_FCONVERT, 64, how, scalar(x, &x->operands[1], from));
    set(x, &x->operands[0], 0, merged(x, get(x, &x->operands[0], 0), value, to));
}

static void from_integer(cm_x86 *x, int bits)
{
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    unsigned wide = from->kind == CM_X86_REGISTER ? from->reg.bits
                    : x->suffix_bits              ? x->suffix_bits
                                                  : 32;
    need_xmm(x, to, false);
    if (is_xmm(from) || from->kind == CM_X86_IMMEDIATE || wide < 32 ||
        (x->suffix_bits && wide != x->suffix_bits))
        cm_asm_fail(x->as, from->place,
                    "%s takes an integer, expected a register of 32 or 64 bits "
                    "or memory",
                    x->mnemonic);
    uint32_t how =
        CM_FLOAT_CONVERSION(CM_KIND_SIGNED, wide, CM_KIND_FLOAT, (unsigned)bits, CM_TO_NEAREST);
    const cm_expr *value = cm_asm_op_imm(x->as, CM_OP_FCONVERT, 64, how, scalar(x, from, wide));
    set(x, to, 0, merged(x, get(x, to, 0), value, (unsigned)bits));
}

/* What does not fit, and a NaN, is the least number. */
static void to_integer(cm_x86 *x, int bits)
{
    cm_x86_operand *to = &x->operands[0];
    unsigned from = (unsigned)bits;
    need_xmm(x, &x->operands[1], true);
    if (to->kind != CM_X86_REGISTER || is_xmm(to) || to->reg.bits < 32 ||
        (x->suffix_bits && to->reg.bits != x->suffix_bits))
        cm_asm_fail(x->as, to->place, "%s gives an integer, expected a register of 32 or 64 bits",
                    x->mnemonic);
    const cm_expr *value = scalar(x, &x->operands[1], from);
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

/* ---- names ---------------------------------------------------------------------------- */

#define SCALARS(NAME, OP)                                                                          \
    {NAME "SD ", compute, COMPUTES(OP, 64), false},                                                \
    {                                                                                              \
        NAME "SS ", compute, COMPUTES(OP, 32), false                                               \
    }

static const struct {
    const char *names; /* each with a blank after it */
    cm_x86_handler *handler;
    int detail;
    bool suffixed;
} rows[] = {
    {"MOVAPS MOVAPD MOVUPS MOVUPD MOVDQA MOVDQU ", move_both, 0, false},
    {"ANDPS ANDPD PAND ", logical, AND, false},
    {"ANDNPS ANDNPD PANDN ", logical, AND_NOT, false},
    {"ORPS ORPD POR ", logical, OR, false},
    {"XORPS XORPD PXOR ", logical, XOR, false},
    {"PADDQ ", logical, ADD, false},
    {"PSUBQ ", logical, SUB, false},
    {"PCMPEQD ", logical, EQUAL, false},
    {"MOVLPS MOVLPD ", move_half, LOW, false},
    {"MOVHPS MOVHPD ", move_half, HIGH, false},
    {"MOVHLPS ", move_half, HIGH_TO_LOW, false},
    {"MOVLHPS ", move_half, LOW_TO_HIGH, false},
    {"PUNPCKLQDQ UNPCKLPD ", move_half, UNPACK, false},
    {"MOVD ", cm_x86_move_xmm, 32, false},
    {"MOVSD ", move_scalar, 64, false},
    {"MOVSS ", move_scalar, 32, false},
    SCALARS("ADD", CM_OP_FSUM),
    SCALARS("SUB", CM_OP_SUB),
    SCALARS("MUL", CM_OP_FPRODUCT),
    SCALARS("DIV", CM_OP_FQUOTIENT),
    SCALARS("MIN", CM_OP_FMIN),
    SCALARS("MAX", CM_OP_FMAX),
    SCALARS("SQRT", CM_OP_FROOT),
    {"COMISD UCOMISD ", compare, 64, false},
    {"COMISS UCOMISS ", compare, 32, false},
    {"CVTSS2SD ", resize, 64, false},
    {"CVTSD2SS ", resize, 32, false},
    {"CVTSI2SD ", from_integer, 64, true},
    {"CVTSI2SS ", from_integer, 32, true},
    {"CVTTSD2SI ", to_integer, 64, true},
    {"CVTTSS2SI ", to_integer, 32, true},
};

bool cm_x86_find_sse(const char *name, cm_x86_meaning *meaning)
{
    size_t last = strlen(name) - (*name ? 1 : 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *names = rows[i].names;
        bool suffix = rows[i].suffixed && (name[last] == 'L' || name[last] == 'Q') &&
                      strncmp(names, name, last) == 0 && names[last] == ' ';
        if (!suffix && !cm_has_word(names, name))
            continue;
        *meaning = (cm_x86_meaning){
            .handler = rows[i].handler, .detail = rows[i].detail, .least = 2, .most = 2};
        meaning->suffix_bits = !suffix ? 0 : name[last] == 'Q' ? 64 : 32;
        return true;
    }
    return false;
}

void cm_x86_each_sse(cm_mnemonic_visit *visit, void *context)
{
    char name[16];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (const char *at = rows[i].names; *at; at += strlen(name) + 1) {
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " "), at);
            visit(context, name);
        }
}
