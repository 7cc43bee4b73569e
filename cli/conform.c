/* `cmcm conform`: what hardware did, in records and logs, against a model. */
#include "cli/conform.h"

#include "cli/inputs.h"
#include "cli/origin.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "litmus/text/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(conform_settings, field)

static const cli_option options[] = {
    {'m', "model", "NAME|FILE.cat", CLI_TEXT, AT(model), 0, 0,
     "The memory model; without it the installed one for the test's architecture."},
    {0, "variant", "NAME", CLI_LIST, AT(variants), 0, 0,
     "Take a reading (`if \"NAME\"`) of the model, one that `cmcm models` lists; may be repeated."},
    {'f', "format", CM_CONFORM_FORMATS(CM_FORMAT_WORD, "|"), CLI_CHOICE, AT(format), 0, 0,
     "The form of the report (text)."},
    {'o', "output", "FILE", CLI_TEXT, AT(output), 0, 0, "Write the report to FILE."},
    {0, "pages", "DIRECTORY", CLI_TEXT, AT(pages), 0, 0,
     "Write the report as pages: index.html, and for each forbidden state that was seen a page: "
     "what was seen, why it is forbidden, what repeats it (the first 200)."},
    {0, "tests", "FILE|DIRECTORY|@LIST", CLI_LIST, AT(tests), 0, 0,
     "Where the tests of logs are, which name them only; may be repeated."},
    {0, "by", "AXIS,...", CLI_LIST, AT(by), 0, 0,
     "Also a table by these axes together: keys of the tests' metadata lines, or machine, "
     "home, record, suite, arch, model (allowed or forbidden), reason, verdict; may be repeated."},
    {'t', "timeout", "SECONDS", CLI_SECONDS, AT(timeout), 0, 1000000,
     "Give up on a test after so long; it is then not judged."},
    {'q', "quiet", NULL, CLI_FLAG, AT(quiet), 0, 0,
     "Only the summary and what was seen that is forbidden; no warnings."},
    {'v', "verbose", NULL, CLI_FLAG, AT(verbose), 0, 0, "Lists in full."},
};

static const char details[] =
    "Files are records of `cmcm run` and logs of litmus7, told apart by what is in\n"
    "them. The same test in several files counts as one, its counts added. Whatever\n"
    "verdict a record holds, every test is judged anew.\n\n"
    "Exit status: 0 nothing forbidden was seen; 1 something was; 2 wrong usage; 3 an\n"
    "input cannot be read, or the report not be written; 4 some test that was run\n"
    "could not be judged, or none was run. The first of 2, 1, 3, 4 that applies.\n";

/* ---- what is read ---------------------------------------------------- */

/* NULL without a message: memory ran out. */
static void print_messages(conform_run *run, const char *path, const void *got)
{
    if (!got && !run->work.diags.errors)
        fprintf(stderr, "%s: error: out of memory\n", path);
    cli_print_diags(&run->work, "");
    if (!got || run->work.diags.errors)
        run->unreadable = true;
    cm_work_init(&run->work, run->arena);
}

static void read_test(conform_run *run, const char *path)
{
    const cm_source *source = cm_source_read(&run->work, path);
    const cm_test *test = source ? cm_litmus_parse(&run->work, source) : NULL;
    print_messages(run, path, test);
    if (!test)
        return;
    cm_record_judge_add(&run->records, test->name, source);
}

/* ---- judging --------------------------------------------------------- */

static bool judge(void *context, const cm_record_test *test, cm_conform_allowed *out)
{
    conform_run *run = context;
    bool answered = cm_judge_record(&run->records, test, out);
    if (answered && !run->settings->quiet)
        fputs(out->warnings, stderr);
    return answered;
}

/* ---- the report ------------------------------------------------------ */

static bool to_stdout(const conform_settings *settings)
{
    return !settings->output || strcmp(settings->output, "-") == 0;
}

static bool put_report(const conform_settings *settings, const char *path, const cm_text *out)
{
    if (path || !to_stdout(settings))
        return cli_write_file(path ? path : settings->output, out->data, out->length);
    return fwrite(out->data, 1, out->length, stdout) == out->length;
}

static bool write_report(const conform_run *run, const cm_conform *report)
{
    const conform_settings *settings = run->settings;
    char date[CLI_DATE_MAX];
    cli_date(date);
    const cm_origin origin = {cmcm_version(), date, run->command};
    cm_conform_style style = {.color = to_stdout(settings) && cli_wants_color(STDOUT_FILENO),
                              .quiet = settings->quiet,
                              .verbose = settings->verbose,
                              .origin = &origin};
    bool written = true;
    const char *path = NULL;
    if (settings->pages) {
        style.pages = cli_conform_pages(run, report, &origin, &written);
        path = cm_arena_printf(run->arena, "%s/index.html", settings->pages);
    }
    cm_text out;
    cm_text_init(&out, run->arena);
    const char *format = settings->pages ? "html" : settings->format ? settings->format : "text";
    cm_conform_writer_of(format)(&out, report, &style);
    return put_report(settings, path, &out) && written;
}

static int status_of(const conform_run *run, const cm_conform *report, bool written)
{
    const cm_conform_count *all = &report->all;
    if (all->violated)
        return CLI_UNMET;
    if (run->unreadable || !written)
        return CLI_INPUT;
    return all->unjudged || all->not_run == all->tests ? CLI_UNKNOWN : CLI_OK;
}

static void conform(void *argument)
{
    conform_run *run = argument;
    const conform_settings *settings = run->settings;
    cm_work_init(&run->work, run->arena);
    run->records = (cm_record_judge){
        .judge = run->judge, .arena = run->arena, .looks = run->settings->tests.count > 0};
    cli_inputs files = {.arena = run->arena};
    for (int i = 0; i < run->settings->tests.count; i++)
        cli_inputs_add(&files, run->settings->tests.items[i]);
    run->unreadable = run->unreadable || files.failed;
    for (size_t i = 0; i < files.count; i++)
        read_test(run, files.items[i].path);
    cm_record_judge_sort(&run->records);
    run->inputs = CM_NEW_ARRAY(run->arena, (size_t)run->operand_count, cm_conform_input);
    for (int i = 0; i < run->operand_count; i++) {
        const char *path = run->operands[i];
        const cm_record *record = cm_record_store_read(&run->store, &run->work, path);
        if (record)
            run->inputs[run->input_count++] = (cm_conform_input){path, record};
        print_messages(run, path, record);
    }
    run->status = CLI_INPUT;
    if (!run->input_count)
        return;
    cm_conform *report =
        cm_conform_make(&run->work, run->inputs, run->input_count, settings->by.items,
                        (size_t)settings->by.count, judge, run);
    if (!settings->quiet)
        cm_readings_note(&run->readings, run->judge, report);
    bool written = write_report(run, report);
    run->status = status_of(run, report, written);
}

/* ---- the verb -------------------------------------------------------- */

static int run_judged(conform_run *run)
{
    const char *complaint = cm_judge_complaint(run->judge);
    if (complaint) {
        fputs(complaint, stderr);
        return cli_is_cat_file(run->settings->model) ? CLI_INPUT : CLI_USAGE;
    }
    return cm_arena_protect(run->arena, conform, run) ? run->status : cli_no_memory();
}

static int conform_with(const cli_verb *verb, conform_run *run, int argc, char **argv)
{
    const conform_settings *settings = run->settings;
    int status;
    if (!cli_parse(verb, run->settings, argc, argv, &run->operand_count, &status))
        return status;
    if (run->operand_count == 0)
        return cli_usage_error(verb, "nothing to compare, expected records of `cmcm run` or logs");
    if (settings->pages && (settings->format || settings->output))
        return cli_usage_error(verb,
                               "--pages is a form and a place, as --%s is, expected one or the "
                               "other",
                               settings->format ? "format" : "output");
    run->arena = cm_arena_new(0);
    run->session = cmcm_session_new();
    for (int i = 0; run->session && i < settings->variants.count; i++)
        cmcm_session_add_variant(run->session, settings->variants.items[i]); /* for pages */
    if (run->session) {
        run->readings.options = (cm_judge_options){
            .model = settings->model,
            .model_dir = cmcm_session_model_directory(run->session),
            .variants = settings->variants.items,
            .variant_count = settings->variants.count,
            .timeout = settings->timeout,
        };
        run->judge = cm_judge_new(&run->readings.options);
    }
    run->store = (cm_record_store){.arena = run->arena, .scratch = cm_arena_new(0)};
    bool ready = run->arena && run->judge && run->store.scratch;
    status = ready ? run_judged(run) : cli_no_memory();
    cm_arena_free(run->store.scratch);
    cm_judge_free(run->judge);
    cm_judge_free(run->readings.other);
    cmcm_session_free(run->session);
    cm_arena_free(run->arena);
    return status;
}

static int run_conform(const cli_verb *verb, int argc, char **argv)
{
    conform_settings settings = {0};
    conform_run run = {.settings = &settings, .operands = argv};
    char *command = cli_command_line(verb->name, argc, argv);
    if (!command)
        return cli_no_memory();
    run.command = command;
    int status = conform_with(verb, &run, argc, argv);
    free(command);
    return status;
}

const cli_verb cli_verb_conform = {
    .name = "conform",
    .operands = "RECORD|LOG...",
    .summary = "Compare what hardware did with what a memory model allows.",
    .details = details,
    CLI_OPTIONS(options),
    .run = run_conform,
};
