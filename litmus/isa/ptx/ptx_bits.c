/* Instructions of PTX on bits and bytes of 32-bit words (PTX ISA 9.7.1.5 mul24, 9.7.1.6 mad24,
 * 9.7.1.16 bfind, 9.7.1.21 szext, 9.7.1.22 bmsk, 9.7.6.1 set, 9.7.8.6 lop3, 9.7.8.9 shf,
 * 9.7.9.7 prmt). None leaves anything undefined. */
#include "litmus/isa/ptx/ptx.h"

static const cm_ptx_type word_type = {CM_PTX_UNSIGNED, 32};

enum { OF_BITS = true, OF_NUMBERS = false };

/* The type that was written, which must be .b32, or .u32 or .s32; without one .u32. */
static cm_ptx_type take_word_type(cm_ptx *p, bool of_bits)
{
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    if (type.bits == 0)
        return word_type;
    if (type.bits != 32)
        cm_asm_fail(p->as, p->place, "`%s` of %u bits does not exist, expected 32", p->opcode,
                    type.bits);
    if ((type.kind == CM_PTX_BITS) != of_bits)
        cm_asm_fail(p->as, p->place, "`%s` of this type does not exist, expected %s", p->opcode,
                    of_bits ? ".b32" : ".u32 or .s32");
    return type;
}

/* `d, a, b, ...`: the destination and so many sources of 32 bits. */
static cm_ptx_register read_words(cm_ptx *p, const cm_expr **values, int count)
{
    cm_ptx_register to = cm_ptx_destination(p);
    for (int i = 0; i < count; i++) {
        cm_dotted_comma(p);
        values[i] = cm_ptx_value(p, 32);
    }
    return to;
}

static const cm_expr *zero_extended(cm_ptx *p, unsigned from, const cm_expr *value)
{
    return cm_asm_op_imm(p->as, CM_OP_ZEXT, 64, from, value);
}

/* b:a, of which a is the low half. */
static const cm_expr *joined(cm_ptx *p, const cm_expr *a, const cm_expr *b)
{
    const cm_expr *high =
        cm_dotted_op(p, CM_OP_SHL, 64, zero_extended(p, 32, b), cm_ptx_const(p, 32));
    return cm_dotted_op(p, CM_OP_OR, 64, high, zero_extended(p, 32, a));
}

/* .clamp or .wrap, which says what an amount above 31 is. */
enum { CLAMP, WRAP };

static int take_mode(cm_ptx *p)
{
    int mode = cm_ptx_take(p, "clamp|wrap") - 1;
    if (mode < 0)
        cm_asm_fail(p->as, p->place, "`%s` has no mode, expected .clamp or .wrap", p->opcode);
    return mode;
}

/* At most 32, or modulo 32. */
static const cm_expr *limited(cm_ptx *p, int mode, const cm_expr *amount)
{
    return mode == CLAMP ? cm_dotted_op(p, CM_OP_UMIN, 32, amount, cm_ptx_const(p, 32))
                         : cm_dotted_op(p, CM_OP_AND, 32, amount, cm_ptx_const(p, 31));
}

/* So many ones at the low end, at most 32. */
static const cm_expr *low_ones(cm_ptx *p, const cm_expr *count)
{
    const cm_expr *one = cm_ptx_const(p, 1);
    return cm_dotted_op(p, CM_OP_SUB, 32, cm_dotted_op(p, CM_OP_SHL, 32, one, count), one);
}

/* ---- shifts and masks ---------------------------------------------------- */

/* shf.{l|r}.mode.b32 d, a, b, c: the upper word of b:a shifted left, or the lower one of b:a
 * shifted right. */
static void funnel_shift(cm_ptx *p)
{
    enum { LEFT, RIGHT };
    int direction = cm_ptx_take(p, "l|r") - 1, mode = take_mode(p);
    take_word_type(p, OF_BITS);
    if (direction < 0)
        cm_asm_fail(p->as, p->place, "`shf` has no direction, expected .l or .r");
    const cm_expr *v[3];
    cm_ptx_register to = read_words(p, v, 3);
    cm_op op = direction == LEFT ? CM_OP_SHL : CM_OP_LSHR;
    const cm_expr *shifted = cm_dotted_op(p, op, 64, joined(p, v[0], v[1]), limited(p, mode, v[2]));
    if (direction == LEFT)
        shifted = cm_dotted_op(p, CM_OP_LSHR, 64, shifted, cm_ptx_const(p, 32));
    cm_ptx_set(p, to, word_type, zero_extended(p, 32, shifted));
}

/* bmsk.mode.b32 d, a, b: b ones from bit a on. */
static void bit_mask(cm_ptx *p)
{
    int mode = take_mode(p);
    take_word_type(p, OF_BITS);
    const cm_expr *v[2];
    cm_ptx_register to = read_words(p, v, 2);
    const cm_expr *ones = low_ones(p, limited(p, mode, v[1]));
    cm_ptx_set(p, to, word_type, cm_dotted_op(p, CM_OP_SHL, 32, ones, limited(p, mode, v[0])));
}

/* szext.mode.type d, a, b: the low b bits of a, extended by the sign or by zeros. */
static void extend_bits(cm_ptx *p)
{
    int mode = take_mode(p);
    cm_ptx_type type = take_word_type(p, OF_NUMBERS);
    const cm_expr *v[2];
    cm_ptx_register to = read_words(p, v, 2);
    const cm_expr *length = limited(p, mode, v[1]), *value;
    if (type.kind == CM_PTX_SIGNED) {
        const cm_expr *unused = cm_dotted_op(p, CM_OP_SUB, 32, cm_ptx_const(p, 32), length);
        value = cm_dotted_op(p, CM_OP_SHL, 32, v[0], unused);
        value = cm_dotted_op(p, CM_OP_ASHR, 32, value, unused);
    } else {
        value = cm_dotted_op(p, CM_OP_AND, 32, v[0], low_ones(p, length));
    }
    cm_ptx_set(p, to, type, value);
}

/* bfind[.shiftamt].type d, a: the place of the highest bit that is not the sign, or by how much
 * to shift it to the top; all ones where there is none. */
static void find_bit(cm_ptx *p)
{
    bool by_shift = cm_ptx_has(p, "shiftamt");
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    if (type.bits < 32 || type.kind == CM_PTX_BITS)
        cm_asm_fail(p->as, p->place,
                    "`bfind` has no type of 32 or 64 bits, expected .u32, .u64, "
                    ".s32 or .s64");
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    const cm_expr *a = cm_ptx_value(p, type.bits);
    if (type.kind == CM_PTX_SIGNED) /* its complement where it is negative */
        a = cm_dotted_op(p, CM_OP_XOR, type.bits, a,
                         cm_dotted_op(p, CM_OP_ASHR, type.bits, a, cm_ptx_const(p, type.bits - 1)));
    const cm_expr *above = cm_dotted_op(p, CM_OP_CLZ, type.bits, a, NULL);
    const cm_expr *place = cm_dotted_op(p, CM_OP_SUB, 32, cm_ptx_const(p, type.bits - 1), above);
    if (by_shift) {
        const cm_expr *none = cm_dotted_op(p, CM_OP_EQ, type.bits, a, cm_ptx_const(p, 0));
        place = cm_asm_op(p->as, CM_OP_SELECT, 32, none, cm_ptx_const(p, 0xffffffff), above);
    }
    cm_ptx_set(p, to, word_type, place);
}

/* ---- logic and bytes ----------------------------------------------------- */

/* One row of the truth table of lop3: v[0], v[1], v[2] are as the bits of `row` say. */
static const cm_expr *minterm(cm_ptx *p, const cm_expr *const *v, unsigned row)
{
    const cm_expr *all = NULL;
    for (int i = 0; i < 3; i++) {
        bool set = row >> (2 - i) & 1;
        const cm_expr *term = set ? v[i] : cm_dotted_op(p, CM_OP_NOT, 32, v[i], NULL);
        all = all ? cm_dotted_op(p, CM_OP_AND, 32, all, term) : term;
    }
    return all;
}

/* lop3.b32 d, a, b, c, table: bit by bit what the table says of the three. The rows that give 0
 * are there too, masked: the result depends on all three, whatever the table. */
static void logic_by_table(cm_ptx *p)
{
    take_word_type(p, OF_BITS);
    const cm_expr *v[3], *value = NULL;
    cm_ptx_register to = read_words(p, v, 3);
    cm_dotted_comma(p);
    cm_place place = p->lex->token.place;
    if (!cm_ptx_at_number(p))
        cm_lexer_fail(p->lex, "the table of `lop3` is %s, expected a number",
                      cm_lexer_describe(p->lex));
    const cm_expr *table = cm_ptx_value(p, 32);
    if (table->imm > 255)
        cm_asm_fail(p->as, place, "the table of `lop3` is out of range, expected 0 to 255");
    for (unsigned row = 0; row < 8; row++) {
        const cm_expr *mask = cm_ptx_const(p, table->imm >> row & 1 ? 0xffffffff : 0);
        const cm_expr *term = cm_dotted_op(p, CM_OP_AND, 32, minterm(p, v, row), mask);
        value = value ? cm_dotted_op(p, CM_OP_OR, 32, value, term) : term;
    }
    cm_ptx_set(p, to, word_type, value);
}

/* Byte number `i` of prmt: the one of eight that a nibble of the selector names, or, where the
 * nibble's top bit is set, its sign eight times. */
static const cm_expr *selected_byte(cm_ptx *p, const cm_expr *bytes, const cm_expr *selector,
                                    unsigned i)
{
    const cm_expr *nibble =
        cm_dotted_op(p, CM_OP_LSHR, 32, selector, cm_ptx_const(p, (uint64_t)4 * i));
    const cm_expr *which = cm_dotted_op(p, CM_OP_AND, 32, nibble, cm_ptx_const(p, 7));
    const cm_expr *by_sign = cm_dotted_op(p, CM_OP_AND, 32, nibble, cm_ptx_const(p, 8));
    const cm_expr *shift = cm_dotted_op(p, CM_OP_SHL, 32, which, cm_ptx_const(p, 3));
    const cm_expr *byte = zero_extended(p, 8, cm_dotted_op(p, CM_OP_LSHR, 64, bytes, shift));
    const cm_expr *sign = cm_dotted_op(p, CM_OP_ASHR, 8, byte, cm_ptx_const(p, 7));
    const cm_expr *value = cm_asm_op(p->as, CM_OP_SELECT, 8, by_sign, sign, byte);
    return cm_dotted_op(p, CM_OP_SHL, 32, value, cm_ptx_const(p, (uint64_t)8 * i));
}

/* prmt.b32[.mode] d, a, b, c: four of the eight bytes of b:a. A mode is four selectors, of which
 * the low bits of c choose one (table of 9.7.9.7). */
static void permute_bytes(cm_ptx *p)
{
    static const uint64_t selectors[] = {0, /* c is the selector */
                                         0x6543543243213210,
                                         0x0123701267015670,
                                         0x3333222211110000,
                                         0x3333322232113210,
                                         0x3210221011100000,
                                         0x3232101032321010};
    int mode = cm_ptx_take(p, "f4e|b4e|rc8|ecl|ecr|rc16");
    take_word_type(p, OF_BITS);
    const cm_expr *v[3], *value = NULL;
    cm_ptx_register to = read_words(p, v, 3);
    const cm_expr *bytes = joined(p, v[0], v[1]), *selector = v[2];
    if (mode > 0) {
        const cm_expr *low = cm_dotted_op(p, CM_OP_AND, 32, v[2], cm_ptx_const(p, 3));
        const cm_expr *shift = cm_dotted_op(p, CM_OP_SHL, 32, low, cm_ptx_const(p, 4));
        selector = cm_dotted_op(p, CM_OP_LSHR, 64, cm_ptx_const(p, selectors[mode]), shift);
        selector = zero_extended(p, 16, selector);
    }
    for (unsigned i = 0; i < 4; i++) {
        const cm_expr *byte = selected_byte(p, bytes, selector, i);
        value = value ? cm_dotted_op(p, CM_OP_OR, 32, value, byte) : byte;
    }
    cm_ptx_set(p, to, word_type, value);
}

/* ---- arithmetic ---------------------------------------------------------- */

/* mul24 d, a, b   mad24 d, a, b, c: of the 48-bit product of the low 24 bits the low word, or
 * with .hi bits 47 to 16. */
static void multiply_24(cm_ptx *p)
{
    int has_addend = p->detail;
    enum { NONE, LOW, HIGH };
    int part = cm_ptx_take(p, "lo|hi");
    cm_ptx_type type = take_word_type(p, OF_NUMBERS);
    if (part == NONE)
        cm_asm_fail(p->as, p->place, "`%s` has no part, expected .lo or .hi", p->opcode);
    const cm_expr *v[3];
    cm_ptx_register to = read_words(p, v, has_addend ? 3 : 2);
    cm_op extension = type.kind == CM_PTX_SIGNED ? CM_OP_SEXT : CM_OP_ZEXT;
    const cm_expr *a = cm_asm_op_imm(p->as, extension, 64, 24, v[0]);
    const cm_expr *b = cm_asm_op_imm(p->as, extension, 64, 24, v[1]);
    const cm_expr *value = cm_dotted_op(p, CM_OP_MUL, 64, a, b);
    if (part == HIGH)
        value = cm_dotted_op(p, CM_OP_LSHR, 64, value, cm_ptx_const(p, 16));
    value = zero_extended(p, 32, value);
    if (has_addend)
        value = cm_dotted_op(p, CM_OP_ADD, 32, value, v[2]);
    cm_ptx_set(p, to, type, value);
}

/* set.cmp[.bool].dtype.stype d, a, b [, [!]q]: all ones where it holds, else 0. */
static void set_ones(cm_ptx *p)
{
    cm_ptx_test test = cm_ptx_take_test(p);
    cm_ptx_type to_type = cm_ptx_take_type(p), type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    cm_ptx_check_test(p, test);
    if (to_type.bits != 32 || to_type.kind == CM_PTX_BITS || type.bits < 16)
        cm_asm_fail(p->as, p->place,
                    "`set` has two types, expected .u32 or .s32, and that of its "
                    "operands, 16 bits or more");
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    const cm_expr *holds = cm_ptx_tested(p, test, type);
    cm_ptx_set(p, to, to_type, cm_dotted_op(p, CM_OP_NEG, 32, holds, NULL));
}

const cm_ptx_opcode cm_ptx_bits_opcodes[] = {
    {"shf", funnel_shift, 0, cm_ptxn_compute, ".l|r.clamp|wrap.B 3333"},
    {"bmsk", bit_mask, 0, cm_ptxn_compute, ".clamp|wrap.B 333"},
    {"szext", extend_bits, 0, cm_ptxn_compute, ".clamp|wrap.T 333"},
    {"bfind", find_bit, 0, cm_ptxn_compute, ".shiftamt.T 3t"},
    {"lop3", logic_by_table, 0, cm_ptxn_compute, ".B 3333i"},
    {"prmt", permute_bytes, 0, cm_ptxn_compute, ".B.f4e|b4e|rc8|ecl|ecr|rc16 3333"},
    {"mul24", multiply_24, false, cm_ptxn_compute, ".lo|hi.T 333"},
    {"mad24", multiply_24, true, cm_ptxn_compute, ".lo|hi.T 3333"},
    {"set", set_ones, 0, cm_ptxn_compute, ".C.T.U 3uup"},
    {NULL, NULL, 0, NULL, NULL}};
