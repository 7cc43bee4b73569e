/* Opcodes with qualifiers behind dots, and their operands. */
#include "litmus/isa/dotted.h"

#include <string.h>

/* ---- opcode and qualifiers ------------------------------------------- */

static void add_qualifier(cm_dotted *w, const char *text, size_t length, cm_place place)
{
    if (w->qualifier_count == CM_DOTTED_QUALIFIERS)
        cm_asm_fail(w->as, place, "there are too many qualifiers, expected at most %d",
                    CM_DOTTED_QUALIFIERS);
    if (length == 0)
        cm_asm_fail(w->as, place, "the qualifier is empty, expected a name after the dot");
    w->qualifiers[w->qualifier_count++] = (cm_dotted_qualifier){
        .text = cm_arena_text(cm_asm_arena(w->as), text, length), .place = place};
}

void cm_dotted_take_apart(cm_dotted *w, const char *text, cm_place whole)
{
    size_t first = *text == '.' ? 1 : 0, at = first + strcspn(text + first, ".");
    w->place = (cm_place){whole.source, whole.offset, (uint32_t)at};
    w->opcode = cm_arena_text(cm_asm_arena(w->as), text, at);
    while (text[at] == '.') {
        size_t length = strcspn(text + at + 1, ".");
        cm_place place = {whole.source, whole.offset + (uint32_t)at, (uint32_t)length + 1};
        add_qualifier(w, text + at + 1, length, place);
        at += 1 + length;
    }
}

void cm_dotted_name(cm_dotted *w, const char *opcode, cm_place place)
{
    w->opcode = opcode;
    w->place = place;
}

/* ---- the instruction as a value ---------------------------------------- */

void cm_dotted_note(cm_dotted *w, cm_insn_operand operand)
{
    if (!w->opcode) {
        cm_insn_operand *guard = CM_NEW(cm_asm_arena(w->as), cm_insn_operand);
        *guard = operand;
        w->insn.guard = guard;
        return;
    }
    if (w->insn.operand_count == CM_DOTTED_OPERANDS)
        cm_asm_fail(w->as, operand.place, "there are too many operands, expected at most %d",
                    CM_DOTTED_OPERANDS);
    operand.list = w->list;
    w->operands[w->insn.operand_count++] = operand;
}

void cm_dotted_open(cm_dotted *w)
{
    cm_lexer_expect(w->lex, "{");
    w->list = ++w->lists;
}

void cm_dotted_close(cm_dotted *w)
{
    cm_lexer_expect(w->lex, "}");
    w->list = 0;
}

void cm_dotted_keep(cm_dotted *w)
{
    cm_arena *arena = cm_asm_arena(w->as);
    cm_insn *insn = CM_NEW(arena, cm_insn);
    cm_insn_word *words = CM_NEW_ARRAY(arena, (size_t)w->qualifier_count, cm_insn_word);
    for (int i = 0; i < w->qualifier_count; i++)
        words[i] =
            (cm_insn_word){w->qualifiers[i].text, w->qualifiers[i].behind, w->qualifiers[i].place};
    *insn = w->insn;
    insn->opcode = w->opcode;
    insn->place = w->place;
    insn->words = words;
    insn->word_count = w->qualifier_count;
    size_t count = (size_t)w->insn.operand_count;
    insn->operands = cm_arena_grow(arena, w->operands, count, count, sizeof *w->operands);
    cm_asm_keep(w->as, insn);
}

/* ---- registers ------------------------------------------------------- */

int cm_dotted_register_number(const char *name, char letter, int limit)
{
    size_t digits = strspn(name + 1, "0123456789");
    if ((*name != letter && *name != letter - 'a' + 'A') || digits == 0 || digits > 3 ||
        name[1 + digits] != '\0' || (name[1] == '0' && digits > 1))
        return -1;
    int number = 0;
    for (size_t i = 1; i <= digits; i++)
        number = 10 * number + (name[i] - '0');
    return number < limit ? number : -1;
}

const char *cm_dotted_word(const cm_dotted *w)
{
    return cm_arena_text(cm_asm_arena(w->as), w->lex->token.text, w->lex->token.length);
}

static int number_here(const cm_dotted *w)
{
    if (w->lex->token.kind != CM_TOKEN_NAME)
        return -1;
    return cm_dotted_register_number(cm_dotted_word(w), 'r', CM_DOTTED_REGISTERS);
}

/* A register; whoever reads it says what it is an operand of. */
static cm_insn_operand register_here(cm_dotted *w)
{
    int number = number_here(w);
    if (number < 0)
        cm_lexer_lacks(w->lex, "a register r0 to r255");
    const char *name = cm_arena_printf(cm_asm_arena(w->as), "r%d", number);
    cm_insn_operand operand = {.kind = CM_INSN_REGISTER,
                               .name = name,
                               .index = cm_asm_register(w->as, name),
                               .place = w->lex->token.place};
    cm_lexer_advance(w->lex);
    return operand;
}

void cm_dotted_read_destination(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    (void)bits;
    if (cm_lexer_accept(w->lex, "_"))
        cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_SINK,
                                            .index = cm_asm_temporary(w->as),
                                            .place = place});
    else
        cm_dotted_note(w, register_here(w));
}

/* ---- values and addresses ---------------------------------------------- */

void cm_dotted_comma(cm_dotted *w)
{
    cm_lexer_expect(w->lex, ",");
}

static bool at_number(const cm_dotted *w)
{
    return w->lex->token.kind == CM_TOKEN_NUMBER || cm_lexer_is(w->lex, "-") ||
           cm_lexer_is(w->lex, "+");
}

void cm_dotted_read_value(cm_dotted *w, unsigned bits)
{
    (void)bits;
    if (!at_number(w)) {
        cm_dotted_note(w, register_here(w));
        return;
    }
    cm_place place = w->lex->token.place;
    uint64_t number = cm_lexer_integer(w->lex, "a number");
    if (number >> 32 != 0 && ~number >> 31 != 0)
        cm_asm_fail(w->as, place, "the number does not fit in 32 bits, expected a smaller one");
    /* What it means has 32 bits; a negative one is printed as it is written. */
    const char *name =
        number >> 32 ? cm_arena_printf(cm_asm_arena(w->as), "%lld", (long long)number) : NULL;
    cm_dotted_note(w, (cm_insn_operand){CM_INSN_NUMBER, .number = number & UINT32_MAX, .name = name,
                                        .place = place});
}

void cm_dotted_read_label(cm_dotted *w, unsigned bits)
{
    cm_insn_operand label = {.kind = CM_INSN_LABEL, .place = w->lex->token.place};
    (void)bits;
    label.name = cm_lexer_name(w->lex, "a label");
    cm_dotted_note(w, label);
}

const cm_expr *cm_dotted_op(cm_dotted *w, cm_op op, unsigned bits, const cm_expr *a,
                            const cm_expr *b)
{
    return cm_asm_op(w->as, op, bits, a, b, NULL);
}

/* Addresses have 64 bits and registers 32: what is added to the name of a location is an
 * offset in bytes. */
static void read_offset(cm_dotted *w, cm_insn_operand *address)
{
    bool plus = cm_lexer_is(w->lex, "+");
    if (!plus && !cm_lexer_is(w->lex, "-"))
        return;
    cm_lexer ahead = *w->lex;
    cm_lexer_advance(&ahead);
    if (plus)
        cm_lexer_advance(w->lex);
    if (plus && ahead.token.kind == CM_TOKEN_NAME)
        address->added = register_here(w).name;
    else
        address->number = cm_lexer_integer(w->lex, "a number");
}

/* A register of any kind that the set has. */
static bool names_register(const cm_dotted *w)
{
    const cm_thread *thread = &cm_asm_test(w->as)->threads[cm_asm_thread(w->as)];
    const char *name = cm_dotted_word(w);
    return cm_isa_for(thread->arch)->register_name(cm_asm_arena(w->as), name, NULL) != NULL;
}

void cm_dotted_read_address(cm_dotted *w, unsigned bits)
{
    (void)bits;
    cm_lexer_expect(w->lex, "[");
    if (w->lex->token.kind != CM_TOKEN_NAME || names_register(w))
        cm_lexer_lacks(w->lex, "a location, as in [x], [x+4] or [x+r1]");
    cm_insn_operand operand = {
        .kind = CM_INSN_LOCATION, .is_address = true, .place = w->lex->token.place};
    operand.name = cm_lexer_name(w->lex, "a location");
    cm_asm_symbol(w->as, operand.name);
    operand.index = cm_asm_location(w->as, operand.name);
    read_offset(w, &operand);
    cm_lexer_expect(w->lex, "]");
    cm_dotted_note(w, operand);
}

const char *cm_dotted_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    int number = *name ? cm_dotted_register_number(name, 'r', CM_DOTTED_REGISTERS) : -1;
    if (number < 0)
        return NULL;
    if (bits)
        *bits = 32;
    return cm_arena_printf(arena, "r%d", number);
}
