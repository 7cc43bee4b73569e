/* Values of 128 bits (PTX ISA, "ld", "st", "atom": .b128; "mov": packing of .b128). A register
 * holds one, rq0, as two halves that no condition names; in memory it is one access made of two of
 * 8 bytes (tag B128). Nothing computes with it: mov takes it apart. */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

enum { HALF = 64 };

static int half_of(cm_ptx *p, const char *name, int which)
{
    const char *half = cm_arena_printf(cm_asm_arena(p->as), ".%s.%s", name, which ? "hi" : "lo");
    return cm_asm_register(p->as, half);
}

static void read_wide(cm_ptx *p, int halves[2])
{
    unsigned bits = 0;
    cm_arena *arena = cm_asm_arena(p->as);
    const char *name = NULL;
    cm_place place = p->lex->token.place;
    if (p->lex->token.kind == CM_TOKEN_NAME)
        name = cm_ptx_register_name(
            arena, cm_arena_text(arena, p->lex->token.text, p->lex->token.length), &bits);
    if (!name || bits != CM_PTX_WIDE)
        cm_lexer_fail(p->lex, "expected a register of 128 bits such as rq0, found %s",
                      cm_lexer_describe(p->lex));
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

/* {rd0, rd1}: the low half first. */
static void read_halves(cm_ptx *p, bool written, cm_ptx_register to[2], const cm_expr *value[2])
{
    cm_dotted_open(p);
    for (int i = 0; i < 2; i++) {
        if (i == 1)
            cm_dotted_comma(p);
        if (written)
            to[i] = cm_ptx_destination(p);
        else
            value[i] = cm_ptx_value(p, HALF);
    }
    cm_dotted_close(p);
}

/* mov.b128 rq0, {rd0, rd1}, the other way round, or from one to another. */
void cm_ptx_wide_move(cm_ptx *p)
{
    cm_ptx_register to[2];
    const cm_expr *value[2];
    cm_ptx_all_used(p);
    bool unpacks = cm_lexer_is(p->lex, "{");
    if (unpacks)
        read_halves(p, true, to, NULL);
    else
        cm_ptx_wide_destination(p, to);
    cm_dotted_comma(p);
    if (!unpacks && cm_lexer_is(p->lex, "{"))
        read_halves(p, false, NULL, value);
    else
        cm_ptx_wide_value(p, value);
    int low = cm_asm_temporary(p->as); /* the first may be the second's source */
    cm_emit_assign(p->as, low, value[0]);
    cm_ptx_set(p, to[1], (cm_ptx_type){CM_PTX_BITS, HALF}, value[1]);
    cm_ptx_set(p, to[0], (cm_ptx_type){CM_PTX_BITS, HALF}, cm_asm_reg(p->as, low));
}
