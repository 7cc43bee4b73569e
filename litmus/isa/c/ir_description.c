/* LLVM_IR: the description. It differs from C in how it is written only. */
#include "litmus/isa/c/c.h"
#include "litmus/isa/c/ir.h"

const cm_isa cm_isa_ir = {
    .arch = CM_IR,
    .name = "LLVM_IR",
    .word = "llvm_ir",
    .others = "LL",
    .family = &cm_c_family,
    .alone = true,
    .slash_comments = true,
    .rows = &cm_ir_rows,
    .register_name = cm_ir_register_name,
    .whole_registers = true,
    .told = cm_ir_told,
    .host = CM_CMCM, /* of no CPU */
    .not_run = "no machine runs LLVM IR, expected a test of one that does",
};
