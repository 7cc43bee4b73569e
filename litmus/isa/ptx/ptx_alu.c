/* Integer instructions of PTX (PTX ISA 9.7.1 arithmetic, 9.7.6 comparison, 9.7.8
 * logic and shifts, 9.7.9 mov and cvt). Only division by 0 is left open there:
 * executions that divide by 0 are left out, and a check says so. */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

/* ---- comparisons ----------------------------------------------------- */

const cm_expr *cm_ptx_compare(cm_ptx *p, cm_ptx_comparison comparison, cm_ptx_type type,
                              const cm_expr *a, const cm_expr *b)
{
    static const struct {
        cm_op as_unsigned, as_signed;
        bool swapped; /* a > b is b < a */
    } ops[] = {
        [CM_PTX_EQ] = {CM_OP_EQ, CM_OP_EQ, false},   [CM_PTX_NE] = {CM_OP_NE, CM_OP_NE, false},
        [CM_PTX_LT] = {CM_OP_ULT, CM_OP_SLT, false}, [CM_PTX_LE] = {CM_OP_ULE, CM_OP_SLE, false},
        [CM_PTX_GT] = {CM_OP_ULT, CM_OP_SLT, true},  [CM_PTX_GE] = {CM_OP_ULE, CM_OP_SLE, true},
        [CM_PTX_LO] = {CM_OP_ULT, CM_OP_ULT, false}, [CM_PTX_LS] = {CM_OP_ULE, CM_OP_ULE, false},
        [CM_PTX_HI] = {CM_OP_ULT, CM_OP_ULT, true},  [CM_PTX_HS] = {CM_OP_ULE, CM_OP_ULE, true}};
    bool is_signed = type.kind == CM_PTX_SIGNED, swapped = ops[comparison].swapped;
    cm_op op = is_signed ? ops[comparison].as_signed : ops[comparison].as_unsigned;
    return cm_dotted_op(p, op, type.bits, swapped ? b : a, swapped ? a : b);
}

static const cm_expr *truth(cm_ptx *p, const cm_expr *value)
{
    return cm_dotted_op(p, CM_OP_NE, 64, value, cm_ptx_const(p, 0));
}

cm_ptx_test cm_ptx_take_test(cm_ptx *p)
{
    static const int combinations[] = {-1, CM_OP_AND, CM_OP_OR, CM_OP_XOR};
    int comparison = cm_ptx_take(p, "eq|ne|lt|le|gt|ge|lo|ls|hi|hs") - 1;
    return (cm_ptx_test){comparison, combinations[cm_ptx_take(p, "and|or|xor")]};
}

void cm_ptx_check_test(cm_ptx *p, cm_ptx_test test)
{
    if (test.comparison < 0)
        cm_asm_fail(p->as, p->place, "`%s` has no comparison, expected .eq, .ne, .lt, ...",
                    p->opcode);
}

/* ISA, "setp": bits are equal or not; .lo, .ls, .hi and .hs are of unsigned numbers. */
static void check_comparison(cm_ptx *p, cm_ptx_comparison comparison, cm_ptx_type type)
{
    bool equality = comparison == CM_PTX_EQ || comparison == CM_PTX_NE;
    bool is_unsigned = comparison >= CM_PTX_LO;
    if (equality || type.kind == CM_PTX_UNSIGNED || (type.kind == CM_PTX_SIGNED && !is_unsigned))
        return;
    cm_asm_fail(p->as, p->place, "this comparison does not exist for %s, expected %s",
                type.kind == CM_PTX_SIGNED ? "signed types" : "this type",
                type.kind == CM_PTX_SIGNED ? ".lt, .le, .gt or .ge"
                                           : ".eq or .ne, or a type .u or .s");
}

const cm_expr *cm_ptx_tested(cm_ptx *p, cm_ptx_test test, cm_ptx_type type)
{
    check_comparison(p, (cm_ptx_comparison)test.comparison, type);
    const cm_expr *a = cm_ptx_value(p, type.bits);
    cm_dotted_comma(p);
    const cm_expr *b = cm_ptx_value(p, type.bits);
    const cm_expr *value = cm_ptx_compare(p, (cm_ptx_comparison)test.comparison, type, a, b);
    if (test.combination < 0)
        return value;
    cm_dotted_comma(p);
    return cm_dotted_op(p, (cm_op)test.combination, 64, value, truth(p, cm_ptx_predicate(p)));
}

/* setp.cmp[.bool].type p, a, b [, [!]q]: with .and, .or or .xor of q. */
static void setp(cm_ptx *p)
{
    cm_ptx_test test = cm_ptx_take_test(p);
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    cm_ptx_check_test(p, test);
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    if (type.bits == 0)
        type = (cm_ptx_type){CM_PTX_UNSIGNED, cm_ptx_peek_bits(p) > 1 ? cm_ptx_peek_bits(p) : 32};
    cm_ptx_set(p, to, (cm_ptx_type){CM_PTX_PRED, 1}, cm_ptx_tested(p, test, type));
}

/* ---- one and two operands -------------------------------------------- */

typedef enum alu {
    ADD,
    SUB,
    MIN,
    MAX,
    DIV,
    REM,
    AND,
    OR,
    XOR,
    SHL,
    SHR, /* two */
    NEG,
    NOT,
    CNOT,
    ABS,
    POPC,
    CLZ,
    BREV, /* one */
    COPY  /* no arithmetic */
} alu;

/* One row per instruction: unsigned and signed meaning. */
static const struct {
    cm_op as_unsigned, as_signed;
} meanings[] = {[ADD] = {CM_OP_ADD, CM_OP_ADD},   [SUB] = {CM_OP_SUB, CM_OP_SUB},
                [MIN] = {CM_OP_UMIN, CM_OP_SMIN}, [MAX] = {CM_OP_UMAX, CM_OP_SMAX},
                [DIV] = {CM_OP_UDIV, CM_OP_SDIV}, [REM] = {CM_OP_UREM, CM_OP_SREM},
                [AND] = {CM_OP_AND, CM_OP_AND},   [OR] = {CM_OP_OR, CM_OP_OR},
                [XOR] = {CM_OP_XOR, CM_OP_XOR},   [SHL] = {CM_OP_SHL, CM_OP_SHL},
                [SHR] = {CM_OP_LSHR, CM_OP_ASHR}, [NEG] = {CM_OP_NEG, CM_OP_NEG},
                [NOT] = {CM_OP_NOT, CM_OP_NOT},   [CNOT] = {CM_OP_EQ, CM_OP_EQ},
                [ABS] = {CM_OP_SMAX, CM_OP_SMAX}, [POPC] = {CM_OP_POPC, CM_OP_POPC},
                [CLZ] = {CM_OP_CLZ, CM_OP_CLZ},   [BREV] = {CM_OP_RBIT, CM_OP_RBIT}};

/* Kinds of types that have it: arithmetic is of numbers, logic of bits (PTX ISA 9.7.1, 9.7.8). */
static bool has_kind(alu what, cm_ptx_type type)
{
    switch (what) {
    case NEG:
    case ABS:
        return type.kind == CM_PTX_SIGNED;
    case AND:
    case OR:
    case XOR:
    case NOT:
        return type.kind == CM_PTX_BITS || type.kind == CM_PTX_PRED;
    case POPC:
    case CLZ:
    case BREV:
        return type.kind == CM_PTX_BITS && type.bits >= 32;
    case CNOT:
    case SHL:
        return type.kind == CM_PTX_BITS;
    case SHR:
    case COPY:
        return true;
    default:
        return type.kind == CM_PTX_SIGNED || type.kind == CM_PTX_UNSIGNED;
    }
}

/* Predicates have logic only; bits have no arithmetic. */
static void check_type(cm_ptx *p, alu what, cm_ptx_type type)
{
    bool logic = what == AND || what == OR || what == XOR || what == NOT;
    if (type.kind == CM_PTX_PRED && !logic)
        cm_asm_fail(p->as, p->place, "`%s` of predicates does not exist, expected another type",
                    p->opcode);
    if (type.bits == 8)
        cm_asm_fail(p->as, p->place, "`%s` of 8 bits does not exist, expected 16 bits or more",
                    p->opcode);
    if (!has_kind(what, type) && !cm_ptx_is_shorthand(p))
        cm_asm_fail(p->as, p->place, "`%s` of this type does not exist, expected %s", p->opcode,
                    what == NEG || what == ABS ? ".s16, .s32 or .s64"
                    : what <= REM              ? "a type .u or .s"
                                               : "a type .b");
}

/* Type and destination of an instruction with one type. */
static cm_ptx_register start(cm_ptx *p, cm_ptx_type *type)
{
    bool carries = strcmp(p->opcode, "mov") == 0 || strcmp(p->opcode, "selp") == 0;
    *type = carries ? cm_ptx_take_bits_type(p) : cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    cm_ptx_register to = cm_ptx_destination(p);
    if (type->bits == 0 && to.bits == 1)
        *type = (cm_ptx_type){CM_PTX_PRED, 1};
    *type = cm_ptx_type_or(*type, to);
    cm_dotted_comma(p);
    return to;
}

/* Width to compute a type in: predicates are numbers 0 and 1. */
static unsigned width(cm_ptx_type type)
{
    return type.kind == CM_PTX_PRED ? 8 : type.bits;
}

static const cm_expr *operand(cm_ptx *p, cm_ptx_type type)
{
    return type.kind == CM_PTX_PRED && !cm_ptx_at_number(p) ? cm_ptx_predicate(p)
                                                            : cm_ptx_value(p, type.bits);
}

/* Shift amounts are 32-bit numbers; those past the width shift everything out. */
static const cm_expr *amount(cm_ptx *p, cm_ptx_type type)
{
    const cm_expr *value = cm_ptx_value(p, 32);
    if (type.bits >= 32)
        return value;
    return cm_dotted_op(p, CM_OP_UMIN, 32, value, cm_ptx_const(p, 64));
}

static void binary(cm_ptx *p)
{
    int what = p->detail;
    cm_ptx_type type;
    cm_ptx_register to = start(p, &type);
    check_type(p, (alu)what, type);
    bool is_signed = type.kind == CM_PTX_SIGNED;
    cm_op op = is_signed ? meanings[what].as_signed : meanings[what].as_unsigned;
    const cm_expr *a;
    if ((what == ADD || what == SUB) && type.bits == 64 && cm_ptx_at_location(p))
        a = cm_ptx_read_address(p).value; /* address arithmetic on a location's name */
    else
        a = operand(p, type);
    cm_dotted_comma(p);
    const cm_expr *b = what == SHL || what == SHR ? amount(p, type) : operand(p, type);
    int step = cm_ptx_set(p, to, type, cm_dotted_op(p, op, width(type), a, b));
    if (what == DIV || what == REM) /* a machine-specific value (PTX ISA 9.7.1.8, 9.7.1.9) */
        cm_asm_undefined(p->as, step, cm_dotted_op(p, CM_OP_EQ, type.bits, b, cm_ptx_const(p, 0)),
                         "may divide by 0");
}

static void unary(cm_ptx *p)
{
    int what = p->detail;
    cm_ptx_type type;
    cm_ptx_register to = start(p, &type);
    check_type(p, (alu)what, type);
    const cm_expr *a = operand(p, type), *second = NULL;
    cm_op op = meanings[what].as_unsigned;
    if (what == ABS)
        second = cm_dotted_op(p, CM_OP_NEG, type.bits, a, NULL);
    if (what == CNOT || type.kind == CM_PTX_PRED) { /* 1 if all bits are 0 */
        op = CM_OP_EQ;
        second = cm_ptx_const(p, 0);
    }
    const cm_expr *value = cm_dotted_op(p, op, width(type), a, second);
    if (what == POPC || what == CLZ) /* a count is a u32 whatever it counts in */
        type = (cm_ptx_type){CM_PTX_UNSIGNED, 32};
    cm_ptx_set(p, to, type, value);
}

/* ---- multiplication -------------------------------------------------- */

enum { LOW, HIGH, WIDE };

static const cm_expr *extended(cm_ptx *p, cm_ptx_type type, unsigned bits, const cm_expr *value)
{
    cm_op op = type.kind == CM_PTX_SIGNED ? CM_OP_SEXT : CM_OP_ZEXT;
    return cm_asm_op_imm(p->as, op, bits, type.bits, value);
}

static const cm_expr *product(cm_ptx *p, int part, cm_ptx_type type, const cm_expr *a,
                              const cm_expr *b)
{
    if (part == HIGH) /* the low one where shorthand says nothing */
        return cm_dotted_op(p, type.kind == CM_PTX_SIGNED ? CM_OP_SMULH : CM_OP_UMULH, type.bits, a,
                            b);
    if (part != WIDE)
        return cm_dotted_op(p, CM_OP_MUL, type.bits, a, b);
    unsigned bits = 2 * type.bits;
    return cm_dotted_op(p, CM_OP_MUL, bits, extended(p, type, bits, a), extended(p, type, bits, b));
}

/* mul d, a, b   mad d, a, b, c: the low or high half of the product, or all of it. */
static void multiply(cm_ptx *p)
{
    int part = cm_ptx_take(p, "lo|hi|wide") - 1;
    cm_ptx_type type;
    cm_ptx_register to = start(p, &type);
    if (part < 0 && !cm_ptx_is_shorthand(p))
        cm_asm_fail(p->as, p->place, "`%s` has no part of the product, expected .lo, .hi or .wide",
                    p->opcode);
    check_type(p, ADD, type);
    cm_ptx_type result = type;
    if (part == WIDE)
        result.bits *= 2;
    if (result.bits > 64)
        cm_asm_fail(p->as, p->place, "`.wide` of 64 bits does not exist, expected 16 or 32 bits");
    const cm_expr *a = cm_ptx_value(p, type.bits);
    cm_dotted_comma(p);
    const cm_expr *b = cm_ptx_value(p, type.bits);
    const cm_expr *value = product(p, part, type, a, b);
    if (p->detail) {
        cm_dotted_comma(p);
        value = cm_dotted_op(p, CM_OP_ADD, result.bits, value, cm_ptx_value(p, result.bits));
    }
    cm_ptx_set(p, to, result, value);
}

/* `d, a, b, ` of what has a third operand. */
static cm_ptx_register start_with_two(cm_ptx *p, alu what, cm_ptx_type *type, const cm_expr **a,
                                      const cm_expr **b)
{
    cm_ptx_register to = start(p, type);
    check_type(p, what, *type);
    *a = cm_ptx_value(p, type->bits);
    cm_dotted_comma(p);
    *b = cm_ptx_value(p, type->bits);
    cm_dotted_comma(p);
    return to;
}

/* sad d, a, b, c: d = c + |a - b| */
static void sum_of_difference(cm_ptx *p)
{
    cm_ptx_type type;
    const cm_expr *a, *b;
    cm_ptx_register to = start_with_two(p, ADD, &type, &a, &b);
    const cm_expr *c = cm_ptx_value(p, type.bits);
    bool is_signed = type.kind == CM_PTX_SIGNED;
    const cm_expr *most = cm_dotted_op(p, is_signed ? CM_OP_SMAX : CM_OP_UMAX, type.bits, a, b);
    const cm_expr *least = cm_dotted_op(p, is_signed ? CM_OP_SMIN : CM_OP_UMIN, type.bits, a, b);
    const cm_expr *difference = cm_dotted_op(p, CM_OP_SUB, type.bits, most, least);
    cm_ptx_set(p, to, type, cm_dotted_op(p, CM_OP_ADD, type.bits, c, difference));
}

/* ---- bit fields ------------------------------------------------------ */

static const cm_expr *low_byte(cm_ptx *p)
{
    return cm_dotted_op(p, CM_OP_AND, 32, cm_ptx_value(p, 32), cm_ptx_const(p, 255));
}

/* (1 << length) - 1; all ones when length reaches the width. */
static const cm_expr *ones(cm_ptx *p, unsigned bits, const cm_expr *length)
{
    const cm_expr *one = cm_ptx_const(p, 1);
    return cm_dotted_op(p, CM_OP_SUB, bits, cm_dotted_op(p, CM_OP_SHL, bits, one, length), one);
}

static void check_field_type(cm_ptx *p, cm_ptx_type type)
{
    bool bits = type.kind == CM_PTX_BITS, inserts = strcmp(p->opcode, "bfi") == 0;
    if (type.bits < 32)
        cm_asm_fail(p->as, p->place, "`%s` of %u bits does not exist, expected 32 or 64", p->opcode,
                    type.bits);
    if (bits != inserts && !cm_ptx_is_shorthand(p))
        cm_asm_fail(p->as, p->place, "`%s` of this type does not exist, expected a type %s",
                    p->opcode, inserts ? ".b" : ".u or .s");
}

/* bfe d, a, position, length: the sign is the field's top bit, or that of a where
 * the field reaches beyond it. */
static void extract_field(cm_ptx *p)
{
    cm_ptx_type type;
    cm_ptx_register to = start(p, &type);
    check_field_type(p, type);
    const cm_expr *a = cm_ptx_value(p, type.bits), *value;
    cm_dotted_comma(p);
    const cm_expr *position = low_byte(p);
    cm_dotted_comma(p);
    const cm_expr *length = low_byte(p);
    if (type.kind == CM_PTX_SIGNED) {
        const cm_expr *all = cm_ptx_const(p, type.bits);
        const cm_expr *unused =
            cm_dotted_op(p, CM_OP_SUB, 32, all, cm_dotted_op(p, CM_OP_UMIN, 32, length, all));
        value = cm_dotted_op(p, CM_OP_ASHR, type.bits, a, position);
        value = cm_dotted_op(p, CM_OP_SHL, type.bits, value, unused);
        /* A field of no bits is 0: the shift left has moved everything out. */
        value = cm_dotted_op(p, CM_OP_ASHR, type.bits, value, unused);
    } else {
        value = cm_dotted_op(p, CM_OP_LSHR, type.bits, a, position);
        value = cm_dotted_op(p, CM_OP_AND, type.bits, value, ones(p, type.bits, length));
    }
    cm_ptx_set(p, to, type, value);
}

/* bfi d, a, b, position, length: b with the low bits of a put into it. */
static void insert_field(cm_ptx *p)
{
    cm_ptx_type type;
    cm_ptx_register to = start(p, &type);
    check_field_type(p, type);
    const cm_expr *a = cm_ptx_value(p, type.bits);
    cm_dotted_comma(p);
    const cm_expr *b = cm_ptx_value(p, type.bits);
    cm_dotted_comma(p);
    const cm_expr *position = low_byte(p);
    cm_dotted_comma(p);
    const cm_expr *length = low_byte(p);
    const cm_expr *mask =
        cm_dotted_op(p, CM_OP_SHL, type.bits, ones(p, type.bits, length), position);
    const cm_expr *field = cm_dotted_op(p, CM_OP_AND, type.bits,
                                        cm_dotted_op(p, CM_OP_SHL, type.bits, a, position), mask);
    const cm_expr *rest =
        cm_dotted_op(p, CM_OP_AND, type.bits, b, cm_dotted_op(p, CM_OP_NOT, type.bits, mask, NULL));
    cm_ptx_set(p, to, type, cm_dotted_op(p, CM_OP_OR, type.bits, rest, field));
}

/* ---- choices and moves ----------------------------------------------- */

/* selp d, a, b, p */
static void select_by_predicate(cm_ptx *p)
{
    cm_ptx_type type;
    const cm_expr *a, *b;
    cm_ptx_register to = start_with_two(p, COPY, &type, &a, &b);
    const cm_expr *value =
        cm_asm_op(p->as, CM_OP_SELECT, type.bits, truth(p, cm_ptx_predicate(p)), a, b);
    cm_ptx_set(p, to, type, value);
}

/* slct.type.s32 d, a, b, c: c >= 0 ? a : b */
static void select_by_sign(cm_ptx *p)
{
    cm_ptx_type type = cm_ptx_take_type(p), by = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    if (by.kind != CM_PTX_SIGNED || by.bits != 32)
        cm_asm_fail(p->as, p->place, "`slct` chooses by a second type, expected .s32");
    check_type(p, COPY, type);
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    const cm_expr *a = cm_ptx_value(p, type.bits);
    cm_dotted_comma(p);
    const cm_expr *b = cm_ptx_value(p, type.bits);
    cm_dotted_comma(p);
    const cm_expr *c = cm_ptx_value(p, 32);
    const cm_expr *chosen = cm_dotted_op(p, CM_OP_SLE, 32, cm_ptx_const(p, 0), c);
    cm_ptx_set(p, to, type, cm_asm_op(p->as, CM_OP_SELECT, type.bits, chosen, a, b));
}

/* Also of the address of a location, as a 64-bit number. */
static void mov(cm_ptx *p)
{
    cm_ptx_type type;
    if (cm_ptx_has(p, "b128")) {
        cm_ptx_wide_move(p);
        return;
    }
    cm_ptx_register to = start(p, &type);
    const cm_expr *value;
    if (type.bits == 8)
        check_type(p, COPY, type);
    if (cm_ptx_at_location(p)) {
        if (type.bits != 64)
            cm_lexer_fail(p->lex, "the address of %s needs 64 bits, expected mov.u64",
                          cm_lexer_describe(p->lex));
        value = cm_ptx_read_address(p).value;
    } else {
        unsigned known = cm_ptx_peek_bits(p);
        value = operand(p, type);
        if (known != type.bits && value->op != CM_OP_CONST && type.kind != CM_PTX_PRED)
            value = cm_asm_op_imm(p->as, CM_OP_ZEXT, 64, type.bits, value);
    }
    cm_ptx_set(p, to, type, value);
}

/* cvt.to.from d, a: a narrower or wider integer. */
static void cvt(cm_ptx *p)
{
    cm_ptx_type type = cm_ptx_take_type(p), from = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    if (type.bits < 8 || from.bits < 8 || type.kind == CM_PTX_BITS || from.kind == CM_PTX_BITS)
        cm_asm_fail(p->as, p->place, "`cvt` has two integer types, expected both");
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    const cm_expr *a = cm_ptx_value(p, from.bits);
    const cm_expr *value = type.bits > from.bits
                               ? extended(p, from, type.bits, a)
                               : cm_asm_op_imm(p->as, CM_OP_ZEXT, 64, type.bits, a);
    cm_ptx_set(p, to, type, value);
}

const cm_ptx_opcode cm_ptx_alu_opcodes[] = {
    {"add", binary, ADD, cm_ptxn_compute, ".T ttt 16"},
    {"sub", binary, SUB, cm_ptxn_compute, ".T ttt 16"},
    {"min", binary, MIN, cm_ptxn_compute, ".T ttt 16"},
    {"max", binary, MAX, cm_ptxn_compute, ".T ttt 16"},
    {"div", binary, DIV, cm_ptxn_compute, ".T ttt 16"},
    {"rem", binary, REM, cm_ptxn_compute, ".T ttt 16"},
    {"and", binary, AND, cm_ptxn_compute, ".B ttt 1"},
    {"or", binary, OR, cm_ptxn_compute, ".B ttt 1"},
    {"xor", binary, XOR, cm_ptxn_compute, ".B ttt 1"},
    {"shl", binary, SHL, cm_ptxn_compute, ".B tt3 16"},
    {"shr", binary, SHR, cm_ptxn_compute, ".T tt3 16"},
    {"neg", unary, NEG, cm_ptxn_compute, ".S tt 16"},
    {"not", unary, NOT, cm_ptxn_compute, ".B tt 1"},
    {"cnot", unary, CNOT, cm_ptxn_compute, ".B tt 16"},
    {"abs", unary, ABS, cm_ptxn_compute, ".S tt 16"},
    {"popc", unary, POPC, cm_ptxn_compute, ".B 3t 32"},
    {"clz", unary, CLZ, cm_ptxn_compute, ".B 3t 32"},
    {"brev", unary, BREV, cm_ptxn_compute, ".B tt 32"},
    {"mul", multiply, 0, cm_ptxn_compute, ".!lo|hi|wide.T wtt 16"},
    {"mad", multiply, 1, cm_ptxn_compute, ".!lo|hi|wide.T wttw 16"},
    {"sad", sum_of_difference, 0, cm_ptxn_compute, ".T tttt 16"},
    {"bfe", extract_field, 0, cm_ptxn_compute, ".T tt33 32"},
    {"bfi", insert_field, 0, cm_ptxn_compute, ".B ttt33 32"},
    {"setp", setp, 0, cm_ptxn_compute, ".C.T pttp 16"},
    {"selp", select_by_predicate, 0, cm_ptxn_compute, ".B tttp 16"},
    {"slct", select_by_sign, 0, cm_ptxn_compute, ".B.s32 ttt3 16"},
    {"mov", mov, 0, cm_ptxn_move, ".B tt 1"},
    {"cvt", cvt, 0, cm_ptxn_convert, NULL},
    {NULL, NULL, 0, NULL, NULL}};
