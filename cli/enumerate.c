/* `cmcm enumerate`: tests by the hundred, written, listed or checked. */
#include "cli/enumerate.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "cli/verbs.h"
#include "enumerate/tar.h"

#include <string.h>

#define AT(field) offsetof(enumerate_settings, field)

static const cli_option options[] = {
    CLI_OUTPUT("DIRECTORY|ARCHIVE.tar|-", AT(output)),
    CLI_LISTING(AT(list)),
    {0, "check", NULL, CLI_FLAG, AT(check), 0, 0},
    CLI_FORMAT(CM_SUITE_FORMATS(CM_FORMAT_WORD, "|"), AT(format)),
    CLI_PAGES(AT(pages)),
    CLI_MODEL(CLI_TEXT, AT(model)),
    CLI_JOBS(AT(jobs)),
    CLI_TIMEOUT(AT(timeout)),
    CLI_AXIS(AT(axes)),
    CLI_CPU(AT(cpu)),
    {0, "cpu-fence", "full|least", CLI_CHOICE, AT(cpu_fence), 0, 0},
    CLI_ARCH(AT(arch)),
    {0, "size", "N", CLI_NUMBER, AT(size), 1, 64},
    CLI_THREADS(AT(threads)),
    {0, "relax", "EDGE,...", CLI_TEXT, AT(relax), 0, 0},
    {0, "safe", "EDGE,...", CLI_TEXT, AT(safe), 0, 0},
    {0, "obs", "threads|avoid|local|final|force", CLI_CHOICE, AT(observers), 0, 0},
    {0, "cond", "cycle|all|unicond", CLI_CHOICE, AT(condition), 0, 0},
    {0, "pairs", "loop|once|bare", CLI_CHOICE, AT(pairs), 0, 0},
    CLI_QUIET(AT(quiet)),
};

/* ---- gathering ------------------------------------------------------- */

static const char *copy(cm_arena *arena, const char *text)
{
    return cm_arena_text(arena, text, strlen(text));
}

static bool gather(void *context, const cm_enum_test *test)
{
    cli_tests *tests = context;
    if (tests->count == 0) {
        tests->axis_count = test->axis_count;
        tests->axes = CM_NEW_ARRAY(tests->arena, (size_t)test->axis_count, const char *);
        for (int i = 0; i < test->axis_count; i++)
            tests->axes[i] = copy(tests->arena, test->axes[i].name);
    }
    CM_RESERVE(tests->arena, tests->items, tests->count, tests->capacity);
    cli_test *t = &tests->items[tests->count++];
    *t = (cli_test){
        .name = copy(tests->arena, test->name),
        .text = cm_arena_text(tests->arena, test->text, test->length),
        .length = test->length,
        .values = CM_NEW_ARRAY(tests->arena, (size_t)tests->axis_count, const char *),
        .program = cm_programs_add(&tests->programs, test->text, test->length, test->body),
    };
    for (int i = 0; i < tests->axis_count; i++)
        t->values[i] = i < test->axis_count ? copy(tests->arena, test->axes[i].value) : "";
    return true;
}

/* ---- a directory, an archive, a stream ------------------------------- */

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* The list that `cmcm check @...` reads. */
static cm_text list_of(const cli_tests *tests)
{
    cm_text list = cm_text_new(tests->arena);
    for (size_t i = 0; i < tests->count; i++)
        cm_text_append(&list, "%s.litmus\n", tests->items[i].name);
    return list;
}

static bool write_directory(const cli_tests *tests, const char *directory)
{
    if (!cli_make_directory(directory))
        return false;
    cm_text path = cm_text_new(tests->arena);
    for (size_t i = 0; i < tests->count; i++) {
        const cli_test *t = &tests->items[i];
        cm_text_cut(&path, 0);
        cm_text_append(&path, "%s/%s.litmus", directory, t->name);
        if (!cli_write_file(path.data, t->text, t->length))
            return false;
    }
    cm_text list = list_of(tests);
    cm_text_cut(&path, 0);
    cm_text_append(&path, "%s/@all", directory);
    return cli_write_file(path.data, list.data, list.length);
}

/* Everything under a directory of the generator's name. */
static bool add_file(cm_text *archive, const cli_tests *tests, const char *name,
                     const char *content, size_t length)
{
    const char *path = cm_arena_printf(tests->arena, "%s/%s", tests->generator->name, name);
    if (cm_tar_add(archive, path, content, length))
        return true;
    fprintf(stderr,
            "%s: error: this name is too long for an archive, expected --output DIRECTORY\n", path);
    return false;
}

static bool write_archive(const cli_tests *tests, const char *path)
{
    cm_text archive = cm_text_new(tests->arena);
    for (size_t i = 0; i < tests->count; i++) {
        const cli_test *t = &tests->items[i];
        const char *name = cm_arena_printf(tests->arena, "%s.litmus", t->name);
        if (!add_file(&archive, tests, name, t->text, t->length))
            return false;
    }
    cm_text list = list_of(tests);
    if (!add_file(&archive, tests, "@all", list.data, list.length))
        return false;
    cm_tar_end(&archive);
    return cli_write_file(path, archive.data, archive.length);
}

/* Whether standard output could be written, main says. */
static bool write_tests(const cli_tests *tests)
{
    const char *output = tests->settings->output;
    if (!is_stdout(output))
        return cli_ends_in(output, ".tar") ? write_archive(tests, output)
                                           : write_directory(tests, output);
    for (size_t i = 0; i < tests->count; i++) {
        if (i)
            putchar('\n');
        fwrite(tests->items[i].text, 1, tests->items[i].length, stdout);
    }
    return true;
}

/* ---- what is asked for ----------------------------------------------- */

static void print_count(FILE *to, const cli_tests *tests)
{
    fprintf(to, "%s: %zu test%s, %zu distinct program%s\n", tests->generator->name, tests->count,
            tests->count == 1 ? "" : "s", tests->distinct, tests->distinct == 1 ? "" : "s");
}

static int do_all(cli_tests *tests)
{
    const enumerate_settings *settings = tests->settings;
    bool counts_only = !settings->output && !settings->list && !settings->check;
    if (counts_only || (!settings->quiet && settings->output))
        print_count(counts_only ? stdout : stderr, tests);
    if (settings->list) {
        const char **first = CM_NEW_ARRAY(tests->arena, tests->distinct, const char *);
        for (size_t i = 0; i < tests->count; i++) {
            const cli_test *t = &tests->items[i];
            if (!first[t->program])
                printf("%s\n", first[t->program] = t->name);
            else
                printf("%s\tis the same program as %s\n", t->name, first[t->program]);
        }
    }
    if (settings->output && !write_tests(tests))
        return CLI_INPUT;
    return settings->check ? cli_tests_check(tests) : CLI_OK;
}

static int enumerate(const cli_call *call, const enumerate_settings *settings,
                     const cm_enum_generator *generator)
{
    const cm_enum_request request = {.name = generator->name,
                                     .words = (const char *const *)call->operands + 1,
                                     .word_count = call->operand_count - 1,
                                     .axes = settings->axes.items,
                                     .axis_count = settings->axes.count,
                                     .cpu = settings->cpu,
                                     .cpu_fence = settings->cpu_fence,
                                     .arch = settings->arch,
                                     .size = settings->size,
                                     .threads = settings->threads,
                                     .relax = settings->relax,
                                     .safe = settings->safe,
                                     .observers = settings->observers,
                                     .condition = settings->condition,
                                     .pairs = settings->pairs};
    cli_tests tests = {.arena = call->arena,
                       .settings = settings,
                       .command = call->command,
                       .generator = generator};
    cm_work work = cm_work_new(call->arena);
    cm_programs_init(&tests.programs, call->arena);
    bool made = cm_enum_run(&work, generator, &request, gather, &tests);
    tests.distinct = tests.programs.count;
    cli_print_diags(&work, "cmcm enumerate: ");
    if (!made && !work.diags.errors)
        cm_arena_escape(call->arena);
    if (!made)
        return CLI_USAGE;
    const cm_suite *suite = cm_suite_open(&work, &request);
    tests.suite = suite && suite->reasons ? suite : NULL;
    return do_all(&tests);
}

/* ---- the verb -------------------------------------------------------- */

/* CLI_OK, or why the options make no sense together. */
static int judge(const cli_verb *verb, const enumerate_settings *settings)
{
    if (!settings->check && settings->pages)
        return cli_usage_error(verb,
                               "--pages describes the table of --check, expected --check as well");
    if (!settings->check && settings->format)
        return cli_usage_error(verb,
                               "--format describes the table of --check, expected --check as well");
    if (settings->pages && settings->format)
        return cli_usage_error(
            verb, "--pages and --format both say what is written, expected one of them");
    if (is_stdout(settings->output) && settings->check && !settings->pages)
        return cli_usage_error(verb, "tests and table both go to standard output, expected "
                                     "--output DIRECTORY or no --check");
    return CLI_OK;
}

static int run_enumerate(const cli_call *call, void *argument)
{
    const enumerate_settings *settings = argument;
    const cli_verb *verb = call->verb;
    if (call->operand_count == 0)
        return cli_usage_error(
            verb, "nothing is named to enumerate, expected one that `cmcm enumerate help` lists");
    const char *name = call->operands[0];
    if (strcmp(name, "help") == 0) {
        enum { COLUMN = 6 };
        const cm_enum_generator *g;
        for (size_t i = 0; (g = cm_enum_generator_at(i)); i++) {
            printf("  %s%s%s\n%*s", g->name, *g->operands ? " " : "", g->operands, COLUMN, "");
            cli_print_wrapped(stdout, g->summary, COLUMN);
        }
        return CLI_OK;
    }
    const cm_enum_generator *generator = cm_enum_find(name);
    if (!generator) {
        cm_near near = cm_near_new(name, strlen(name));
        for (size_t i = 0; cm_enum_generator_at(i); i++)
            cm_near_offer(&near, cm_enum_generator_at(i)->name);
        return cli_usage_error(verb,
                               "there is no `%s`, expected one that `cmcm enumerate help` lists%s",
                               name, cli_hint_of(&near).text);
    }
    int status = judge(verb, settings);
    return status == CLI_OK ? enumerate(call, settings, generator) : status;
}

const cli_verb cli_verb_enumerate = {
    .name = "enumerate",
    .operands = "SUITE|FAMILY|cycle|cross|small|rmw ...",
    .summary = "Make litmus tests: suites, families, cycles; check them.",
    CLI_OPTIONS(options, enumerate_settings),
    .defaults = &(const enumerate_settings){.jobs = 1},
    .run = run_enumerate,
};
