/* C: the description. Tags have herd's names. */
#include "litmus/isa/c/c.h"

#include <string.h>

const cm_isa_family cm_c_family = {
    .name = "C", .set = "C", .model = "rc11", .table = &cm_isa_table_c};

/* Is it the Linux kernel's? No tag of C11 is written before these. */
static bool is_of_kernel(const char *tag)
{
    const cm_isa_tag *row = cm_isa_table_c.tags;
    while (strcmp(row->name, "OUTSIDE") != 0)
        row++;
    for (row++; row->name; row++)
        if (strcmp(row->name, tag) == 0)
            return true;
    return false;
}

/* OpenCL is the one whose pointers may point to any memory. */
static const cm_source_head heads[] = {{.head = "OPENCL", .scope = "DV", .is_opencl = true},
                                       {.head = "C++", .scope = "ALL"},
                                       {.head = "CUDA", .scope = "ALL"},
                                       {.head = "HIP", .scope = "ALL"},
                                       {.head = "CMCM", .scope = "ALL"},
                                       {.head = NULL}};
static const char *const memories[][3] = {{NULL}, {"GLOBAL"}, {"LOCAL"}, {"GLOBAL", "LOCAL"}};

static const char *const own_models[] = {"lkmm", "opencl", NULL};

static const char *model_of(const cm_test *test)
{
    if (test->head)
        return test->head->is_opencl ? "opencl" : "scoped";
    for (int t = 0; t < test->thread_count; t++)
        for (int s = 0; s < test->threads[t].step_count; s++)
            for (const char *const *tag = test->threads[t].steps[s].tags; *tag; tag++)
                if (is_of_kernel(*tag))
                    return "lkmm";
    return cm_c_family.model;
}

const cm_isa cm_isa_c = {
    .arch = CM_C,
    .name = "C",
    .word = "c_source",
    .others = "c11 cpp lkmm",
    .heads = heads,
    .memories = memories,
    .family = &cm_c_family,
    .model = model_of,
    .own_models = own_models,
    .alone = true,
    .slash_comments = true,
    .function = cm_c_function,
    .operations = cm_c_operations,
    .writer = &cm_c_writer,
    .register_name = cm_c_register_name,
    .each_mnemonic = cm_c_each_operation,
    .each_spelling = cm_c_each_spelling,
    .whole_registers = true,
    .forms = cm_c_forms,
    .fences = cm_c_new_fences,
    .host = CM_CMCM, /* of no CPU */
    .not_run = "no machine runs C, expected a test of instructions",
};
