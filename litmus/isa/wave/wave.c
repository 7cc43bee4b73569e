/* The instruction set WAVE: guard, opcode, qualifiers.
 *
 *      [@[!]p] opcode{.qualifier} operands
 *
 * Qualifiers may come in any order; every one must be understood by the opcode's handler. */
#include "litmus/isa/wave/wave.h"

static const cm_dotted_opcode *const tables[] = {cm_wave_memory_opcodes, cm_wave_alu_opcodes};
enum { TABLES = sizeof tables / sizeof *tables };

void cm_wave_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_dotted w = {.as = as, .lex = lex};
    if (cm_lexer_accept(lex, "@"))
        w.guard = cm_wave_condition(&w);
    cm_asm_set_guard(as, w.guard); /* an end lifts it: it is its condition */
    cm_dotted_assemble(&w, tables, TABLES);
    cm_asm_set_guard(as, NULL);
}

void cm_wave_each_mnemonic(cm_mnemonic_visit *visit, void *context)
{
    cm_dotted_each(tables, TABLES, visit, context);
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
