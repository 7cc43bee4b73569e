/* All outcomes of a test that a model allows, and the executions behind them.
 *
 * unroll (events with guards) -> bounds (what each relation must and may hold)
 * -> encode (the rest, for Z3) -> solve (every outcome, projected on what the
 * test observes).
 */
#ifndef CM_CHECKER_CHECK_H
#define CM_CHECKER_CHECK_H

#include "execution/execution.h"
#include "litmus/state.h"
#include "litmus/test.h"
#include "model/model.h"

/* One Z3 context; one per worker thread, used for test after test. */
typedef struct cm_solver_context cm_solver_context;
cm_solver_context *cm_solver_context_new(void);
void cm_solver_context_free(cm_solver_context *context);
/* From any thread: makes a running cm_check end soon, as unknown. */
void cm_solver_context_interrupt(cm_solver_context *context);

enum { CM_DEFAULT_UNROLL = 2 };

typedef struct cm_check_options {
    unsigned unroll; /* backward jumps to one label per execution, at most; 0: CM_DEFAULT_UNROLL */
    double timeout;  /* seconds, 0: none */
    double spent;    /* seconds of the timeout that are over already */
    size_t memory_limit; /* bytes of solver and arena together, 0: none */
    size_t max_states;   /* 0: 1000000 */
    bool question;       /* only whether states satisfy the condition: of those that do,
                            and of those that do not, one is found, if there is any */
    bool witnesses;      /* keep an execution for every state */
    bool plain;          /* leave no execution out: every loop by its rounds, identical threads
                            as if they were different; slower, the same states (for tests) */
    bool verify;         /* evaluate the model whole on every execution done again (replay.h), not
                            only what differs from the one before */
    bool liveness;       /* ask which threads may never end, too */
    bool hasty;          /* that question takes as long as the states took, and at least a
                            second, at most; else it is not known */
} cm_check_options;

typedef enum cm_outcome {
    CM_COMPLETE,  /* all states, or all that the question needs */
    CM_LOOPS_CUT, /* all states of executions within the loop bound; others may be missing */
    CM_LIMIT,     /* time, memory or state limit, or executions that the test does not describe
                     (graph.h, cm_stray): states are some of the allowed ones */
    CM_BROKEN     /* an execution that was found is none when it is done again (replay.h): an
                     error of this program; there are no states */
} cm_outcome;

/* ---- executions that never end (live.h) ------------------------------ */

typedef enum cm_ending {
    CM_NOT_ASKED,
    CM_ENDS,    /* every thread of every execution ends */
    CM_HANGS,   /* there are executions that never end */
    CM_MAY_HANG /* not known */
} cm_ending;

/* A place where a thread stays for ever. */
typedef struct cm_wait {
    int thread;        /* index into test->threads */
    int instruction;   /* index: of the jump back, or of the barrier */
    const char *label; /* where the loop begins; NULL: a barrier */
} cm_wait;

/* An execution that never ends. */
typedef struct cm_hang {
    int *waits; /* where threads stay: indices into cm_liveness.waits, increasing */
    int count;
    cm_execution *execution; /* options.witnesses; of loops, the rounds that fail but one are not
                                there */
} cm_hang;

typedef struct cm_liveness {
    cm_ending ending;
    const char *reason; /* CM_MAY_HANG: why it is not known; else "" */
    cm_wait *waits;     /* CM_HANGS: all places at which a thread may stay, by thread */
    int wait_count;
    cm_hang *hangs; /* CM_HANGS: executions in which, together, all places occur */
    int hang_count;
} cm_liveness;

typedef struct cm_check_statistics {
    double unroll_seconds, bounds_seconds, encode_seconds, solve_seconds, total_seconds;
    size_t events, variables, clauses, solver_calls, arena_bytes;
} cm_check_statistics;

typedef struct cm_check_result {
    cm_outcome outcome;
    const char *reason;        /* in words when outcome is not CM_COMPLETE; else "" */
    cm_states *states;         /* sorted; projected on what is shown; the filter is applied */
    bool unlisted;             /* options.question: states are examples */
    cm_execution **executions; /* one per state, or NULL */
    const char **flags;        /* flags raised by some allowed execution, NULL-ended */
    bool flags_known;          /* no other flag can be raised */
    bool empty;                /* the model allows no execution that has a final state */
    cm_liveness liveness;      /* options.liveness */
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
