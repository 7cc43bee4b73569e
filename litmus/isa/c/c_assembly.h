/* Inside of c_assembly.c and c_instructions.c: a statement of assembly, while it is read. */
#ifndef CM_LITMUS_ISA_C_C_ASSEMBLY_H
#define CM_LITMUS_ISA_C_C_ASSEMBLY_H

#include "litmus/isa/c/c_rows.h"

enum { CM_C_ASM_AARCH64, CM_C_ASM_X86, CM_C_ASM_RISCV, CM_C_ASM_PTX }; /* sets */
enum { CM_C_ASM_OPERANDS = 10, CM_C_ASM_TEXT = 2000 };

typedef struct cm_c_asm_operand {
    const char *symbol, *constraint; /* symbol NULL: it has none */
    const cm_c_node *node;
    cm_number_type type;  /* of the value; in memory: of the object */
    const cm_expr *value; /* before; in memory: the address. NULL: it has none before */
    const char *reg;      /* "9" of x9, w9 */
    bool in_memory, is_number;
    uint64_t number;
} cm_c_asm_operand;

typedef struct cm_c_assembly {
    cm_c *c;
    cm_place place;
    int set; /* of sets */
    cm_c_asm_operand operands[CM_C_ASM_OPERANDS];
    int count, outputs;
    bool is_volatile, clobbers_memory, did;
    char text[CM_C_ASM_TEXT]; /* as it is written, without escapes; then one instruction */
    size_t length;

    cm_work work; /* of the thread in which the text is read */
    cm_test test;
    cm_thread thread;
    const cm_expr **values; /* by its register; NULL: nobody has set it */
    int *of;                /* the operand whose value is in it still; -1: none */
    int *steps;             /* by its step: that of C */
    const char *lost; /* a register that the expression at hand reads and nobody set, or NULL */
} cm_c_assembly;

/* Fails at the statement. */
_Noreturn void cm_c_asm_refuse(cm_c_assembly *a, const char *why);
/* The format with that word in place of its `$`. */
const char *cm_c_asm_printed(cm_c_assembly *a, const char *format, const char *word);
/* The operand's register in the thread; -1: no instruction has it. */
int cm_c_asm_register(cm_c_assembly *a, const cm_c_asm_operand *o);
/* What the instructions of the thread do, as steps of C: c_instructions.c. */
void cm_c_asm_emit(cm_c_assembly *a);

#endif
