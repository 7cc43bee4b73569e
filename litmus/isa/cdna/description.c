/* CDNA: the description. */
#include "litmus/isa/cdna/cdna.h"

static const cm_isa_family family = {.name = "CDNA",
                                     .set = "CDNA",
                                     .model = "cdna",
                                     .compound = "cdna",
                                     .table = &cm_isa_table_cdna};

#define SHARED                                                                                     \
    .family = &family, .gpu = true, .places = CM_PLACES_HSA, .slash_comments = true,               \
    .tuples = true, .rows = &cm_cdna_rows, .assemble = cm_cdna_assemble,                           \
    .settle = cm_cdna_mark_uses, .register_name = cm_cdna_register_name, .host = CM_CMCM,          \
    .native = cm_cdna_native /* host: of no CPU */

const cm_isa cm_isa_cdna = {
    SHARED,
    .arch = CM_CDNA,
    .name = "CDNA",
    .word = "cdna",
    .others = "cdna3 gfx942",
    .writer = &cm_cdna_writer,
    .forms = cm_cdna_forms,
};

const cm_isa cm_isa_cdna2 = {
    SHARED,          .arch = CM_CDNA2,   .name = "CDNA2",
    .word = "cdna2", .others = "gfx90a", .forms = cm_cdna2_forms,
};
