/* LLVM: the description. Tags have the words of LLVM's documents. */
#include "litmus/isa/llvm/llvm.h"

static const cm_isa_family family = {
    .name = "LLVM", .set = "LLVM", .model = "llvm-amdgpu", .table = &cm_isa_table_llvm};

const cm_isa cm_isa_llvm = {
    .arch = CM_LLVM,
    .name = "LLVM",
    .word = "llvm",
    .others = "IR",
    .family = &family,
    .gpu = true,
    .slash_comments = true,
    .rows = &cm_llvm_rows,
    .register_name = cm_dotted_register_name,
    .host = CM_CMCM, /* of no CPU */
    .not_run = "no machine runs LLVM IR, expected a test of one that does (cmcm map translates)",
    .writer = &cm_llvm_writer,
};
