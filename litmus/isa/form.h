/* What is done with the rows of a table (litmus/isa/table/): an instruction is read by its row,
 * or refused; its meaning becomes steps; its spelling is printed; its weaker and stronger forms
 * are listed.
 */
#ifndef CM_LITMUS_ISA_FORM_H
#define CM_LITMUS_ISA_FORM_H

#include "litmus/isa/dotted.h"
#include "litmus/isa/table/table.h"

/* Reads one operand, of so many bits (0: as the kind has it), and notes it (cm_dotted_note). */
typedef struct cm_operand_kind {
    const char *name;
    void (*read)(cm_dotted *w, unsigned bits);
} cm_operand_kind;

/* What no row can say: `do NAME`. The operands have been read. */
typedef struct cm_form_action {
    const char *name;
    void (*act)(cm_dotted *w);
} cm_form_action;

/* A table and what its instruction set adds; the lists end with a name of NULL. */
typedef struct cm_table_set {
    const cm_isa_table *table;
    const cm_operand_kind *operands;
    const cm_form_action *actions; /* or NULL */
    /* The opcode as rows have it, of one as it is written; NULL: the same. */
    const char *(*plain)(cm_arena *arena, const char *opcode);
    /* Of a register, or a location that is no address, so many bits (as a power of two) from a bit
     * on; both NULL: it is one register of the thread, from 0 on. */
    const cm_expr *(*read)(cm_dotted *w, const cm_insn_operand *o, unsigned from, unsigned bits);
    void (*write)(cm_dotted *w, const cm_insn_operand *o, unsigned from, unsigned bits,
                  const cm_expr *value);
    /* The tags of an event, with what the thread's place adds to them; NULL: nothing. */
    const char *const *(*tags)(cm_dotted *w, const char *const *tags);
} cm_table_set;

/* Reads the instruction, whose guard has been read, emits its steps and keeps its value. */
void cm_form_assemble(cm_dotted *w, const cm_table_set *set);

#endif
