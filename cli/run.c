/* `cmcm run`: litmus tests on this machine's CPUs and GPU. */
#include "cli/hw.h"
#include "cli/inputs.h"
#include "cli/verbs.h"
#include "cmcm.h"

#include "base/clock.h"
#include "litmus/isa/isa.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(hw_settings, field)

static const cli_option options[] = {
    CLI_ITERATIONS(AT(iterations)),
    {0, "rounds", "N", CLI_COUNT, AT(rounds), 0, 0},
    CLI_TIME(AT(seconds)),
    CLI_TIMEOUT(AT(timeout)),
    {0, "home", "NAME=HOME,...", CLI_TEXT, AT(homes), 0, 0},
    {0, "memory", "KIND", CLI_TEXT, AT(memory), 0, 0},
    {'p', "param", "NAME=VALUE,...|@FILE", CLI_LIST, AT(changes), 0, 0},
    {0, "tune", "SECONDS", CLI_OPTIONAL, AT(tune), 0, 0},
    {0, "search", "SECONDS", CLI_SECONDS, AT(search), 0, 1000000},
    {0, "save-params", "FILE", CLI_TEXT, AT(save_parameters), 0, 0},
    CLI_SEED(AT(seed)),
    {0, "inject", "BUG,...", CLI_TEXT, AT(inject), 0, 0},
    CLI_RECORD("FILE.xml", AT(record)),
    {0, "resume", NULL, CLI_FLAG, AT(resume), 0, 0},
    CLI_OUTPUT("FILE", AT(output)),
    CLI_MODEL(CLI_TEXT, AT(model)),
    {0, "no-check", NULL, CLI_FLAG, AT(no_check), 0, 0},
    {0, "stop-on-forbidden", NULL, CLI_FLAG, AT(stop), 0, 0},
    {0, "shard", "K/N", CLI_TEXT, AT(shard), 0, 0},
    CLI_AXIS(AT(axes)),
    CLI_CPU(AT(cpu)),
    CLI_DEVICE(AT(gpu)),
    CLI_CC(CLI_TEXT, AT(compiler)),
    CLI_LISTING(AT(list)),
    CLI_DRY_RUN(AT(dry_run)),
    CLI_QUIET(AT(quiet)),
    CLI_VERBOSE(AT(verbose)),
};

/* ---- the record ------------------------------------------------------ */

typedef struct scan {
    const cm_campaign_test *from;
    cm_work work;
    bool needs_gpu;
    const hw_run *run;
} scan;

static void scan_protected(void *argument)
{
    scan *s = argument;
    const cm_test *test = cm_campaign_parse(&s->work, s->from);
    s->needs_gpu = test && cm_campaign_needs_gpu(&s->run->campaign, cm_campaign_mix(test));
}

static bool any_needs_gpu(const hw_run *run)
{
    for (size_t i = 0; i < run->tests.count; i++) {
        scan s = {.from = &run->tests.items[i], .run = run};
        cm_arena_reset(run->test_arena, 0);
        s.work = cm_work_new(run->test_arena);
        if (cm_arena_protect(run->test_arena, scan_protected, &s) && s.needs_gpu)
            return true;
    }
    return false;
}

/* False: said. A record is of one machine: the one with the GPU if any test uses it. */
static bool open_record(hw_run *run)
{
    const hw_settings *settings = run->settings;
    bool needs_gpu = any_needs_gpu(run);
    const cm_worker_machine *machine = needs_gpu ? cm_campaign_machine(&run->campaign, true) : NULL;
    machine = machine ? machine : cm_campaign_machine(&run->campaign, false);
    if (!machine) {
        fprintf(stderr, "cmcm run: %s\n",
                run->campaign.lacking[0] ? run->campaign.lacking[0] : "interrupted");
        return false;
    }
    cm_record head = {
        .program = "cmcm",
        .version = cmcm_version(),
        .command = run->call->command,
        .suite = run->tests.suite,
        .shard = settings->shard ? settings->shard : "",
        .machines = cm_campaign_describe(run->arena, machine),
        .machine_count = 1,
    };
    run->writer =
        cm_record_writer_open(&run->work, settings->record, &head, settings->resume, &run->old);
    if (!run->writer)
        hw_report_messages(&run->work);
    return run->writer != NULL;
}

/* ---- running --------------------------------------------------------- */

typedef struct one {
    hw_run *run;
    const cm_campaign_test *from;
    hw_keep *keep;
    void *context;
    cm_work work;
    cm_campaign_result result;
} one;

static void run_protected(void *argument)
{
    one *o = argument;
    cm_campaign_run(&o->run->campaign, &o->work, o->from, &o->result);
    if (!o->keep || o->keep(o->context, &o->result))
        hw_report_result(o->run, &o->work, &o->result);
}

/* Lack of memory is the one thing that ends a test here. */
void hw_run_test(hw_run *run, const cm_campaign_test *from, hw_keep *keep, void *context)
{
    one o = {.run = run, .from = from, .keep = keep, .context = context};
    cm_arena_reset(run->test_arena, 0);
    o.work = cm_work_new(run->test_arena);
    if (cm_arena_protect(run->test_arena, run_protected, &o))
        return;
    hw_report_hide(run);
    hw_report_messages(&o.work);
    fprintf(stderr, "%s: failed: %s\n", from->path,
            o.work.diags.errors ? "see above" : "out of memory");
    run->totals.failed++;
}

static void run_tests(hw_run *run)
{
    const hw_totals *t = &run->totals;
    for (size_t i = 0; i < run->tests.count; i++) {
        if (cm_stop_asked(run->campaign.stop) || t->lost)
            return;
        hw_report_progress(run);
        hw_note_injections(run, &run->tests.items[i]);
        hw_run_test(run, &run->tests.items[i], NULL, NULL);
        if (run->settings->stop && t->forbidden_count)
            return;
    }
}

/* The exit status before any test is run: CLI_OK, or why none is. */
static int prepare(hw_run *run)
{
    const hw_settings *settings = run->settings;
    const char *complaint = "";
    if (!settings->no_check)
        run->judge = hw_judge_new(run->arena, settings->model, run->campaign.stop, &complaint);
    run->campaign.judge = hw_judge_ask;
    run->campaign.judge_context = run->judge;
    if (*complaint) {
        fputs(complaint, stderr);
        return settings->model && cli_ends_in(settings->model, ".cat") ? CLI_INPUT : CLI_USAGE;
    }
    if (settings->record && !open_record(run))
        return CLI_INPUT;
    run->campaign.old = run->old;
    return settings->tune ? hw_tune(run) : CLI_OK;
}

static int run_all(hw_run *run)
{
    int status = prepare(run), early = cm_stop_asked(run->campaign.stop);
    if (status != CLI_OK)
        return early ? 128 + early : status;
    run->begun = cm_clock_seconds();
    bool searches = run->settings->search > 0;
    run->shows_progress =
        run->tests.count > 1 && !run->settings->quiet && !searches && isatty(STDERR_FILENO);
    (searches ? hw_search : run_tests)(run);
    hw_report_end(run);
    hw_report_unplaced(run);
    int number = cm_stop_asked(run->campaign.stop);
    if (number)
        fprintf(stderr, "cmcm run: interrupted after %zu of %zu tests\n",
                run->totals.done + run->totals.earlier, run->tests.count);
    if (number)
        return 128 + number;
    const hw_totals *t = &run->totals;
    if (t->forbidden_count)
        return CLI_UNMET;
    if (t->unreadable || run->tests.failed || t->lost || t->log_lost)
        return CLI_INPUT;
    if (t->failed)
        return CLI_UNKNOWN;
    return t->refused && !t->done && !t->earlier ? CLI_DEVICE : CLI_OK;
}

/* ---- from start to end ----------------------------------------------- */

typedef struct whole {
    hw_run *run;
    int status;
} whole;

static void whole_protected(void *argument)
{
    whole *w = argument;
    hw_run *run = w->run;
    if (!hw_tests_gather(&run->tests, run->settings, run->call)) {
        w->status = CLI_USAGE;
    } else if (run->settings->list) {
        for (size_t i = 0; i < run->tests.count; i++)
            fprintf(run->log, "%s\n", run->tests.items[i].path);
        w->status = run->tests.failed ? CLI_INPUT : CLI_OK;
    } else {
        w->status = run->settings->dry_run ? hw_dry_run(run) : run_all(run);
    }
}

/* Nothing of this is in an arena. */
static void release(hw_run *run, int *status)
{
    if (run->writer && !cm_record_writer_close(&run->work, run->writer) && *status == CLI_OK)
        *status = CLI_INPUT;
    cm_judge_free(run->judge);
    cm_campaign_end(&run->campaign);
    cli_signals_free(run->signals);
    bool has_file = run->log && run->log != stdout;
    bool lost = has_file && (ferror(run->log) || run->totals.log_lost);
    lost = (has_file && fclose(run->log) != 0) || lost;
    if (lost && !run->totals.log_lost)
        fprintf(stderr, "%s: error: cannot be written: %s\n", run->settings->output,
                strerror(errno));
    if (lost && (*status == CLI_OK || *status == CLI_UNKNOWN || *status == CLI_DEVICE))
        *status = CLI_INPUT;
    cm_arena_free(run->test_arena);
}

static bool open_log(hw_run *run)
{
    const char *path = run->settings->output;
    bool to_file = path && strcmp(path, "-") != 0;
    run->log = to_file ? fopen(path, run->settings->resume ? "a" : "w") : stdout;
    if (!run->log)
        fprintf(stderr, "%s: error: cannot be written: %s\n", path, strerror(errno));
    else if (to_file)
        setvbuf(run->log, NULL, _IONBF, 0); /* block by block: hw_report.c */
    return run->log != NULL;
}

static int run_hardware(const cli_call *call, void *argument)
{
    hw_settings *settings = argument;
    cm_arena *arena = call->arena;
    hw_run run = {.call = call, .settings = settings, .arena = arena, .tests = {.arena = arena}};
    whole w = {&run, CLI_INPUT};
    if (call->operand_count == 0)
        return cli_usage_error(call->verb,
                               "no test is named, expected a FILE, a DIRECTORY, @LIST or a SUITE");
    run.work = cm_work_new(arena);
    if (!hw_settings_read(call, settings, &run.campaign.parameters, &w.status))
        return w.status;
    if (!open_log(&run))
        return CLI_INPUT;
    run.campaign.arena = arena;
    run.campaign.work = &run.work;
    run.campaign.gpu = settings->gpu;
    run.campaign.compiler = settings->compiler;
    run.campaign.deadline = settings->timeout;
    run.campaign.test_arena = run.test_arena = cm_arena_new(0);
    run.signals = cli_signals_new();
    run.campaign.stop = run.signals ? cli_signals_stop(run.signals) : NULL;
    bool ready = run.test_arena && run.signals;
    if (!ready || !cm_arena_protect(arena, whole_protected, &w)) {
        hw_report_messages(&run.work);
        if (!run.work.diags.errors)
            fputs("cmcm run: error: out of memory or threads\n", stderr);
        w.status = ready && run.work.diags.errors ? CLI_DEVICE : CLI_INPUT;
    }
    release(&run, &w.status);
    return w.status;
}

const cli_verb cli_verb_run = {
    .name = "run",
    .operands = "FILE|DIRECTORY|@LIST|SUITE...",
    .summary = "Run litmus tests on this machine and judge what was seen.",
    CLI_OPTIONS(options, hw_settings),
    .defaults = &(const hw_settings){.seed = 1, .compiler = "cc"},
    .run = run_hardware,
    .more = hw_print_tunables,
};
