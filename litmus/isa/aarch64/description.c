/* AArch64: the description. Tags have herd's names. */
#include "litmus/isa/aarch64/aarch64.h"

/* clang-format off */
static const cm_isa_tag tags[] = {
    {"A", "load-acquire (LDAR, LDAXR, acquiring atomics)", NULL},
    {"Q", "load-acquirePC (LDAPR)", NULL},
    {"L", "store-release (STLR, STLXR, releasing atomics)", NULL},
    {"X", "exclusive accesses (LDXR, STXR)", NULL},
    {"NoRet", "reads whose value is discarded (ST<op>, destination WZR)", NULL},
    {"DMB", "any DMB", NULL},
    {"DMB.SY", "DMB SY", NULL},
    {"DMB.LD", "DMB LD", NULL},
    {"DMB.ST", "DMB ST", NULL},
    {"DMB.ISH", "DMB ISH", NULL},
    {"DMB.ISHLD", "DMB ISHLD", NULL},
    {"DMB.ISHST", "DMB ISHST", NULL},
    {"DMB.OSH", "DMB OSH", NULL},
    {"DMB.OSHLD", "DMB OSHLD", NULL},
    {"DMB.OSHST", "DMB OSHST", NULL},
    {"DMB.NSH", "DMB NSH", NULL},
    {"DMB.NSHLD", "DMB NSHLD", NULL},
    {"DMB.NSHST", "DMB NSHST", NULL},
    {"DSB", "any DSB", NULL},
    {"DSB.SY", "DSB SY", NULL},
    {"DSB.LD", "DSB LD", NULL},
    {"DSB.ST", "DSB ST", NULL},
    {"DSB.ISH", "DSB ISH", NULL},
    {"DSB.ISHLD", "DSB ISHLD", NULL},
    {"DSB.ISHST", "DSB ISHST", NULL},
    {"DSB.OSH", "DSB OSH", NULL},
    {"DSB.OSHLD", "DSB OSHLD", NULL},
    {"DSB.OSHST", "DSB OSHST", NULL},
    {"DSB.NSH", "DSB NSH", NULL},
    {"DSB.NSHLD", "DSB NSHLD", NULL},
    {"DSB.NSHST", "DSB NSHST", NULL},
    {"ISB", "ISB", NULL},
    {NULL, NULL, NULL}};
static const cm_tag_weakening weakenings[] = {
    {"A", NULL, false, "acquire", {NULL}, NULL},
    {"Q", NULL, false, "acquire", {NULL}, NULL},
    {"L", NULL, false, "release", {NULL}, NULL},
    {NULL, NULL, false, NULL, {NULL}, NULL}};
static const cm_tag_choice choices[] = {
    {"A", "R", "order", 2, "a full acquire (LDAR)", false, {NULL}},
    {"Q", "R", "order", 1, "an acquire", false, {NULL}},
    {"L", "W", "order", 1, "a release", false, {NULL}},
    {"DMB.LD", "F", "fence", 0, "DMB LD", false, {NULL}},
    {"DMB.ST", "F", "fence", 0, "DMB ST", false, {NULL}},
    {"DMB.SY", "F", "fence", 1, "DMB SY", false, {NULL}},
    {"ISB", "F", "fence", 0, "ISB", false, {NULL}},
    {NULL, NULL, NULL, 0, NULL, false, {NULL}}};
/* clang-format on */

static const cm_isa_family family = {.name = "AArch64",
                                     .set = "AARCH64",
                                     .model = "arm",
                                     .tags = tags,
                                     .weakenings = weakenings,
                                     .choices = choices};

#ifdef __aarch64__
#define IS_HERE true
#else
#define IS_HERE false
#endif

static const char *const label_makers[] = {"ADR", NULL}, *const label_takers[] = {"BR", "BLR",
                                                                                  NULL};

const cm_isa cm_isa_aarch64 = {
    .arch = CM_AARCH64,
    .name = "AArch64",
    .word = "aarch64",
    .others = "arm arm64 armv8 armv9 a64",
    .family = &family,
    .capitals_are_its_own = true,
    .symbolic_registers = true,
    .letters = CM_LETTERS_CAPITAL,
    .label_makers = label_makers,
    .label_takers = label_takers,
    .assemble = cm_a64_assemble,
    .register_name = cm_a64_register_name,
    .register_order = cm_a64_register_order,
    .hash_text = cm_a64_hash_text,
    .rows = &cm_a64_rows,
    .host = CM_AARCH64,
    .is_here = IS_HERE,
    .native = cm_a64_native,
    .frame = &cm_a64_frame,
    .writer = &cm_a64_writer,
    .forms = cm_a64_forms,
    .on_words = cm_a64_on_words,
};
