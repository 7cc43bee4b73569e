/* LLVM: the description. Tags have the words of LLVM's documents. */
#include "litmus/isa/llvm/llvm.h"

/* clang-format off */
static const cm_isa_tag tags[] = {
    /* order */
    {"PLAIN", "accesses that are not atomic", NULL},
    {"UNORDERED", ".unordered accesses", NULL},
    {"RLX", ".monotonic accesses; a half of an atomicrmw or cmpxchg without an order of its own", NULL},
    {"ACQ", ".acquire reads and fences", NULL},
    {"REL", ".release writes and fences", NULL},
    {"ACQ_REL", "fence.acq_rel", NULL},
    {"SC", ".seq_cst accesses and fences", NULL},
    {"FAIL.RLX", "reads of a cmpxchg.fail_monotonic", NULL},
    {"FAIL.ACQ", "reads of a cmpxchg.fail_acquire", NULL},
    {"FAIL.SC", "reads of a cmpxchg.fail_seq_cst", NULL},
    /* syncscope */
    {"SINGLETHREAD", "syncscope(\"singlethread\")", NULL},
    {"WAVEFRONT", "syncscope(\"wavefront\")", NULL},
    {"WORKGROUP", "syncscope(\"workgroup\")", NULL},
    {"CLUSTER", "syncscope(\"cluster\")", NULL},
    {"AGENT", "syncscope(\"agent\")", NULL},
    {"SYSTEM", "atomic accesses and fences without a syncscope", NULL},
    {"ONE_AS", "a syncscope that ends in one-as", NULL},
    /* kinds */
    {"LOCAL", "accesses of addrspace(3)", NULL},
    {"FLAT", "accesses of addrspace(0)", NULL},
    {"VOLATILE", ".volatile accesses", NULL},
    {"AV", "llvm.amdgcn.av.load and .store", NULL},
    {"AV.NONE", "operations with the MMRA amdgcn-av none", NULL},
    {"AS.GLOBAL", "fences with the MMRA amdgpu-synchronize-as global", NULL},
    {"AS.LOCAL", "fences with the MMRA amdgpu-synchronize-as local", NULL},
    {"ATOM", "reads and writes of atomicrmw and cmpxchg", NULL},
    {"BAR", "llvm.amdgcn.s.barrier", NULL},
    {NULL, NULL, NULL}};
static const cm_tag_weakening weakenings[] = {
    {"ACQ", "RLX", false, "acquire", {NULL}, NULL},
    {"REL", "RLX", false, "release", {NULL}, NULL},
    {"SC", "RLX", false, "order seq_cst", {NULL}, NULL},
    {"FAIL.ACQ", "FAIL.RLX", false, "acquire on failure", {NULL}, NULL},
    {"FAIL.SC", "FAIL.RLX", false, "order seq_cst on failure", {NULL}, NULL},
    {"SYSTEM", "WAVEFRONT", true, "scope system", {NULL}, NULL},
    {"AGENT", "WAVEFRONT", true, "scope agent", {NULL}, NULL},
    {"CLUSTER", "WAVEFRONT", true, "scope cluster", {NULL}, NULL},
    {"WORKGROUP", "WAVEFRONT", true, "scope workgroup", {NULL}, NULL},
    {NULL, NULL, false, NULL, {NULL}, NULL}};
static const cm_tag_choice choices[] = {
    {"PLAIN", "RW", "order", 0, "plain", false},
    {"RLX", "RW", "order", 1, "relaxed", false},
    {"ACQ", "R", "order", 2, "acquire", false},
    {"ACQ", "F", "fence", 0, "fence.acquire", true},
    {"REL", "W", "order", 2, "release", false},
    {"REL", "F", "fence", 0, "fence.release", true},
    {"WAVEFRONT", "RWF", "scope", 0, "scope wavefront", false},
    {"WORKGROUP", "RWF", "scope", 1, "scope workgroup", false},
    {"AGENT", "RWF", "scope", 2, "scope agent", false},
    {"SYSTEM", "RWF", "scope", 3, "scope system", false},
    {"ACQ_REL", "F", "fence", 1, "fence.acq_rel", true},
    {"SC", "F", "fence", 2, "fence.sc", true},
    {NULL, NULL, NULL, 0, NULL, false}};
/* clang-format on */

static const cm_isa_family family = {.name = "LLVM",
                                     .set = "LLVM",
                                     .model = "llvm-amdgpu",
                                     .tags = tags,
                                     .weakenings = weakenings,
                                     .choices = choices};

const cm_isa cm_isa_llvm = {
    .arch = CM_LLVM,
    .name = "LLVM",
    .word = "llvm",
    .others = "IR",
    .family = &family,
    .gpu = true,
    .slash_comments = true,
    .rows = &cm_llvm_rows,
    .assemble = cm_llvm_assemble,
    .register_name = cm_llvm_register_name,
    .host = CM_CMCM, /* of no CPU */
    .native = cm_llvm_native,
    .writer = &cm_llvm_writer,
};
