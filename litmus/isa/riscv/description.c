/* RISC-V: the description. */
#include "litmus/isa/riscv/riscv.h"

/* clang-format off */
static const cm_isa_tag tags[] = {
    {"Acq", "operations with an acquire annotation (.aq)", NULL},
    {"Rel", "operations with a release annotation (.rl)", NULL},
    {"AMO", "reads and writes of AMOs, also of an AMOCAS that fails", NULL},
    {"X", "LR and SC", NULL},
    {"Fence.r.r", "FENCE R,R", NULL},
    {"Fence.r.w", "FENCE R,W", NULL},
    {"Fence.r.rw", "FENCE R,RW", NULL},
    {"Fence.w.r", "FENCE W,R", NULL},
    {"Fence.w.w", "FENCE W,W", NULL},
    {"Fence.w.rw", "FENCE W,RW", NULL},
    {"Fence.rw.r", "FENCE RW,R", NULL},
    {"Fence.rw.w", "FENCE RW,W", NULL},
    {"Fence.rw.rw", "FENCE RW,RW", NULL},
    {"Fence.tso", "FENCE.TSO", NULL},
    {"Fence.i", "FENCE.I", NULL},
    {NULL, NULL, NULL}};
static const cm_tag_weakening weakenings[] = {
    {"Acq", NULL, false, "acquire", {NULL}, NULL},
    {"Rel", NULL, false, "release", {NULL}, NULL},
    {NULL, NULL, false, NULL, {NULL}, NULL}};
static const cm_tag_choice choices[] = {
    {"Acq", "R", "acquire", 0, "an acquire (.aq)", false, {"X", "AMO"}},
    {"Rel", "W", "release", 0, "a release (.rl)", false, {"X", "AMO"}},
    {"Fence.r.r", "F", "fence", 0, "fence r,r", false, {NULL}},
    {"Fence.r.w", "F", "fence", 0, "fence r,w", false, {NULL}},
    {"Fence.w.r", "F", "fence", 0, "fence w,r", false, {NULL}},
    {"Fence.w.w", "F", "fence", 0, "fence w,w", false, {NULL}},
    {"Fence.rw.rw", "F", "fence", 1, "fence rw,rw", false, {NULL}},
    {NULL, NULL, NULL, 0, NULL, false, {NULL}}};
/* clang-format on */

static const cm_isa_family family = {.name = "RISC-V",
                                     .set = "RISCV",
                                     .model = "riscv",
                                     .tags = tags,
                                     .weakenings = weakenings,
                                     .choices = choices};

#if defined(__riscv) && __riscv_xlen == 64
#define IS_HERE true
#else
#define IS_HERE false
#endif

#define SHARED                                                                                     \
    .family = &family, .assemble = cm_rv_assemble, .rows = &cm_rv_rows, .shows_canonical = true,   \
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
    .native = cm_rv_native_32,
};
