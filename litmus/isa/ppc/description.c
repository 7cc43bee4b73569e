/* PPC: the description. Tags have herd's names. */
#include "litmus/isa/ppc/ppc.h"

static const cm_isa_family family = {
    .name = "PPC", .set = "PPC", .model = "ppc", .table = &cm_isa_table_ppc};

const cm_isa cm_isa_ppc = {
    .arch = CM_PPC,
    .name = "PPC",
    .word = "ppc",
    .others = "power powerpc ppc64 powerpc64",
    .family = &family,
    .alone = true,
    .symbolic_registers = true,
    .rows = &cm_ppc_rows,
    .register_name = cm_ppc_register_name,
    .host = CM_CMCM, /* no CPU that this program runs on */
    .not_run = "PPC cannot run yet, expected a test of another instruction set",
};
