/* `cmcm probe`: small experiments on the machine at hand. */
#include "cli/output.h"
#include "cli/verbs.h"
#include "report/probe_report.h"

#include <string.h>

#define PROBES                                                                                     \
    "rmw|value-propagation|ping-pong|latency|fences|bandwidth|granularity|atomics|timers|"         \
    "placement|table|info"

typedef struct probe_settings {
    cli_list axes;
    uint64_t count;
    unsigned repeat, gpu;
    double timeout;
    const char *format, *record;
    bool dry_run;
} probe_settings;

static const cli_option options[] = {
    CLI_AXIS(offsetof(probe_settings, axes)),
    CLI_ITERATIONS(offsetof(probe_settings, count)),
    {0, "repeat", "N", CLI_NUMBER, offsetof(probe_settings, repeat), 1, 10000},
    CLI_TIMEOUT(offsetof(probe_settings, timeout)),
    CLI_DEVICE(offsetof(probe_settings, gpu)),
    CLI_FORMAT(CM_PROBE_FORMATS(CM_FORMAT_WORD, "|"), offsetof(probe_settings, format)),
    CLI_RECORD("FILE.xml", offsetof(probe_settings, record)),
    CLI_DRY_RUN(offsetof(probe_settings, dry_run)),
};

typedef struct probe_job {
    const cli_call *call;
    cm_work work;
    const probe_settings *settings;
    cm_probe_options options;
    int status;
} probe_job;

/* ---- words of the options --------------------------------------------- */

typedef bool take_word(probe_job *job, const char *word);

static bool take_memory(probe_job *job, const char *word)
{
    cm_probe_options *o = &job->options;
    if (o->memory_count == CM_PROBE_MEMORIES)
        return false;
    cm_probe_memory *memory = &o->memory[o->memory_count];
    if (!cm_memory_kind_parse(word, &memory->kind, &memory->numa_node))
        return false;
    o->memory_count++;
    return memory->kind != CM_MEMORY_DEFAULT;
}

static bool take_pair(probe_job *job, const char *word)
{
    cm_probe_pair pair;
    bool found = cm_probe_pair_find(job->options.probe, word, &pair);
    job->options.pairs |= found ? 1u << pair : 0;
    return found;
}

static bool take_scope(probe_job *job, const char *word)
{
    cm_probe_scope scope;
    bool found = cm_probe_scope_find(job->options.probe, word, &scope);
    job->options.scopes |= found ? 1u << scope : 0;
    return found;
}

static bool take_variant(probe_job *job, const char *word)
{
    unsigned variant = 0;
    bool found = cm_probe_variant_find(job->options.probe, word, &variant);
    job->options.variants |= found ? 1u << variant : 0;
    return found;
}

/* NAME=WORD,... in each of --axis. */
static bool take_axis(probe_job *job, const char *text)
{
    static const struct {
        const char *name;
        take_word *take;
    } axes[] = {{"memory", take_memory},
                {"pair", take_pair},
                {"scope", take_scope},
                {"variant", take_variant}};
    const char *probe = job->call->operands[0];
    size_t length = strcspn(text, "="), i = 0, count = sizeof axes / sizeof *axes;
    while (i < count &&
           (strlen(axes[i].name) != length || strncmp(axes[i].name, text, length) != 0))
        i++;
    if (i == count || text[length] != '=') {
        job->status = cli_usage_error(job->call->verb,
                                      "`%s` is not a value of --axis, expected memory=KIND,..., "
                                      "pair=PAIR,..., scope=SCOPE,... or variant=NAME,...",
                                      text);
        return false;
    }
    for (text += length + 1;; text++) {
        length = strcspn(text, ",");
        const char *word = cm_arena_text(job->work.arena, text, length);
        if (!axes[i].take(job, word)) {
            job->status = cli_usage_error(job->call->verb,
                                          "`probe %s` has no %s `%s`, expected one "
                                          "that `cmcm probe --help` lists",
                                          probe, axes[i].name, word);
            return false;
        }
        text += length;
        if (!*text)
            return true;
    }
}

static bool take_numbers(probe_job *job)
{
    const probe_settings *s = job->settings;
    cm_probe_options *o = &job->options;
    o->count = s->count;
    o->repeat = s->repeat;
    o->limit = s->timeout;
    o->gpu = s->gpu;
    if (o->count <= CM_PROBE_COUNT_MAX)
        return true;
    job->status = cli_usage_error(job->call->verb, "--iterations is too large, expected at most %d",
                                  CM_PROBE_COUNT_MAX);
    return false;
}

/* ---- results ----------------------------------------------------------- */

/* Before minutes of measuring; what cannot is said. NULL: nothing is to be written. */
static bool can_be_written(const char *path)
{
    cli_file file;
    if (!path)
        return true;
    if (!cli_file_open(&file, path))
        return false;
    cli_file_drop(&file);
    return true;
}

/* One of the two; the other is NULL. */
static void print_results(probe_job *job, const cm_probe_run *run, const cm_info *info)
{
    static const struct {
        const char *word;
        void (*write_run)(cm_text *out, const cm_probe_run *run);
        void (*write_info)(cm_text *out, const cm_info *info);
    } formats[] = {
#define ROW(word, write_info) {#word, cm_probe_##word, write_info},
        CM_PROBE_FORMATS(ROW, )
#undef ROW
    };
    size_t i = 0;
    cm_text out = cm_text_new(job->work.arena);
    while (strcmp(formats[i].word, job->settings->format) != 0)
        i++;
    if (run)
        formats[i].write_run(&out, run);
    else if (formats[i].write_info)
        formats[i].write_info(&out, info);
    else
        job->status = cli_usage_error(job->call->verb,
                                      "`probe info` measures nothing, expected --format text, json "
                                      "or tsv");
    fputs(out.data, stdout);
}

/* Something was measured; else nothing fits this machine, or all failed. */
static int status_of(const cm_probe_run *run)
{
    bool failed = false;
    for (size_t i = 0; i < run->count; i++) {
        cm_probe_end end = run->results[i].end;
        if (end == CM_PROBE_DONE || end == CM_PROBE_UNENDED)
            return CLI_OK;
        failed |= end == CM_PROBE_FAILED;
    }
    return failed ? CLI_UNKNOWN : CLI_DEVICE;
}

static void run_one(void *argument)
{
    probe_job *job = argument;
    const probe_settings *s = job->settings;
    for (int i = 0; i < s->axes.count; i++)
        if (!take_axis(job, s->axes.items[i]))
            return;
    if (!take_numbers(job))
        return;
    if (strcmp(s->format, "costs") == 0 && job->options.probe != CM_PROBE_FENCES) {
        job->status = cli_usage_error(job->call->verb,
                                      "--format costs belongs to `probe fences`, not to `probe %s`",
                                      job->call->operands[0]);
        return;
    }
    if (s->dry_run) {
        static const unsigned no_nodes[1] = {0};
        size_t count;
        cm_probe_settle(&job->options);
        const cm_probe_part *parts = cm_probe_parts(&job->work, &job->options, no_nodes, 0, &count);
        fputs(cm_probe_ptx(&job->work, parts, count), stdout);
        return;
    }
    if (!can_be_written(s->record)) {
        job->status = CLI_INPUT;
        return;
    }
    const cm_probe_run *run = cm_probe_measure(&job->work, &job->options);
    job->status = status_of(run);
    print_results(job, run, NULL);
    const char *record =
        s->record ? cm_probe_record(&job->work, run, CMCM_VERSION, job->call->command) : NULL;
    if (record && !cli_write_file(s->record, record, strlen(record)))
        job->status = CLI_INPUT;
}

static void run_info(void *argument)
{
    probe_job *job = argument;
    cm_machine_options wanted = {.gpu = job->settings->gpu, .wants_gpu = true};
    const cm_info *info = cm_info_gather(&job->work, &wanted);
    print_results(job, NULL, info);
}

/* ---- the verb ---------------------------------------------------------- */

static int run_probe(const cli_call *call, void *argument)
{
    probe_job job = {.call = call, .settings = argument};
    job.work = cm_work_new(call->arena);
    if (call->operand_count != 1)
        return cli_usage_error(call->verb, "expected one probe, found %d", call->operand_count);
    const char *name = call->operands[0];
    bool info = strcmp(name, "info") == 0;
    if (!info && !cm_probe_find(name, &job.options.probe)) {
        cm_near near = cm_near_new(name, strlen(name));
        cm_near_offer_list(&near, PROBES, '|');
        return cli_usage_error(
            call->verb,
            "there is no probe `%s`, expected rmw, value-propagation, "
            "ping-pong, latency, fences, bandwidth, granularity, atomics, timers, "
            "placement, table or info%s",
            name, cli_hint_of(&near).text);
    }
    if (cm_arena_protect(call->arena, info ? run_info : run_one, &job))
        return job.status;
    if (cm_arena_exhausted(call->arena) || !job.work.diags.errors)
        fputs("cmcm probe: error: out of memory\n", stderr);
    cli_print_diags(&job.work, "cmcm probe: ");
    return CLI_INPUT;
}

static void print_variants(FILE *to)
{
    enum { COLUMN = 20 };
    for (int kind = 0; kind < CM_PROBE_COUNT; kind++) {
        fprintf(to, "\nVariants of %s:\n", cm_probe_name((cm_probe_kind)kind));
        const char *name;
        for (unsigned v = 0; (name = cm_probe_variant_name((cm_probe_kind)kind, v)); v++) {
            fprintf(to, "  %-*s", COLUMN - 2, name);
            cli_print_wrapped(to, cm_probe_variant_help((cm_probe_kind)kind, v), COLUMN);
        }
    }
}

const cli_verb cli_verb_probe = {
    .name = "probe",
    .operands = "PROBE",
    .summary = "Measure this machine: lost updates, caches, latency, fences.",
    CLI_OPTIONS(options, probe_settings),
    .defaults = &(const probe_settings){.format = "text"},
    .run = run_probe,
    .more = print_variants,
};
