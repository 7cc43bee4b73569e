/* The instruction set WAVE: guard, opcode, qualifiers.
 *
 *      [@[!]p] opcode{.qualifier} operands
 *
 * Qualifiers may come in any order; every one must be understood by the opcode's handler. */
#include "litmus/isa/wave/wave.h"

#include <string.h>

/* ---- opcode and qualifiers ------------------------------------------- */

static void add_qualifier(cm_wave *w, const char *text, size_t length, cm_place place)
{
    if (w->qualifier_count == CM_WAVE_QUALIFIERS)
        cm_asm_fail(w->as, place, "too many qualifiers, expected at most %d", CM_WAVE_QUALIFIERS);
    if (length == 0)
        cm_asm_fail(w->as, place, "empty qualifier, expected a name after the dot");
    w->qualifiers[w->qualifier_count++] =
        (cm_wave_qualifier){cm_arena_text(cm_asm_arena(w->as), text, length), place, false};
}

static void read_opcode(cm_wave *w)
{
    cm_place whole = w->lex->token.place;
    const char *text = cm_lexer_name(w->lex, "an instruction");
    size_t at = strcspn(text, ".");
    w->place = (cm_place){whole.source, whole.offset, (uint32_t)at};
    w->opcode = cm_arena_text(cm_asm_arena(w->as), text, at);
    while (text[at] == '.') {
        size_t length = strcspn(text + at + 1, ".");
        cm_place place = {whole.source, whole.offset + (uint32_t)at, (uint32_t)length + 1};
        add_qualifier(w, text + at + 1, length, place);
        at += 1 + length;
    }
}

static const cm_wave_opcode *const tables[] = {cm_wave_memory_opcodes, cm_wave_alu_opcodes};
enum { TABLES = sizeof tables / sizeof *tables };

static const cm_wave_opcode *find_opcode(const char *name)
{
    for (size_t t = 0; t < TABLES; t++)
        for (const cm_wave_opcode *row = tables[t]; row->name; row++)
            if (strcmp(row->name, name) == 0)
                return row;
    return NULL;
}

/* ---- the set --------------------------------------------------------- */

void cm_wave_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_wave w = {.as = as, .lex = lex};
    if (cm_lexer_accept(lex, "@"))
        w.guard = cm_wave_condition(&w);
    read_opcode(&w);
    const cm_wave_opcode *opcode = find_opcode(w.opcode);
    if (!opcode)
        cm_asm_fail(as, w.place, "unknown instruction `%s`, expected one of WAVE", w.opcode);
    cm_asm_set_guard(as, w.guard); /* an end lifts it: it is its condition */
    opcode->handler(&w, opcode->detail);
    cm_asm_set_guard(as, NULL);
}

void cm_wave_each_mnemonic(cm_mnemonic_visit *visit, void *context)
{
    for (size_t t = 0; t < TABLES; t++)
        for (const cm_wave_opcode *row = tables[t]; row->name; row++)
            visit(context, row->name);
}

/* No machine runs it: its programs are translated (models/mappings/). */
cm_native cm_wave_native(cm_work *work, const cm_test *test, int thread,
                         const cm_native_style *style)
{
    (void)style;
    const cm_thread *t = &test->threads[thread];
    cm_place none = {test->source, 0, 0};
    cm_fail(work, t->instruction_count > 0 ? t->instructions[0].place : none,
            "no machine runs WAVE, expected a test of one that does (cmcm map translates)");
}
