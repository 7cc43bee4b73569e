/* PTX: the description. Tags have the names of the PTX ISA's qualifiers. */
#include "litmus/isa/ptx/ptx.h"

/* clang-format off */
static const cm_isa_tag tags[] = {
    {"NoRet", "reads of red, whose value is discarded", NULL},
    /* strength */
    {"WEAK", ".weak accesses, the default of ld and st", NULL},
    {"RLX", ".relaxed accesses", NULL},
    {"ACQ", ".acquire reads and fences", NULL},
    {"REL", ".release writes and fences", NULL},
    {"ACQ_REL", "fence.acq_rel", NULL},
    {"SC", "fence.sc, membar", NULL},
    {"VOLATILE", ".volatile accesses", NULL},
    {"MMIO", ".mmio accesses", NULL},
    {"NC", "ld.global.nc", NULL},
    {"VECTOR", "elements of vectors of at most 16 bytes", NULL},
    {"B128", "halves of accesses of 128 bits", NULL},
    {"MULTIMEM", "accesses of multimem instructions", NULL},
    {"RESTRICT", "fence.release.sync_restrict::shared::cta, fence.acquire.sync_restrict::"
                 "shared::cluster", NULL},
    {"INIT", "fence.mbarrier_init; the accesses of mbarrier.init", NULL},
    {"INVAL", "the read and the write of mbarrier.inval", NULL},
    {"MBARRIER", "accesses of mbarrier instructions", NULL},
    {"TX", "writes of expect-tx and complete-tx operations on mbarrier objects", NULL},
    {"PHASE", "the completion of a phase of an mbarrier object", NULL},
    /* scope */
    {"CTA", "scope .cta", NULL},
    {"CLUSTER", "scope .cluster", NULL},
    {"GPU", "scope .gpu", NULL},
    {"SYS", "scope .sys", NULL},
    /* proxies */
    {"GEN", "accesses through the generic proxy", NULL},
    {"TEX", "accesses through the texture proxy", NULL},
    {"SUR", "accesses through the surface proxy", NULL},
    {"CON", "accesses through the constant proxy", NULL},
    {"ASYNC", "accesses through the async proxy", NULL},
    {"TMAP", "reads of tensor maps by copies, through the tensormap proxy", NULL},
    {"RONLY", "accesses through the readonly proxy, ld.proxy::readonly", NULL},
    {"PROXY.ALIAS", "fence.proxy.alias", NULL},
    {"PROXY.TEX", "fence.proxy.texture", NULL},
    {"PROXY.SUR", "fence.proxy.surface", NULL},
    {"PROXY.CON", "fence.proxy.constant", NULL},
    {"PROXY.GEN", "fence.proxy.generic", NULL},
    {"PROXY.ASYNC", "fence.proxy.async", NULL},
    {"PROXY.TMAP", "fence.proxy.tensormap::generic, tensormap.cp_fenceproxy; the acquire has an "
                   "address and is a read of what lies there", NULL},
    {"PROXY.REL", "proxy fences that release, one way", NULL},
    {"PROXY.ACQ", "proxy fences that acquire, one way", NULL},
    {"PROXY.READ", "proxy fences that release reads only", NULL},
    {"OF.SHARED", "accesses of copies to shared memory; proxy fences for that of a cluster", NULL},
    {"OF.CTA", "proxy fences for the shared memory of their own CTA", NULL},
    {"OF.GLOBAL", "accesses of copies to global memory; proxy fences for it", NULL},
    /* asynchronous operations */
    {"OP.ASYNC", "accesses of asynchronous operations", NULL},
    {"OP.COMMIT", "cp.async.commit_group, cp.async.bulk.commit_group", NULL},
    {"OP.WAIT", "cp.async.wait_group, cp.async.wait_all, cp.async.bulk.wait_group", NULL},
    {"GRID.WAIT", "griddepcontrol.wait", NULL},
    {"TRAP", "trap, which an assertion that fails ends in", NULL},
    /* atomics and barriers */
    {"ATOM", "reads and writes of atom and red", NULL},
    {"RED", "reads of red; barriers of bar.red", NULL},
    {"BAR", "barrier events", NULL},
    {"SYNC", "barriers of bar.sync", NULL},
    {"ARRIVE", "barriers of bar.arrive and barrier.cluster.arrive; writes of arrivals at mbarrier "
               "objects", NULL},
    {"LANE", "values that threads hand to each other (vote.sync, shfl.sync, bar.red, ...), and the "
             "barriers that go with it", NULL},
    {"WAIT", "barriers of barrier.cluster.wait; reads of mbarrier.test_wait and try_wait, and "
             "that they returned true", NULL},
    {NULL, NULL, NULL}};
static const cm_tag_weakening weakenings[] = {
    {"ACQ", "RLX", false, "acquire", {NULL}, NULL},
    {"REL", "RLX", false, "release", {NULL}, NULL},
    {"SYS", "CTA", true, "scope sys", {NULL}, NULL},
    {"GPU", "CTA", true, "scope gpu", {NULL}, NULL},
    {"CLUSTER", "CTA", true, "scope cluster", {NULL}, NULL},
    {NULL, NULL, false, NULL, {NULL}, NULL}};
static const cm_tag_choice choices[] = {
    {"WEAK", "RW", "order", 0, "weak", false, {NULL}},
    {"RLX", "RW", "order", 1, "relaxed", false, {NULL}},
    {"ACQ", "R", "order", 2, "acquire", false, {NULL}},
    {"ACQ", "F", "fence", 0, "fence.acquire", true, {NULL}},
    {"REL", "W", "order", 2, "release", false, {NULL}},
    {"REL", "F", "fence", 0, "fence.release", true, {NULL}},
    {"CTA", "RWFf", "scope", 1, "scope cta", false, {NULL}},
    {"CLUSTER", "RWFf", "scope", 2, "scope cluster", false, {NULL}},
    {"GPU", "RWFf", "scope", 3, "scope gpu", false, {NULL}},
    {"SYS", "RWFf", "scope", 4, "scope sys", false, {NULL}},
    {"ACQ_REL", "F", "fence", 1, "fence.acq_rel", true, {NULL}},
    {"SC", "F", "fence", 2, "fence.sc", true, {NULL}},
    {"PROXY.ALIAS", "F", "fence", 0, "fence.proxy.alias", false, {NULL}},
    {"PROXY.TEX", "F", "fence", 0, "fence.proxy.texture", false, {NULL}},
    {"PROXY.SUR", "F", "fence", 0, "fence.proxy.surface", false, {NULL}},
    {"PROXY.CON", "F", "fence", 0, "fence.proxy.constant", false, {NULL}},
    {"PROXY.ASYNC", "F", "fence", 0, "fence.proxy.async", false, {NULL}},
    {"PROXY.TMAP", "Ff", "fence", 0, "fence.proxy.tensormap::generic", true, {NULL}},
    {"PROXY.REL", "F", "way", 0, "release", false, {NULL}},
    {"PROXY.ACQ", "f", "way", 0, "acquire", false, {NULL}},
    {NULL, NULL, NULL, 0, NULL, false, {NULL}}};
/* clang-format on */

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
                                     .tags = tags,
                                     .weakenings = weakenings,
                                     .choices = choices,
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
