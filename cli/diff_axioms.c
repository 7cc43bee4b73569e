/* `cmcm diff --axioms`: for each axiom the first test that is not forbidden without it.
 *
 * An axiom is needed for a test when every set of axioms that forbids its outcome has the axiom
 * in it (docs/explain.md): without the axiom the outcome is allowed. */
#include "cli/diff_parts.h"
#include "cli/output.h"

#include <stdlib.h>
#include <string.h>

struct cli_axiom {
    const char *name;
    char *test, *text; /* of the first test that it is needed for; test NULL: of none */
    char *state;       /* of a program: one that it forbids; else NULL */
    bool alone;        /* no other axiom is needed for it */
};

bool cli_diff_axioms_begin(cli_diffing *c)
{
    while (cmcm_model_axiom(c->models[0], c->axiom_count))
        c->axiom_count++;
    c->axioms = calloc(c->axiom_count + 1, sizeof *c->axioms);
    if (!c->axioms)
        fputs("cmcm: error: out of memory\n", stderr);
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

static void forget(struct cli_axiom *axiom)
{
    free(axiom->test);
    free(axiom->text);
    free(axiom->state);
}

/* A test for which the axiom alone is needed is better than one with others. */
static void note(cli_diffing *c, struct cli_axiom *axiom, const struct cli_axiom *found)
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
    fputs("cmcm: error: out of memory\n", stderr);
    c->failed = true;
}

static bool all_alone(const cli_diffing *c)
{
    for (size_t i = 0; i < c->axiom_count; i++)
        if (!c->axioms[i].alone)
            return false;
    return true;
}

static void look_at_axioms(cli_diffing *c, const cmcm_explanation *e, const char *test,
                           const char *text)
{
    size_t sets = cmcm_explanation_sufficient_count(e), needed = 0;
    for (size_t i = 0; i < c->axiom_count; i++)
        needed += count_sets(e, c->axioms[i].name) == sets;
    struct cli_axiom found = {.test = (char *)test, .text = (char *)text};
    for (size_t i = 0; i < c->axiom_count; i++) {
        bool premise = is_premise(e, c->axioms[i].name);
        found.alone = premise ? needed == 0 && !cmcm_explanation_premise(e, 1) : needed == 1;
        if (premise || count_sets(e, c->axioms[i].name) == sets)
            note(c, &c->axioms[i], &found);
    }
    c->done = all_alone(c);
}

static void not_known(cli_diffing *c, const cmcm_test *test, const char *why)
{
    c->unknown++;
    fprintf(stderr, "%s: which axioms it needs is not known: %s\n", cmcm_test_name(test),
            *why ? why : "there are too many sets of axioms that forbid it");
}

void cli_diff_axioms_take(cli_diffing *c, const cmcm_test *test, const char *text)
{
    if (test && !cmcm_test_asks(test)) { /* it needs no axiom */
        c->tests++;
        cli_diff_say(c);
        return;
    }
    const cmcm_explain_options how = {
        .unroll = c->settings->unroll, .timeout = c->settings->timeout, .max_tries = 1};
    cmcm_explanation *e = test ? cmcm_explain(c->session, c->models[0], test, &how) : NULL;
    c->tests++;
    c->failed |= !e;
    cmcm_explained verdict = e ? cmcm_explanation_verdict(e) : CMCM_ALLOWED;
    if (verdict == CMCM_MAYBE ||
        (verdict == CMCM_FORBIDDEN && !cmcm_explanation_sufficient_complete(e)))
        not_known(c, test, cmcm_explanation_reason(e));
    else if (verdict == CMCM_FORBIDDEN && cmcm_explanation_sufficient_count(e) > 0)
        look_at_axioms(c, e, cmcm_test_name(test), text);
    cmcm_explanation_free(e);
    cli_diff_say(c);
}

void cli_diff_axioms_take_states(cli_diffing *c, const cmcm_test *test, const char *text)
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
        struct cli_axiom found = {.test = (char *)cmcm_test_name(test), .text = (char *)text};
        found.state = (char *)cmcm_needs_state(needs, i, &found.alone);
        if (found.state)
            note(c, &c->axioms[i], &found);
    }
    c->done = needs && all_alone(c);
    cmcm_needs_free(needs);
    cli_diff_say(c);
}

static void tell_axiom(const struct cli_axiom *axiom, int width)
{
    printf("%-*s  %s%s\n", width, axiom->name, axiom->test ? axiom->test : "-",
           axiom->test && !axiom->alone ? " (others are needed too)" : "");
}

static void tell_test(const struct cli_axiom *axiom)
{
    printf("\n%s needs %s", axiom->test, axiom->name);
    if (axiom->state)
        printf(", which forbids %s", axiom->state);
    printf("%s\n%s", axiom->state ? "" : ":", axiom->text);
}

int cli_diff_axioms_tell(cli_diffing *c)
{
    int width = 0;
    size_t without = 0;
    for (size_t i = 0; i < c->axiom_count; i++) {
        int length = (int)strlen(c->axioms[i].name);
        width = length > width ? length : width;
        without += !c->axioms[i].test;
    }
    for (size_t i = 0; i < c->axiom_count; i++)
        tell_axiom(&c->axioms[i], width);
    for (size_t i = 0; i < c->axiom_count && !c->settings->quiet; i++)
        if (c->axioms[i].test && c->axioms[i].text[0])
            tell_test(&c->axioms[i]);
    if (!c->settings->quiet)
        printf("%s%zu tests, %zu axioms of %s, %zu of them needed for none, %zu not known\n",
               c->axiom_count ? "\n" : "", c->tests, c->axiom_count, cmcm_model_name(c->models[0]),
               without, c->unknown);
    return without == 0 ? CLI_OK : c->unknown ? CLI_UNKNOWN : CLI_UNMET;
}

void cli_diff_axioms_end(cli_diffing *c)
{
    for (size_t i = 0; c->axioms && i < c->axiom_count; i++)
        forget(&c->axioms[i]);
    free(c->axioms);
}
