/* x86: the descriptions, of 32 and of 64 bits. Tags have herd's names where they mean
 * what herd's do. */
#include "litmus/isa/x86/x86_common.h"

static const cm_isa_family family = {
    .name = "x86", .set = "X86", .model = "x86tso", .table = &cm_isa_table_x86};

#ifdef __x86_64__
#define IS_HERE true
#else
#define IS_HERE false
#endif

/* What both have in common. Threads of 32 bits run as code of 64. */
#define SHARED                                                                                     \
    .family = &family, .capitals_are_its_own = true, .open_prefix = "lock",                        \
    .register_order = cm_x86_register_order, .stack = "RSP", .rows = &cm_x86_rows,                 \
    .assemble = cm_x86_assemble, .each_mnemonic = cm_x86_each_mnemonic, .host = CM_X86_64,         \
    .native = cm_x86_native, .frame = &cm_x86_frame, .forms = cm_x86_forms

const cm_isa cm_isa_x86 = {
    SHARED,
    .arch = CM_X86,
    .name = "X86",
    .word = "x86",
    .letters = CM_LETTERS_CAPITAL,
    .hash_text = cm_x86_hash_text_32,
    .register_name = cm_x86_register_name_32,
    .writer = &cm_x86_writer_32,
};

const cm_isa cm_isa_x86_64 = {
    SHARED,
    .arch = CM_X86_64,
    .name = "X86_64",
    .word = "x86_64",
    .others = "x64 amd64 x8664 intel",
    .letters = CM_LETTERS_SMALL,
    .hash_text = cm_x86_hash_text_64,
    .register_name = cm_x86_register_name_64,
    .writer = &cm_x86_writer_64,
    .is_here = IS_HERE,
};
