/* The tests of `cmcm run`: files as `cmcm check` takes them, and suites, which are
 * made in memory. */
#include "cli/hw.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "enumerate/enumerate.h"
#include "import/source.h"

#include <string.h>

/* ---- suites ---------------------------------------------------------- */

static void add_test(hw_tests *tests, cm_campaign_test test)
{
    CM_PUSH(tests->arena, tests->items, tests->count, tests->capacity, test);
}

typedef struct suite_call {
    hw_tests *tests;
    const char *suite;
} suite_call;

static bool keep_enumerated(void *context, const cm_enum_test *test)
{
    suite_call *call = context;
    cm_arena *arena = call->tests->arena;
    add_test(call->tests, (cm_campaign_test){
                              .path = cm_arena_text(arena, test->name, strlen(test->name)),
                              .suite = call->suite,
                              .text = cm_arena_text(arena, test->text, test->length),
                              .length = test->length,
                          });
    return true;
}

/* False: the generator complained. */
static bool add_suite(hw_tests *tests, const hw_settings *settings,
                      const cm_enum_generator *generator)
{
    suite_call call = {tests, generator->name};
    cm_enum_request request = {
        .name = generator->name,
        .axes = settings->axes.items,
        .axis_count = settings->axes.count,
        .cpu = settings->cpu ? settings->cpu : "native",
    };
    cm_work work = cm_work_new(tests->arena);
    bool made = cm_enum_run(&work, generator, &request, keep_enumerated, &call);
    cli_print_diags(&work, "cmcm run: ");
    return made;
}

/* ---- files ----------------------------------------------------------- */

/* A test may be looked at several times. So the text is kept of standard input, which can be read
 * only once, and of a kernel, which a compiler must first make code of. */
static void add_file(hw_tests *tests, const char *path)
{
    bool is_kernel = cm_import_takes(path);
    if (!is_kernel && strcmp(path, "-") != 0) {
        add_test(tests, (cm_campaign_test){.path = path});
        return;
    }
    cm_work work = cm_work_new(tests->arena);
    const cm_source *source = is_kernel ? NULL : cm_source_read(&work, path);
    const char *text = source      ? source->text
                       : is_kernel ? cm_import_file(&work, path, NULL, 0)
                                   : NULL;
    cli_print_diags(&work, "");
    if (text)
        add_test(tests, (cm_campaign_test){.path = source ? source->name : path,
                                           .text = text,
                                           .length = source ? source->length : strlen(text)});
    else
        tests->failed = true;
}

/* ---- gathering ------------------------------------------------------- */

bool hw_tests_gather(hw_tests *tests, const hw_settings *settings, const cli_call *call)
{
    char **operands = call->operands;
    int count = call->operand_count;
    tests->suite = "";
    for (int i = 0; i < count; i++) {
        const cm_enum_generator *suite = cli_suite(operands[i]);
        if (suite && !add_suite(tests, settings, suite))
            return false;
        if (!suite) {
            cli_inputs inputs = {.arena = tests->arena};
            cli_inputs_add(&inputs, operands[i]);
            for (size_t k = 0; k < inputs.count; k++)
                add_file(tests, inputs.items[k].path);
            tests->failed = tests->failed || inputs.failed;
        }
        if (suite && count == 1)
            tests->suite = suite->name;
    }
    /* The tests of the shard stay, in their order. */
    size_t kept = 0;
    for (size_t i = settings->shard_index; i < tests->count; i += settings->shard_count)
        tests->items[kept++] = tests->items[i];
    tests->count = kept;
    return true;
}
