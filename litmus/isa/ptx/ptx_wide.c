/* Values of 128 bits (PTX ISA, "ld", "st", "atom": .b128; "mov": packing of .b128). A register
 * holds one, rq0, as two halves that no condition names; in memory it is one access made of two of
 * 8 bytes (tag B128). Nothing computes with it: mov takes it apart. */
#include "litmus/isa/ptx/ptx_access.h"

#include <string.h>

enum { HALF = 64 };

static int half_of(cm_ptx *p, const char *name, int which)
{
    const char *half = cm_arena_printf(cm_asm_arena(p->as), ".%s.%s", name, which ? "hi" : "lo");
    return cm_asm_register(p->as, half);
}

int cm_ptx_half(cm_ptx *p, const cm_insn_operand *o, int which)
{
    return o->kind == CM_INSN_REGISTER ? half_of(p, o->name, which)
           : which == 0                ? o->index
                                       : cm_asm_temporary(p->as);
}

static void read_wide(cm_ptx *p, int halves[2])
{
    unsigned bits = 0;
    const char *name = NULL;
    cm_place place = p->lex->token.place;
    if (p->lex->token.kind == CM_TOKEN_NAME)
        name = cm_ptx_register_name(cm_asm_arena(p->as), cm_dotted_word(p), &bits);
    if (!name || bits != CM_PTX_WIDE)
        cm_lexer_lacks(p->lex, "a register of 128 bits such as rq0");
    cm_lexer_advance(p->lex);
    cm_dotted_note(p, (cm_insn_operand){CM_INSN_REGISTER, -1, name, .place = place});
    for (int i = 0; i < 2; i++)
        halves[i] = half_of(p, name, i);
}

void cm_ptx_wide_destination(cm_ptx *p, cm_ptx_register to[2])
{
    cm_place place = p->lex->token.place;
    int halves[2];
    if (strcmp(p->opcode, "atom") == 0 && cm_lexer_accept(p->lex, "_")) {
        halves[0] = cm_asm_temporary(p->as), halves[1] = cm_asm_temporary(p->as);
        cm_dotted_note(p, (cm_insn_operand){CM_INSN_SINK, halves[0], .place = place});
    } else {
        read_wide(p, halves);
    }
    for (int i = 0; i < 2; i++)
        to[i] = (cm_ptx_register){.index = halves[i], .bits = HALF, .place = place};
}

void cm_ptx_wide_value(cm_ptx *p, const cm_expr *value[2])
{
    int halves[2];
    read_wide(p, halves);
    for (int i = 0; i < 2; i++)
        value[i] = cm_asm_reg(p->as, halves[i]);
}

/* A register, or {rd0, rd1}: the low half first. */
void cm_ptx_read_wide(cm_ptx *p, unsigned bits)
{
    int halves[2];
    (void)bits;
    if (!cm_lexer_is(p->lex, "{")) {
        read_wide(p, halves);
        return;
    }
    cm_dotted_open(p);
    cm_ptx_check_width(p, cm_ptx_destination(p), HALF);
    cm_dotted_comma(p);
    cm_ptx_check_width(p, cm_ptx_destination(p), HALF);
    cm_dotted_close(p);
}

void cm_ptx_read_wide_source(cm_ptx *p, unsigned bits)
{
    const cm_expr *values[2];
    (void)bits;
    if (cm_lexer_is(p->lex, "{") && !p->operands[0].list)
        cm_ptx_read_values(p, false, 2, HALF, values);
    else
        cm_ptx_wide_value(p, values);
}

/* mov.b128 rq0, {rd0, rd1}, the other way round, or from one to another. */
void cm_ptx_wide_move(cm_ptx *p)
{
    const cm_insn_operand *to = p->operands, *from = to + (to->list ? 2 : 1);
    const cm_expr *value[2];
    for (int i = 0; i < 2; i++)
        value[i] = from[i].kind == CM_INSN_NUMBER && from->list
                       ? cm_ptx_const(p, from[i].number)
                       : cm_asm_reg(p->as, from->list ? from[i].index : half_of(p, from->name, i));
    int low = cm_asm_temporary(p->as); /* the first may be the second's source */
    cm_emit_assign(p->as, low, value[0]);
    cm_emit_assign(p->as, to->list ? to[1].index : half_of(p, to->name, 1), value[1]);
    cm_emit_assign(p->as, to->list ? to[0].index : half_of(p, to->name, 0), cm_asm_reg(p->as, low));
}
