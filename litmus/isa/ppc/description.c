/* PPC: the description. Tags have herd's names. */
#include "litmus/isa/ppc/ppc.h"

/* clang-format off */
static const cm_isa_tag tags[] = {
    {"X", "lwarx, stwcx. and their kind of 8 bytes", NULL},
    {"SYNC", "sync, hwsync", NULL},
    {"LWSYNC", "lwsync", NULL},
    {"EIEIO", "eieio", NULL},
    {"ISYNC", "isync", NULL},
    {NULL, NULL, NULL}};
static const cm_tag_choice choices[] = {
    {"LWSYNC", "F", "fence", 0, "lwsync", false},
    {"EIEIO", "F", "fence", 0, "eieio", false},
    {"ISYNC", "F", "fence", 0, "isync", false},
    {"SYNC", "F", "fence", 1, "sync", false},
    {NULL, NULL, NULL, 0, NULL, false}};
/* clang-format on */

static const cm_isa_family family = {
    .name = "PPC", .set = "PPC", .model = "ppc", .tags = tags, .choices = choices};

const cm_isa cm_isa_ppc = {
    .arch = CM_PPC,
    .name = "PPC",
    .word = "ppc",
    .others = "power powerpc ppc64 powerpc64",
    .family = &family,
    .alone = true,
    .symbolic_registers = true,
    .rows = &cm_ppc_rows,
    .assemble = cm_ppc_assemble,
    .register_name = cm_ppc_register_name,
    .host = CM_CMCM, /* no CPU that this program runs on */
    .native = cm_ppc_native,
};
