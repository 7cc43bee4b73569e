/* One instruction being read: what sets whose mnemonics are rows share. */
#include "litmus/isa/line.h"

#include "litmus/isa/asm.h"

#include <strings.h>

const cm_row *cm_row_find(const cm_row_table *const *tables, const char *name)
{
    for (; *tables; tables++)
        for (size_t i = 0; i < (*tables)->count; i++)
            if (strcasecmp(name, (*tables)->rows[i].name) == 0)
                return &(*tables)->rows[i];
    return NULL;
}

void cm_row_each(const cm_row_table *const *tables, cm_mnemonic_visit *visit, void *context)
{
    for (; *tables; tables++)
        for (size_t i = 0; i < (*tables)->count; i++)
            visit(context, (*tables)->rows[i].name);
}

void cm_line_nothing(cm_line *a, const cm_row *row)
{
    (void)a;
    (void)row;
}

/* ---- operands -------------------------------------------------------- */

void cm_line_comma(cm_line *a)
{
    cm_lexer_expect(a->lex, ",");
}

const char *cm_line_word(const cm_line *a)
{
    const cm_token *token = &a->lex->token;
    return cm_arena_text(cm_asm_arena(a->as), token->text, token->length);
}

int64_t cm_line_number(cm_line *a, const char *mark, int64_t low, int64_t high)
{
    cm_place place = a->lex->token.place;
    if (mark)
        cm_lexer_accept(a->lex, mark);
    int64_t value = (int64_t)cm_lexer_integer(a->lex, "an immediate number");
    if (value < low || value > high)
        cm_asm_fail(a->as, place, "immediate is out of range, expected %lld to %lld",
                    (long long)low, (long long)high);
    return value;
}

/* ---- values ---------------------------------------------------------- */

const cm_expr *cm_line_const(cm_line *a, uint64_t value)
{
    return cm_asm_const(a->as, value);
}

const cm_expr *cm_line_op(cm_line *a, cm_op op, unsigned bits, const cm_expr *x, const cm_expr *y)
{
    return cm_asm_op(a->as, op, bits, x, y, NULL);
}

const cm_expr *cm_line_imm_op(cm_line *a, cm_op op, unsigned bits, uint64_t imm, const cm_expr *x)
{
    return cm_asm_op_imm(a->as, op, bits, imm, x);
}

const cm_expr *cm_line_plus(cm_line *a, const cm_expr *base, uint64_t offset)
{
    return offset == 0 ? base : cm_line_op(a, CM_OP_ADD, 64, base, cm_line_const(a, offset));
}

const cm_expr *cm_line_read(cm_line *a, int reg)
{
    return reg < 0 ? cm_line_const(a, 0) : cm_asm_reg(a->as, reg);
}

void cm_line_write(cm_line *a, int reg, const cm_expr *value)
{
    if (reg >= 0)
        cm_emit_assign(a->as, reg, value);
}

/* ---- code ------------------------------------------------------------ */

const char *cm_line_link(cm_line *a, int reg)
{
    const char *after =
        cm_arena_printf(cm_asm_arena(a->as), " after %u", (unsigned)a->place.offset);
    cm_line_write(a, reg, cm_asm_label_address(a->as, after, a->place));
    return after;
}

void cm_line_call(cm_line *a, int link, const cm_expr *address)
{
    int target = cm_asm_temporary(a->as);
    cm_emit_assign(a->as, target, address);
    const char *after = cm_line_link(a, link);
    cm_emit_branch_indirect(a->as, cm_asm_reg(a->as, target));
    cm_asm_label(a->as, after, a->place);
}

const cm_expr *cm_line_symbol(cm_line *a, const char *what, bool *is_location)
{
    cm_place place = a->lex->token.place;
    const char *name = cm_lexer_name(a->lex, what);
    int location = cm_asm_location(a->as, name);
    *is_location = location >= 0;
    return *is_location ? cm_line_const(a, cm_asm_location_at(a->as, location)->address)
                        : cm_asm_label_address(a->as, name, place);
}

/* ---- exclusive accesses ------------------------------------------------ */

int cm_line_reservation(cm_line *a)
{
    return cm_asm_register(a->as, ".RES");
}

int cm_line_reserved_size(cm_line *a)
{
    return cm_asm_register(a->as, ".SIZE");
}

const cm_expr *cm_line_reserve(cm_line *a, const cm_expr *where, unsigned bytes)
{
    cm_emit_assign(a->as, cm_line_reservation(a), where);
    cm_emit_assign(a->as, cm_line_reserved_size(a), cm_line_const(a, bytes));
    return cm_asm_reg(a->as, cm_line_reservation(a));
}
