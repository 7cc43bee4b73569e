/* What is done with the rows of a table (litmus/isa/table/): an instruction is read by its row,
 * or refused; its meaning becomes steps; its spelling is printed; its weaker and stronger forms
 * are listed.
 */
#ifndef CM_LITMUS_ISA_FORM_H
#define CM_LITMUS_ISA_FORM_H

#include "litmus/isa/table_set.h"

/* The word of that modifier that the instruction has; NULL: none. */
const cm_table_word *cm_form_word(const cm_insn *insn, const cm_table_set *set,
                                  const char *modifier);
/* Reads the instruction, whose guard has been read, emits its steps and keeps its value. */
void cm_form_assemble(cm_dotted *w, const cm_table_set *set);
/* cm_isa.assemble, or by its rows. */
void cm_isa_assemble(const cm_isa *isa, cm_asm *as, cm_lexer *lex);
/* The same behind the opcode, which has been taken apart. */
void cm_form_finish(cm_dotted *w, const cm_table_set *set);
/* Has the table rows of that opcode? */
bool cm_form_has(const cm_isa_table *table, const char *opcode);

#endif
