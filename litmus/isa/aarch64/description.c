/* AArch64: the description. Tags have herd's names. */
#include "litmus/isa/aarch64/aarch64.h"

static const cm_isa_family family = {
    .name = "AArch64", .set = "AARCH64", .model = "arm", .table = &cm_isa_table_aarch64};

#ifdef __aarch64__
#define IS_HERE true
#else
#define IS_HERE false
#endif

static const char *const label_makers[] = {"ADR", NULL}, *const label_takers[] = {"BR", "BLR",
                                                                                  NULL};

const cm_isa cm_isa_aarch64 = {
    .arch = CM_AARCH64,
    .name = "AArch64",
    .word = "aarch64",
    .others = "arm arm64 armv8 armv9 a64",
    .family = &family,
    .capitals_are_its_own = true,
    .symbolic_registers = true,
    .letters = CM_LETTERS_CAPITAL,
    .label_makers = label_makers,
    .label_takers = label_takers,
    .register_name = cm_a64_register_name,
    .register_order = cm_a64_register_order,
    .stack = "SP",
    .hash_text = cm_a64_hash_text,
    .rows = &cm_a64_rows,
    .host = CM_AARCH64,
    .is_here = IS_HERE,
    .native = cm_a64_native,
    .frame = &cm_a64_frame,
    .writer = &cm_a64_writer,
    .forms = cm_a64_forms,
    .on_words = cm_a64_on_words,
};
