/* WAVE: the description. Tags have the words of its specification and of its page "Memory
 * Scoping". */
#include "litmus/isa/wave/wave.h"

/* clang-format off */
static const cm_isa_tag tags[] = {
    /* order */
    {"PLAIN", "loads and stores without an order", NULL},
    {"RLX", ".relaxed accesses; a half of an atomic that has no order of its own", NULL},
    {"ACQ", ".acquire reads, fence_acquire", NULL},
    {"REL", ".release writes, fence_release", NULL},
    {"ACQ_REL", "fence_acq_rel", NULL},
    {"DEFAULT", "reads and writes of atomics of which no order is said", NULL},
    /* scope */
    {"SCOPE.WAVE", "scope .wave", NULL},
    {"SCOPE.WORKGROUP", "scope .workgroup", NULL},
    {"SCOPE.DEVICE", "scope .device", NULL},
    {"SCOPE.SYSTEM", "scope .system", NULL},
    {"SCOPE.NONE", "accesses with an order, and atomics, of which no scope is said", NULL},
    /* kinds */
    {"LOCAL", "accesses of local memory", NULL},
    {"ATOM", "reads and writes of atomics", NULL},
    {"BAR", "barrier events", NULL},
    {NULL, NULL, NULL}};
static const cm_tag_weakening weakenings[] = {
    {"ACQ", "RLX", false, "acquire", {NULL}, NULL},
    {"REL", "RLX", false, "release", {NULL}, NULL},
    {"SCOPE.SYSTEM", "SCOPE.WAVE", true, "scope system", {NULL}, NULL},
    {"SCOPE.DEVICE", "SCOPE.WAVE", true, "scope device", {NULL}, NULL},
    {"SCOPE.WORKGROUP", "SCOPE.WAVE", true, "scope workgroup", {NULL}, NULL},
    {NULL, NULL, false, NULL, {NULL}, NULL}};
static const cm_tag_choice choices[] = {
    {"PLAIN", "RW", "order", 0, "plain", false, {NULL}},
    {"RLX", "RW", "order", 1, "relaxed", false, {NULL}},
    {"ACQ", "R", "order", 2, "acquire", false, {NULL}},
    {"ACQ", "F", "fence", 0, "fence.acquire", true, {NULL}},
    {"REL", "W", "order", 2, "release", false, {NULL}},
    {"REL", "F", "fence", 0, "fence.release", true, {NULL}},
    {"SCOPE.WAVE", "RWF", "scope", 0, "scope wave", false, {NULL}},
    {"SCOPE.WORKGROUP", "RWF", "scope", 1, "scope workgroup", false, {NULL}},
    {"SCOPE.DEVICE", "RWF", "scope", 3, "scope device", false, {NULL}},
    {"SCOPE.SYSTEM", "RWF", "scope", 4, "scope system", false, {NULL}},
    {"ACQ_REL", "F", "fence", 1, "fence.acq_rel", true, {NULL}},
    {NULL, NULL, NULL, 0, NULL, false, {NULL}}};
/* clang-format on */

static const cm_isa_family family = {.name = "WAVE",
                                     .set = "WAVE",
                                     .model = "wave",
                                     .compound = "wave",
                                     .tags = tags,
                                     .weakenings = weakenings,
                                     .choices = choices};

const cm_isa cm_isa_wave = {
    .arch = CM_WAVE,
    .name = "WAVE",
    .word = "waveisa", /* `wave 0` is a place */
    .family = &family,
    .gpu = true,
    .slash_comments = true,
    .rows = &cm_wave_rows,
    .assemble = cm_wave_assemble,
    .register_name = cm_wave_register_name,
    .host = CM_CMCM, /* of no CPU */
    .native = cm_wave_native,
    .writer = &cm_wave_writer,
};
