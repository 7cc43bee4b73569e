/* All final states of a small test under a model, by trying everything.
 *
 * Tests only. Nothing is shared with checker/: a thread is run step by step
 * with guessed read values, then every reads-from, then every order that the
 * model leaves free is tried, and the model is evaluated by model/eval.c on
 * each complete execution. Partial orders are given up as soon as bounds of the
 * model's terms (interval.c) show that no completion is consistent.
 */
#ifndef CM_TESTS_ORACLE_H
#define CM_TESTS_ORACLE_H

#include "execution/execution.h"
#include "litmus/state.h"
#include "litmus/test.h"
#include "model/model.h"

typedef struct oracle_limits {
    unsigned unroll;   /* times a backward jump to one label may be taken */
    size_t traces;     /* executions of one thread; 0: 20000 */
    size_t candidates; /* evaluations of the model's bounds; 0: 2000000 */
    /* NULL, or called for every consistent execution, with what the oracle reads off it
     * itself; both are gone when it returns. */
    void (*found)(void *context, const cm_execution *execution, const cm_execution_graph *own);
    /* NULL, or asked of every execution that the model allows, as of found: false leaves it out. */
    bool (*accepts)(void *context, const cm_execution *execution);
    void *context;
    bool flags; /* find all flags, too: no execution is left out that adds no state */
} oracle_limits;

typedef enum oracle_verdict {
    ORACLE_COMPLETE,
    ORACLE_CUT,      /* complete within the loop bound, which dropped executions */
    ORACLE_TOO_LARGE /* a limit was reached: states is NULL */
} oracle_verdict;

typedef struct oracle_result {
    oracle_verdict verdict;
    cm_states *states;  /* sorted; filter applied */
    size_t candidates;  /* how many evaluations it took */
    const bool *raised; /* limits.flags: by constraint of the model: raised somewhere */
} oracle_result;

/* false: the test or the model cannot be used; work->diags says why. The
 * result lives in work->arena. */
bool oracle_run(cm_work *work, const cm_model *model, const cm_test *test,
                const oracle_limits *limits, oracle_result *result);

/* The same with default limits. NULL on errors and when too large (a note). */
cm_states *oracle_states(cm_work *work, const cm_model *model, const cm_test *test, unsigned unroll,
                         bool *cut);

#endif
