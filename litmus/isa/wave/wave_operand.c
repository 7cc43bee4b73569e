/* Qualifiers, registers and operands of WAVE instructions. */
#include "litmus/isa/wave/wave.h"

#include <string.h>

/* ---- qualifiers ------------------------------------------------------ */

int cm_wave_take(cm_wave *w, const cm_wave_word *words, int none)
{
    const char *first = NULL;
    int value = none;
    for (int i = 0; i < w->qualifier_count; i++) {
        cm_wave_qualifier *q = &w->qualifiers[i];
        const cm_wave_word *word = words;
        while (!q->used && word->word && strcmp(word->word, q->text) != 0)
            word++;
        if (q->used || !word->word)
            continue;
        if (first)
            cm_asm_fail(w->as, q->place, "`.%s` after `.%s`, expected only one of them", q->text,
                        first);
        first = q->text;
        q->used = true;
        value = word->value;
    }
    return value;
}

void cm_wave_all_used(cm_wave *w)
{
    for (int i = 0; i < w->qualifier_count; i++)
        if (!w->qualifiers[i].used)
            cm_asm_fail(w->as, w->qualifiers[i].place,
                        "unknown qualifier `.%s`, expected one that `%s` has",
                        w->qualifiers[i].text, w->opcode);
}

/* ---- registers ------------------------------------------------------- */

static bool parse_register(const char *name, bool *is_predicate, unsigned *number)
{
    size_t digits = strspn(name + 1, "0123456789");
    *is_predicate = *name == 'p' || *name == 'P';
    if ((!*is_predicate && *name != 'r' && *name != 'R') || digits == 0 || digits > 3 ||
        name[1 + digits] != '\0' || (name[1] == '0' && digits > 1))
        return false;
    *number = 0;
    for (size_t i = 1; i <= digits; i++)
        *number = 10 * *number + (unsigned)(name[i] - '0');
    return *number < (*is_predicate ? CM_WAVE_PREDICATES : CM_WAVE_REGISTERS);
}

const char *cm_wave_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    bool is_predicate;
    unsigned number;
    if (!*name || !parse_register(name, &is_predicate, &number))
        return NULL;
    if (bits)
        *bits = is_predicate ? 8 : 32;
    return cm_arena_printf(arena, "%c%u", is_predicate ? 'p' : 'r', number);
}

static bool at_register(const cm_wave *w, bool want_predicate)
{
    const cm_token *token = &w->lex->token;
    bool is_predicate;
    unsigned number;
    return token->kind == CM_TOKEN_NAME &&
           parse_register(cm_arena_text(cm_asm_arena(w->as), token->text, token->length),
                          &is_predicate, &number) &&
           is_predicate == want_predicate;
}

static int read_register(cm_wave *w, bool want_predicate)
{
    if (!at_register(w, want_predicate))
        cm_lexer_fail(w->lex, "expected %s, found %s",
                      want_predicate ? "a predicate p0 to p3" : "a register r0 to r255",
                      cm_lexer_describe(w->lex));
    const char *name = cm_lexer_name(w->lex, "a register");
    return cm_asm_register(w->as, cm_wave_register_name(cm_asm_arena(w->as), name, NULL));
}

int cm_wave_destination(cm_wave *w)
{
    return cm_lexer_accept(w->lex, "_") ? cm_asm_temporary(w->as) : read_register(w, false);
}

int cm_wave_predicate(cm_wave *w)
{
    return read_register(w, true);
}

const cm_expr *cm_wave_condition(cm_wave *w)
{
    bool negated = cm_lexer_accept(w->lex, "!");
    const cm_expr *value = cm_asm_reg(w->as, read_register(w, true));
    return negated ? cm_wave_op(w, CM_OP_EQ, 64, value, cm_asm_const(w->as, 0)) : value;
}

/* ---- values and addresses ---------------------------------------------- */

void cm_wave_comma(cm_wave *w)
{
    cm_lexer_expect(w->lex, ",");
}

static bool at_number(const cm_wave *w)
{
    return w->lex->token.kind == CM_TOKEN_NUMBER || cm_lexer_is(w->lex, "-") ||
           cm_lexer_is(w->lex, "+");
}

const cm_expr *cm_wave_value(cm_wave *w)
{
    if (!at_number(w))
        return cm_asm_reg(w->as, read_register(w, false));
    cm_place place = w->lex->token.place;
    uint64_t number = cm_lexer_integer(w->lex, "a number");
    if (number >> 32 != 0 && ~number >> 31 != 0)
        cm_asm_fail(w->as, place, "number does not fit in 32 bits, expected a smaller one");
    return cm_asm_const(w->as, number & UINT32_MAX);
}

const cm_expr *cm_wave_op(cm_wave *w, cm_op op, unsigned bits, const cm_expr *a, const cm_expr *b)
{
    return cm_asm_op(w->as, op, bits, a, b, NULL);
}

/* Addresses have 64 bits and registers 32: what is added to the name of a location is an
 * offset in bytes, as the published backends take it. */
static const cm_expr *offset_of(cm_wave *w)
{
    bool plus = cm_lexer_is(w->lex, "+");
    if (!plus && !cm_lexer_is(w->lex, "-"))
        return NULL;
    cm_lexer ahead = *w->lex;
    cm_lexer_advance(&ahead);
    if (plus && ahead.token.kind == CM_TOKEN_NAME) {
        cm_lexer_advance(w->lex);
        return cm_asm_reg(w->as, read_register(w, false));
    }
    if (plus)
        cm_lexer_advance(w->lex);
    return cm_asm_const(w->as, cm_lexer_integer(w->lex, "a number"));
}

const cm_expr *cm_wave_address(cm_wave *w, unsigned *width)
{
    cm_lexer_expect(w->lex, "[");
    if (w->lex->token.kind != CM_TOKEN_NAME || at_register(w, false) || at_register(w, true))
        cm_lexer_fail(w->lex, "expected a location, as in [x], [x+4] or [x+r1], found %s",
                      cm_lexer_describe(w->lex));
    const char *name = cm_lexer_name(w->lex, "a location");
    const cm_expr *address = cm_asm_const(w->as, cm_asm_symbol(w->as, name));
    *width = cm_asm_location_at(w->as, cm_asm_location(w->as, name))->width;
    const cm_expr *offset = offset_of(w);
    cm_lexer_expect(w->lex, "]");
    return offset ? cm_wave_op(w, CM_OP_ADD, 64, address, offset) : address;
}
