/* The RISC-V instruction set: registers and the way to each instruction. */
#include "litmus/isa/riscv/riscv.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- registers ------------------------------------------------------- */

/* By number (RISC-V ABIs Specification, "Integer Register Convention"). */
static const char *const abi_names[32] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                          "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                          "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                          "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

bool cm_rv_register(const char *name, unsigned *number)
{
    for (unsigned i = 0; i < 32; i++) {
        char canonical[8];
        snprintf(canonical, sizeof canonical, "x%u", i);
        *number = i;
        if (strcasecmp(name, canonical) == 0 || strcasecmp(name, abi_names[i]) == 0)
            return true;
    }
    *number = 8;
    return strcasecmp(name, "fp") == 0;
}

const char *cm_rv_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    unsigned number;
    if (!cm_rv_register(name, &number) || number == 0)
        return NULL;
    *bits = 64;
    return cm_arena_printf(arena, "x%u", number);
}

const char *cm_rv_register_name_32(cm_arena *arena, const char *name, unsigned *bits)
{
    const char *canonical = cm_rv_register_name(arena, name, bits);
    *bits = 32;
    return canonical;
}

unsigned cm_rv_xlen(const cm_line *a)
{
    return a->as->thread->arch == CM_RISCV32 ? 32 : 64;
}

void cm_rv_refuse_32(const cm_line *a, const char *name)
{
    cm_asm_fail(a->as, a->place, "`%s` is an instruction of RV64, expected one of RV32", name);
}

/* ---- dispatch -------------------------------------------------------- */

static const cm_row_table *const tables[] = {&cm_rv_alu_table, &cm_rv_memory_table,
                                             &cm_rv_branch_table, NULL};

void cm_rv_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_line a = {.as = as, .lex = lex, .place = lex->token.place};
    const char *name = cm_lexer_name(lex, "an instruction");
    const cm_row *row = cm_row_find(tables, name);
    if (row && (row->flags & CM_RV_ONLY_64) && cm_rv_xlen(&a) == 32)
        cm_rv_refuse_32(&a, name);
    if (row)
        row->assemble(&a, row);
    else if (!cm_rv_atomic(&a, name))
        cm_asm_unknown(as, a.place, name);
}

void cm_rv_each_mnemonic(cm_mnemonic_visit *visit, void *context)
{
    cm_row_each(tables, visit, context);
    cm_rv_each_atomic(visit, context);
}
