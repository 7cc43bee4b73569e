/* `cmcm repair`: what would forbid an outcome of a test, and what of it can be weaker. */
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>

typedef struct repair_settings {
    const char *model, *build, *calls, *outcome, *format, *directory, *costs, *cpu;
    cli_list includes, variants, only, threads, axes;
    const char *dialect;
    bool weaken, formal;
    unsigned most, unroll;
    double timeout;
} repair_settings;

#define AT(field) offsetof(repair_settings, field)

static const cli_option options[] = {
    CLI_MODEL(CLI_TEXT, AT(model)),
    CLI_INCLUDE(AT(includes)),
    CLI_DIALECT(AT(dialect)),
    CLI_VARIANT(AT(variants)),
    CLI_CALLS(AT(calls)),
    CLI_OUTCOME(AT(outcome)),
    {0, "weaken", NULL, CLI_FLAG, AT(weaken), 0, 0},
    {0, "only", "fences|orders|scopes|waits", CLI_CHOICES, AT(only), 0, 0},
    {0, "in", "P1,...", CLI_LIST, AT(threads), 0, 0},
    {0, "costs", "FILE", CLI_TEXT, AT(costs), 0, 0},
    {0, "most", "N", CLI_NUMBER, AT(most), 1, 100000},
    CLI_OUTPUT("DIRECTORY", AT(directory)),
    CLI_FORMAT("text|json", AT(format)),
    CLI_FORMAL(AT(formal)),
    CLI_AXIS(AT(axes)),
    CLI_CPU(AT(cpu)),
    CLI_BUILD(AT(build)),
    CLI_UNROLL(AT(unroll)),
    CLI_TIMEOUT(AT(timeout)),
};

enum { MOST_THREADS = 64 };

typedef struct repairing {
    const repair_settings *settings;
    const char *suite; /* NULL: a file */
    cmcm_session *session;
    cmcm_repair_options how;
    int threads[MOST_THREADS];
    cmcm_model *model; /* of suites: read once; else NULL */
    const char *model_name;
    int status;
} repairing;

/* ---- options ------------------------------------------------------------------- */

static bool take_threads(repairing *r, const char *list)
{
    while (*list) {
        char *end;
        list += *list == 'P' || *list == 'p';
        long number = strtol(list, &end, 10);
        if (end == list || number < 0 || number > 1000000 || (*end && *end != ',') ||
            r->how.thread_count == MOST_THREADS)
            return false;
        r->threads[r->how.thread_count++] = (int)number;
        list = end + (*end == ',');
    }
    return true;
}

static bool take_options(repairing *r, const cli_verb *verb)
{
    const repair_settings *s = r->settings;
    r->how = (cmcm_repair_options){.explains = !r->suite,
                                   .unroll = s->unroll,
                                   .timeout = s->timeout,
                                   .weaken = s->weaken,
                                   .costs = s->costs,
                                   .most = s->most,
                                   .threads = r->threads};
    for (int i = 0; i < s->only.count; i++) {
        r->how.fences |= strcmp(s->only.items[i], "fences") == 0;
        r->how.orders |= strcmp(s->only.items[i], "orders") == 0;
        r->how.scopes |= strcmp(s->only.items[i], "scopes") == 0;
        r->how.waits |= strcmp(s->only.items[i], "waits") == 0;
    }
    if (r->suite && s->only.count == 0)
        r->how.fences = r->how.orders = r->how.scopes = true;
    for (int i = 0; i < s->threads.count; i++)
        if (!take_threads(r, s->threads.items[i])) {
            cli_usage_error(verb, "`%s` is not a value of --in, expected threads such as P0,P1",
                            s->threads.items[i]);
            return false;
        }
    return true;
}

/* ---- output -------------------------------------------------------------------- */

static bool write_tests(repairing *r, cmcm_repair *repair, const cmcm_test *test)
{
    const char *directory = r->settings->directory, *text;
    if (!directory)
        return true;
    if (!cli_make_directory(directory))
        return false;
    for (size_t i = 0; (text = cmcm_repair_proposal(repair, i, NULL)); i++) {
        char ending[32];
        snprintf(ending, sizeof ending, ".%zu", i + 1);
        if (!cli_write_test(directory, cmcm_test_name(test), ending, text))
            return false;
    }
    return true;
}

static const char *word_of(cmcm_repaired verdict, bool weaken)
{
    switch (verdict) {
    case CMCM_REPAIRED:
        return weaken ? "weaker" : "repair";
    case CMCM_REPAIR_NEEDLESS:
        return weaken ? "minimal" : "forbidden";
    case CMCM_REPAIR_IMPOSSIBLE:
        return weaken ? "allowed" : "none";
    default:
        return "unknown";
    }
}

/* Name, verdict, how many, cost, what. */
static bool print_row(repairing *r, cmcm_repair *repair, const cmcm_test *test)
{
    double cost = 0;
    size_t count = 0;
    while (cmcm_repair_proposal(repair, count, NULL))
        count++;
    const char *line = count > 0 ? cmcm_repair_summary(repair, 0) : cmcm_repair_reason(repair);
    cmcm_repair_proposal(repair, 0, &cost);
    if (!line)
        return false;
    printf("%s\t%s\t%zu\t%.10g\t%s\n", cmcm_test_name(test),
           word_of(cmcm_repair_verdict(repair), r->how.weaken), count, cost, line);
    return true;
}

static bool is_json(const repairing *r)
{
    return r->settings->format && strcmp(r->settings->format, "json") == 0;
}

/* False: there is no memory. */
static bool print_repair(repairing *r, cmcm_repair *repair, const cmcm_test *test)
{
    bool printed;
    if (r->suite && !is_json(r)) {
        printed = print_row(r, repair, test);
    } else {
        const char *text =
            cmcm_repair_text(repair, cli_telling_of(r->settings->format, r->settings->formal));
        fputs(text ? text : "", stdout);
        printed = text;
    }
    if (!printed)
        cli_no_memory();
    return printed;
}

/* ---- tests ---------------------------------------------------------------------- */

/* The first of INPUT, UNMET, UNKNOWN counts. */
static void add_status(repairing *r, int status)
{
    static const int order[] = {CLI_INPUT, CLI_UNMET, CLI_UNKNOWN};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (r->status == order[i] || status == order[i]) {
            r->status = order[i];
            return;
        }
}

static const cmcm_model *model_for(repairing *r, const cmcm_test *test)
{
    const char *name = r->settings->model ? r->settings->model : cmcm_test_default_model(test);
    if (r->model && strcmp(r->model_name, name) == 0)
        return r->model;
    cmcm_model_free(r->model);
    r->model = cmcm_model_load(r->session, name);
    r->model_name = name;
    return r->model;
}

static void repair_one(repairing *r, const cmcm_test *test)
{
    const cmcm_model *model = test ? model_for(r, test) : NULL;
    cmcm_repair *repair = model ? cmcm_repair_find(r->session, model, test, &r->how) : NULL;
    if (!repair || !print_repair(r, repair, test) || !write_tests(r, repair, test))
        add_status(r, CLI_INPUT);
    else if (cmcm_repair_verdict(repair) == CMCM_REPAIR_UNKNOWN)
        add_status(r, CLI_UNKNOWN);
    else if (cmcm_repair_verdict(repair) == CMCM_REPAIR_IMPOSSIBLE)
        add_status(r, CLI_UNMET);
    cmcm_repair_free(repair);
}

static bool repair_made(void *context, const cmcm_made *made)
{
    repairing *r = context;
    cmcm_test *test = cmcm_test_parse(r->session, made->name, made->text, made->length);
    repair_one(r, test);
    if (!test)
        add_status(r, CLI_INPUT);
    cmcm_test_free(test);
    cli_session_say(r->session);
    return r->status != CLI_INPUT;
}

static int run_repair(const cli_call *call, void *argument)
{
    const repair_settings *settings = argument;
    const cli_verb *verb = call->verb;
    if (call->operand_count != 1)
        return cli_usage_error(verb, "%d tests are named, expected one", call->operand_count);
    const char *suite = cli_suite(call->operands[0]) ? call->operands[0] : NULL;
    if (suite && settings->outcome)
        return cli_usage_error(
            verb, "--outcome is about one test, expected a FILE in place of the suite `%s`", suite);
    if (!suite && (settings->cpu || settings->axes.count > 0))
        return cli_usage_error(verb, "--%s chooses tests of a SUITE, expected one in place of `%s`",
                               settings->cpu ? "cpu" : "axis", call->operands[0]);
    repairing r = {.settings = settings, .suite = suite, .status = CLI_OK};
    if (!take_options(&r, verb))
        return CLI_USAGE;
    r.session = cli_session_open(&settings->includes, settings->dialect, &settings->variants);
    if (!r.session)
        return CLI_INPUT;
    if (suite) {
        const cmcm_enumeration all = {.generator = r.suite,
                                      .cpu = r.settings->cpu,
                                      .axes = r.settings->axes.items,
                                      .axis_count = (size_t)r.settings->axes.count};
        if (!cli_enumerate(&all, repair_made, &r))
            add_status(&r, CLI_INPUT);
    } else {
        cmcm_session_set_macros_of(r.session, settings->model);
        cmcm_session_set_build(r.session, settings->build);
        cmcm_session_set_threads(r.session, settings->calls);
        cmcm_test *test = cli_test_read(r.session, call->operands[0], settings->outcome);
        repair_one(&r, test);
        cmcm_test_free(test);
    }
    cli_session_say(r.session);
    cmcm_model_free(r.model);
    cmcm_session_free(r.session);
    return r.status;
}

const cli_verb cli_verb_repair = {
    .name = "repair",
    .operands = "FILE|SUITE|-",
    .summary = "Say which fences, orders, scopes and waits forbid an outcome.",
    CLI_OPTIONS(options, repair_settings),
    .run = run_repair,
};
