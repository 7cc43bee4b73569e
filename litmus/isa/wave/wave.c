/* The instruction set WAVE: guards, and what its table needs (wave.isa).
 *
 *      [@[!]p] opcode{.qualifier} operands
 */
#include "litmus/isa/wave/wave.h"

static const cm_operand_kind operands[] = {
    {"r", cm_dotted_read_destination}, {"v", cm_dotted_read_value}, {"m", cm_dotted_read_address},
    {"p", cm_wave_predicate},          {"c", cm_wave_condition},    {NULL, NULL}};
const cm_table_set cm_wave_rows = {.table = &cm_isa_table_wave, .operands = operands};

void cm_wave_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_dotted w = {.as = as, .lex = lex};
    if (cm_lexer_accept(lex, "@")) {
        cm_wave_condition(&w, 0);
        w.guard = cm_asm_reg(as, w.insn.guard->index);
        if (w.insn.guard->negated)
            w.guard = cm_dotted_op(&w, CM_OP_EQ, 64, w.guard, cm_asm_const(as, 0));
    }
    cm_asm_set_guard(as, w.guard);
    cm_form_assemble(&w, &cm_wave_rows);
    cm_asm_set_guard(as, NULL);
}
