/* CDNA: the description. */
#include "litmus/isa/cdna/cdna.h"

static const cm_isa_family family = {.name = "CDNA",
                                     .set = "CDNA",
                                     .model = "cdna",
                                     .compound = "cdna",
                                     .table = &cm_isa_table_cdna};

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
