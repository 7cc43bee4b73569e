/* RISC-V loads and stores of RV32I and RV64I, without an order of their own. */
#include "litmus/isa/riscv/riscv.h"

enum { UNSIGNED = 1 };

/* An access at an address that is no multiple of its size may be made of several, of
 * any size, in any order (RVWMO, "Memory Model Primitives"): left undefined. */
static void load(cm_line *a, const cm_row *row)
{
    cm_rv_reg d = cm_rv_operand(a);
    cm_line_comma(a);
    const cm_expr *where = cm_rv_address(a, false);
    cm_asm_align(a->as, cm_emit_load(a->as, d.reg, where, row->op, cm_no_tags), row->op);
    if (!(row->flags & UNSIGNED) && row->op < 8)
        cm_rv_write(a, d, cm_rv_signed(a, 8 * row->op, cm_rv_read(a, d)));
}

static void store(cm_line *a, const cm_row *row)
{
    const cm_expr *value = cm_rv_read(a, cm_rv_operand(a));
    cm_line_comma(a);
    const cm_expr *where = cm_rv_address(a, false);
    cm_asm_align(a->as, cm_emit_store(a->as, where, value, row->op, cm_no_tags), row->op);
}

static const cm_row rows[] = {
    {"lb", load, 1, 0},
    {"lh", load, 2, 0},
    {"lw", load, 4, 0},
    {"ld", load, 8, CM_RV_ONLY_64},
    {"lbu", load, 1, UNSIGNED},
    {"lhu", load, 2, UNSIGNED},
    {"lwu", load, 4, UNSIGNED | CM_RV_ONLY_64},
    {"sb", store, 1, 0},
    {"sh", store, 2, 0},
    {"sw", store, 4, 0},
    {"sd", store, 8, CM_RV_ONLY_64},
};

const cm_row_table cm_rv_memory_table = {rows, sizeof rows / sizeof *rows};
