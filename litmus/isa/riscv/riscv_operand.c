/* Operands of RISC-V instructions. */
#include "litmus/isa/riscv/riscv.h"

/* ---- expressions ----------------------------------------------------- */

const cm_expr *cm_rv_const(cm_rv *a, uint64_t value)
{
    return cm_asm_const(a->as, value);
}

const cm_expr *cm_rv_op(cm_rv *a, cm_op op, unsigned bits, const cm_expr *x, const cm_expr *y)
{
    return cm_asm_op(a->as, op, bits, x, y, NULL);
}

const cm_expr *cm_rv_signed(cm_rv *a, unsigned bits, const cm_expr *value)
{
    return bits == 64 ? value : cm_asm_op_imm(a->as, CM_OP_SEXT, 64, bits, value);
}

/* ---- registers ------------------------------------------------------- */

void cm_rv_comma(cm_rv *a)
{
    cm_lexer_expect(a->lex, ",");
}

static const char *token_name(const cm_rv *a)
{
    const cm_token *token = &a->lex->token;
    return cm_arena_text(cm_asm_arena(a->as), token->text, token->length);
}

bool cm_rv_at_register(const cm_rv *a)
{
    unsigned number;
    return a->lex->token.kind == CM_TOKEN_NAME && cm_rv_register(token_name(a), &number);
}

cm_rv_reg cm_rv_numbered(cm_rv *a, unsigned number)
{
    cm_rv_reg reg = {.reg = -1, .number = number, .place = a->place};
    if (number > 0)
        reg.reg = cm_asm_register(a->as, cm_arena_printf(cm_asm_arena(a->as), "x%u", number));
    return reg;
}

cm_rv_reg cm_rv_operand(cm_rv *a)
{
    static const char what[] = "a register x0 to x31, or zero, ra, sp, gp, tp, t0 to t6, "
                               "s0 to s11, a0 to a7";
    unsigned number;
    if (a->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_fail(a->lex, "expected %s, found %s", what, cm_lexer_describe(a->lex));
    if (!cm_rv_register(token_name(a), &number))
        cm_lexer_fail(a->lex, "unknown register `%s`, expected %s", token_name(a), what);
    cm_rv_reg reg = cm_rv_numbered(a, number);
    reg.place = a->lex->token.place;
    cm_lexer_advance(a->lex);
    return reg;
}

const cm_expr *cm_rv_read(cm_rv *a, cm_rv_reg reg)
{
    return reg.reg < 0 ? cm_rv_const(a, 0) : cm_asm_reg(a->as, reg.reg);
}

void cm_rv_write(cm_rv *a, cm_rv_reg reg, const cm_expr *value)
{
    if (reg.reg >= 0)
        cm_emit_assign(a->as, reg.reg, value);
}

/* ---- immediates and addresses ----------------------------------------- */

int64_t cm_rv_immediate(cm_rv *a, int64_t low, int64_t high)
{
    cm_place place = a->lex->token.place;
    int64_t value = (int64_t)cm_lexer_integer(a->lex, "an immediate number");
    if (value < low || value > high)
        cm_asm_fail(a->as, place, "immediate is out of range, expected %lld to %lld",
                    (long long)low, (long long)high);
    return value;
}

const cm_expr *cm_rv_address(cm_rv *a, bool bare)
{
    cm_place place = a->lex->token.place;
    uint64_t offset = 0;
    if (!cm_lexer_is(a->lex, "("))
        offset = (uint64_t)cm_rv_immediate(a, -2048, 2047);
    if (bare && offset != 0)
        cm_asm_fail(a->as, place, "offset of an atomic or ordered access, expected 0 or none");
    cm_lexer_expect(a->lex, "(");
    const cm_expr *base = cm_rv_read(a, cm_rv_operand(a));
    cm_lexer_expect(a->lex, ")");
    return offset == 0 ? base : cm_rv_op(a, CM_OP_ADD, 64, base, cm_rv_const(a, offset));
}
