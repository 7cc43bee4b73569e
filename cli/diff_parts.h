/* What the ways of `cmcm diff` have in common: tests one by one, from files, suites or small
 * cycles. */
#ifndef CM_CLI_DIFF_PARTS_H
#define CM_CLI_DIFF_PARTS_H

#include "cli/inputs.h"
#include "cli/options.h"
#include "cmcm.h"

typedef struct cli_diff_settings {
    cli_list models, includes, variants, axes;
    const char *dialect;
    const char *suite, *arch, *format;
    unsigned synthesize, threads, unroll;
    double timeout;
    bool quiet, axioms, programs;
} cli_diff_settings;

typedef struct cli_diffing cli_diffing;
struct cli_diffing {
    const cli_diff_settings *settings;
    cmcm_session *session;
    cmcm_model *models[2];
    /* test: NULL: it could not be read. text: the test's, to be shown; or NULL. */
    void (*take)(cli_diffing *c, const cmcm_test *test, const char *text);
    struct cli_axiom *axioms; /* --axioms */
    size_t axiom_count;
    size_t tests, differ, unknown;
    bool failed;
    bool done; /* no more tests are needed */
};

/* The session's messages, to standard error. */
void cli_diff_say(cli_diffing *c);

/* --axioms: which tests each axiom of the first model is needed for. False: no memory. */
bool cli_diff_axioms_begin(cli_diffing *c);
void cli_diff_axioms_take(cli_diffing *c, const cmcm_test *test, const char *text);
/* The same of a program without a question: of all its states. */
void cli_diff_axioms_take_states(cli_diffing *c, const cmcm_test *test, const char *text);
/* Prints the table; the exit status. */
int cli_diff_axioms_tell(cli_diffing *c);
void cli_diff_axioms_end(cli_diffing *c);

#endif
