/* VULKAN: the description. Tags have the names of Dat3M's models, which are nearly those of
 * Khronos's. */
#include "litmus/isa/vulkan/vulkan.h"

/* clang-format off */
static const cm_isa_tag tags[] = {
    /* kinds */
    {"ATOM", "reads and writes of atomics", NULL},
    {"NONPRIV", "accesses that take part in order between threads: .nonpriv, .av, .vis, .atom", NULL},
    {"CBAR", "control barriers", NULL},
    {"QUORUM", "control barriers that say how many threads come at least", NULL},
    {"ANYWHERE", "control barriers at which threads of several workgroups meet", NULL},
    /* order */
    {"ACQ", ".acq and .acq_rel reads, fences and control barriers", NULL},
    {"REL", ".rel and .acq_rel writes, fences and control barriers", NULL},
    /* scope */
    {"SG", "scope .sg, of a subgroup", NULL},
    {"WG", "scope .wg, of a workgroup", NULL},
    {"QF", "scope .qf, of a queue family", NULL},
    {"DV", "scope .dv, of the device", NULL},
    /* availability and visibility */
    {"AV", "writes that make themselves available: .av, .atom", NULL},
    {"VIS", "reads to which writes are made visible: .vis, .atom", NULL},
    {"SEMAV", "releases that make available what came before: .semav", NULL},
    {"SEMVIS", "acquires that make visible what comes later: .semvis", NULL},
    {"AVDEVICE", "avdevice: available to the device domain", NULL},
    {"VISDEVICE", "visdevice: visible from the device domain", NULL},
    /* storage classes */
    {"SC0", "accesses of storage class 0", NULL},
    {"SC1", "accesses of storage class 1", NULL},
    {"SC2", "accesses of storage class 2", NULL},
    {"SC3", "accesses of storage class 3", NULL},
    {"SEMSC0", "releases and acquires that are about storage class 0", NULL},
    {"SEMSC1", "releases and acquires that are about storage class 1", NULL},
    {"SEMSC2", "releases and acquires that are about storage class 2", NULL},
    {"SEMSC3", "releases and acquires that are about storage class 3", NULL},
    {NULL, NULL, NULL}};
static const cm_isa_meaning meanings[] = {
    {.tag = "CBAR", .least = true},
    {.tag = "ANYWHERE", .anywhere = true},
    {.tag = NULL}};
static const cm_tag_weakening weakenings[] = {
    {"ACQ", NULL, false, "acquire", {NULL}, NULL},
    {"REL", NULL, false, "release", {NULL}, NULL},
    {"SEMAV", NULL, false, "semav", {NULL}, NULL},
    {"SEMVIS", NULL, false, "semvis", {NULL}, NULL},
    {"DV", "SG", true, "scope device", {NULL}, NULL},
    {"QF", "SG", true, "scope queue family", {NULL}, NULL},
    {"WG", "SG", true, "scope workgroup", {NULL}, NULL},
    {NULL, NULL, false, NULL, {NULL}, NULL}};
static const cm_tag_choice choices[] = {
    {"SG", "RWF", "scope", 0, "scope subgroup", false, {NULL}},
    {"WG", "RWF", "scope", 1, "scope workgroup", false, {NULL}},
    {"QF", "RWF", "scope", 2, "scope queue family", false, {NULL}},
    {"DV", "RWF", "scope", 3, "scope device", false, {NULL}},
    {NULL, NULL, NULL, 0, NULL, false, {NULL}}};
/* clang-format on */

static const cm_isa_family family = {.name = "VULKAN",
                                     .set = "VULKAN",
                                     .model = "vulkan",
                                     .compound = "vulkan",
                                     .tags = tags,
                                     .meanings = meanings,
                                     .weakenings = weakenings,
                                     .choices = choices};

const cm_isa cm_isa_vulkan = {
    .arch = CM_VULKAN,
    .name = "VULKAN",
    .word = "vulkan",
    .others = "SPIRV SPIR-V GLSL",
    .family = &family,
    .alone = true,
    .gpu = true,
    .places = CM_PLACES_VULKAN,
    .slash_comments = true,
    .rows = &cm_vulkan_rows,
    .forms = cm_vulkan_forms,
    .writer = &cm_vulkan_writer,
    .assemble = cm_vulkan_assemble,
    .settle = cm_vulkan_settle,
    .register_name = cm_vulkan_register_name,
    .host = CM_CMCM, /* of no CPU */
    .native = cm_vulkan_native,
};
