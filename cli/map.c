/* `cmcm map`: is a mapping between two instruction sets right? */
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>

typedef struct map_settings {
    const char *source_model, *target_model, *directory;
    cli_list includes, variants, axes;
    bool rules, needed, translate, verbose;
    unsigned unroll;
    double timeout;
} map_settings;

#define AT(field) offsetof(map_settings, field)

static const cli_option options[] = {
    CLI_SOURCE_MODEL(AT(source_model)),
    CLI_TARGET_MODEL(AT(target_model)),
    CLI_INCLUDE(AT(includes)),
    CLI_VARIANT(AT(variants)),
    CLI_AXIS(AT(axes)),
    {0, "rules", NULL, CLI_FLAG, AT(rules), 0, 0},
    {0, "needed", NULL, CLI_FLAG, AT(needed), 0, 0},
    CLI_OUTPUT("DIRECTORY", AT(directory)),
    {0, "translate", NULL, CLI_FLAG, AT(translate), 0, 0},
    CLI_VERBOSE(AT(verbose)),
    CLI_UNROLL(AT(unroll)),
    CLI_TIMEOUT(AT(timeout)),
};

typedef struct mapping {
    const map_settings *settings;
    cmcm_session *session, *target_session; /* variants are the source's */
    cmcm_mapping *mapping;
    cmcm_model *models[2];
    cmcm_test **tests; /* which the mapping looks at until its end */
    size_t count, capacity;
    size_t weak, unknown;
    bool all;           /* rules and every family: the suite `all` */
    bool failed, slack; /* some rule is not exercised */
} mapping;

/* ---- tests ------------------------------------------------------------------------- */

static bool keep_translation(mapping *m, cmcm_test *test)
{
    if (m->count == m->capacity) {
        size_t capacity = m->capacity ? 2 * m->capacity : 64;
        cmcm_test **more = realloc(m->tests, capacity * sizeof(cmcm_test *));
        if (!more) {
            cli_no_memory();
            return false;
        }
        m->tests = more;
        m->capacity = capacity;
    }
    m->tests[m->count++] = test;
    return true;
}

/* DIRECTORY/NAME.litmus, and what it becomes, DIRECTORY/NAME-SET.litmus. */
static void write_both(mapping *m, const cmcm_test *test)
{
    const char *directory = m->settings->directory, *name = cmcm_test_name(test);
    char ending[64];
    snprintf(ending, sizeof ending, "-%s", cmcm_mapping_arch(m->mapping, true));
    const char *translated = cmcm_mapping_translate(m->mapping, test);
    m->failed |= !cli_make_directory(directory) ||
                 !cli_write_test(directory, name, "", cmcm_test_text(test)) ||
                 (translated && !cli_write_test(directory, name, ending, translated));
}

/* NULL: it could not be read. Takes the test. */
static void take_test(mapping *m, cmcm_test *test)
{
    cli_session_say(m->session);
    if (!test || !keep_translation(m, test)) {
        m->failed = true;
        cmcm_test_free(test);
    } else if (m->settings->translate) {
        const char *text = cmcm_mapping_translate(m->mapping, test);
        if (text)
            puts(text);
        else
            fprintf(stderr, "cmcm map: %s: not translated: %s\n", cmcm_test_name(test),
                    cmcm_mapping_refusal(m->mapping));
        m->unknown += !text;
    } else {
        const cmcm_options how = {.unroll = m->settings->unroll, .timeout = m->settings->timeout};
        cmcm_mapped verdict = cmcm_mapping_check(m->session, m->mapping, m->models[0], m->models[1],
                                                 test, &how, NULL);
        m->weak += verdict == CMCM_MAPPED_WEAK;
        if (verdict == CMCM_MAPPED_WEAK && m->settings->directory)
            write_both(m, test);
        m->unknown += verdict == CMCM_MAPPED_UNKNOWN;
        m->failed |= verdict == CMCM_MAPPED_FAILED;
    }
    cli_session_say(m->session);
}

/* Once as it is, and once for each line of the mapping that writes it otherwise. */
static bool take_made(void *context, const cmcm_made *made)
{
    mapping *m = context;
    take_test(m, cmcm_test_parse(m->session, made->name, made->text, made->length));
    const cmcm_test *test = m->failed ? NULL : m->tests[m->count - 1];
    for (size_t i = 0; !m->failed && i < cmcm_mapping_variations(m->mapping); i++) {
        const char *text = cmcm_mapping_vary(m->mapping, test, i);
        if (text)
            take_test(m, cmcm_test_parse(m->session, made->name, text, strlen(text)));
    }
    return !m->failed;
}

/* What is no test of the source is left out: its rule is exercised by another, or named. */
static bool take_rule_test(void *context, const cmcm_made *made)
{
    mapping *m = context;
    cmcm_test *test = cmcm_test_parse(m->session, made->name, made->text, made->length);
    cmcm_session_clear(m->session);
    if (test)
        take_test(m, test);
    return !m->failed;
}

/* ---- the suite ---------------------------------------------------------------------- */

/* Shapes of two to four threads, by how the places of the threads, orders, scopes and fences
 * meet: docs/mappings.md. */
static const char *const families[] = {"mp",  "sb",  "lb",   "s",    "r",     "2+2w", "wrc", "isa2",
                                       "wwc", "rwc", "iriw", "corr", "corw2", "coww", "cowr"};
/* The last families have one thread, and those sweeps that are for several say nothing. */
enum { FAMILIES = sizeof families / sizeof *families, OF_SEVERAL = FAMILIES - 2, AXES = 6 };
#define PLACES  "placement=cta,gpu,sys"
#define ORDERED "order=rel-acq"
static const char *const sweeps[][AXES] = {
    {PLACES, "scope=cta,gpu,sys", "order=rlx,rel-acq,weak"},
    {PLACES, "scope=cta,gpu,sys", "X.order=weak", "order=rlx,rel-acq"},
    {PLACES, "scope=cta,gpu,sys", "order=rlx", "X.order=rlx,weak",
     "fence=acq_rel.cta,acq_rel.gpu,acq_rel.sys"},
    {PLACES, "scope=gpu,sys", "order=rlx", "X.order=rlx,weak",
     "P0.fence=release.cta,release.gpu,release.sys",
     "P1.fence=acquire.cta,acquire.gpu,acquire.sys"},
    {PLACES, "P0.scope=cta,gpu,sys", "P1.scope=cta,gpu,sys", ORDERED},
    {PLACES, "P0.order=rlx,rel-acq", "P1.order=rlx,rel-acq", "scope=cta,gpu,sys"}};
enum { SWEEPS = sizeof sweeps / sizeof *sweeps, FOR_ALL = 3 };

static void enumerate(mapping *m, const char *family, const char *const *axes, size_t count)
{
    const cmcm_enumeration what = {.generator = family,
                                   .arch = cmcm_mapping_arch(m->mapping, false),
                                   .axes = axes,
                                   .axis_count = count};
    m->failed |= !cli_enumerate(&what, take_made, m);
}

static bool of_several(const char *family)
{
    for (int i = OF_SEVERAL; i < FAMILIES; i++)
        if (strcmp(families[i], family) == 0)
            return false;
    return true;
}

static void sweep(mapping *m, const char *family)
{
    int most = of_several(family) ? SWEEPS : FOR_ALL;
    for (int i = 0; i < most && !m->failed; i++) {
        size_t count = 0;
        while (count < AXES && sweeps[i][count])
            count++;
        enumerate(m, family, sweeps[i], count);
    }
}

static bool is_all(const char *operand)
{
    return strcmp(operand, "all") == 0;
}

static void take_suite(mapping *m, const char *suite)
{
    const cli_list *axes = &m->settings->axes;
    if (axes->count > 0)
        enumerate(m, suite, axes->items, (size_t)axes->count);
    else
        sweep(m, suite);
}

static void take_operand(mapping *m, char *operand)
{
    bool all = is_all(operand), suite = cli_suite(operand) != NULL;
    if (suite)
        take_suite(m, operand);
    for (int i = 0; all && i < FAMILIES; i++)
        take_suite(m, families[i]);
    if (all || suite)
        return;
    cli_inputs inputs;
    cli_inputs_open(&inputs, 1, &operand);
    for (size_t i = 0; i < inputs.count; i++)
        take_test(m, cmcm_test_read(m->session, inputs.items[i].path));
    m->failed |= inputs.failed;
    cli_inputs_close(&inputs);
}

/* ---- the verb ------------------------------------------------------------------------- */

static bool open_models(mapping *m)
{
    const map_settings *s = m->settings;
    const char *reading = cmcm_mapping_reading(m->mapping);
    const cli_list readings = {.items = {reading}, .count = reading != NULL};
    m->target_session = cli_session_open(&s->includes, NULL, &readings);
    if (!m->target_session)
        return false;
    const char *source = s->source_model ? s->source_model : cmcm_mapping_model(m->mapping, false);
    const char *target = s->target_model ? s->target_model : cmcm_mapping_model(m->mapping, true);
    m->models[0] = cmcm_model_load(m->session, source);
    m->models[1] = cmcm_model_load(m->target_session, target);
    cli_session_say(m->target_session);
    return m->models[0] && m->models[1];
}

static void report(mapping *m)
{
    const map_settings *s = m->settings;
    bool all = s->rules || m->all;
    int exercised, of;
    if (s->translate || (m->count == 0 && !all))
        return;
    if (all) {
        m->failed |= !cmcm_mapping_exercise(m->session, m->mapping, &exercised, &of);
        m->slack = exercised < of;
    }
    if (s->needed && !cmcm_mapping_find_needs(m->session, m->mapping))
        m->failed = true;
    if (m->count == 0)
        fputs("cmcm map: no test could be made of any rule\n", stderr);
    const char *text = cmcm_mapping_text(m->mapping, s->verbose);
    fputs(text ? text : "", stdout);
    if (m->weak > 0 && s->directory)
        printf("in %s: each test that is too weak, NAME.litmus, and NAME-%s.litmus\n", s->directory,
               cmcm_mapping_arch(m->mapping, true));
}

static void take_all(mapping *m, int count, char **operands)
{
    for (int i = 0; i < count; i++)
        m->all |= is_all(operands[i]);
    if (m->all || m->settings->rules)
        cmcm_mapping_rule_tests(m->mapping, take_rule_test, m);
    for (int i = 0; i < count && !m->failed; i++)
        take_operand(m, operands[i]);
}

static int run_map(const cli_call *call, void *argument)
{
    const map_settings *settings = argument;
    const cli_verb *verb = call->verb;
    if (call->operand_count == 0)
        return cli_usage_error(verb, "no mapping is named, expected SOURCE-TARGET or FILE.map");
    if (!settings->rules && call->operand_count == 1)
        return cli_usage_error(verb, "no tests are named, expected files, a SUITE or --rules");
    mapping m = {.settings = settings,
                 .session = cli_session_open(&settings->includes, NULL, &settings->variants)};
    m.mapping = m.session ? cmcm_mapping_load(m.session, call->operands[0]) : NULL;
    m.failed = !m.mapping || !open_models(&m);
    if (!m.failed)
        take_all(&m, call->operand_count - 1, call->operands + 1);
    if (m.session)
        cli_session_say(m.session);
    if (m.mapping && m.models[0] && m.models[1])
        report(&m);
    for (size_t i = 0; i < m.count; i++)
        cmcm_test_free(m.tests[i]);
    free(m.tests);
    cmcm_mapping_free(m.mapping);
    cmcm_model_free(m.models[0]);
    cmcm_model_free(m.models[1]);
    cmcm_session_free(m.session);
    cmcm_session_free(m.target_session);
    return m.failed ? CLI_INPUT : m.weak ? CLI_UNMET : m.unknown || m.slack ? CLI_UNKNOWN : CLI_OK;
}

const cli_verb cli_verb_map = {
    .name = "map",
    .operands = "SOURCE-TARGET|FILE.map [FILE|DIRECTORY|@LIST|SUITE...]",
    .summary = "Check a mapping from C or one instruction set to another.",
    CLI_OPTIONS(options, map_settings),
    .run = run_map,
};
