/* Operands of RISC-V instructions. */
#include "litmus/isa/riscv/riscv.h"

const cm_expr *cm_rv_signed(cm_line *a, unsigned bits, const cm_expr *value)
{
    return bits == 64 ? value : cm_asm_op_imm(a->as, CM_OP_SEXT, 64, bits, value);
}

/* ---- registers ------------------------------------------------------- */

bool cm_rv_at_register(const cm_line *a)
{
    unsigned number;
    return a->lex->token.kind == CM_TOKEN_NAME && cm_rv_register(cm_line_word(a), &number);
}

cm_rv_reg cm_rv_numbered(cm_line *a, unsigned number)
{
    cm_rv_reg reg = {.reg = -1, .number = number, .place = a->place};
    if (number > 0)
        reg.reg = cm_asm_register(a->as, cm_arena_printf(cm_asm_arena(a->as), "x%u", number));
    return reg;
}

cm_rv_reg cm_rv_operand(cm_line *a)
{
    static const char what[] = "a register x0 to x31, or zero, ra, sp, gp, tp, t0 to t6, "
                               "s0 to s11, a0 to a7";
    unsigned number;
    if (a->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_fail(a->lex, "expected %s, found %s", what, cm_lexer_describe(a->lex));
    if (!cm_rv_register(cm_line_word(a), &number))
        cm_lexer_fail(a->lex, "unknown register `%s`, expected %s", cm_line_word(a), what);
    cm_rv_reg reg = cm_rv_numbered(a, number);
    reg.place = a->lex->token.place;
    cm_lexer_advance(a->lex);
    return reg;
}

const cm_expr *cm_rv_read(cm_line *a, cm_rv_reg reg)
{
    return cm_line_read(a, reg.reg);
}

void cm_rv_write(cm_line *a, cm_rv_reg reg, const cm_expr *value)
{
    cm_line_write(a, reg.reg, value);
}

/* ---- several ----------------------------------------------------------- */

cm_rv_operands cm_rv_two(cm_line *a)
{
    cm_rv_operands read = {.d = cm_rv_operand(a)};
    cm_line_comma(a);
    read.x = cm_rv_read(a, cm_rv_operand(a));
    return read;
}

cm_rv_operands cm_rv_three(cm_line *a)
{
    cm_rv_operands read = cm_rv_two(a);
    cm_line_comma(a);
    read.y = cm_rv_read(a, cm_rv_operand(a));
    return read;
}

cm_rv_operands cm_rv_at_address(cm_line *a, bool with_source)
{
    cm_rv_operands read = with_source ? cm_rv_two(a) : (cm_rv_operands){.d = cm_rv_operand(a)};
    cm_line_comma(a);
    read.where = cm_rv_address(a, true);
    return read;
}

/* ---- addresses --------------------------------------------------------- */

const cm_expr *cm_rv_address(cm_line *a, bool bare)
{
    cm_place place = a->lex->token.place;
    uint64_t offset = 0;
    if (!cm_lexer_is(a->lex, "("))
        offset = (uint64_t)cm_line_number(a, NULL, -2048, 2047);
    if (bare && offset != 0)
        cm_asm_fail(a->as, place, "offset of an atomic or ordered access, expected 0 or none");
    cm_lexer_expect(a->lex, "(");
    const cm_expr *base = cm_rv_read(a, cm_rv_operand(a));
    cm_lexer_expect(a->lex, ")");
    return cm_line_plus(a, base, offset);
}
