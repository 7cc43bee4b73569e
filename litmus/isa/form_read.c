/* The text of an instruction, read by its row: spelling and operands. */
#include "litmus/isa/spelled.h"

#include <string.h>

/* ---- spelling ------------------------------------------------------------------- */

/* As many as commas outside of brackets say. */
static int count_operands(const cm_dotted *w)
{
    cm_lexer ahead = *w->lex;
    int count = !cm_lexer_at_end(&ahead), depth = 0;
    for (; !cm_lexer_at_end(&ahead); cm_lexer_advance(&ahead)) {
        const char *sign = ahead.token.length == 1 ? ahead.token.text : " ";
        depth += (*sign == '[' || *sign == '{' || *sign == '(') -
                 (*sign == ']' || *sign == '}' || *sign == ')');
        count += depth == 0 && cm_lexer_is(&ahead, ",");
    }
    return count;
}

/* `sc0`, or `sc0=1`, as documents of machines have it; false: `sc0=0`, which says nothing. */
static bool read_word_behind(cm_dotted *w, cm_lexer *lex)
{
    cm_lexer_advance(lex);
    if (!cm_lexer_accept(lex, "="))
        return true;
    cm_place place = lex->token.place;
    uint64_t value = cm_lexer_integer(lex, "0 or 1");
    if (value > 1)
        cm_asm_fail(w->as, place, "a bit is out of range, expected 0 or 1");
    return value == 1;
}

/* Words that stand behind the operands, and so behind no comma: they count as qualifiers. */
static void find_words_behind(cm_dotted *w, const cm_isa_table *table, const char *opcode)
{
    cm_lexer ahead = *w->lex;
    bool inside = false; /* of an operand */
    while (!cm_lexer_at_end(&ahead)) {
        cm_dotted_qualifier word = {.place = ahead.token.place, .behind = true};
        word.text = inside ? NULL : cm_spelled_behind_some(table, opcode, &ahead);
        inside = cm_lexer_is(&ahead, ",") || cm_lexer_is(&ahead, ":") || cm_lexer_is(&ahead, "+");
        if (!word.text) {
            cm_lexer_advance(&ahead);
        } else if (read_word_behind(w, &ahead)) {
            if (w->qualifier_count == CM_DOTTED_QUALIFIERS)
                cm_asm_fail(w->as, word.place, "there are too many words, expected at most %d",
                            CM_DOTTED_QUALIFIERS);
            w->qualifiers[w->qualifier_count++] = word;
        }
    }
}

/* How well a row fits so many operands: 2 if it has as many, 1 if more, since some are missing. */
static int fit_of(const cm_isa_form *form, int operands)
{
    int arity = cm_spelled_arity(form);
    return arity == operands ? 2 : arity > operands;
}

/* The row, with its words, of a table whose words follow the opcode at once. False: none. */
static bool read_joined(cm_dotted *w, const cm_isa_table *table, cm_spelled *s)
{
    const char *name = w->opcode;
    int most = -1, operands = -1;
    const unsigned own = cm_table_start(name);
    cm_spelled other;
    for (int i = 0; i < table->form_count; i++) {
        unsigned start = table->forms[i].start, differs = start ^ own;
        if ((start > UINT8_MAX ? differs : differs & UINT8_MAX) ||
            !cm_spelled_joined(table, &table->forms[i], name, &other))
            continue;
        if (most >= 0 && operands < 0) { /* rows that differ in their operands */
            operands = count_operands(w);
            most = fit_of(s->form, operands);
        }
        int fit = operands >= 0 ? fit_of(other.form, operands) : 0;
        if (fit > most) {
            most = fit;
            *s = other;
        }
    }
    if (most >= 0)
        w->opcode = cm_spelled_name(cm_asm_arena(w->as), table, s);
    return most >= 0;
}

bool cm_form_read_spelling(cm_dotted *w, const cm_table_set *set, cm_spelled *s)
{
    const cm_isa_table *table = set->table;
    if (table->joined)
        return read_joined(w, table, s);
    const char *words[CM_DOTTED_QUALIFIERS];
    const char *opcode = set->plain ? set->plain(cm_asm_arena(w->as), w->opcode) : w->opcode;
    find_words_behind(w, table, opcode);
    for (int i = 0; i < w->qualifier_count; i++)
        words[i] = w->qualifiers[i].text;
    if (!cm_spelled_row(table, opcode, words, w->qualifier_count, count_operands(w), s))
        cm_asm_unknown(w->as, w->place, w->opcode);
    cm_spelled again = cm_spelled_of(s->form);
    cm_spelled_choose_alias(table, &again, cm_spelled_alias(table, opcode));
    for (int i = 0, modifier; i < w->qualifier_count; i++)
        if (!cm_spelled_choose(table, &again, words[i], &modifier)) {
            if (set->blame)
                set->blame(w, &w->qualifiers[i]);
            cm_spelled_refuse(w, table, &again, &w->qualifiers[i], modifier);
        }
    cm_spelled_check(w, set, s);
    return true;
}

/* ---- operands ------------------------------------------------------------------- */

static void expect_punctuation(cm_dotted *w, const char *tokens)
{
    while (tokens && *tokens) {
        size_t length = strcspn(tokens, " ");
        cm_lexer_expect(w->lex, cm_arena_text(cm_asm_arena(w->as), tokens, length));
        tokens += length + (tokens[length] == ' ');
    }
}

static void read_operand(cm_dotted *w, const cm_table_set *set, const cm_spelled *s, int index)
{
    const cm_form_operand *o = &s->form->operands[index];
    const cm_operand_kind *kind = set->operands;
    while (strcmp(kind->name, o->kind) != 0)
        kind++;
    expect_punctuation(w, o->before);
    if (o->optional)
        cm_lexer_expect(w->lex, ":");
    /* Where names of registers say it, the first is as wide as those of which no row says it. */
    unsigned bits = cm_spelled_bits(set->table, s, index);
    for (int i = 0; set->table->named && bits == 0 && i < index; i++)
        bits = cm_spelled_bits(set->table, s, i) == 0 ? w->operands[w->starts[i]].bits : 0;
    int first = w->insn.operand_count;
    kind->read(w, bits);
    w->operands[first].is_base = strcmp(o->before, "(") == 0;
    for (int i = first; i < w->insn.operand_count; i++) /* several are a list */
        w->operands[i].bits = w->operands[i].bits ? w->operands[i].bits : bits;
}

/* The optional operand whose word is at hand, or -1. */
static int find_optional(const cm_dotted *w, const cm_isa_form *form)
{
    for (int i = 0; i < form->operand_count; i++)
        if (form->operands[i].optional && cm_lexer_is(w->lex, form->operands[i].before))
            return i;
    return -1;
}

/* What stands behind the operands, in any order: operands that may be left out, from that one of
 * the row on, and words, which have been chosen already. */
static void read_behind(cm_dotted *w, const cm_table_set *set, const cm_spelled *s, int from)
{
    const cm_isa_form *form = s->form;
    uint32_t seen = 0;
    for (int i = from; i < form->operand_count; i++) {
        w->starts[i] = (uint8_t)w->insn.operand_count;
        cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_NUMBER,
                                            .keyword = form->operands[i].before,
                                            .place = w->lex->token.place});
    }
    const int all = w->insn.operand_count;
    while (cm_spelled_goes_on(form) && !cm_lexer_at_end(w->lex)) {
        int modifier, optional = find_optional(w, form);
        if (optional >= 0) {
            int at = w->insn.operand_count = w->starts[optional];
            read_operand(w, set, s, optional);
            w->operands[at].keyword = form->operands[optional].before;
            w->insn.operand_count = all;
        } else if (!cm_spelled_behind(set->table, form, w->lex, &modifier)) {
            cm_spelled_refuse_behind(w, set->table, form);
        } else {
            if (seen >> modifier & 1)
                cm_asm_fail(w->as, w->lex->token.place, "%s is given twice, expected once",
                            cm_lexer_describe(w->lex));
            seen |= 1u << modifier;
            read_word_behind(w, w->lex);
        }
    }
}

void cm_form_read_operands(cm_dotted *w, const cm_table_set *set, const cm_spelled *s)
{
    const cm_isa_form *form = s->form;
    int i = 0;
    for (; i < form->operand_count && !form->operands[i].optional; i++) {
        int only_with = form->operands[i].only_with;
        w->starts[i] = (uint8_t)w->insn.operand_count;
        if (only_with < 0 || s->chosen[only_with])
            read_operand(w, set, s, i);
    }
    expect_punctuation(w, form->after);
    read_behind(w, set, s, i);
    w->starts[form->operand_count] = (uint8_t)w->insn.operand_count;
}
