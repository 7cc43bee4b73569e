/* The instruction set LLVM: the way to each instruction. */
#include "litmus/isa/llvm/llvm.h"

static const cm_dotted_opcode *const tables[] = {cm_llvm_memory_opcodes, cm_llvm_alu_opcodes};
enum { TABLES = sizeof tables / sizeof *tables };

void cm_llvm_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_dotted w = {.as = as, .lex = lex};
    cm_dotted_assemble(&w, tables, TABLES);
}

void cm_llvm_each_mnemonic(cm_mnemonic_visit *visit, void *context)
{
    cm_dotted_each(tables, TABLES, visit, context);
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
    cm_place none = {test->source, 0, 0};
    cm_fail(work, t->instruction_count > 0 ? t->instructions[0].place : none,
            "no machine runs LLVM IR, expected a test of one that does (cmcm map translates)");
}
