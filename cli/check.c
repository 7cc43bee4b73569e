/* `cmcm check`: every outcome of litmus tests that a model allows. */
#include "cli/check.h"

#include "cli/origin.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/telling.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(check_settings, field)

#define FILE_WORD(word, ...) "FILE." #word
#define DOT_WORD(word, ...)  "." #word

static const cli_option options[] = {
    {'m', "model", "NAME|FILE.cat", CLI_TEXT, AT(model), 0, 0,
     "The memory model; without it the installed one for the test's architecture."},
    CLI_INCLUDE(AT(includes)),
    CLI_DIALECT(AT(dialect)),
    {0, "variant", "NAME", CLI_LIST, AT(variants), 0, 0,
     "Take a reading (`if \"NAME\"`) of the model, one that `cmcm models` lists; may be repeated."},
    {'f', "format", CM_RESULT_FORMATS(CM_FORMAT_WORD, "|"), CLI_CHOICE, AT(format), 0, 0,
     "How results are printed (herd)."},
    {'o', "output", "FILE", CLI_TEXT, AT(output), 0, 0,
     "Write results to FILE, which appears when all is done."},
    CLI_UNROLL(AT(unroll)),
    {'j', "jobs", "N", CLI_NUMBER, AT(jobs), 0, 256,
     "Check N tests at a time (1); 0: as many as there are processors."},
    {'t', "timeout", "SECONDS", CLI_SECONDS, AT(timeout), 0, 1000000,
     "Give up on a test after so long; its answer is then not certain."},
    {0, "memory-limit", "MB", CLI_NUMBER, AT(memory_limit), 1, 1048576,
     "Give up on a test that needs more memory."},
    {0, "expect", "TABLE[:COLUMN]", CLI_TEXT, AT(expect), 0, 0,
     "Compare with a table of states, or of yes and no (COLUMN: a number or a word of the "
     "heading), and print every difference. Without FILE, check the table's tests."},
    {0, "assert", "allowed|forbidden|terminates|race-free", CLI_CHOICES, AT(assertions), 0, 0,
     "Fail unless, in every test, the condition's outcome is so, or every thread of every "
     "execution ends, or no execution raises a flag of the model; may be repeated. Unless "
     "--expect, --witness or --format asks for states, they are not listed (as with --question)."},
    {0, "question", NULL, CLI_FLAG, AT(question), 0, 0,
     "Only answer the condition; the states are not listed, which is faster where there are "
     "many."},
    {0, "count", "states|executions", CLI_CHOICE, AT(count), 0, 0,
     "What Positive and Negative count (states); executions as herd does."},
    {0, "same-name", "skip|check", CLI_CHOICE, AT(same_name), 0, 0,
     "What becomes of a test whose name an earlier one had: it is skipped, with a warning, as herd "
     "does, or checked, which is meant with --expect."},
    {0, "witness", "all|hang|STATE", CLI_OPTIONAL, AT(witness), 0, 0,
     "Also list the execution (events, rf, co) behind each state that satisfies the condition's "
     "proposition, behind all states, or behind those with STATE's values; with hang or all, "
     "those that never end."},
    {0, "graph", CM_PICTURES(FILE_WORD, "|", "|"), CLI_TEXT, AT(graph), 0, 0,
     "Also draw, of one test, the execution behind the first state that satisfies the condition's "
     "proposition, or that --witness=STATE chooses."},
    {0, "verify", NULL, CLI_FLAG, AT(verify), 0, 0,
     "Ask both solvers every question, and evaluate the model whole on every execution found, not "
     "only what differs from the one before."},
    {0, "strict", NULL, CLI_FLAG, AT(strict), 0, 0,
     "Take every warning about a test or a model for an error."},
    {'q', "quiet", NULL, CLI_FLAG, AT(quiet), 0, 0, "One line per test, no warnings, no progress."},
    {'v', "verbose", NULL, CLI_FLAG, AT(verbose), 0, 0,
     "Also print times and statistics, and why tests were skipped."},
};

static const char details[] =
    "A FILE is a litmus test, or a kernel that says what is asked of it (.cu, .hip,\n"
    ".cl, .ptx, .s; docs/import.md). A DIRECTORY stands for all *.litmus in it and\n"
    "below; a LIST has a file, a directory or @LIST on each line, relative to it; -\n"
    "reads tests from standard input, one after the other, as\n"
    "`cmcm enumerate -o -` writes them.\n\n"
    "With a time limit each worker checks in a process of its own, which is ended\n"
    "when it is late by half a second.\n\n"
    "Exit status: 0 all is as asked; 1 an expectation or assertion is not met;\n"
    "2 wrong usage; 3 an input cannot be read or parsed (the others are checked);\n"
    "4 some answer is not certain, or a limit ended the search for states that are\n"
    "listed, or executions were not counted, or --expect had nothing to compare, or\n"
    "a test was skipped because another has its name; 130 interrupted. The first of\n"
    "2, 3, 1, 4 that applies.\n";

/* ---- from settings to a plan ----------------------------------------- */

static cmcm_format format_of(const check_settings *settings)
{
    static const struct {
        const char *word;
        cmcm_format format;
    } formats[] = {
#define ROW(word, number) {#word, CMCM_##number},
        CM_RESULT_FORMATS(ROW, )
#undef ROW
    };
    for (size_t i = 0; settings->format && i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].word, settings->format) == 0 && formats[i].format != CMCM_HERD)
            return formats[i].format;
    return settings->quiet ? CMCM_VERDICT : CMCM_HERD;
}

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

/* Is the answer to the condition all that is wanted? */
static bool asks_only(const check_settings *settings)
{
    bool wants_states =
        settings->expect || settings->witness || settings->format || settings->graph;
    return settings->question || (settings->assertions.count > 0 && !wants_states);
}

static void make_plan(cli_plan *plan, const check_settings *settings)
{
    *plan = (cli_plan){
        .settings = settings,
        .format = format_of(settings),
        .prints_results = !settings->expect || settings->format || settings->output,
        .color = cli_wants_color(STDERR_FILENO),
        .plain = isatty(STDOUT_FILENO) && !settings->output && !settings->expect,
        .options = {.unroll = settings->unroll,
                    .timeout = settings->timeout,
                    .memory_limit = (size_t)settings->memory_limit << 20,
                    .question = asks_only(settings),
                    .count_executions =
                        settings->count && strcmp(settings->count, "executions") == 0,
                    .witnesses = settings->witness || settings->graph,
                    .verify = settings->verify},
    };
    plan->options.liveness = plan->prints_results || settings->terminates;
    plan->options.hasty = !settings->terminates && !settings->witness;
    plan->plain = plan->plain && plan->format == CMCM_HERD;
    plan->picture = cli_picture_of(settings->graph);
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
        return cli_is_cat_file(settings->model) ? CLI_INPUT : CLI_USAGE;
    }
    if (messages && !settings->quiet)
        fputs(messages, stderr);
    free(messages);
    if (!settings->expect)
        return CLI_OK;
    plan->table = read_table(plan->models.session, settings->expect);
    cli_session_say(plan->models.session);
    return plan->table ? CLI_OK : CLI_INPUT;
}

/* ---- the end --------------------------------------------------------- */

static void print_totals(const cli_plan *plan, const cli_sink *sink, const cli_totals *totals)
{
    if (plan->table)
        fprintf(sink->differences, "expect: %zu tests, %zu differences, %zu skipped\n",
                totals->tests, totals->differing, totals->skipped);
    if (totals->nothing_compared && !totals->signal)
        fputs("cmcm: nothing was compared: no row says anything of these tests, or no answer is "
              "certain\n",
              stderr);
    if (plan->settings->verbose) {
        double seconds = cli_sink_seconds(sink);
        fprintf(stderr,
                "cmcm: %zu tests in %.2f s, %zu unreadable, %zu not certain, %zu that may hang, "
                "%zu skipped for their names\n",
                totals->tests, seconds, totals->unreadable, totals->unknown, totals->hanging,
                totals->copies + totals->namesakes);
    } else if (!plan->settings->quiet && totals->copies + totals->namesakes > 0) {
        fprintf(stderr, "cmcm: %zu of %zu tests were skipped for their names\n",
                totals->copies + totals->namesakes, totals->tests);
    }
    if (totals->signal)
        fprintf(stderr, "cmcm: interrupted after %zu of %zu tests\n", totals->tests, sink->total);
}

static int check_all(cli_plan *plan, cli_inputs *inputs)
{
    cli_sink sink;
    cli_totals totals = {0};
    if (!cli_sink_open(&sink, plan, inputs->count))
        return CLI_INPUT;
    bool began = cli_check_all(plan, inputs, &sink, &totals);
    if (!began) {
        fputs("cmcm: error: no memory or threads to begin\n", stderr);
        cli_sink_drop(&sink);
        return CLI_INPUT;
    }
    totals.nothing_compared = plan->table && totals.skipped == totals.tests;
    print_totals(plan, &sink, &totals);
    bool written = cli_sink_close(&sink, totals.signal != 0);
    if (totals.signal)
        return 128 + totals.signal;
    if (totals.unreadable || inputs->failed || !written)
        return CLI_INPUT;
    if (totals.unmet)
        return CLI_UNMET;
    bool lacks = totals.unknown || totals.nothing_compared || totals.namesakes;
    return lacks ? CLI_UNKNOWN : CLI_OK;
}

typedef struct check_work {
    const cli_verb *verb;
    cli_plan *plan;
    cm_arena *arena;
    char **operands;
    int operand_count;
    int status;
} check_work;

/* --witness=STATE. False: it is none, which was said. */
static bool read_wish(check_work *work)
{
    const char *text = work->plan->settings->witness, *why;
    if (!text || !*text || strcmp(text, "all") == 0 || strcmp(text, "hang") == 0)
        return true;
    work->plan->wish = cm_state_read(work->arena, text, strlen(text), &why);
    if (work->plan->wish)
        return true;
    work->status = cli_usage_error(work->verb, "--witness=%s: %s", text, why);
    return false;
}

static void gather_and_check(void *argument)
{
    check_work *work = argument;
    if (!read_wish(work))
        return;
    cli_inputs inputs = {.arena = work->arena};
    for (int i = 0; i < work->operand_count; i++)
        if (strcmp(work->operands[i], "-") == 0)
            inputs.failed |= !cli_inputs_add_stream(&inputs);
        else
            cli_inputs_add(&inputs, work->operands[i]);
    if (work->plan->settings->graph && inputs.count > 1) {
        work->status = cli_usage_error(work->verb, "--graph draws one test, not %zu", inputs.count);
        return;
    }
    if (work->plan->table)
        cli_inputs_match(&inputs, work->plan->table, work->operand_count == 0);
    work->status = check_all(work->plan, &inputs);
}

static int run_plan(check_work *work)
{
    work->status = prepare(work->plan);
    if (work->status == CLI_OK) {
        /* Signals are caught before there is a temporary to be left over. */
        cli_signals *signals = cli_signals_new();
        work->status = CLI_INPUT;
        work->plan->stop = signals ? cli_signals_stop(signals) : NULL;
        if (!signals)
            fputs("cmcm: error: no memory or threads to begin\n", stderr);
        else if (!cm_arena_protect(work->arena, gather_and_check, work))
            cli_no_memory();
        cli_signals_free(signals);
    }
    cmcm_table_free(work->plan->table);
    cli_models_free(&work->plan->models);
    return work->status;
}

/* Options that do not go together: said, and the status; else CLI_OK. */
static int refuse_contradictions(const cli_verb *verb, const check_settings *settings)
{
    if (settings->witness && settings->format && strcmp(settings->format, "tsv") == 0)
        return cli_usage_error(verb,
                               "a table has no executions (--witness), expected herd or json");
    if (settings->witness && *settings->witness && settings->format &&
        strcmp(settings->format, "json") == 0 && strcmp(settings->witness, "all") != 0)
        return cli_usage_error(verb, "json has the execution of every state, expected --witness "
                                     "or --witness=all");
    if (settings->count && settings->format && strcmp(settings->format, "tsv") == 0)
        return cli_usage_error(verb, "a table has no counts (--count), expected herd or json");
    if (settings->count && asks_only(settings))
        return cli_usage_error(verb, "--count counts what --question and --assert do not list, "
                                     "expected one or the other");
    if (settings->graph && cli_picture_of(settings->graph) == CMCM_AS_TEXT)
        return cli_usage_error(
            verb, "--graph %s, expected a name that ends in " CM_PICTURES(DOT_WORD, ", ", " or "),
            settings->graph);
    if (settings->graph && settings->expect)
        return cli_usage_error(verb, "--graph draws one test, and --expect compares several, "
                                     "expected one or the other");
    if (settings->question && settings->graph)
        return cli_usage_error(verb, "--question lists no states, one of which --graph draws, "
                                     "expected one or the other");
    if (settings->question && (settings->expect || settings->witness))
        return cli_usage_error(verb, "--question lists no states, which --expect and --witness "
                                     "need, expected one or the other");
    return CLI_OK;
}

static int check_with(check_work *work, check_settings *settings, const char *command, int argc,
                      char **argv)
{
    int status;
    if (!cli_parse(work->verb, settings, argc, argv, &work->operand_count, &status))
        return status;
    if (!read_assertions(settings))
        return cli_usage_error(work->verb,
                               "--assert allowed and --assert forbidden, expected one of them");
    if (work->operand_count == 0 && !settings->expect)
        return cli_usage_error(work->verb, "no test, expected a FILE, a DIRECTORY, @LIST or -");
    if ((status = refuse_contradictions(work->verb, settings)) != CLI_OK)
        return status;

    cli_plan plan;
    make_plan(&plan, settings);
    plan.command = command;
    work->plan = &plan;
    work->arena = cm_arena_new(0);
    if (!work->arena)
        return cli_no_memory();
    status = run_plan(work);
    cm_arena_free(work->arena);
    return status;
}

static int run_check(const cli_verb *verb, int argc, char **argv)
{
    check_settings settings = {.jobs = 1};
    check_work work = {.verb = verb, .operands = argv};
    char *command = cli_command_line(verb->name, argc, argv);
    if (!command)
        return cli_no_memory();
    int status = check_with(&work, &settings, command, argc, argv);
    free(command);
    return status;
}

const cli_verb cli_verb_check = {
    .name = "check",
    .operands = "FILE|DIRECTORY|@LIST|-...",
    .summary = "Print every outcome of litmus tests that a memory model allows.",
    .details = details,
    CLI_OPTIONS(options),
    .run = run_check,
};
