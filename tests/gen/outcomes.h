/* The outcomes of a generated test, by either engine, as printed states that
 * can be compared between tests that observe the same things. */
#ifndef CM_TESTS_GEN_OUTCOMES_H
#define CM_TESTS_GEN_OUTCOMES_H

#include "checker/check.h"
#include "model/model.h"

typedef struct gen_outcomes {
    bool known;          /* false: too large, or a limit was reached */
    const char **states; /* printed, sorted as the engine gives them */
    size_t count;
} gen_outcomes;

/* Parses the text; NULL when it is no test (messages in work->diags). The text
 * must outlive the test. */
cm_test *gen_parse(cm_work *work, const char *text);

gen_outcomes gen_by_oracle(cm_work *work, const cm_model *model, const cm_test *test,
                           size_t candidates);
gen_outcomes gen_by_checker(cm_work *work, cm_solver_context *solver, const cm_model *model,
                            const cm_test *test);

/* The first state of a that b lacks, or NULL. */
const char *gen_missing(const gen_outcomes *a, const gen_outcomes *b);

#endif
