/* All outcomes of a test that a model allows, and the executions behind them.
 *
 * unroll (events with guards) -> bounds (what each relation must and may hold)
 * -> encode (the rest, for Z3) -> solve (every outcome, projected on what the
 * test observes).
 */
#ifndef CM_CHECKER_CHECK_H
#define CM_CHECKER_CHECK_H

#include "checker/liveness.h"
#include "checker/solver/options.h"
#include "execution/execution.h"
#include "litmus/state.h"
#include "litmus/test.h"
#include "model/model.h"

typedef enum cm_outcome {
    CM_COMPLETE,  /* all states, or all that the question needs */
    CM_LOOPS_CUT, /* all states of executions within the loop bound; others may be missing */
    CM_LIMIT,     /* time, memory or state limit, or executions that the test does not describe
                     (graph.h, cm_stray): states are some of the allowed ones */
    CM_UNDEFINED, /* the same: the model calls values undefined that decide the answer */
    CM_OPAQUE,    /* the same: states were left out that have values which nobody knows */
    CM_BROKEN     /* an execution that was found is none when it is done again (replay.h): an
                     error of this program; there are no states */
} cm_outcome;

typedef struct cm_check_result {
    cm_outcome outcome;
    const char *reason;        /* in words when outcome is not CM_COMPLETE; else "" */
    cm_states *states;         /* sorted; projected on what is shown; the filter is applied */
    bool unfinished;           /* a limit, or lack of memory, ended the search for states */
    bool unlisted;             /* options.question: states are examples */
    cm_execution **executions; /* one per state, or NULL */
    const char **flags;        /* flags raised by some allowed execution, NULL-ended */
    const char **flag_places;  /* by flag, with options.flag_places: the location of an access that
                                  the flag is about, or NULL */
    const cm_instruction ***flag_accesses; /* likewise, what has these accesses, NULL-ended; the
                                              first two are a pair, which may be one instruction */
    bool flags_known;                      /* no other flag can be raised */
    bool undefined;       /* `undefined_unless` was not met, also where another flag tells of it */
    bool empty;           /* the model allows no execution that has a final state */
    bool has_loops;       /* some were cut, by the bound or where only a wait is left out */
    cm_liveness liveness; /* options.liveness */
    cm_check_statistics statistics;
} cm_check_result;

/* NULL: the test cannot be checked with this model; work->diags says why. The
 * result lives in work->arena. Protects itself. */
cm_check_result *cm_check(cm_work *work, cm_solver_context *context, const cm_model *model,
                          const cm_test *test, const cm_check_options *options);

/* The verdict, as people may rely on it. */
typedef enum cm_answer { CM_NO, CM_YES, CM_UNKNOWN } cm_answer;
cm_answer cm_check_answer(const cm_check_result *result);

#endif
