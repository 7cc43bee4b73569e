/* `cmcm diff`: tests on which two models differ. */
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>

typedef struct diff_settings {
    cli_list models, includes, variants, axes;
    const char *dialect;
    const char *arch, *format;
    unsigned synthesize, threads, unroll;
    double timeout;
    bool quiet, axioms, programs;
} diff_settings;

#define AT(field) offsetof(diff_settings, field)

static const cli_option options[] = {
    CLI_MODEL(CLI_LIST, AT(models)),
    CLI_INCLUDE(AT(includes)),
    CLI_DIALECT(AT(dialect)),
    CLI_VARIANT(AT(variants)),
    {0, "synthesize", "N", CLI_NUMBER, AT(synthesize), 2, 12},
    {0, "programs", NULL, CLI_FLAG, AT(programs), 0, 0},
    CLI_THREADS(AT(threads)),
    CLI_AXIS(AT(axes)),
    {0, "axioms", NULL, CLI_FLAG, AT(axioms), 0, 0},
    CLI_ARCH(AT(arch)),
    CLI_FORMAT("text|json", AT(format)),
    CLI_QUIET(AT(quiet)),
    CLI_UNROLL(AT(unroll)),
    CLI_TIMEOUT(AT(timeout)),
};

typedef struct model_axiom {
    const char *name;
    char *test, *text; /* of the first test that it is needed for; test NULL: of none */
    char *state;       /* of a program: one that it forbids; else NULL */
    bool alone;        /* no other axiom is needed for it */
} model_axiom;

/* Tests one by one, from files, suites or small cycles. */
typedef struct diffing diffing;
struct diffing {
    const diff_settings *settings;
    cmcm_session *session;
    cmcm_model *models[2];
    /* test: NULL: it could not be read. text: the test's, to be shown; or NULL. */
    void (*take)(diffing *c, const cmcm_test *test, const char *text);
    model_axiom *axioms; /* --axioms */
    size_t axiom_count;
    size_t tests, differ, unknown;
    bool failed;
    bool done; /* no more tests are needed */
};

/* ---- two models -------------------------------------------------------------- */

static bool is_json(const diffing *c)
{
    return c->settings->format && strcmp(c->settings->format, "json") == 0;
}

static void print_difference(diffing *c, const cmcm_test *test, cmcm_difference *d,
                             const char *text)
{
    if (cmcm_difference_verdict(d) == CMCM_AGREE)
        return;
    if (c->settings->quiet) {
        if (cmcm_difference_verdict(d) == CMCM_DIFFER)
            puts(cmcm_test_name(test));
        return;
    }
    bool json = is_json(c);
    if (text && !json)
        fputs(text, stdout);
    const char *told = json ? cmcm_difference_json(d) : cmcm_difference_text(d);
    fputs(told ? told : "", stdout);
    if (!told)
        cli_no_memory();
    c->failed |= !told;
}

/* text: the test's, to be shown; or NULL. */
static void compare_test(diffing *c, const cmcm_test *test, const char *text)
{
    const cmcm_options how = {.unroll = c->settings->unroll, .timeout = c->settings->timeout};
    if (test && c->settings->synthesize && cmcm_models_same(c->models[0], c->models[1], test)) {
        c->tests++;
        return;
    }
    cmcm_difference *d =
        test ? cmcm_diff(c->session, c->models[0], c->models[1], test, &how) : NULL;
    c->tests++;
    if (d) {
        c->differ += cmcm_difference_verdict(d) == CMCM_DIFFER;
        c->unknown += cmcm_difference_verdict(d) == CMCM_NOT_COMPARED;
        print_difference(c, test, d, text);
    }
    c->failed |= !d;
    cmcm_difference_free(d);
    cli_session_say(c->session);
}

/* ---- one model: --axioms -------------------------------------------------------
 *
 * An axiom is needed for a test when every set of axioms that forbids its outcome has the axiom
 * in it (docs/explain.md): without the axiom the outcome is allowed. */

/* False: no memory, which is said. */
static bool begin_axioms(diffing *c)
{
    while (cmcm_model_axiom(c->models[0], c->axiom_count))
        c->axiom_count++;
    c->axioms = calloc(c->axiom_count + 1, sizeof *c->axioms);
    if (!c->axioms)
        cli_no_memory();
    for (size_t i = 0; c->axioms && i < c->axiom_count; i++)
        c->axioms[i].name = cmcm_model_axiom(c->models[0], i);
    return c->axioms;
}

static bool has(const cmcm_explanation *e, size_t set, const char *axiom)
{
    const char *name;
    for (size_t i = 0; (name = cmcm_explanation_sufficient(e, set, i)); i++)
        if (strcmp(name, axiom) == 0)
            return true;
    return false;
}

/* In how many of the sets it is. */
static size_t count_sets(const cmcm_explanation *e, const char *axiom)
{
    size_t count = 0;
    for (size_t set = 0; set < cmcm_explanation_sufficient_count(e); set++)
        count += has(e, set, axiom);
    return count;
}

/* It says which orders there are to choose from, and is needed. */
static bool is_premise(const cmcm_explanation *e, const char *axiom)
{
    const char *name;
    for (size_t i = 0; (name = cmcm_explanation_premise(e, i)); i++)
        if (strcmp(name, axiom) == 0)
            return true;
    return false;
}

static void forget(model_axiom *axiom)
{
    free(axiom->test);
    free(axiom->text);
    free(axiom->state);
}

/* A test for which the axiom alone is needed is better than one with others. */
static void note(diffing *c, model_axiom *axiom, const model_axiom *found)
{
    if (axiom->test && (axiom->alone || !found->alone))
        return;
    forget(axiom);
    axiom->test = strdup(found->test);
    axiom->text = strdup(found->text ? found->text : "");
    axiom->state = found->state ? strdup(found->state) : NULL;
    axiom->alone = found->alone;
    if (axiom->test && axiom->text && !axiom->state == !found->state)
        return;
    cli_no_memory();
    c->failed = true;
}

static bool all_alone(const diffing *c)
{
    for (size_t i = 0; i < c->axiom_count; i++)
        if (!c->axioms[i].alone)
            return false;
    return true;
}

static void not_known(diffing *c, const cmcm_test *test, const char *why)
{
    c->unknown++;
    fprintf(stderr, "%s: which axioms it needs is not known: %s\n", cmcm_test_name(test),
            *why
                ? why
                : "there are too many sets of axioms that forbid it, or fewer let its loops go on");
}

static void take_outcome(diffing *c, const cmcm_test *test, const char *text)
{
    if (test && !cmcm_test_asks(test)) { /* it needs no axiom */
        c->tests++;
        cli_session_say(c->session);
        return;
    }
    const cmcm_explain_options how = {
        .unroll = c->settings->unroll, .timeout = c->settings->timeout, .max_tries = 1};
    cmcm_explanation *e = test ? cmcm_explain(c->session, c->models[0], test, &how) : NULL;
    c->tests++;
    c->failed |= !e;
    cmcm_explained verdict = e ? cmcm_explanation_verdict(e) : CMCM_ALLOWED;
    bool forbids = verdict == CMCM_FORBIDDEN ||
                   (verdict == CMCM_UNDEFINED && cmcm_explanation_sufficient_count(e) > 0);
    if (verdict == CMCM_MAYBE || (forbids && !cmcm_explanation_sufficient_complete(e)))
        not_known(c, test, cmcm_explanation_reason(e));
    else if (forbids && cmcm_explanation_sufficient_count(e) > 0) {
        size_t sets = cmcm_explanation_sufficient_count(e), needed = 0;
        for (size_t i = 0; i < c->axiom_count; i++)
            needed += count_sets(e, c->axioms[i].name) == sets;
        model_axiom found = {.test = (char *)cmcm_test_name(test), .text = (char *)text};
        for (size_t i = 0; i < c->axiom_count; i++) {
            bool premise = is_premise(e, c->axioms[i].name);
            found.alone = premise ? needed == 0 && !cmcm_explanation_premise(e, 1) : needed == 1;
            if (premise || count_sets(e, c->axioms[i].name) == sets)
                note(c, &c->axioms[i], &found);
        }
        c->done = all_alone(c);
    }
    cmcm_explanation_free(e);
    cli_session_say(c->session);
}

/* Of a program without a question: of all its states. */
static void take_states(diffing *c, const cmcm_test *test, const char *text)
{
    const cmcm_options how = {.unroll = c->settings->unroll, .timeout = c->settings->timeout};
    bool *wanted = calloc(c->axiom_count + 1, sizeof *wanted);
    for (size_t i = 0; wanted && i < c->axiom_count; i++)
        wanted[i] = !c->axioms[i].alone;
    cmcm_needs *needs =
        test && wanted ? cmcm_needs_find(c->session, c->models[0], test, &how, wanted) : NULL;
    free(wanted);
    c->tests++;
    c->failed |= !needs;
    if (needs && !cmcm_needs_known(needs))
        not_known(c, test, cmcm_needs_reason(needs));
    for (size_t i = 0; needs && i < c->axiom_count; i++) {
        model_axiom found = {.test = (char *)cmcm_test_name(test), .text = (char *)text};
        found.state = (char *)cmcm_needs_state(needs, i, &found.alone);
        if (found.state)
            note(c, &c->axioms[i], &found);
    }
    c->done = needs && all_alone(c);
    cmcm_needs_free(needs);
    cli_session_say(c->session);
}

/* Prints the table; the exit status. */
static int tell_axioms(const diffing *c)
{
    int width = 0;
    size_t without = 0;
    for (size_t i = 0; i < c->axiom_count; i++) {
        int length = (int)strlen(c->axioms[i].name);
        width = length > width ? length : width;
        without += !c->axioms[i].test;
    }
    for (size_t i = 0; i < c->axiom_count; i++)
        printf("%-*s  %s%s\n", width, c->axioms[i].name,
               c->axioms[i].test ? c->axioms[i].test : "-",
               c->axioms[i].test && !c->axioms[i].alone ? " (others are needed too)" : "");
    for (size_t i = 0; i < c->axiom_count && !c->settings->quiet; i++)
        if (c->axioms[i].test && c->axioms[i].text[0]) {
            printf("\n%s needs %s", c->axioms[i].test, c->axioms[i].name);
            if (c->axioms[i].state)
                printf(", which forbids %s", c->axioms[i].state);
            printf("%s\n%s", c->axioms[i].state ? "" : ":", c->axioms[i].text);
        }
    if (!c->settings->quiet)
        printf("%s%zu tests, %zu axioms of %s, %zu of them needed for none, %zu not known\n",
               c->axiom_count ? "\n" : "", c->tests, c->axiom_count, cmcm_model_name(c->models[0]),
               without, c->unknown);
    return without == 0 ? CLI_OK : c->unknown ? CLI_UNKNOWN : CLI_UNMET;
}

/* ---- tests ------------------------------------------------------------------- */

static bool take_made(void *context, const cmcm_made *made)
{
    diffing *c = context;
    cmcm_test *test = cmcm_test_parse(c->session, made->name, made->text, made->length);
    char *text = calloc(made->length + 1, 1);
    if (text)
        memcpy(text, made->text, made->length);
    c->take(c, test, c->settings->synthesize ? text : NULL);
    free(text);
    cmcm_test_free(test);
    return !c->failed && !c->done;
}

static void make(diffing *c, const cmcm_enumeration *what)
{
    bool made = cli_enumerate(what, take_made, c);
    c->failed |= !made && !c->done;
}

/* Of so many threads and edges or instructions. True: no more are needed. */
static bool make_round(diffing *c, const char *generator, const char *const *words, size_t count,
                       unsigned threads, unsigned size)
{
    const cmcm_enumeration what = {.generator = generator,
                                   .words = words,
                                   .word_count = count,
                                   .arch = c->settings->arch,
                                   .axes = c->settings->axes.items,
                                   .axis_count = (size_t)c->settings->axes.count,
                                   .size = size,
                                   .threads = threads};
    make(c, &what);
    return c->done || c->differ > 0 || c->failed;
}

/* A round of so many threads and accesses has all smaller ones in it, which agree. */
static void synthesize(diffing *c, char **edges, int count)
{
    enum { MOST_EDGES = 64 };
    static const char *const always[] = {"Pod**", "Rfe", "Fre", "Coe"};
    const char *words[4 + MOST_EDGES];
    size_t word_count = 0;
    for (; word_count < 4; word_count++)
        words[word_count] = always[word_count];
    for (int i = 0; i < count && i < MOST_EDGES; i++)
        words[word_count++] = edges[i];
    if (c->settings->axioms) {
        /* Coherence: the cycles of one location, which are not critical (diy's shapes CoWW to
         * CoRW2). */
        static const char *const cycles[][3] = {{"PosWW", "Coe"},
                                                {"PosWR", "Fre"},
                                                {"PosRW", "Rfe"},
                                                {"Rfe", "PosRR", "Fre"},
                                                {"Rfe", "PosRW", "Coe"}};
        for (size_t i = 0; i < sizeof cycles / sizeof *cycles && !c->failed && !c->done; i++) {
            const cmcm_enumeration what = {.generator = "cycle",
                                           .words = cycles[i],
                                           .word_count = cycles[i][2] ? 3 : 2,
                                           .arch = c->settings->arch};
            make(c, &what);
        }
    }
    unsigned most = c->settings->synthesize;
    unsigned last = c->settings->threads ? c->settings->threads : most;
    for (unsigned threads = 2; threads <= most / 2 + 1 && threads <= last; threads++)
        for (unsigned size = threads < 3 ? 3 : threads; size <= most && size <= 2 * threads; size++)
            if (make_round(c, "cross", words, word_count, threads, size))
                return;
}

/* All programs, as far as the first round in which some differ. */
static void synthesize_programs(diffing *c, char **edges, int count)
{
    unsigned most = c->settings->synthesize, threads = most;
    if (c->settings->threads && c->settings->threads < most)
        threads = c->settings->threads;
    for (unsigned t = 1; t <= threads; t++)
        for (unsigned size = t; size <= most; size++)
            if (make_round(c, "small", (const char *const *)edges, (size_t)count, t, size))
                return;
}

static int conclude(diffing *c)
{
    if (c->failed)
        return CLI_INPUT;
    if (c->settings->axioms)
        return tell_axioms(c);
    if (!c->settings->quiet && !is_json(c))
        printf("%zu tests, %zu differ, %zu not known\n", c->tests, c->differ, c->unknown);
    return c->differ ? CLI_UNMET : c->unknown ? CLI_UNKNOWN : CLI_OK;
}

static void take_operand(diffing *c, char *operand)
{
    const cmcm_enumeration suite = {.generator = operand,
                                    .axes = c->settings->axes.items,
                                    .axis_count = (size_t)c->settings->axes.count};
    if (cli_suite(operand)) {
        make(c, &suite);
        return;
    }
    cli_inputs inputs;
    cli_inputs_open(&inputs, 1, &operand);
    for (size_t i = 0; i < inputs.count && !c->done; i++) {
        cmcm_test *test = cmcm_test_read(c->session, inputs.items[i].path);
        c->take(c, test, NULL);
        cmcm_test_free(test);
    }
    c->failed |= inputs.failed;
    cli_inputs_close(&inputs);
}

static void take_all(diffing *c, int count, char **operands)
{
    const diff_settings *settings = c->settings;
    if (settings->programs) {
        synthesize_programs(c, operands, count);
    } else if (settings->synthesize) {
        synthesize(c, operands, count);
    }
    for (int i = 0; i < count && !settings->synthesize && !c->done; i++)
        take_operand(c, operands[i]);
}

static int run_diff(const cli_call *call, void *argument)
{
    const diff_settings *settings = argument;
    const cli_verb *verb = call->verb;
    if (settings->models.count != (settings->axioms ? 1 : 2))
        return cli_usage_error(verb, "%d models are named, expected %s", settings->models.count,
                               settings->axioms ? "one with --axioms (-m A)" : "two (-m A -m B)");
    if (settings->axioms && settings->format)
        return cli_usage_error(verb, "--axioms prints text only, expected no --format");
    if (!settings->synthesize && call->operand_count == 0)
        return cli_usage_error(verb, "no tests are named, expected files, a SUITE or --synthesize");
    if ((settings->programs || settings->threads) && !settings->synthesize)
        return cli_usage_error(
            verb, "--%s says which programs --synthesize makes, expected --synthesize as well",
            settings->programs ? "programs" : "threads");
    bool made = settings->synthesize;
    for (int i = 0; i < call->operand_count; i++)
        made |= cli_suite(call->operands[i]) != NULL;
    if (settings->axes.count > 0 && !made)
        return cli_usage_error(verb, "--axis says where tests of a SUITE or of --synthesize "
                                     "differ, expected one of these as well");
    diffing c = {.settings = settings,
                 .take = !settings->axioms    ? compare_test
                         : settings->programs ? take_states
                                              : take_outcome,
                 .session =
                     cli_session_open(&settings->includes, settings->dialect, &settings->variants)};
    if (!c.session)
        return CLI_INPUT;
    for (int i = 0; i < settings->models.count && !c.failed; i++) {
        c.models[i] = cmcm_model_load(c.session, settings->models.items[i]);
        c.failed = !c.models[i];
    }
    if (!c.failed && settings->axioms)
        c.failed = !begin_axioms(&c);
    if (!c.failed)
        take_all(&c, call->operand_count, call->operands);
    cli_session_say(c.session);
    int status = conclude(&c);
    for (size_t i = 0; c.axioms && i < c.axiom_count; i++)
        forget(&c.axioms[i]);
    free(c.axioms);
    cmcm_model_free(c.models[0]);
    cmcm_model_free(c.models[1]);
    cmcm_session_free(c.session);
    return status;
}

const cli_verb cli_verb_diff = {
    .name = "diff",
    .operands = "FILE|DIRECTORY|@LIST|SUITE|EDGE...",
    .summary = "Say on which tests two memory models differ.",
    CLI_OPTIONS(options, diff_settings),
    .run = run_diff,
};
