#define _XOPEN_SOURCE 700 /* realpath */
/* `cmcm check`: every outcome of litmus tests that a model allows. */
#include "cli/check.h"

#include "cli/session.h"
#include "cli/signals.h"
#include "cli/verbs.h"
#include "litmus/isa/isa.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(check_settings, field)

static const cli_option options[] = {
    CLI_MODEL(CLI_TEXT, AT(model)),
    CLI_CALLS(AT(threads)),
    CLI_INCLUDE(AT(includes)),
    CLI_DIALECT(AT(dialect)),
    CLI_VARIANT(AT(variants)),
    CLI_FORMAT(CM_RESULT_FORMATS(CM_FORMAT_WORD, "|"), AT(format)),
    CLI_OUTPUT("FILE", AT(output)),
    CLI_BUILD(AT(build)),
    CLI_UNROLL(AT(unroll)),
    CLI_JOBS(AT(jobs)),
    CLI_TIMEOUT(AT(timeout)),
    {0, "cpu-time", "SECONDS", CLI_SECONDS, AT(cpu_time), 0, 1000000},
    CLI_MEMORY_LIMIT(AT(memory_limit)),
    {0, "expect", "TABLE[:COLUMN]", CLI_TEXT, AT(expect), 0, 0},
    {0, "assert", "allowed|forbidden|terminates|race-free", CLI_CHOICES, AT(assertions), 0, 0},
    {0, "progress", "fair|hsa|hsa-obe|lobe|obe", CLI_CHOICE, AT(progress), 0, 0},
    {0, "question", NULL, CLI_FLAG, AT(question), 0, 0},
    {0, "estimate", NULL, CLI_FLAG, AT(estimate), 0, 0},
    {0, "count", "states|executions", CLI_CHOICE, AT(count), 0, 0},
    {0, "witness", "all|hang|STATE", CLI_OPTIONAL, AT(witness), 0, 0},
    {0, "target", "cpu=SET,gpu=SET,P0=SET", CLI_LIST, AT(targets), 0, 0},
    {0, "volatile", "race|relaxed", CLI_CHOICE, AT(is_volatile), 0, 0},
    {0, "debug", NULL, CLI_FLAG, AT(debug), 0, 0},
    CLI_STRICT(AT(strict)),
    CLI_QUIET(AT(quiet)),
    CLI_VERBOSE(AT(verbose)),
};

/* ---- from settings to a plan ----------------------------------------- */

/* False: they contradict each other. */
static bool read_assertions(check_settings *settings)
{
    for (int i = 0; i < settings->assertions.count; i++) {
        const char *word = settings->assertions.items[i];
        if (strcmp(word, "terminates") == 0)
            settings->terminates = true;
        else if (strcmp(word, "race-free") == 0)
            settings->race_free = true;
        else if (settings->assertion && strcmp(settings->assertion, word) != 0)
            return false;
        else
            settings->assertion = word;
    }
    return true;
}

static bool is_format(const check_settings *settings, const char *word)
{
    return settings->format && strcmp(settings->format, word) == 0;
}

/* Is the answer to the condition all that is wanted? */
static bool asks_only(const check_settings *settings)
{
    bool wants_states = settings->expect || settings->witness || settings->format;
    if (is_format(settings, "sarif"))
        return !settings->expect;
    return settings->question || (settings->assertions.count > 0 && !wants_states);
}

static cmcm_progress progress_of(const char *word)
{
    static const char *const words[] = {[CMCM_PROGRESS_FAIR] = "fair",
                                        [CMCM_PROGRESS_HSA] = "hsa",
                                        [CMCM_PROGRESS_HSA_OBE] = "hsa-obe",
                                        [CMCM_PROGRESS_LOBE] = "lobe",
                                        [CMCM_PROGRESS_OBE] = "obe"};
    int i = CMCM_PROGRESS_FAIR;
    while (strcmp(words[i], word) != 0) /* an option's choice: one of these */
        i++;
    return (cmcm_progress)i;
}

static void make_plan(cli_plan *plan, const check_settings *settings)
{
    static const struct {
        const char *word;
        cmcm_format format;
    } formats[] = {
#define ROW(word, number) {#word, CMCM_##number},
        CM_RESULT_FORMATS(ROW, )
#undef ROW
    };
    cmcm_format format = CMCM_HERD;
    for (size_t i = 0; settings->format && i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].word, settings->format) == 0)
            format = formats[i].format;
    if (format == CMCM_HERD && settings->quiet)
        format = CMCM_VERDICT;
    bool prints_results = !settings->expect || settings->format || settings->output;
    bool for_people = format == CMCM_HERD && !settings->expect;
    *plan = (cli_plan){
        .settings = settings,
        .format = format,
        .prints_results = prints_results,
        .color = cli_wants_color(STDERR_FILENO),
        .plain = for_people && isatty(STDOUT_FILENO) && !settings->output,
        .plain_kernels = for_people,
        .options = {.unroll = settings->unroll,
                    .timeout = settings->timeout,
                    .cpu_time = settings->cpu_time,
                    .memory_limit = (size_t)settings->memory_limit << 20,
                    .question = asks_only(settings),
                    .count_executions =
                        settings->count && strcmp(settings->count, "executions") == 0,
                    .witnesses = settings->witness || format == CMCM_SARIF,
                    .verify = settings->debug,
                    .liveness = prints_results || settings->terminates,
                    .progress = progress_of(settings->progress),
                    .hasty = !settings->terminates && !settings->witness},
    };
}

/* Splits "TABLE:COLUMN", unless a file has all of that as its name. */
static cmcm_table *read_table(cmcm_session *session, const char *expect)
{
    const char *colon = strrchr(expect, ':');
    if (!colon || access(expect, F_OK) == 0)
        return cmcm_table_read(session, expect, NULL);
    char *path = strndup(expect, (size_t)(colon - expect));
    cmcm_table *table = path ? cmcm_table_read(session, path, colon + 1) : NULL;
    free(path);
    return table;
}

/* Models and tables that were named are read before any test: what is wrong with
 * them is wrong once. */
static int prepare(cli_plan *plan)
{
    const check_settings *settings = plan->settings;
    if (!cli_models_init(&plan->models, settings, plan->color))
        return cli_no_memory();
    char *messages = NULL;
    if (settings->model && !cli_models_get(&plan->models, settings->model, &messages)) {
        fputs(messages ? messages : "cmcm: error: out of memory\n", stderr);
        free(messages);
        return cli_ends_in(settings->model, ".cat") ? CLI_INPUT : CLI_USAGE;
    }
    if (messages && !settings->quiet)
        fputs(messages, stderr);
    free(messages);
    if (!settings->expect)
        return CLI_OK;
    plan->table = read_table(plan->models.session, settings->expect);
    cli_session_say(plan->models.session);
    if (!plan->table)
        return CLI_INPUT;
    if (!plan->prints_results && !settings->witness && !settings->count)
        plan->options.question = !cmcm_table_has_states(plan->table);
    return CLI_OK;
}

/* ---- inputs ------------------------------------------------------------ */

static bool is_blank(const char *text, size_t length)
{
    return strspn(text, " \t\r") >= length;
}

/* "AArch64 MP": an architecture, blanks, a name. */
static bool is_head(const char *line, size_t length)
{
    for (int arch = 0; arch <= CM_CMCM; arch++) {
        const char *name = cm_arch_name((cm_arch)arch);
        size_t word = strlen(name);
        if (length > word + 1 && strncmp(line, name, word) == 0 && line[word] == ' ' &&
            !is_blank(line + word, length - word))
            return true;
    }
    return false;
}

/* Where the next test begins, after `from`; the source's length: nowhere. */
static size_t next_head(const cm_source *source, size_t from)
{
    bool after_blank = false;
    for (size_t at = from, length; at < source->length; at += length + 1) {
        length = strcspn(source->text + at, "\n");
        if (after_blank && is_head(source->text + at, length))
            return at;
        after_blank = is_blank(source->text + at, length);
    }
    return source->length;
}

/* Several tests on standard input, one after the other, as `cmcm enumerate -o -` writes them: the
 * next one begins at a line after an empty one that begins as a test does. */
static void add_stream(cli_inputs *inputs)
{
    cm_work work = cm_work_new(inputs->arena);
    const cm_source *source = cm_source_read(&work, "-");
    cli_print_diags(&work, "");
    if (!source) {
        inputs->failed = true;
        return;
    }
    size_t from = 0;
    do {
        size_t to = next_head(source, from);
        cm_source *part = CM_NEW(inputs->arena, cm_source);
        *part = (cm_source){"-", source->text + from, to - from};
        const char *blank = strchr(part->text, ' ');
        if (blank && part->length < source->length)
            part->name = cm_arena_printf(inputs->arena, "-(%.*s)",
                                         (int)strcspn(blank + 1, " \t\r\n"), blank + 1);
        cli_inputs_add_file(inputs, part->name);
        inputs->items[inputs->count - 1].source = part;
        from = to;
    } while (from < source->length);
}

typedef struct named_row {
    const char *path; /* resolved */
    size_t row;
} named_row;

static int by_path(const void *a, const void *b)
{
    return strcmp(((const named_row *)a)->path, ((const named_row *)b)->path);
}

/* The path without links and dots, so that two names of one file are equal. */
static const char *resolve(cm_arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = real ? cm_arena_text(arena, real, strlen(real)) : path;
    free(real);
    return copy;
}

/* Finds the row of each input in the table of expectations. */
static void match_rows(cli_inputs *inputs, const cmcm_table *table)
{
    size_t count = cmcm_table_count(table);
    named_row *rows = CM_NEW_ARRAY(inputs->arena, count, named_row);
    for (size_t i = 0; i < count; i++)
        rows[i] = (named_row){resolve(inputs->arena, cmcm_table_path(table, i)), i};
    qsort(rows, count, sizeof *rows, by_path);
    for (size_t i = 0; i < inputs->count; i++) {
        named_row key = {resolve(inputs->arena, inputs->items[i].path), 0};
        const named_row *found = bsearch(&key, rows, count, sizeof *rows, by_path);
        inputs->items[i].row = found ? found->row : CLI_NO_ROW;
    }
}

/* ---- the verb ---------------------------------------------------------- */

typedef struct checking {
    const cli_call *call;
    cli_plan *plan;
    int status;
} checking;

/* `--target cpu=aarch64 gpu=ptx P2=x86`: the other words are targets, too. */
static bool is_target(const check_settings *settings, const char *operand)
{
    size_t digits = *operand == 'P' ? strspn(operand + 1, "0123456789") : 0;
    bool thread = digits > 0 && operand[1 + digits] == '=';
    return settings->targets.count > 0 &&
           (thread || strncmp(operand, "cpu=", 4) == 0 || strncmp(operand, "gpu=", 4) == 0);
}

/* How many operands are targets. */
static int take_targets(check_settings *settings, const cli_call *call)
{
    int taken = 0;
    for (int i = 0; i < call->operand_count; i++)
        if (is_target(settings, call->operands[i]) && settings->targets.count < CLI_LIST_MAX) {
            settings->targets.items[settings->targets.count++] = call->operands[i];
            taken++;
        }
    return taken;
}

static void gather_and_check(void *argument)
{
    checking *c = argument;
    cli_plan *plan = c->plan;
    const cli_call *call = c->call;
    const char *witness = plan->settings->witness, *why;
    if (witness && *witness && strcmp(witness, "all") != 0 && strcmp(witness, "hang") != 0) {
        plan->wish = cm_state_read(call->arena, witness, strlen(witness), &why);
        if (!plan->wish) {
            c->status = cli_usage_error(call->verb, "--witness=%s: %s", witness, why);
            return;
        }
    }
    cli_inputs inputs = {.arena = call->arena};
    for (int i = 0; i < call->operand_count; i++)
        if (strcmp(call->operands[i], "-") == 0)
            add_stream(&inputs);
        else if (!is_target(plan->settings, call->operands[i]))
            cli_inputs_add(&inputs, call->operands[i]);
    if (plan->table && call->operand_count > 0)
        match_rows(&inputs, plan->table);
    else if (plan->table) /* all of it */
        for (size_t i = 0; i < cmcm_table_count(plan->table); i++) {
            cli_inputs_add_file(&inputs, cmcm_table_path(plan->table, i));
            inputs.items[i].row = i;
        }
    c->status = plan->settings->targets.count > 0 ? cli_check_targets(plan, &inputs)
                                                  : cli_check_all(plan, &inputs);
}

/* Options that do not go together: said, and the status; else CLI_OK. */
static int refuse_contradictions(const cli_verb *verb, const check_settings *settings)
{
    bool lists = is_format(settings, "tsv") || is_format(settings, "sarif");
    if (settings->witness && lists)
        return cli_usage_error(
            verb, "--format %s prints no executions for --witness, expected herd or json",
            settings->format);
    if (settings->witness && *settings->witness && is_format(settings, "json") &&
        strcmp(settings->witness, "all") != 0)
        return cli_usage_error(verb, "--format json prints an execution of every state, expected "
                                     "--witness or --witness=all");
    if (settings->count && lists)
        return cli_usage_error(verb,
                               "--format %s prints no counts for --count, expected herd or json",
                               settings->format);
    if (settings->count && asks_only(settings))
        return cli_usage_error(verb, "--count counts executions, which --question and --assert do "
                                     "not list, expected only one of them");
    if (settings->targets.count > 0 &&
        (settings->expect || settings->witness || settings->count || settings->output ||
         settings->assertions.count > 0 || settings->question || settings->jobs != 1 || lists))
        return cli_usage_error(verb,
                               "--target prints two verdicts for each test and does not combine "
                               "with --expect, --assert, --question, --witness, --count, --jobs, "
                               "--output and --format tsv or sarif, expected none of these");
    if (settings->question && (settings->expect || settings->witness))
        return cli_usage_error(verb, "--question lists no states, which --expect and --witness "
                                     "need, expected one or the other");
    return CLI_OK;
}

static int run_check(const cli_call *call, void *argument)
{
    check_settings *settings = argument;
    if (!read_assertions(settings))
        return cli_usage_error(
            call->verb,
            "--assert allowed and --assert forbidden contradict each other, expected one of them");
    if (call->operand_count == take_targets(settings, call) && !settings->expect)
        return cli_usage_error(call->verb,
                               "no test is named, expected a FILE, a DIRECTORY, @LIST or -");
    if (refuse_contradictions(call->verb, settings) != CLI_OK)
        return CLI_USAGE;
    cli_plan plan;
    make_plan(&plan, settings);
    checking c = {call, &plan, prepare(&plan)};
    if (c.status == CLI_OK) {
        /* Signals are caught before there is a temporary to be left over. */
        cli_signals *signals = cli_signals_new();
        c.status = CLI_INPUT;
        plan.stop = signals ? cli_signals_stop(signals) : NULL;
        if (!signals)
            fputs("cmcm: error: no memory or threads to begin\n", stderr);
        else if (!cm_arena_protect(call->arena, gather_and_check, &c))
            cli_no_memory();
        cli_signals_free(signals);
    }
    cmcm_table_free(plan.table);
    cli_models_free(&plan.models);
    return c.status;
}

const cli_verb cli_verb_check = {
    .name = "check",
    .operands = "FILE|DIRECTORY|@LIST|-...",
    .summary = "Print every outcome of litmus tests that a memory model allows.",
    CLI_OPTIONS(options, check_settings),
    .defaults = &(const check_settings){.jobs = 1, .progress = "fair"},
    .run = run_check,
};
