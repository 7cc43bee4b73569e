/* AArch64 arithmetic and logic (Arm ARM C6.2, data processing). */
#include "litmus/isa/aarch64/aarch64.h"

enum { SET_FLAGS = 1, INVERT = 2, NO_RESULT = 4 };

/* How many bits the second operand of an addition by immediate may have: 12,
 * shifted by 12 or not (C6.2, ADD (immediate)). A negative one is the opposite
 * instruction to every assembler. */
static const cm_expr *parse_add_immediate(cm_line *a)
{
    cm_place place = a->lex->token.place;
    int64_t value = cm_a64_immediate(a, -0xfff000, 0xfff000);
    if (cm_lexer_accept(a->lex, ",")) {
        cm_lexer_expect(a->lex, "LSL");
        cm_place amount = a->lex->token.place;
        int64_t shift = cm_a64_immediate(a, 0, 12);
        if (shift != 0 && shift != 12)
            cm_asm_fail(a->as, amount, "a number is shifted by 0 or 12, expected one of them");
        value *= shift == 12 ? 4096 : 1;
    }
    int64_t magnitude = value < 0 ? -value : value;
    if (magnitude > 0xfff && (magnitude % 0x1000 != 0 || magnitude > 0xfff000))
        cm_asm_fail(a->as, place,
                    "immediate cannot be encoded, expected 12 bits or 12 bits shifted by 12");
    return cm_line_const(a, (uint64_t)value);
}

/* Immediate, shifted register or extended register. with_sp: register 31 of the
 * other operands is SP, so a plain register is of the extended form (UXTX). */
static const cm_expr *parse_add_operand(cm_line *a, unsigned bits)
{
    if (cm_a64_at_immediate(a))
        return parse_add_immediate(a);
    cm_a64_reg reg = cm_a64_any_reg(a);
    const cm_expr *value = cm_a64_read(a, reg);
    if (!cm_lexer_is(a->lex, ",")) {
        if (reg.bits != bits)
            cm_asm_fail(a->as, reg.place, "register of %u bits, expected one of %u bits", reg.bits,
                        bits);
        return value;
    }
    cm_lexer before = *a->lex;
    cm_lexer_advance(a->lex);
    if (!cm_lexer_is(a->lex, "LSL") && cm_a64_extension(a, reg, bits, 4, &value))
        return value;
    *a->lex = before;
    if (reg.bits != bits)
        cm_asm_fail(a->as, reg.place, "register of %u bits, expected one of %u bits", reg.bits,
                    bits);
    return cm_a64_optional_shift(a, value, bits, false);
}

static void set_flags(cm_line *a, cm_op op, unsigned bits, const cm_expr *x, const cm_expr *y,
                      const cm_expr *carry)
{
    cm_a64_set_flags(a, cm_asm_op(a->as, op, bits, x, y, carry));
}

/* ADD SUB ADDS SUBS CMP CMN: op is CM_OP_ADD or CM_OP_SUB. */
static void add_sub(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = {.reg = -1};
    bool result = !(row->flags & NO_RESULT), flags = (row->flags & SET_FLAGS) != 0;
    if (result) {
        bool sp = cm_a64_at_register(a) && !flags && !cm_lexer_is(a->lex, "XZR") &&
                  !cm_lexer_is(a->lex, "WZR");
        d = sp ? cm_a64_any_reg_or_sp(a) : cm_a64_any_reg(a);
        cm_line_comma(a);
    }
    bool zero = cm_lexer_is(a->lex, "XZR") || cm_lexer_is(a->lex, "WZR");
    cm_a64_reg n = zero ? cm_a64_any_reg(a) : cm_a64_any_reg_or_sp(a);
    if (result && d.bits != n.bits)
        cm_asm_fail(a->as, n.place, "register of %u bits, expected one of %u bits", n.bits, d.bits);
    cm_line_comma(a);
    if (cm_a64_at_immediate(a) && (n.reg < 0 || (result && d.reg < 0 && !flags)))
        cm_asm_fail(a->as, n.reg < 0 ? n.place : d.place,
                    "the zero register cannot be used with a number, expected another (SP has "
                    "its number there)");
    const cm_expr *x = cm_a64_read(a, n), *y = parse_add_operand(a, n.bits);
    cm_op op = (cm_op)row->op;
    if (flags)
        set_flags(a, op == CM_OP_ADD ? CM_OP_FLAGS_ADD : CM_OP_FLAGS_SUB, n.bits, x, y, NULL);
    if (result)
        cm_a64_write(a, d, cm_line_op(a, op, n.bits, x, y));
}

/* NEG NEGS: SUB from the zero register. */
static void negate(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = cm_a64_any_reg(a);
    cm_line_comma(a);
    cm_a64_reg m = cm_a64_sized_reg(a, d.bits);
    const cm_expr *y = cm_a64_optional_shift(a, cm_a64_read(a, m), d.bits, false);
    const cm_expr *zero = cm_line_const(a, 0);
    if (row->flags & SET_FLAGS)
        set_flags(a, CM_OP_FLAGS_SUB, d.bits, zero, y, NULL);
    cm_a64_write(a, d, cm_line_op(a, CM_OP_SUB, d.bits, zero, y));
}

/* ADC ADCS SBC SBCS; NGC NGCS have no first operand (NO_RESULT stands for that).
 * A subtraction is the addition of the inverted operand (AddWithCarry). */
static void add_carry(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = cm_a64_any_reg(a);
    const cm_expr *x = cm_line_const(a, 0);
    cm_line_comma(a);
    if (!(row->flags & NO_RESULT)) {
        x = cm_a64_read(a, cm_a64_sized_reg(a, d.bits));
        cm_line_comma(a);
    }
    const cm_expr *y = cm_a64_read(a, cm_a64_sized_reg(a, d.bits));
    const cm_expr *carry = cm_a64_carry(a);
    bool subtract = row->op == CM_OP_SUB;
    const cm_expr *addend = subtract ? cm_line_op(a, CM_OP_NOT, d.bits, y, NULL) : y;
    const cm_expr *sum =
        cm_line_op(a, CM_OP_ADD, d.bits, cm_line_op(a, CM_OP_ADD, d.bits, x, addend), carry);
    if (!(row->flags & SET_FLAGS)) {
        cm_a64_write(a, d, sum);
        return;
    }
    int result = cm_asm_temporary(a->as); /* the carry is used before the flags change */
    cm_emit_assign(a->as, result, sum);
    set_flags(a, subtract ? CM_OP_FLAGS_SUB : CM_OP_FLAGS_ADD, d.bits, x, y, carry);
    cm_a64_write(a, d,
                 cm_line_op(a, CM_OP_ADD, d.bits, cm_asm_reg(a->as, result), cm_line_const(a, 0)));
}

/* A number that fits the register, as signed or unsigned. */
static const cm_expr *parse_wide_immediate(cm_line *a, unsigned bits)
{
    int64_t low = bits == 64 ? INT64_MIN : INT32_MIN, high = bits == 64 ? INT64_MAX : UINT32_MAX;
    uint64_t value = (uint64_t)cm_a64_immediate(a, low, high);
    return cm_line_const(a, bits == 64 ? value : value & UINT32_MAX);
}

static const cm_expr *parse_logic_operand(cm_line *a, unsigned bits)
{
    if (cm_a64_at_immediate(a))
        return parse_wide_immediate(a, bits);
    cm_a64_reg m = cm_a64_sized_reg(a, bits);
    return cm_a64_optional_shift(a, cm_a64_read(a, m), bits, true);
}

/* AND ORR EOR BIC ORN EON ANDS BICS TST. */
static void logic(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = {.reg = -1};
    bool result = !(row->flags & NO_RESULT);
    if (result) {
        bool sp = cm_lexer_is(a->lex, "SP") || cm_lexer_is(a->lex, "WSP");
        d = sp && !(row->flags & SET_FLAGS) ? cm_a64_any_reg_or_sp(a) : cm_a64_any_reg(a);
        cm_line_comma(a);
    }
    cm_a64_reg n = result ? cm_a64_sized_reg(a, d.bits) : cm_a64_any_reg(a);
    cm_line_comma(a);
    const cm_expr *y = parse_logic_operand(a, n.bits);
    if (row->flags & INVERT)
        y = cm_line_op(a, CM_OP_NOT, n.bits, y, NULL);
    const cm_expr *value = cm_line_op(a, (cm_op)row->op, n.bits, cm_a64_read(a, n), y);
    if (row->flags & SET_FLAGS)
        set_flags(a, CM_OP_FLAGS_LOGIC, n.bits, value, NULL, NULL);
    if (result)
        cm_a64_write(a, d, value);
}

static void mvn(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = cm_a64_any_reg(a);
    cm_line_comma(a);
    cm_a64_reg m = cm_a64_sized_reg(a, d.bits);
    const cm_expr *y = cm_a64_optional_shift(a, cm_a64_read(a, m), d.bits, true);
    cm_a64_write(a, d, cm_line_op(a, (cm_op)row->op, d.bits, y, NULL));
}

/* ---- moves ----------------------------------------------------------- */

/* A location or label after `=` or as the operand of ADR: its address. */
static void mov(cm_line *a, const cm_row *row)
{
    (void)row;
    bool zero = cm_lexer_is(a->lex, "XZR") || cm_lexer_is(a->lex, "WZR");
    cm_a64_reg d = zero ? cm_a64_any_reg(a) : cm_a64_any_reg_or_sp(a);
    cm_line_comma(a);
    if (cm_a64_at_immediate(a)) {
        cm_a64_write(a, d, parse_wide_immediate(a, d.bits));
        return;
    }
    bool sp = cm_lexer_is(a->lex, "SP") || cm_lexer_is(a->lex, "WSP");
    cm_a64_reg m = sp ? cm_a64_any_reg_or_sp(a) : cm_a64_any_reg(a);
    if (m.bits != d.bits)
        cm_asm_fail(a->as, m.place, "register of %u bits, expected one of %u bits", m.bits, d.bits);
    cm_a64_write(a, d, cm_a64_read_exact(a, m));
}

enum { MOVE_ZERO, MOVE_NOT, MOVE_KEEP };

/* MOVZ MOVN MOVK Rd,#imm16{,LSL #s}. */
static void move_wide(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = cm_a64_any_reg(a);
    cm_line_comma(a);
    uint64_t value = (uint64_t)cm_a64_immediate(a, 0, 0xffff);
    int64_t shift = 0;
    if (cm_lexer_accept(a->lex, ",")) {
        cm_lexer_expect(a->lex, "LSL");
        cm_place place = a->lex->token.place;
        shift = cm_a64_immediate(a, 0, (int64_t)d.bits - 16);
        if (shift % 16 != 0)
            cm_asm_fail(a->as, place, "shift cannot be encoded, expected a multiple of 16");
    }
    uint64_t mask = d.bits == 64 ? UINT64_MAX : UINT32_MAX, field = UINT64_C(0xffff) << shift;
    value <<= shift;
    if (row->op != MOVE_KEEP) {
        cm_a64_write(a, d, cm_line_const(a, row->op == MOVE_NOT ? ~value & mask : value));
        return;
    }
    const cm_expr *rest =
        cm_line_op(a, CM_OP_AND, d.bits, cm_a64_read(a, d), cm_line_const(a, ~field & mask));
    cm_a64_write(a, d, cm_line_op(a, CM_OP_OR, d.bits, rest, cm_line_const(a, value)));
}

/* ---- multiplication and division ------------------------------------- */

/* MUL MNEG UDIV SDIV SMULH UMULH, LSL.. by register: Rd,Rn,Rm over equal widths. */
static void binary(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = row->op == CM_OP_SMULH || row->op == CM_OP_UMULH ? cm_a64_sized_reg(a, 64)
                                                                    : cm_a64_any_reg(a);
    cm_a64_operands of = cm_a64_same_three(a, d);
    const cm_expr *value = cm_line_op(a, (cm_op)row->op, d.bits, of.x, of.y);
    if (row->flags & INVERT)
        value = cm_line_op(a, CM_OP_NEG, d.bits, value, NULL);
    cm_a64_write(a, d, value);
}

/* MADD MSUB: op joins the product to the last operand. */
static void multiply_add(cm_line *a, const cm_row *row)
{
    cm_a64_operands of = cm_a64_same_three(a, cm_a64_any_reg(a));
    cm_line_comma(a);
    unsigned bits = of.d.bits;
    const cm_expr *addend = cm_a64_read(a, cm_a64_sized_reg(a, bits));
    const cm_expr *product = cm_line_op(a, CM_OP_MUL, bits, of.x, of.y);
    cm_a64_write(a, of.d, cm_line_op(a, (cm_op)row->op, bits, addend, product));
}

enum { SIGNED_LONG = 8 };

static const cm_expr *word_factor(cm_line *a, cm_op extend)
{
    return cm_line_imm_op(a, extend, 64, 32, cm_a64_read(a, cm_a64_sized_reg(a, 32)));
}

/* SMULL UMULL SMADDL ... : 32-bit factors, 64-bit result; NO_RESULT: no addend. */
static void multiply_long(cm_line *a, const cm_row *row)
{
    cm_op extend = row->flags & SIGNED_LONG ? CM_OP_SEXT : CM_OP_ZEXT;
    cm_a64_reg d = cm_a64_sized_reg(a, 64);
    cm_line_comma(a);
    const cm_expr *x = word_factor(a, extend);
    cm_line_comma(a);
    const cm_expr *y = word_factor(a, extend);
    const cm_expr *addend = cm_line_const(a, 0);
    if (!(row->flags & NO_RESULT)) {
        cm_line_comma(a);
        addend = cm_a64_read(a, cm_a64_sized_reg(a, 64));
    }
    const cm_expr *product = cm_line_op(a, CM_OP_MUL, 64, x, y);
    cm_a64_write(a, d, cm_line_op(a, (cm_op)row->op, 64, addend, product));
}

/* ---- conditional ----------------------------------------------------- */

enum { ELSE_SAME, ELSE_INCREMENT, ELSE_INVERT, ELSE_NEGATE };

static const cm_expr *otherwise(cm_line *a, unsigned how, unsigned bits, const cm_expr *value)
{
    switch (how) {
    case ELSE_INCREMENT:
        return cm_line_op(a, CM_OP_ADD, bits, value, cm_line_const(a, 1));
    case ELSE_INVERT:
        return cm_line_op(a, CM_OP_NOT, bits, value, NULL);
    case ELSE_NEGATE:
        return cm_line_op(a, CM_OP_NEG, bits, value, NULL);
    default:
        return value;
    }
}

/* With AL neither the flags nor `no` are read. */
static const cm_expr *selected(cm_line *a, unsigned condition, unsigned bits, const cm_expr *yes,
                               const cm_expr *no)
{
    const cm_expr *holds = cm_a64_holds(a, condition);
    return holds ? cm_asm_op(a->as, CM_OP_SELECT, bits, holds, yes, no)
                 : cm_line_imm_op(a, CM_OP_ZEXT, bits, bits, yes);
}

static void write_select(cm_line *a, cm_a64_reg d, unsigned condition, const cm_expr *yes,
                         const cm_expr *no)
{
    cm_a64_write(a, d, selected(a, condition, d.bits, yes, no));
}

/* CSEL CSINC CSINV CSNEG Rd,Rn,Rm,cond. */
static void conditional_select(cm_line *a, const cm_row *row)
{
    cm_a64_operands of = cm_a64_same_three(a, cm_a64_any_reg(a));
    cm_line_comma(a);
    write_select(a, of.d, cm_a64_condition(a), of.x, otherwise(a, row->op, of.d.bits, of.y));
}

/* AL and NV have no opposite that these aliases could use. */
static unsigned parse_alias_condition(cm_line *a)
{
    cm_place place = a->lex->token.place;
    unsigned condition = cm_a64_condition(a);
    if (condition == CM_A64_ALWAYS)
        cm_asm_fail(a->as, place, "condition AL cannot be used here, expected another");
    return condition;
}

/* CINC CINV CNEG Rd,Rn,cond: the changed value when the condition holds. */
static void select_changed(cm_line *a, const cm_row *row)
{
    cm_a64_operands of = cm_a64_same_two(a, cm_a64_any_reg(a));
    cm_line_comma(a);
    write_select(a, of.d, parse_alias_condition(a), otherwise(a, row->op, of.d.bits, of.x), of.x);
}

/* CSET CSETM Rd,cond. */
static void select_constant(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = cm_a64_any_reg(a);
    cm_line_comma(a);
    const cm_expr *zero = cm_line_const(a, 0);
    write_select(a, d, parse_alias_condition(a), otherwise(a, row->op, d.bits, zero), zero);
}

/* CCMP CCMN Rn,Rm|#imm5,#nzcv,cond. */
static void compare_if(cm_line *a, const cm_row *row)
{
    cm_a64_reg n = cm_a64_any_reg(a);
    cm_line_comma(a);
    const cm_expr *x = cm_a64_read(a, n);
    const cm_expr *y = cm_a64_at_immediate(a)
                           ? cm_line_const(a, (uint64_t)cm_a64_immediate(a, 0, 31))
                           : cm_a64_read(a, cm_a64_sized_reg(a, n.bits));
    cm_line_comma(a);
    const cm_expr *given = cm_line_const(a, (uint64_t)cm_a64_immediate(a, 0, 15));
    cm_line_comma(a);
    const cm_expr *compared = cm_line_op(a, (cm_op)row->op, n.bits, x, y);
    cm_a64_set_flags(a, selected(a, cm_a64_condition(a), 64, compared, given));
}

/* ---- table ----------------------------------------------------------- */

/* As it is, and with S: it sets the flags, too. */
#define WITH_FLAGS(name, assemble, op, flags)                                                      \
    {name, assemble, op, flags},                                                                   \
    {                                                                                              \
        name "S", assemble, op, (flags) | SET_FLAGS                                                \
    }

static const cm_row rows[] = {
    {"MOV", mov, 0, 0},
    WITH_FLAGS("ADD", add_sub, CM_OP_ADD, 0),
    WITH_FLAGS("SUB", add_sub, CM_OP_SUB, 0),
    {"CMP", add_sub, CM_OP_SUB, SET_FLAGS | NO_RESULT},
    {"CMN", add_sub, CM_OP_ADD, SET_FLAGS | NO_RESULT},
    WITH_FLAGS("NEG", negate, 0, 0),
    WITH_FLAGS("ADC", add_carry, CM_OP_ADD, 0),
    WITH_FLAGS("SBC", add_carry, CM_OP_SUB, 0),
    WITH_FLAGS("NGC", add_carry, CM_OP_SUB, NO_RESULT),
    WITH_FLAGS("AND", logic, CM_OP_AND, 0),
    {"ORR", logic, CM_OP_OR, 0},
    {"EOR", logic, CM_OP_XOR, 0},
    WITH_FLAGS("BIC", logic, CM_OP_AND, INVERT),
    {"ORN", logic, CM_OP_OR, INVERT},
    {"EON", logic, CM_OP_XOR, INVERT},
    {"TST", logic, CM_OP_AND, SET_FLAGS | NO_RESULT},
    {"MVN", mvn, CM_OP_NOT, 0},
    {"MOVZ", move_wide, MOVE_ZERO, 0},
    {"MOVN", move_wide, MOVE_NOT, 0},
    {"MOVK", move_wide, MOVE_KEEP, 0},
    {"MUL", binary, CM_OP_MUL, 0},
    {"MNEG", binary, CM_OP_MUL, INVERT},
    {"UDIV", binary, CM_OP_UDIV, 0},
    {"SDIV", binary, CM_OP_SDIV, 0},
    {"UMULH", binary, CM_OP_UMULH, 0},
    {"SMULH", binary, CM_OP_SMULH, 0},
    {"MADD", multiply_add, CM_OP_ADD, 0},
    {"MSUB", multiply_add, CM_OP_SUB, 0},
    {"SMADDL", multiply_long, CM_OP_ADD, SIGNED_LONG},
    {"UMADDL", multiply_long, CM_OP_ADD, 0},
    {"SMSUBL", multiply_long, CM_OP_SUB, SIGNED_LONG},
    {"UMSUBL", multiply_long, CM_OP_SUB, 0},
    {"SMULL", multiply_long, CM_OP_ADD, SIGNED_LONG | NO_RESULT},
    {"UMULL", multiply_long, CM_OP_ADD, NO_RESULT},
    {"SMNEGL", multiply_long, CM_OP_SUB, SIGNED_LONG | NO_RESULT},
    {"UMNEGL", multiply_long, CM_OP_SUB, NO_RESULT},
    {"CSEL", conditional_select, ELSE_SAME, 0},
    {"CSINC", conditional_select, ELSE_INCREMENT, 0},
    {"CSINV", conditional_select, ELSE_INVERT, 0},
    {"CSNEG", conditional_select, ELSE_NEGATE, 0},
    {"CINC", select_changed, ELSE_INCREMENT, 0},
    {"CINV", select_changed, ELSE_INVERT, 0},
    {"CNEG", select_changed, ELSE_NEGATE, 0},
    {"CSET", select_constant, ELSE_INCREMENT, 0},
    {"CSETM", select_constant, ELSE_INVERT, 0},
    {"CCMP", compare_if, CM_OP_FLAGS_SUB, 0},
    {"CCMN", compare_if, CM_OP_FLAGS_ADD, 0},
};

const cm_row_table cm_a64_data_table = {rows, sizeof rows / sizeof *rows};
