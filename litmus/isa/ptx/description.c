/* PTX: the description. Tags have the names of the PTX ISA's qualifiers. */
#include "litmus/isa/ptx/ptx.h"

/* PTX ISA, "Proxies", "bar", "barrier.cluster": what has none of these goes through the
 * generic proxy, waits, and is of a CTA. */
static const cm_isa_meaning meanings[] = {{.tag = "TEX", .proxy = CM_TEXTURE},
                                          {.tag = "SUR", .proxy = CM_SURFACE},
                                          {.tag = "CON", .proxy = CM_CONSTANT},
                                          {.tag = "ASYNC", .proxy = CM_ASYNCHRONOUS},
                                          {.tag = "TMAP", .proxy = CM_TENSORMAP},
                                          {.tag = "RONLY", .proxy = CM_READONLY},
                                          {.tag = "ARRIVE", .arrives = true},
                                          {.tag = "CLUSTER", .clustered = true},
                                          {.tag = NULL}};

static const cm_isa_family family = {.name = "PTX",
                                     .set = "PTX",
                                     .model = "ptx",
                                     .compound = "cmcm",
                                     .table = &cm_isa_table_ptx,
                                     .meanings = meanings};

const cm_isa cm_isa_ptx = {
    .arch = CM_PTX,
    .name = "PTX",
    .word = "ptx",
    .others = "cuda nvptx nvidia sass",
    .family = &family,
    .gpu = true,
    .slash_comments = true,
    .rows = &cm_ptx_rows,
    .assemble = cm_ptx_assemble,
    .settle = cm_ptx_settle,
    .register_name = cm_ptx_plain_register_name,
    .each_mnemonic = cm_ptx_each_mnemonic,
    .each_refused = cm_ptx_each_refused,
    .computes = cm_ptx_computes,
    .host = CM_CMCM, /* of no CPU */
    .native = cm_ptx_native,
    .barriers = cm_ptx_barriers,
    .lanes = cm_ptx_lanes,
    .meets_for_result = cm_ptx_meets_for_result,
    .barriers_vary = cm_ptx_barriers_vary,
    .writer = &cm_ptx_writer,
    .told = cm_ptx_told,
    .forms = cm_ptx_forms,
    .before = cm_ptx_forms_before,
    .waits = &cm_ptx_waits,
    .on_words = cm_ptx_on_words,
};
