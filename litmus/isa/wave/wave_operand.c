/* Registers of WAVE: general ones, and predicates. */
#include "litmus/isa/wave/wave.h"

const char *cm_wave_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    if (!*name)
        return NULL;
    int general = cm_dotted_register_number(name, 'r', CM_DOTTED_REGISTERS);
    int number = general >= 0 ? general : cm_dotted_register_number(name, 'p', CM_WAVE_PREDICATES);
    if (number < 0)
        return NULL;
    if (bits)
        *bits = general >= 0 ? 32 : 8;
    return cm_arena_printf(arena, "%c%d", general >= 0 ? 'r' : 'p', number);
}

static void read_predicate(cm_dotted *w, bool negated)
{
    const cm_token *token = &w->lex->token;
    int number = token->kind != CM_TOKEN_NAME
                     ? -1
                     : cm_dotted_register_number(cm_dotted_word(w), 'p', CM_WAVE_PREDICATES);
    if (number < 0)
        cm_lexer_lacks(w->lex, "a predicate p0 to p3");
    cm_insn_operand operand = {.kind = CM_INSN_REGISTER,
                               .name = cm_arena_printf(cm_asm_arena(w->as), "p%d", number),
                               .negated = negated,
                               .place = token->place};
    operand.index = cm_asm_register(w->as, operand.name);
    cm_dotted_note(w, operand);
    cm_lexer_advance(w->lex);
}

void cm_wave_predicate(cm_dotted *w, unsigned bits)
{
    (void)bits;
    read_predicate(w, false);
}

void cm_wave_condition(cm_dotted *w, unsigned bits)
{
    (void)bits;
    read_predicate(w, cm_lexer_accept(w->lex, "!"));
}
