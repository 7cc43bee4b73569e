/* From the command line of `cmcm run` to parameters. */
#include "cli/hw.h"
#include "cli/output.h"

#include "base/text.h"
#include "hwrun/record/record_format.h"

#include <string.h>

#define TUNE_SECONDS 30.0

typedef struct reader {
    const cli_verb *verb;
    hw_settings *settings;
    cm_arena *arena;
    cm_parameters *parameters;
    int status; /* once it is not CLI_OK all that follows is skipped */
} reader;

/* ---- lists ----------------------------------------------------------- */

/* Calls for each part of "a,b,c". */
static void each_part(reader *r, const char *list, void (*use)(reader *, const char *))
{
    for (const char *at = list; r->status == CLI_OK; at++) {
        size_t length = strcspn(at, ",");
        use(r, cm_arena_text(r->arena, at, length));
        at += length;
        if (!*at)
            return;
    }
}

static void set_parameter(reader *r, const char *text)
{
    const char *why = "";
    if (!cm_parameters_set(r->parameters, r->arena, text, &why))
        r->status = cli_usage_error(r->verb, "--param: %s", why);
}

static void set_injection(reader *r, const char *name)
{
    unsigned bit = 0;
    if (!cm_record_word_find(cm_record_injections, name, &bit))
        r->status = cli_usage_error(r->verb,
                                    "there is no bug `%s` for --inject, expected drop-acquire, "
                                    "drop-release or narrow-scope",
                                    name);
    r->parameters->injections |= bit;
}

/* ---- the file of --param @FILE --------------------------------------- */

/* One line, "NAME=VALUE" or "# ...". */
static void read_line(reader *r, cm_work *work, const cm_source *source, size_t at, size_t length)
{
    const char *line = cm_arena_text(r->arena, source->text + at, length);
    line += strspn(line, " \t\r");
    const char *why = "";
    char *text = cm_arena_text(r->arena, line, strcspn(line, " \t\r"));
    if (!*text || *text == '#' || cm_parameters_set(r->parameters, r->arena, text, &why))
        return;
    cm_diag_add(work, CM_ERROR, (cm_place){source, (uint32_t)at, (uint32_t)length}, "%s", why);
}

static void read_file(reader *r, const char *path)
{
    cm_work work = cm_work_new(r->arena);
    const cm_source *source = cm_source_read(&work, path);
    for (size_t at = 0; source && at < source->length && !work.diags.errors;) {
        const char *end = memchr(source->text + at, '\n', source->length - at);
        size_t length = end ? (size_t)(end - source->text) - at : source->length - at;
        read_line(r, &work, source, at, length);
        at += length + 1;
    }
    cli_print_diags(&work, "");
    if (work.diags.errors)
        r->status = CLI_INPUT;
}

/* ---- single values --------------------------------------------------- */

/* "K/N" with 1 <= K <= N. */
static void read_shard(reader *r, const char *text)
{
    hw_settings *s = r->settings;
    const char *slash = strchr(text, '/');
    uint64_t part = 0, all = 0;
    bool valid = slash &&
                 cli_count_parse(cm_arena_text(r->arena, text, (size_t)(slash - text)), &part) &&
                 cli_count_parse(slash + 1, &all) && part >= 1 && part <= all;
    if (!valid) {
        r->status = cli_usage_error(
            r->verb, "`%s` is not a value of --shard, expected K/N such as 1/4", text);
        return;
    }
    s->shard_index = (size_t)part - 1;
    s->shard_count = (size_t)all;
}

static void read_tune(reader *r, const char *text)
{
    enum { MOST_SECONDS = 1000000 };
    uint64_t seconds = 0;
    r->settings->tune_seconds = TUNE_SECONDS;
    if (!*text)
        return;
    if (!cli_count_parse(text, &seconds) || seconds < 1 || seconds > MOST_SECONDS)
        r->status = cli_usage_error(r->verb,
                                    "`%s` is not a value of --tune, expected seconds from 1", text);
    r->settings->tune_seconds = (double)seconds;
}

static bool reads_file(const hw_settings *s)
{
    int i = 0;
    while (i < s->changes.count && *s->changes.items[i] != '@')
        i++;
    return i < s->changes.count;
}

/* What makes no sense together. */
static void judge_together(reader *r)
{
    const hw_settings *s = r->settings;
    const char *wrong = NULL;
    if (s->resume && !s->record)
        wrong = "--resume continues a record, expected --record FILE as well";
    else if (s->tune && reads_file(s))
        wrong = "--param @FILE sets what --tune searches for, expected one of the two";
    else if (s->search > 0 && (s->seconds > 0 || s->iterations || s->rounds))
        wrong =
            "--search says how long all tests take, expected no --time, --iterations or --rounds";
    else if (s->search > 0 && (s->tune || s->resume || s->dry_run))
        wrong = "--search begins anew, expected neither --tune, --resume nor --dry-run";
    else if (s->save_parameters && !s->tune)
        wrong = "--save-params saves what --tune finds, expected --tune as well";
    else if (s->dry_run && (s->record || s->tune))
        wrong = "--dry-run runs nothing, expected neither --record nor --tune";
    else if (s->no_check && s->model)
        wrong = "--model chooses a model and --no-check uses none, expected one of the two";
    else if (s->no_check && s->stop)
        wrong = "--stop-on-forbidden needs the model, expected no --no-check";
    if (wrong)
        r->status = cli_usage_error(r->verb, "%s", wrong);
}

bool hw_settings_read(const cli_call *call, hw_settings *settings, cm_parameters *parameters,
                      int *status)
{
    const cli_verb *verb = call->verb;
    reader r = {verb, settings, call->arena, parameters, CLI_OK};
    cm_parameters_init(parameters);
    /* With no other word about how long to run, as many instances as litmus7 runs. */
    parameters->seed = settings->seed;
    parameters->rounds = settings->rounds;
    parameters->iterations = settings->iterations;
    parameters->seconds = settings->seconds;
    if (!parameters->rounds && !parameters->iterations && parameters->seconds <= 0)
        parameters->iterations = HW_ITERATIONS;
    settings->shard_count = 1;
    judge_together(&r);
    if (settings->memory && r.status == CLI_OK &&
        !cm_memory_kind_parse(settings->memory, &parameters->memory, &parameters->numa_node))
        r.status =
            cli_usage_error(verb, "`%s` is not a kind of memory, expected one of " CM_MEMORY_KINDS,
                            settings->memory);
    if (settings->homes && r.status == CLI_OK) {
        if (strlen(settings->homes) >= sizeof r.parameters->homes)
            r.status = cli_usage_error(r.verb, "--home is too long, expected at most %d characters",
                                       CM_HOMES - 1);
        else
            memcpy(r.parameters->homes, settings->homes, strlen(settings->homes) + 1);
    }
    if (settings->inject)
        each_part(&r, settings->inject, set_injection);
    if (settings->shard && r.status == CLI_OK)
        read_shard(&r, settings->shard);
    if (settings->tune && r.status == CLI_OK)
        read_tune(&r, settings->tune);
    for (int i = 0; i < settings->changes.count && r.status == CLI_OK; i++)
        if (*settings->changes.items[i] == '@')
            read_file(&r, settings->changes.items[i] + 1);
        else
            each_part(&r, settings->changes.items[i], set_parameter);
    *status = r.status;
    return r.status == CLI_OK;
}

/* ---- parameters as text ---------------------------------------------- */

char *hw_tuned_text(cm_arena *arena, const cm_parameters *parameters, bool all, const char *between)
{
    cm_text text = cm_text_new(arena);
    for (int i = 0; i < CM_TUNABLE_COUNT; i++)
        if (all || parameters->given[i])
            cm_text_append(&text, "%s%s=%u", text.length ? between : "", cm_tunables[i].name,
                           parameters->tuned[i]);
    return text.data;
}

void hw_print_tunables(FILE *to)
{
    enum { COLUMN = 30 };
    fputs("\nParameters (--param NAME=VALUE,...; the defaults are for tests of CPU threads,\n"
          "of GPU threads, of both):\n",
          to);
    for (int i = 0; i < CM_TUNABLE_COUNT; i++) {
        const cm_tunable_info *t = &cm_tunables[i];
        char bounds[64];
        snprintf(bounds, sizeof bounds, "%u to %u (%u, %u, %u)%s", t->min, t->max,
                 t->defaults[CM_MIX_CPU], t->defaults[CM_MIX_GPU], t->defaults[CM_MIX_BOTH],
                 t->power_of_two ? ", a power of two" : "");
        fprintf(to, "  %-15s %s\n%*s", t->name, bounds, COLUMN, "");
        cli_print_wrapped(to, t->help, COLUMN);
    }
}
