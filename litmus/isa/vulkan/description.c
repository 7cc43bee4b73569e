/* VULKAN: the description. Tags have the names of Dat3M's models, which are nearly those of
 * Khronos's. */
#include "litmus/isa/vulkan/vulkan.h"

static const cm_isa_meaning meanings[] = {
    {.tag = "CBAR", .least = true}, {.tag = "ANYWHERE", .anywhere = true}, {.tag = NULL}};

static const cm_isa_family family = {.name = "VULKAN",
                                     .set = "VULKAN",
                                     .model = "vulkan",
                                     .compound = "vulkan",
                                     .table = &cm_isa_table_vulkan,
                                     .meanings = meanings};

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
    .settle = cm_vulkan_settle,
    .register_name = cm_dotted_register_name,
    .host = CM_CMCM, /* of no CPU */
    .not_run = "there is no generator of shaders, expected a test of an instruction set that runs",
};
