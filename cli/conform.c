/* `cmcm conform`: what hardware did, in records and logs, against a model. With --pages there is a
 * page for each forbidden state that was seen: what was seen, why it is forbidden, what repeats it;
 * index.html, the report, leads there. */
#include "campaign/judge_record.h"
#include "campaign/readings.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "enumerate/enumerate.h"
#include "hwrun/record/record_store.h"
#include "litmus/text/text.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#define COUNTS "counts"
enum { MOST = 200, SECONDS = 10 }; /* pages; for an explanation, unless --timeout says otherwise */

typedef struct conform_settings {
    const char *model, *format, *output, *pages;
    cli_list tests, by, variants;
    double timeout;
    bool quiet, verbose;
} conform_settings;

#define AT(field) offsetof(conform_settings, field)

static const cli_option options[] = {
    CLI_MODEL(CLI_TEXT, AT(model)),
    CLI_VARIANT(AT(variants)),
    CLI_FORMAT(CM_CONFORM_FORMATS(CM_FORMAT_WORD, "|") "|" COUNTS, AT(format)),
    CLI_OUTPUT("FILE", AT(output)),
    CLI_PAGES(AT(pages)),
    {0, "tests", "FILE|DIRECTORY|@LIST", CLI_LIST, AT(tests), 0, 0},
    {0, "by", "AXIS,...", CLI_LIST, AT(by), 0, 0},
    CLI_TIMEOUT(AT(timeout)),
    CLI_QUIET(AT(quiet)),
    CLI_VERBOSE(AT(verbose)),
};

typedef struct conform_run {
    const cli_call *call;
    const conform_settings *settings;
    cm_arena *arena;
    cm_work work;
    cmcm_session *session; /* of pages */
    cm_judge *judge;
    cm_readings readings; /* other ones of its models */
    cm_record_judge records;
    cm_record_store store;
    cm_origin origin;
    bool unreadable; /* something: said on standard error */
    bool lost;       /* a page: said */
    int status;
} conform_run;

static bool makes_counts(const conform_settings *settings)
{
    return settings->format && strcmp(settings->format, COUNTS) == 0;
}

/* ---- what is read ---------------------------------------------------- */

/* NULL without a message: memory ran out. */
static void print_messages(conform_run *run, const char *path, const void *got)
{
    if (!got && !run->work.diags.errors)
        fprintf(stderr, "%s: error: out of memory\n", path);
    cli_print_diags(&run->work, "");
    if (!got || run->work.diags.errors)
        run->unreadable = true;
    run->work = cm_work_new(run->arena);
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

/* ---- pages ----------------------------------------------------------- */

/* Of each part that saw the state; four facts each at most. */
static size_t part_facts(cm_arena *arena, const cm_conform *report, const cm_conform_finding *f,
                         cmcm_fact *facts)
{
    const cm_record_machine *machine = report->machines[f->part->machine].machine;
    size_t count = 0;
    facts[count++] =
        (cmcm_fact){"seen", cm_arena_printf(arena, "%s, in %s", cm_conform_times(arena, f),
                                            report->inputs[f->part->input].file)};
    facts[count++] = (cmcm_fact){"on", cm_conform_machine_text(arena, machine)};
    facts[count++] = (cmcm_fact){"with", cm_conform_parameters(arena, f->part)};
    facts[count++] = (cmcm_fact){"again", cm_conform_command(arena, f->test, f->part)};
    return count;
}

/* Of the finding and those after it, which saw the same state. */
static const char *page_text(const conform_run *run, const cm_conform *report,
                             const cm_conform_finding *f, size_t parts, cmcm_explanation *e)
{
    enum { OF_ALL = 2, OF_PART = 4 };
    cmcm_fact *facts = CM_NEW_ARRAY(run->arena, OF_ALL + OF_PART * parts, cmcm_fact);
    size_t count = 0;
    facts[count++] = (cmcm_fact){"forbidden, and seen", f->state->text};
    if (f->test->injections)
        facts[count++] = (cmcm_fact){"planted on purpose",
                                     cm_record_injections_text(run->arena, f->test->injections)};
    for (size_t i = 0; i < parts; i++)
        count += part_facts(run->arena, report, f + i, facts + count);
    const cmcm_page page = {.date = run->origin.date,
                            .command = run->origin.command,
                            .up = "index.html",
                            .up_title = "Back to the report",
                            .facts = facts,
                            .fact_count = count};
    return cmcm_explanation_page(e, &page);
}

/* Gives the page's name; NULL: it could not be written, which was said. */
static const char *explain_finding(conform_run *run, const cm_conform *report,
                                   const cm_conform_finding *f, size_t parts, size_t number)
{
    const conform_settings *settings = run->settings;
    cmcm_session *session = run->session;
    const char *file = cm_arena_printf(run->arena, "finding-%zu.html", number);
    const char *path = cm_arena_printf(run->arena, "%s/%s", settings->pages, file);
    const char *text = f->test->allowed.text;
    const cmcm_explain_options how = {.timeout =
                                          settings->timeout > 0 ? settings->timeout : SECONDS};
    cmcm_test *test =
        cmcm_test_parse_asking(session, f->test->name, text, strlen(text), f->state->text);
    cmcm_model *model =
        test ? cmcm_model_load(session, settings->model ? settings->model : f->test->allowed.model)
             : NULL;
    cmcm_explanation *e = model ? cmcm_explain(session, model, test, &how) : NULL;
    const char *page = e ? page_text(run, report, f, parts, e) : NULL;
    bool written = page && cli_write_file(path, page, strlen(page));
    run->lost |= !written;
    if (!e)
        cli_session_say(session);
    cmcm_explanation_free(e);
    cmcm_model_free(model);
    cmcm_test_free(test);
    return written ? file : NULL;
}

/* For the first 200 states. Gives where pages are, by finding. */
static const char *const *write_pages(conform_run *run, const cm_conform *report)
{
    const char **files = CM_NEW_ARRAY(run->arena, report->finding_count, const char *);
    run->lost = !cli_make_directory(run->settings->pages);
    size_t number = 0;
    if (run->lost)
        return files;
    for (size_t i = 0, next; i < report->finding_count && number < MOST; i = next) {
        const cm_conform_finding *found = report->findings;
        for (next = i; next < report->finding_count && found[next].state == found[i].state;)
            next++;
        files[i] = explain_finding(run, report, &found[i], next - i, ++number);
    }
    return files;
}

/* ---- the report ------------------------------------------------------ */

static bool write_report(conform_run *run, const cm_conform *report)
{
    const conform_settings *settings = run->settings;
    const char *path = settings->output, *format = settings->format ? settings->format : "text";
    bool to_stdout = !path || strcmp(path, "-") == 0;
    char date[CLI_DATE_MAX];
    cli_date(date);
    run->origin = (cm_origin){cmcm_version(), date, run->call->command};
    cm_conform_style style = {.color = to_stdout && cli_wants_color(STDOUT_FILENO),
                              .quiet = settings->quiet,
                              .verbose = settings->verbose,
                              .origin = &run->origin};
    if (settings->pages) {
        style.pages = write_pages(run, report);
        path = cm_arena_printf(run->arena, "%s/index.html", settings->pages);
        format = "html";
    }
    cm_text out = cm_text_new(run->arena);
    cm_conform_writer_of(format)(&out, report, &style);
    return cli_write_output(path, out.data) == CLI_OK && !run->lost;
}

/* ---- tests ----------------------------------------------------------- */

static bool keep_enumerated(void *context, const cm_enum_test *test)
{
    conform_run *run = context;
    cm_source *source = CM_NEW(run->arena, cm_source);
    *source = (cm_source){.name = cm_arena_text(run->arena, test->name, strlen(test->name)),
                          .text = cm_arena_text(run->arena, test->text, test->length),
                          .length = test->length};
    cm_record_judge_add(&run->records, source->name, source);
    return true;
}

/* Of a table of counts, which leaves the tests out: those of its suite, for the CPU of each
 * machine. */
static void add_suite(conform_run *run, const cm_record *record)
{
    const cm_enum_generator *generator =
        record->test_count && !*record->tests->text ? cm_enum_find(record->suite) : NULL;
    for (size_t i = 0; generator && i < record->machine_count; i++) {
        char *cpu =
            cm_arena_text(run->arena, record->machines[i].arch, strlen(record->machines[i].arch));
        for (char *c = cpu; *c; c++)
            *c = (char)tolower((unsigned char)*c);
        const cm_enum_request request = {.name = generator->name, .cpu = *cpu ? cpu : "native"};
        print_messages(run, record->suite,
                       cm_enum_run(&run->work, generator, &request, keep_enumerated, run) ? run
                                                                                          : NULL);
    }
}

static void conform(void *argument)
{
    conform_run *run = argument;
    const conform_settings *settings = run->settings;
    run->work = cm_work_new(run->arena);
    run->records = (cm_record_judge){
        .judge = run->judge, .arena = run->arena, .looks = settings->tests.count > 0};
    cli_inputs files = {.arena = run->arena};
    for (int i = 0; i < settings->tests.count; i++)
        cli_inputs_add(&files, settings->tests.items[i]);
    run->unreadable = files.failed;
    for (size_t i = 0; i < files.count; i++) {
        const cm_source *source = cm_source_read(&run->work, files.items[i].path);
        const cm_test *test = source ? cm_litmus_parse(&run->work, source) : NULL;
        print_messages(run, files.items[i].path, test);
        if (test)
            cm_record_judge_add(&run->records, test->name, source);
    }
    size_t count = 0;
    cm_conform_input *inputs =
        CM_NEW_ARRAY(run->arena, (size_t)run->call->operand_count, cm_conform_input);
    for (int i = 0; i < run->call->operand_count; i++) {
        const char *path = run->call->operands[i];
        const cm_record *record = cm_record_store_read(&run->store, &run->work, path);
        print_messages(run, path, record);
        if (!record)
            continue;
        inputs[count++] = (cm_conform_input){path, record};
        add_suite(run, record);
    }
    run->status = CLI_INPUT;
    if (!count)
        return;
    if (makes_counts(settings)) {
        run->status =
            cli_write_output(settings->output, cm_record_table_text(run->arena, inputs->record));
        return;
    }
    cm_record_judge_sort(&run->records);
    cm_conform *report = cm_conform_make(&run->work, inputs, count, settings->by.items,
                                         (size_t)settings->by.count, judge, run);
    if (!settings->quiet)
        cm_readings_note(&run->readings, run->judge, report);
    bool written = write_report(run, report);
    const cm_conform_count *all = &report->all;
    if (all->violated)
        run->status = CLI_UNMET;
    else if (!run->unreadable && written)
        run->status = all->unjudged || all->not_run == all->tests ? CLI_UNKNOWN : CLI_OK;
}

/* ---- the verb -------------------------------------------------------- */

static int run_conform(const cli_call *call, void *argument)
{
    const conform_settings *settings = argument;
    conform_run run = {.call = call, .settings = settings, .arena = call->arena};
    if (call->operand_count == 0)
        return cli_usage_error(call->verb,
                               "no record is named, expected records of `cmcm run` or logs");
    if (settings->pages && (settings->format || settings->output))
        return cli_usage_error(
            call->verb, "--pages and --%s both say what is written and where, expected one of them",
            settings->format ? "format" : "output");
    if (makes_counts(settings) && call->operand_count > 1)
        return cli_usage_error(call->verb,
                               "--format counts makes a table of one record, expected one operand");
    run.session = cmcm_session_new();
    for (int i = 0; run.session && i < settings->variants.count; i++)
        cmcm_session_add_variant(run.session, settings->variants.items[i]);
    run.readings.options = (cm_judge_options){
        .model = settings->model,
        .model_dir = cmcm_session_model_directory(NULL),
        .variants = settings->variants.items,
        .variant_count = settings->variants.count,
        .timeout = settings->timeout,
    };
    run.judge = cm_judge_new(&run.readings.options);
    run.store = (cm_record_store){.arena = run.arena, .scratch = cm_arena_new(0)};
    const char *complaint = run.judge ? cm_judge_complaint(run.judge) : NULL;
    bool ready = run.session && run.judge && run.store.scratch;
    if (ready && complaint) {
        fputs(complaint, stderr);
        run.status = cli_ends_in(settings->model, ".cat") ? CLI_INPUT : CLI_USAGE;
    } else if (!ready || !cm_arena_protect(run.arena, conform, &run)) {
        run.status = cli_no_memory();
    }
    cm_arena_free(run.store.scratch);
    cm_judge_free(run.judge);
    cm_judge_free(run.readings.other);
    cmcm_session_free(run.session);
    return run.status;
}

const cli_verb cli_verb_conform = {
    .name = "conform",
    .operands = "RECORD|LOG...",
    .summary = "Compare what hardware did with what a memory model allows.",
    CLI_OPTIONS(options, conform_settings),
    .run = run_conform,
};
