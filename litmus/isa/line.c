/* What the C of CPUs' instruction sets shares: see line.h. */
#include "litmus/isa/line.h"

/* ---- operands -------------------------------------------------------- */

int64_t cm_line_number(cm_dotted *w, const char *mark, int64_t low, int64_t high)
{
    cm_place place = w->lex->token.place;
    if (mark)
        cm_lexer_accept(w->lex, mark);
    int64_t value = (int64_t)cm_lexer_integer(w->lex, "an immediate number");
    if (value < low || value > high)
        cm_asm_fail(w->as, place, "the immediate is out of range, expected %lld to %lld",
                    (long long)low, (long long)high);
    return value;
}

/* ---- values ---------------------------------------------------------- */

const cm_expr *cm_line_const(cm_dotted *w, uint64_t value)
{
    return cm_asm_const(w->as, value);
}

const cm_expr *cm_line_op(cm_dotted *w, cm_op op, unsigned bits, const cm_expr *x, const cm_expr *y)
{
    return cm_asm_op(w->as, op, bits, x, y, NULL);
}

const cm_expr *cm_line_imm_op(cm_dotted *w, cm_op op, unsigned bits, uint64_t imm, const cm_expr *x)
{
    return cm_asm_op_imm(w->as, op, bits, imm, x);
}

const cm_expr *cm_line_plus(cm_dotted *w, const cm_expr *base, uint64_t offset)
{
    return offset == 0 ? base : cm_line_op(w, CM_OP_ADD, 64, base, cm_line_const(w, offset));
}

const cm_expr *cm_line_read(cm_dotted *w, int reg)
{
    return reg < 0 ? cm_line_const(w, 0) : cm_asm_reg(w->as, reg);
}

void cm_line_write(cm_dotted *w, int reg, const cm_expr *value)
{
    if (reg >= 0)
        cm_emit_assign(w->as, reg, value);
}

/* ---- code ------------------------------------------------------------ */

const char *cm_line_link(cm_dotted *w, int reg)
{
    const char *after =
        cm_arena_printf(cm_asm_arena(w->as), " after %u", (unsigned)w->place.offset);
    cm_line_write(w, reg, cm_asm_label_address(w->as, after, w->place));
    return after;
}

void cm_line_call(cm_dotted *w, int link, const cm_expr *address)
{
    int target = cm_asm_temporary(w->as);
    cm_emit_assign(w->as, target, address);
    const char *after = cm_line_link(w, link);
    cm_emit_branch_indirect(w->as, cm_asm_reg(w->as, target));
    cm_asm_label(w->as, after, w->place);
}

/* ---- exclusive accesses ------------------------------------------------ */

int cm_line_reservation(cm_dotted *w)
{
    return cm_asm_register(w->as, ".RES");
}

int cm_line_reserved_size(cm_dotted *w)
{
    return cm_asm_register(w->as, ".SIZE");
}

const cm_expr *cm_line_reserve(cm_dotted *w, const cm_expr *where, unsigned bytes)
{
    cm_emit_assign(w->as, cm_line_reservation(w), where);
    cm_emit_assign(w->as, cm_line_reserved_size(w), cm_line_const(w, bytes));
    return cm_asm_reg(w->as, cm_line_reservation(w));
}
