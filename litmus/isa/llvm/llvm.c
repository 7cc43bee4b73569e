/* The instruction set LLVM: what its table needs (llvm.isa). */
#include "litmus/isa/llvm/llvm.h"

static const cm_operand_kind operands[] = {{"r", cm_dotted_read_destination},
                                           {"v", cm_dotted_read_value},
                                           {"m", cm_dotted_read_address},
                                           {"label", cm_dotted_read_label},
                                           {NULL, NULL}};
const cm_table_set cm_llvm_rows = {.table = &cm_isa_table_llvm, .operands = operands};

void cm_llvm_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_dotted w = {.as = as, .lex = lex};
    cm_form_assemble(&w, &cm_llvm_rows);
}

const char *cm_llvm_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    int number = *name ? cm_dotted_register_number(name, 'r', CM_DOTTED_REGISTERS) : -1;
    if (number < 0)
        return NULL;
    if (bits)
        *bits = 32;
    return cm_arena_printf(arena, "r%d", number);
}

/* What a compiler makes of it does: models/mappings/. */
cm_native cm_llvm_native(cm_work *work, const cm_test *test, int thread,
                         const cm_native_style *style)
{
    (void)style;
    const cm_thread *t = &test->threads[thread];
    cm_place none = cm_test_place(test);
    cm_fail(work, t->instruction_count > 0 ? t->instructions[0].place : none,
            "no machine runs LLVM IR, expected a test of one that does (cmcm map translates)");
}
