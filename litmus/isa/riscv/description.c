/* RISC-V: the description. */
#include "litmus/isa/riscv/riscv.h"

static const cm_isa_family family = {
    .name = "RISC-V", .set = "RISCV", .model = "riscv", .table = &cm_isa_table_riscv};

#if defined(__riscv) && __riscv_xlen == 64
#define IS_HERE true
#else
#define IS_HERE false
#endif

#define SHARED                                                                                     \
    .family = &family, .rows = &cm_rv_rows, .shows_canonical = true, .stack = "x2",                \
    .frame = &cm_rv_frame, .forms = cm_rv_forms, .on_words = cm_rv_on_words

const cm_isa cm_isa_riscv = {
    SHARED,
    .arch = CM_RISCV,
    .name = "RISCV",
    .word = "riscv",
    .others = "risc rv64 riscv64 rvwmo",
    .register_name = cm_rv_register_name,
    .hash_text = cm_rv_hash_text,
    .whole_registers = true,
    .host = CM_RISCV,
    .is_here = IS_HERE,
    .native = cm_rv_native,
    .writer = &cm_rv_writer,
};

/* Generators write tests of RISCV; those have the same instructions. */
const cm_isa cm_isa_riscv32 = {
    SHARED,
    .arch = CM_RISCV32,
    .name = "RISCV32",
    .word = "riscv32",
    .register_name = cm_rv_register_name_32,
    .host = CM_RISCV,
    .not_run = "a thread of RV32 cannot be run, expected one of RISCV",
};
