/* What `cmcm run` says: a block of the log per test, a line of progress, findings
 * as they come, and a summary. */
#include "cli/hw.h"
#include "cli/output.h"

#include "base/clock.h"
#include "base/text.h"
#include "litmus/isa/isa.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

const char *hw_amount(cm_arena *arena, double number)
{
    static const char *const units[] = {"", "k", "M", "G", "T"};
    size_t unit = 0;
    while (number >= 999.5 && unit < sizeof units / sizeof *units - 1) {
        number /= 1000;
        unit++;
    }
    return cm_arena_printf(arena, "%.3g%s", number, units[unit]);
}

void hw_report_messages(const cm_work *work)
{
    cli_print_diags(work, "cmcm run: ");
}

/* ---- progress -------------------------------------------------------- */

void hw_report_hide(hw_run *run)
{
    if (run->line_shown)
        fputs("\r\033[K", stderr);
    run->line_shown = false;
}

void hw_report_progress(hw_run *run)
{
    const hw_totals *t = &run->totals;
    size_t done = t->done + t->refused + t->failed + t->earlier + t->unreadable;
    size_t all = run->tests.count;
    if (!run->shows_progress || done == all)
        return;
    double elapsed = cm_clock_seconds() - run->begun;
    size_t fresh = done - t->earlier;
    fprintf(stderr, "\r\033[K%zu/%zu tests", done, all);
    if (t->wall_seconds > 0)
        fprintf(stderr, ", %s instances/s",
                hw_amount(run->arena, (double)t->instances / t->wall_seconds));
    fprintf(stderr, ", weak %s, forbidden %zu", hw_amount(run->arena, (double)t->weak),
            t->forbidden_count);
    if (fresh > 0)
        fprintf(stderr, ", %.0f s left", elapsed / (double)fresh * (double)(all - done));
    fflush(stderr);
    run->line_shown = true;
}

/* ---- a forbidden outcome --------------------------------------------- */

/* What stands for the test on a command line. */
static const char *operand_of(cm_arena *arena, const cm_campaign_result *result)
{
    if (!result->from->suite)
        return cli_quoted(arena, result->from->path);
    cm_text text = cm_text_new(arena);
    cm_text_add(&text, result->from->suite);
    for (size_t i = 0; i < result->record.axis_count; i++)
        cm_text_append(&text, " --axis %s=%s", result->record.axes[i].key,
                       result->record.axes[i].value);
    return text.data;
}

static void add_count(cm_text *text, const char *option, uint64_t count)
{
    if (count)
        cm_text_append(text, " --%s %llu", option, (unsigned long long)count);
}

/* The command line that does the same run again. */
static const char *repetition(cm_arena *arena, const hw_run *run, const cm_campaign_result *result)
{
    const cm_parameters *p = &result->record.parameters;
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "cmcm run --seed %llu --memory %s", (unsigned long long)p->seed,
                   cm_memory_kind_text(arena, p->memory, p->numa_node));
    if (*p->homes)
        cm_text_append(&text, " --home %s", cli_quoted(arena, p->homes));
    add_count(&text, "iterations", p->iterations);
    add_count(&text, "rounds", p->rounds);
    if (p->seconds > 0)
        cm_text_append(&text, " --time %g", p->seconds);
    if (p->injections)
        cm_text_append(&text, " --inject %s", cm_record_injections_text(arena, p->injections));
    if (run->settings->model)
        cm_text_append(&text, " --model %s", cli_quoted(arena, run->settings->model));
    if (run->settings->cpu)
        cm_text_append(&text, " --cpu %s", run->settings->cpu);
    cm_text_append(&text, " --param %s %s", hw_tuned_text(arena, p, true, ","),
                   operand_of(arena, result));
    return text.data;
}

static bool has_gpu_atomic(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int s = 0; s < test->threads[t].step_count; s++)
            if (cm_arch_is_gpu(test->threads[t].arch) &&
                test->threads[t].steps[s].rmw != CM_RMW_NONE &&
                test->threads[t].steps[s].kind == CM_STEP_STORE)
                return true;
    return false;
}

/* CUDA promises atomics of a GPU and a CPU on host memory only where the link has
 * them (CUDA C++ Programming Guide, "System-scope atomics"; docs/probes.md, rmw). */
static bool lacks_atomics(const hw_run *run, const cm_campaign_result *result)
{
    const cm_worker_machine *machine = run->campaign.machines[1];
    return cm_campaign_mix(result->test) == CM_MIX_BOTH && machine && machine->has_gpu &&
           !machine->gpu.host_native_atomics && has_gpu_atomic(result->test) &&
           !cm_memory_is_managed(result->record.parameters.memory);
}

static void report_forbidden(hw_run *run, cm_arena *arena, const cm_campaign_result *result)
{
    static const char line[] =
        "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!\n";
    const cm_record_test *record = &result->record;
    const cm_parameters *p = &record->parameters;
    fputs(line, stderr);
    fprintf(stderr, "!!! FORBIDDEN SEEN: %s, which the model %s forbids\n", record->name,
            record->model);
    for (size_t i = 0; i < record->state_count; i++)
        if (result->judgement.forbidden[i])
            fprintf(stderr, "!!!   %llu times in %llu instances: %s\n",
                    (unsigned long long)record->states[i].count,
                    (unsigned long long)record->instances, record->states[i].text);
    fprintf(stderr, "!!!   seed %llu, memory %s, %s\n", (unsigned long long)p->seed,
            cm_memory_kind_text(arena, p->memory, p->numa_node),
            hw_tuned_text(arena, p, true, ", "));
    if (p->injections)
        fprintf(stderr, "!!!   with a bug planted in the code: %s\n",
                cm_record_injections_text(arena, p->injections));
    if (lacks_atomics(run, result))
        fputs("!!!   note: the link to host memory has no atomics (hostNativeAtomicSupported is "
              "0),\n!!!   so CUDA does not promise atomics of GPU and CPU there: cmcm probe rmw\n",
              stderr);
    fprintf(stderr, "!!!   again: %s\n", repetition(arena, run, result));
    fputs(line, stderr);
}

/* ---- one test -------------------------------------------------------- */

/* Adds whole blocks only: of one that a full disk cuts, the beginning is taken back.
 * Standard output is main's to look at. */
static void put_log(hw_run *run, const char *block)
{
    FILE *log = run->log;
    if (run->totals.log_lost)
        return;
    long before = fseek(log, 0, SEEK_END) == 0 ? ftell(log) : -1;
    if (fputs(block, log) != EOF && fflush(log) == 0)
        return;
    if (log == stdout)
        return;
    run->totals.log_lost = true;
    fprintf(stderr, "%s: error: cannot be written: %s\n", run->settings->output, strerror(errno));
    if (before >= 0 && ftruncate(fileno(log), before) != 0)
        fprintf(stderr, "%s: error: cannot be shortened: %s\n", run->settings->output,
                strerror(errno));
}

static void log_done(hw_run *run, cm_arena *arena, const cm_campaign_result *result)
{
    const cm_record_test *record = &result->record;
    static const char *const quantifiers[] = {
        [CM_EXISTS] = "exists", [CM_NOT_EXISTS] = "~exists", [CM_FORALL] = "forall"};
    const cm_test *test = result->test;
    if (run->settings->quiet && run->log == stdout) {
        put_log(run, cm_arena_printf(arena, "%s: %s (%llu of %llu instances weak, %zu states)\n",
                                     record->name, cm_verdict_kind_text(record->verdict),
                                     (unsigned long long)result->weak,
                                     (unsigned long long)record->instances, record->state_count));
        return;
    }
    const char *condition = cm_arena_printf(arena, "%s (%s)", quantifiers[test->quantifier],
                                            cm_prop_print(arena, test, test->condition));
    put_log(run, cm_log_block(arena, record, condition));
}

/* The judge's are those of the test, too. */
static void report_warnings(const hw_run *run, const cm_work *work,
                            const cm_campaign_result *result)
{
    const char *judged = result->judgement.warnings;
    if (run->settings->quiet)
        return;
    if (judged && *judged)
        fputs(judged, stderr);
    else
        hw_report_messages(work);
}

static void report_done(hw_run *run, cm_arena *arena, const cm_campaign_result *result)
{
    hw_totals *t = &run->totals;
    t->done++;
    t->instances = cm_count_sum(t->instances, result->record.instances);
    t->weak = cm_count_sum(t->weak, result->weak);
    t->wall_seconds += result->record.wall_seconds;
    t->busy_seconds += result->record.busy_seconds;
    log_done(run, arena, result);
    if (result->judgement.why && *result->judgement.why && !run->settings->quiet)
        fprintf(stderr, "%s: not judged: %s\n", result->record.name, result->judgement.why);
    if (result->class == CM_CAMPAIGN_FORBIDDEN_SEEN)
        report_forbidden(run, arena, result);
}

/* A reason that many tests share is said once, unless people want it all. */
static void report_undone(hw_run *run, const cm_campaign_result *result)
{
    hw_totals *t = &run->totals;
    const cm_record_test *record = &result->record;
    bool refused = record->end == CM_RECORD_REFUSED;
    *(refused ? &t->refused : &t->failed) += 1;
    bool again = refused && t->refusal && strcmp(t->refusal, record->reason) == 0;
    if (refused && !again)
        t->refusal = cm_arena_text(run->arena, record->reason, strlen(record->reason));
    t->refused_alike += again;
    if (!again || run->settings->verbose)
        fprintf(stderr, "%s: %s: %s\n", record->name, refused ? "refused" : "failed",
                record->reason);
}

void hw_report_result(hw_run *run, cm_work *work, const cm_campaign_result *result)
{
    hw_report_hide(run);
    if (result->stopped)
        return;
    if (result->unreadable) {
        hw_report_messages(work);
        if (!work->diags.errors)
            fprintf(stderr, "%s: error: out of memory\n", result->from->path);
        run->totals.unreadable++;
        return;
    }
    if (result->earlier || result->record.end == CM_RECORD_DONE) {
        run->totals.classes[result->class]++;
        if (result->class == CM_CAMPAIGN_FORBIDDEN_SEEN) {
            hw_totals *t = &run->totals;
            CM_PUSH(run->arena, t->forbidden, t->forbidden_count, t->forbidden_capacity,
                    cm_arena_text(run->arena, result->record.name, strlen(result->record.name)));
        }
    }
    if (result->earlier) {
        run->totals.earlier++;
        return;
    }
    report_warnings(run, work, result);
    if (run->writer && !cm_record_writer_add(work, run->writer, &result->record)) {
        hw_report_messages(work);
        run->totals.lost = true;
    }
    if (result->record.end == CM_RECORD_DONE)
        report_done(run, work->arena, result);
    else
        report_undone(run, result);
}

/* ---- the end --------------------------------------------------------- */

void hw_report_search(hw_run *run, const cm_search_sum *sum)
{
    hw_totals *t = &run->totals;
    t->done = sum->tests;
    memcpy(t->classes, sum->classes, sizeof t->classes);
    hw_report_hide(run);
    if (run->settings->quiet)
        return;
    fprintf(stderr, "Search     %zu looks, %zu settings", sum->looks, sum->settings);
    if (sum->bound > 0)
        fprintf(stderr, "; rate of what was not seen: at most %.2g (95 %%)", sum->bound);
    fputc('\n', stderr);
}

/* Per second of the rounds, and of the tests alone. */
static void print_rates(cm_arena *arena, const hw_totals *t, uint64_t count)
{
    if (t->wall_seconds > 0)
        fprintf(stderr, "; per second: %s wall", hw_amount(arena, (double)count / t->wall_seconds));
    if (t->wall_seconds > 0 && t->busy_seconds > 0)
        fprintf(stderr, ", %s busy", hw_amount(arena, (double)count / t->busy_seconds));
}

void hw_report_end(hw_run *run)
{
    const hw_totals *t = &run->totals;
    hw_report_hide(run);
    if (run->settings->quiet)
        return;
    if (t->refused_alike && !run->settings->verbose)
        fprintf(stderr, "(%zu more were refused for the same reason; -v names them)\n",
                t->refused_alike);
    fprintf(stderr, "Tests      %zu run", t->done);
    const struct {
        size_t count;
        const char *what;
    } others[] = {{t->earlier, "run before"},
                  {t->refused, "refused"},
                  {t->failed, "failed"},
                  {t->unreadable, "unreadable"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].count)
            fprintf(stderr, ", %zu %s", others[i].count, others[i].what);
    fputc('\n', stderr);
    if (t->done) {
        fprintf(stderr, "Instances  %s in %.2f s", hw_amount(run->arena, (double)t->instances),
                cm_clock_seconds() - run->begun);
        print_rates(run->arena, t, t->instances);
        fprintf(stderr, "\nWeak       %s", hw_amount(run->arena, (double)t->weak));
        print_rates(run->arena, t, t->weak);
        fputc('\n', stderr);
    }
    if (t->done + t->earlier) {
        const size_t *count = t->classes;
        fprintf(stderr,
                "Verdicts   allowed: %zu seen, %zu not seen; forbidden: %zu not seen, %zu %s",
                count[CM_CAMPAIGN_ALLOWED_SEEN], count[CM_CAMPAIGN_ALLOWED_NOT_SEEN],
                count[CM_CAMPAIGN_FORBIDDEN_NOT_SEEN], count[CM_CAMPAIGN_FORBIDDEN_SEEN],
                count[CM_CAMPAIGN_FORBIDDEN_SEEN] ? "SEEN" : "seen");
        if (count[CM_CAMPAIGN_UNJUDGED])
            fprintf(stderr, "; %zu not judged", count[CM_CAMPAIGN_UNJUDGED]);
        fputc('\n', stderr);
    }
    for (size_t i = 0; i < t->forbidden_count; i++)
        fprintf(stderr, "FORBIDDEN SEEN: %s\n", t->forbidden[i]);
}
