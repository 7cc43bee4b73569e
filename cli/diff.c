/* `cmcm diff`: tests on which two models differ. */
#include "cli/diff_parts.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(cli_diff_settings, field)

static const cli_option options[] = {
    {'m', "model", "NAME|FILE.cat", CLI_LIST, AT(models), 0, 0,
     "A memory model; given twice, or once with --axioms."},
    CLI_INCLUDE(AT(includes)),
    CLI_DIALECT(AT(dialect)),
    {0, "variant", "NAME", CLI_LIST, AT(variants), 0, 0,
     "Take a reading (`if \"NAME\"`) of both models, one that `cmcm models` lists; may be "
     "repeated."},
    {0, "suite", "NAME", CLI_TEXT, AT(suite), 0, 0,
     "The tests of a suite or family of `cmcm enumerate`."},
    {0, "synthesize", "N", CLI_NUMBER, AT(synthesize), 2, 12,
     "Look for the smallest tests that tell the models apart, by threads, then accesses, among "
     "all critical cycles of up to N accesses; operands are edges besides those that are "
     "always there, `Pod** Rfe Fre Coe`."},
    {0, "programs", NULL, CLI_FLAG, AT(programs), 0, 0,
     "--synthesize: among all programs of up to N instructions, by threads, then instructions, in "
     "place of critical cycles; their states are compared. Operands are edges, of which the "
     "accesses, fences, dependencies and read-modify-writes are taken."},
    {0, "threads", "N", CLI_NUMBER, AT(threads), 1, 12, "--synthesize: of at most N threads."},
    {0, "axis", "NAME=VALUE,...", CLI_LIST, AT(axes), 0, 0,
     "As of `cmcm enumerate`: where threads run, placement=cta,gpu; of a suite which of its "
     "tests."},
    {0, "axioms", NULL, CLI_FLAG, AT(axioms), 0, 0,
     "Of one model: for each axiom the first test that is not forbidden without it, of the tests "
     "given or, the smallest first, of --synthesize."},
    {0, "arch", "{archs}|CMCM", CLI_CHOICE, AT(arch), 0, 0,
     "--synthesize: the architecture of the tests (AArch64)."},
    {'f', "format", "text|json", CLI_CHOICE, AT(format), 0, 0,
     "How tests that differ are told (text); not with --axioms."},
    {'q', "quiet", NULL, CLI_FLAG, AT(quiet), 0, 0, "Only names of tests that differ."},
    CLI_UNROLL(AT(unroll)),
    {'t', "timeout", "SECONDS", CLI_SECONDS, AT(timeout), 0, 1000000,
     "Give up on a check after so long."},
};

static const char details[] =
    "What is compared: docs/repair.md.\n\n"
    "Exit status: 0 no test differs; 1 some test does; 2 wrong usage; 3 an input\n"
    "cannot be read or parsed; 4 some test is not known to agree.\n";

static bool is_json(const cli_diffing *c)
{
    return c->settings->format && strcmp(c->settings->format, "json") == 0;
}

static void print_difference(cli_diffing *c, const cmcm_test *test, cmcm_difference *d,
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

void cli_diff_say(cli_diffing *c)
{
    cli_session_say(c->session);
}

/* text: the test's, to be shown; or NULL. */
static void compare_test(cli_diffing *c, const cmcm_test *test, const char *text)
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
    cli_diff_say(c);
}

static bool take_made(void *context, const cmcm_made *made)
{
    cli_diffing *c = context;
    cmcm_test *test = cmcm_test_parse(c->session, made->name, made->text, made->length);
    char *text = calloc(made->length + 1, 1);
    if (text)
        memcpy(text, made->text, made->length);
    c->take(c, test, c->settings->synthesize ? text : NULL);
    free(text);
    cmcm_test_free(test);
    return !c->failed && !c->done;
}

static void make(cli_diffing *c, const cmcm_enumeration *what)
{
    cmcm_session *session = cmcm_session_new();
    bool made = session && cmcm_enumerate(session, what, take_made, c);
    c->failed |= !made && !c->done;
    if (session)
        fputs(cmcm_session_messages(session), stderr);
    cmcm_session_free(session);
}

/* A round of so many threads and accesses has all smaller ones in it, which agree. */
static void synthesize(cli_diffing *c, char **edges, int count)
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
        for (unsigned size = threads < 3 ? 3 : threads; size <= most && size <= 2 * threads;
             size++) {
            const cmcm_enumeration what = {.generator = "cross",
                                           .words = words,
                                           .word_count = word_count,
                                           .arch = c->settings->arch,
                                           .axes = (const char *const *)c->settings->axes.items,
                                           .axis_count = (size_t)c->settings->axes.count,
                                           .size = size,
                                           .threads = threads};
            make(c, &what);
            if (c->done || c->differ > 0 || c->failed)
                return;
        }
}

/* All programs, as far as the first round in which some differ. */
static void synthesize_programs(cli_diffing *c, char **edges, int count)
{
    unsigned most = c->settings->synthesize, threads = most;
    if (c->settings->threads && c->settings->threads < most)
        threads = c->settings->threads;
    for (unsigned t = 1; t <= threads; t++)
        for (unsigned size = t; size <= most; size++) {
            const cmcm_enumeration what = {.generator = "small",
                                           .words = (const char *const *)edges,
                                           .word_count = (size_t)count,
                                           .arch = c->settings->arch,
                                           .axes = (const char *const *)c->settings->axes.items,
                                           .axis_count = (size_t)c->settings->axes.count,
                                           .size = size,
                                           .threads = t};
            make(c, &what);
            if (c->done || c->differ > 0 || c->failed)
                return;
        }
}

static bool open_models(cli_diffing *c)
{
    for (int i = 0; i < c->settings->models.count; i++) {
        c->models[i] = cmcm_model_load(c->session, c->settings->models.items[i]);
        if (!c->models[i])
            return false;
    }
    return true;
}

static int conclude(cli_diffing *c)
{
    if (c->failed)
        return CLI_INPUT;
    if (c->settings->axioms)
        return cli_diff_axioms_tell(c);
    if (!c->settings->quiet && !is_json(c))
        printf("%zu tests, %zu differ, %zu not known\n", c->tests, c->differ, c->unknown);
    return c->differ ? CLI_UNMET : c->unknown ? CLI_UNKNOWN : CLI_OK;
}

static int run_all(cli_diffing *c, int count, char **operands)
{
    c->session =
        cli_session_open(&c->settings->includes, c->settings->dialect, &c->settings->variants);
    if (!c->session)
        return CLI_INPUT;
    const cmcm_enumeration suite = {.generator = c->settings->suite,
                                    .axes = (const char *const *)c->settings->axes.items,
                                    .axis_count = (size_t)c->settings->axes.count};
    c->failed = !open_models(c);
    if (!c->failed && c->settings->axioms && !cli_diff_axioms_begin(c))
        c->failed = true;
    if (!c->failed && c->settings->programs)
        synthesize_programs(c, operands, count);
    else if (!c->failed && c->settings->synthesize)
        synthesize(c, operands, count);
    else if (!c->failed && c->settings->suite)
        make(c, &suite);
    else if (!c->failed) {
        cli_inputs inputs;
        cli_inputs_open(&inputs, count, operands);
        for (size_t i = 0; i < inputs.count && !c->done; i++) {
            cmcm_test *test = cmcm_test_read(c->session, inputs.items[i].path);
            c->take(c, test, NULL);
            cmcm_test_free(test);
        }
        c->failed |= inputs.failed;
        cli_inputs_close(&inputs);
    }
    cli_diff_say(c);
    int status = conclude(c);
    cli_diff_axioms_end(c);
    cmcm_model_free(c->models[0]);
    cmcm_model_free(c->models[1]);
    cmcm_session_free(c->session);
    return status;
}

static int run_diff(const cli_verb *verb, int argc, char **argv)
{
    cli_diff_settings settings = {0};
    int operands, status;
    if (!cli_parse(verb, &settings, argc, argv, &operands, &status))
        return status;
    int models = settings.axioms ? 1 : 2;
    if (settings.models.count != models)
        return cli_usage_error(verb, "%d models, expected %s", settings.models.count,
                               settings.axioms ? "one with --axioms (-m A)" : "two (-m A -m B)");
    if (settings.axioms && settings.format)
        return cli_usage_error(verb, "--format with --axioms, which has text only");
    if (settings.suite && (operands > 0 || settings.synthesize))
        return cli_usage_error(verb, "--suite with %s, expected nothing else",
                               operands > 0 ? "a test" : "--synthesize");
    if (!settings.suite && !settings.synthesize && operands == 0)
        return cli_usage_error(verb, "no tests, expected files or --suite or --synthesize");
    if ((settings.programs || settings.threads) && !settings.synthesize)
        return cli_usage_error(verb, "--%s without --synthesize",
                               settings.programs ? "programs" : "threads");
    if (settings.axes.count > 0 && !settings.suite && !settings.synthesize)
        return cli_usage_error(verb, "--axis without --suite or --synthesize");
    cli_diffing c = {.settings = &settings,
                     .take = !settings.axioms    ? compare_test
                             : settings.programs ? cli_diff_axioms_take_states
                                                 : cli_diff_axioms_take};
    return run_all(&c, operands, argv);
}

const cli_verb cli_verb_diff = {
    .name = "diff",
    .operands = "FILE|DIRECTORY|@LIST|EDGE...",
    .summary = "Say on which tests two memory models differ.",
    .details = details,
    CLI_OPTIONS(options),
    .run = run_diff,
};
