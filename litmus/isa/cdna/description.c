/* CDNA: the description. */
#include "litmus/isa/cdna/cdna.h"

/* clang-format off */
static const cm_isa_tag tags[] = {
    /* by which way an access goes */
    {"VMEM", "accesses of global_, flat_ and buffer_ instructions", NULL},
    {"FLAT", "accesses of flat_ instructions", NULL},
    {"DS", "accesses of ds_ instructions", NULL},
    {"SMEM", "accesses of s_load and s_buffer_load instructions", NULL},
    {"ATOM", "reads and writes of atomic operations", NULL},
    {"NT", "accesses with nt", NULL},
    /* scope, of the bits sc0 and sc1 */
    {"WAVEFRONT", "accesses, write-backs and invalidates without sc0 and sc1", NULL},
    {"WORKGROUP", "those with sc0; accesses of ds_ instructions", NULL},
    {"AGENT", "those with sc1; atomic operations without it", NULL},
    {"SYSTEM", "those with sc0 and sc1; atomic operations with sc1", NULL},
    /* caches, waits */
    {"WBL2", "buffer_wbl2", NULL},
    {"INV", "buffer_inv", NULL},
    {"DCACHE", "s_dcache_inv, s_dcache_wb, s_dcache_inv_vol, s_dcache_wb_vol", NULL},
    {"DCACHE.INV", "s_dcache_inv", NULL},
    {"WAITCNT", "s_waitcnt", NULL},
    {"VMCNT", "s_waitcnt with a vmcnt", NULL},
    {"VMCNT.0", "s_waitcnt vmcnt(0)", NULL},
    {"VMCNT.b1", "s_waitcnt with a vmcnt that has the bit 1", NULL},
    {"VMCNT.b2", "s_waitcnt with a vmcnt that has the bit 2", NULL},
    {"VMCNT.b4", "s_waitcnt with a vmcnt that has the bit 4", NULL},
    {"VMCNT.b8", "s_waitcnt with a vmcnt that has the bit 8", NULL},
    {"VMCNT.b16", "s_waitcnt with a vmcnt that has the bit 16", NULL},
    {"VMCNT.b32", "s_waitcnt with a vmcnt that has the bit 32", NULL},
    {"LGKMCNT", "s_waitcnt with an lgkmcnt", NULL},
    {"LGKMCNT.0", "s_waitcnt lgkmcnt(0)", NULL},
    {"LGKMCNT.b1", "s_waitcnt with an lgkmcnt that has the bit 1", NULL},
    {"LGKMCNT.b2", "s_waitcnt with an lgkmcnt that has the bit 2", NULL},
    {"LGKMCNT.b4", "s_waitcnt with an lgkmcnt that has the bit 4", NULL},
    {"LGKMCNT.b8", "s_waitcnt with an lgkmcnt that has the bit 8", NULL},
    {"USE", "uses of a register whose load may be under way", NULL},
    {"BAR", "s_barrier", NULL},
    /* of the wave */
    {"XCD", "events of waves whose place has an xcd: their agent has several L2 caches", NULL},
    {"TGSPLIT", "events of waves of a workgroup that is spread over several CUs", NULL},
    {NULL, NULL, NULL}};
static const cm_tag_weakening weakenings[] = {
    {"SYSTEM", "AGENT", true, "scope system", {"ATOM", "VMEM"}, NULL},
    {"SYSTEM", "WAVEFRONT", true, "scope system", {NULL}, "VMEM"},
    {"SYSTEM", "WAVEFRONT", true, "scope system", {NULL}, "ATOM"},
    {"AGENT", "WAVEFRONT", true, "scope agent", {NULL}, "VMEM"},
    {"AGENT", "WAVEFRONT", true, "scope agent", {NULL}, "ATOM"},
    {"WORKGROUP", "WAVEFRONT", true, "scope workgroup", {NULL}, "DS"},
    {NULL, NULL, false, NULL, {NULL}, NULL}};
static const cm_tag_choice choices[] = {
    {"WAVEFRONT", "RWF", "scope", 0, "scope wavefront", false, {NULL}},
    {"WORKGROUP", "RWF", "scope", 1, "scope workgroup", false, {NULL}},
    {"AGENT", "RWF", "scope", 3, "scope agent", false, {NULL}},
    {"SYSTEM", "RWF", "scope", 4, "scope system", false, {NULL}},
    {NULL, NULL, NULL, 0, NULL, false, {NULL}}};
/* clang-format on */

static const cm_isa_family family = {.name = "CDNA",
                                     .set = "CDNA",
                                     .model = "cdna",
                                     .compound = "cdna",
                                     .tags = tags,
                                     .weakenings = weakenings,
                                     .choices = choices};

const cm_isa cm_isa_cdna = {
    .arch = CM_CDNA,
    .name = "CDNA",
    .word = "cdna",
    .family = &family,
    .gpu = true,
    .places = CM_PLACES_HSA,
    .slash_comments = true,
    .tuples = true,
    .rows = &cm_cdna_rows,
    .assemble = cm_cdna_assemble,
    .settle = cm_cdna_mark_uses,
    .register_name = cm_cdna_register_name,
    .host = CM_CMCM, /* of no CPU */
    .native = cm_cdna_native,
    .writer = &cm_cdna_writer,
    .forms = cm_cdna_forms,
};
