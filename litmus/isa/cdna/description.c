/* CDNA: the description. */
#include "litmus/isa/cdna/cdna.h"

/* clang-format off */
static const cm_isa_tag tags[] = {
    /* by which way an access goes */
    {"VMEM", "accesses of global_, flat_ and buffer_ instructions", NULL},
    {"FLAT", "accesses of flat_ instructions", NULL},
    {"DS", "accesses of ds_ instructions", NULL},
    {"SMEM", "accesses of s_load instructions", NULL},
    {"ATOM", "reads and writes of atomic operations", NULL},
    /* scope, of the bits sc0 and sc1 */
    {"WAVEFRONT", "accesses, write-backs and invalidates without sc0 and sc1", NULL},
    {"WORKGROUP", "those with sc0; accesses of ds_ instructions", NULL},
    {"AGENT", "those with sc1; atomic operations without it", NULL},
    {"SYSTEM", "those with sc0 and sc1; atomic operations with sc1", NULL},
    /* caches, waits */
    {"WBL2", "buffer_wbl2", NULL},
    {"INV", "buffer_inv", NULL},
    {"WAITCNT", "s_waitcnt", NULL},
    {"VMCNT.0", "s_waitcnt vmcnt(0)", NULL},
    {"VMCNT.1", "s_waitcnt vmcnt(1)", NULL},
    {"VMCNT.2", "s_waitcnt vmcnt(2)", NULL},
    {"VMCNT.3", "s_waitcnt vmcnt(3)", NULL},
    {"LGKMCNT.0", "s_waitcnt lgkmcnt(0)", NULL},
    {"LGKMCNT.1", "s_waitcnt lgkmcnt(1)", NULL},
    {"LGKMCNT.2", "s_waitcnt lgkmcnt(2)", NULL},
    {"LGKMCNT.3", "s_waitcnt lgkmcnt(3)", NULL},
    {"BAR", "s_barrier", NULL},
    /* of the wave */
    {"XCD", "events of waves whose place has an xcd: their agent has several L2 caches", NULL},
    {"TGSPLIT", "events of waves of a workgroup that is spread over several CUs", NULL},
    {NULL, NULL, NULL}};
/* clang-format on */

static const cm_isa_family family = {
    .name = "CDNA", .set = "CDNA", .model = "cdna", .compound = "cdna", .tags = tags};

const cm_isa cm_isa_cdna = {
    .arch = CM_CDNA,
    .name = "CDNA",
    .word = "cdna",
    .family = &family,
    .gpu = true,
    .places = CM_PLACES_HSA,
    .slash_comments = true,
    .tuples = true,
    .assemble = cm_cdna_assemble,
    .register_name = cm_cdna_register_name,
    .each_mnemonic = cm_cdna_each_mnemonic,
    .host = CM_CMCM, /* of no CPU */
    .native = cm_cdna_native,
    .writer = &cm_cdna_writer,
    .forms = cm_cdna_forms,
};
